:- encoding(utf8).
:- module(stored_paths,
          [ stored_frontier/3,          % +Handle, +Frontier, -Stored
            fetched_frontier/3,         % +Handle, +Stored, -Frontier
            forget_frontier/1,          % +Handle
            stored_clause/2             % +Handle, -Clause
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(terms), [mapargs/3]).

/** <module> The frontier of a suspended path search, kept in clauses

The paths of a frontier share the steps that they have in common (path_search.pl), and clauses
share nothing.  So each path that was extended has one clause, with the number of the path that it
extends, and each path of the frontier has another: no limit can interrupt the creation of a
clause, and together they take no more memory than the paths.
*/

%   stored_path(Index, Handle, Node, Cost, H, Length, Way, Bound), stored_steps(Index, Handle, Node, Way):
%   Way is `start`, or by(Move, Parent) where Parent is the number of the path that was extended.

:- dynamic stored_path/8, stored_steps/4.

:- meta_predicate replaced(2, ?, ?).

%!  stored_frontier(+Handle, +Frontier, -Stored) is det.
%
%   Stored is Frontier with stored(Index) for each of its paths.

stored_frontier(Handle, Frontier, Stored) :- replaced(stored(Handle), Frontier, Stored).

stored(Handle, path(Index, Node, Cost, H, Length, Steps, Bound), stored(Index)) :-
    stored_way(Steps, Handle, Way),
    assertz(stored_path(Index, Handle, Node, Cost, H, Length, Way, Bound)).

stored_way([], _, start).
stored_way([step(Move, Node, Parent)|Steps], Handle, by(Move, Parent)) :-
    (   stored_steps(Parent, Handle, _, _) -> true
    ;   stored_way(Steps, Handle, Way),
        assertz(stored_steps(Parent, Handle, Node, Way))
    ).

%!  fetched_frontier(+Handle, +Stored, -Frontier) is det.

fetched_frontier(Handle, Stored, Frontier) :-
    findall(Index-extended(Node, Way), stored_steps(Index, Handle, Node, Way), Pairs0),
    keysort(Pairs0, Pairs),             % a path has a lower number than those that extend it
    empty_assoc(Known0),
    foldl(known, Pairs, Known0, Known),
    replaced(fetched(Handle, Known), Stored, Frontier).

known(Index-extended(Node, Way), Known0, Known) :-
    way_steps(Way, Known0, Steps),
    put_assoc(Index, Known0, Node-Steps, Known).

way_steps(start, _, []).
way_steps(by(Move, Parent), Known, [step(Move, Node, Parent)|Steps]) :-
    get_assoc(Parent, Known, Node-Steps).

fetched(Handle, Known, stored(Index), path(Index, Node, Cost, H, Length, Steps, Bound)) :-
    once(stored_path(Index, Handle, Node, Cost, H, Length, Way, Bound)),
    way_steps(Way, Known, Steps).

%   replaced(:Goal, +Part0, -Part): Goal replaces each part of a frontier for which it holds.

replaced(Goal, Part0, Part) :- call(Goal, Part0, Part), !.
replaced(Goal, Parts0, Parts) :- Parts0 = [_|_], !, maplist(replaced(Goal), Parts0, Parts).
replaced(Goal, Part0, Part) :- compound(Part0), !, mapargs(replaced(Goal), Part0, Part).
replaced(_, Part, Part).

%!  forget_frontier(+Handle) is det.

forget_frontier(Handle) :-
    retractall(stored_path(_, Handle, _, _, _, _, _, _)),
    retractall(stored_steps(_, Handle, _, _)).

%!  stored_clause(+Handle, -Clause) is nondet.

stored_clause(Handle, Clause) :-
    (   Clause = stored_path(_, Handle, _, _, _, _, _, _)
    ;   Clause = stored_steps(_, Handle, _, _)
    ),
    call(Clause).
