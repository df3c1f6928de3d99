:- encoding(utf8).
:- module(named_edges,
          [ moves_name/2                % +Game, ?Edge
          ]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module(library(ugraphs), [reachable/3, vertices_edges_to_ugraph/3]).
:- use_module(logic(checker/argument_values), [holder/3]).
:- use_module(logic(language/literals), [inner_literal/2]).

/** <module> Whether moves name the columns and the rows of the board

A number at the edge of a board helps where a move has it, as in mark(2, 3), and misleads where no
move does, as in a table of names and scores.  The rules say which it is: an argument of draw/3 is
linked to an argument of a move if a variable stands in both, or in both and in others between them:

    draw(C, R, P) :- true(cell(C, R, P)).       the column of draw/3 is that of cell/3
    next(cell(C, R, P)) :- does(P, mark(C, R)). and that is the first argument of mark/2

A static relation of one argument, as line/1, is a range of numbers and links nothing, unless its
argument is a term; nor does arithmetic.  A variable within a term links the argument that the term is.
*/

%!  moves_name(+Game, ?Edge) is nondet.
%
%   Edge is `columns` or `rows`, and its numbers are linked to an argument of a move.

moves_name(Game, Edge) :-
    Game:defined(draw/3),
    place(Edge, I),
    findall(Link, link(Game, Link), Links),
    vertices_edges_to_ugraph([], Links, Graph),
    Place = relation(draw/3, I),
    memberchk(Place-_, Graph),
    reachable(Place, Graph, Reached),
    once(member(move(_, _), Reached)).

place(columns, 1).
place(rows, 2).

%   link(+Game, -Link) is nondet.  Link has two arguments that share a variable in a rule.

link(Game, Link) :-
    Game:rule(Head, Body),
    numbervars(Head-Body, 0, _),
    findall(N-Argument,
            ( ( Atom = Head ; inner_literal(Body, call(Atom)) ), argument(Game, Atom, Argument, N) ),
            Pairs0),
    sort(Pairs0, Pairs),
    append([_, [N-A, N-B], _], Pairs),
    member(Link, [A-B, B-A]).

%   argument(+Game, +Atom, -Argument, -N): the variable N stands in Argument of Atom.

argument(Game, Atom, Argument, N) :-
    (   holder(Atom, Kind, Term) -> true
    ;   Kind = relation, Term = Atom
    ),
    compound(Term),
    functor(Term, Name, Arity),
    \+ ( Kind == relation, range(Game, Name/Arity) ),
    arg(I, Term, Value),
    numbered(Value, N),
    Argument =.. [Kind, Name/Arity, I].

range(Game, Name/1) :-
    \+ Game:needs_state(Name/1),
    \+ Game:needs_step(Name/1),
    functor(Head, Name, 1),
    \+ ( Game:rule(Head, _), arg(1, Head, Value), compound(Value) ).

numbered('$VAR'(N), N) :- !.
numbered(Term, N) :-
    compound(Term),
    arg(_, Term, Part),
    numbered(Part, N).
