:- encoding(utf8).
:- module(solution_table,
          [ new_book/3,                 % +Game, +About, -Book
            drop_book/1,                % +Book
            add_entry/3,                % +Book, +State, +Outcome
            entry/5,                    % +Book, +State, -Value, -Distance, -Move
            entered/2,                  % +Book, +State
            not_reached/3,              % +Book, +Root, -State
            endless_ranks/3,            % +Book, -Low, -High
            rank/4,                     % +Book, +Endless, +State, -Rank
            distance_before/4,          % +Book, +Next, -Value, -Distance
            no_value/3,                 % +Book, +Floor, +Ceiling
            parted/3,                   % +Book, -Below, -AtLeast
            must_end/2,                 % +Book, +Value
            ends/3                      % +Book, +Value, +State
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(gensym), [gensym/2]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(game/joint_moves)).

/** <module> What a solution says of states

A book is a module:

    about(Game, Role, Sum)      whose values; Sum is that of all goals at each end, or none
    strong                      it has every state; else one move of Role in each
    draw(Value)                 what endless play is worth; none
    range(Low, High)            the goal values that the rules name; equal if not known
    only(Value)                 they name but one
    outcome(N, Value, Distance, Move)
    states(Trie), lines(Trie)
    no_value(Below, AtLeast)    the states without a value that were looked at

The trie has the N of the outcome of each state, below zero once the state has followed
on another.  Value and Distance are `none` for play that goes on for ever; Move is `$none`,
which no game has, where the file names none.
*/

%!  new_book(+Game, +About, -Book) is det.
%
%   About is about(Role, Strong, Draw, Sum, Outcomes).

new_book(Game, about(Role, Strong, Draw, Sum, Outcomes), Book) :-
    gensym('book ', Book),
    trie_new(States),
    trie_new(Lines),
    ( Game:goal_range(Role, Range) -> true ; Range = range(0, 0) ),
    ( Game:goal_range(Role, range(V, V)) -> Only = only(V) ; Only = (only(_) :- fail) ),
    ( Strong == true -> Kind = strong ; Kind = (strong :- fail) ),
    maplist(tell(Book),
            [ about(Game, Role, Sum), Kind, draw(Draw), Range, Only,
              states(States), lines(Lines) ]),
    dynamic(Book:no_value/2),
    maplist(tell(Book), Outcomes).

tell(Book, Clause) :- assertz(Book:Clause).

%!  drop_book(+Book) is det.
%
%   Give back its memory.

drop_book(Book) :-
    forall(( member(Goal, [states(Trie), lines(Trie)]), catch(Book:Goal, _, fail) ),
           trie_destroy(Trie)),
    findall(Head, ( current_predicate(_, Book:Head),
                    \+ predicate_property(Book:Head, imported_from(_)) ),
            Heads),
    maplist(forget(Book), Heads).

forget(Book, Head) :- retractall(Book:Head).

%!  add_entry(+Book, +State, +Outcome) is semidet.
%
%   Outcome is the number of one; it fails for a state that is there already.

add_entry(Book, State, Outcome) :-
    Book:states(Trie),
    \+ trie_lookup(Trie, State, _),    % 9.0.4 throws where it is there with another one
    trie_insert(Trie, State, Outcome).

%!  entry(+Book, +State, -Value, -Distance, -Move) is semidet.

entry(Book, State, V, D, Move) :-
    Book:states(Trie),
    trie_lookup(Trie, State, N0),
    N is abs(N0),
    Book:outcome(N, V, D, Move).

%!  entered(+Book, +State) is semidet.
%
%   State, which follows on another one, has an entry.

entered(Book, State) :-
    Book:states(Trie),
    trie_lookup(Trie, State, N0),
    ( N0 > 0 -> N is -N0, trie_update(Trie, State, N) ; true ).

%!  not_reached(+Book, +Root, -State) is nondet.
%
%   State, not the Root, has followed on no other.

not_reached(Book, Root, State) :-
    Book:states(Trie),
    trie_gen(Trie, State, N),
    N > 0,
    State \== Root.

% ---- order -----------------------------------------------------------------

%!  rank(+Book, +Endless, +State, -Rank) is det.
%
%   Rank, a pair Value-Order, is the greater in the standard order of terms, the better
%   State is for the role; Endless where it has no value.

rank(Book, Endless, State, Rank) :-
    entry(Book, State, V, D, _),
    Book:draw(Draw),
    (   V == none -> Rank = Endless
    ;   V == Draw -> Rank = V-0
    ;   lowest(Book, V) -> Rank = V-D
    ;   Draw \== none, V < Draw -> ( Book:strong -> Rank = V-D ; Rank = V-0 )
    ;   Order is -D, Rank = V-Order
    ).

lowest(Book, V) :- Book:range(Low, High), Low < High, V =:= Low.
highest(Book, V) :- Book:range(Low, High), Low < High, V =:= High.
highest(Book, V) :- Book:only(V).

%!  endless_ranks(+Book, -Low, -High) is det.
%
%   The ranks of a loss that never comes, and of such a win.  Where the rules name but
%   one value, every end is a win, and less than that a loss.

endless_ranks(Book, Low-Late, High-Never) :-
    Book:range(Low0, High),
    ( Book:only(High) -> Low is High - 1 ; Low = Low0 ),
    Late is 1 << 60,
    Never is -Late.

%!  distance_before(+Book, +Next, -Value, -Distance) is det.
%
%   What a state is worth, and how far from the end it is, that leads to Next.

distance_before(Book, Next, V, D) :-
    entry(Book, Next, V, D0, _),
    ( D0 == none -> D = none ; D is D0 + 1 ).

%!  no_value(+Book, +Floor, +Ceiling) is det.
%
%   A state that has no value has the rank Floor when endless play is lost, Ceiling when
%   it is won.

no_value(Book, Floor-_, Ceiling-_) :-
    (   retract(Book:no_value(Floor0, Ceiling0))
    ->  Floor1 is max(Floor, Floor0), Ceiling1 is min(Ceiling, Ceiling0)
    ;   Floor1 = Floor, Ceiling1 = Ceiling
    ),
    assertz(Book:no_value(Floor1, Ceiling1)).

%!  parted(+Book, -Below, -AtLeast) is semidet.
%
%   In no state without a value can the role force an end that is worth more than Below,
%   or the others one that is worth less than AtLeast.  It fails where all have a value.

parted(Book, Below, AtLeast) :- Book:no_value(Below, AtLeast).

% ---- play that ends --------------------------------------------------------

%!  must_end(+Book, +Value) is semidet.
%
%   No distance shows that each side can bring the game to an end that is worth Value, and
%   play without end would not be worth it.

must_end(Book, V) :-
    Book:strong,
    V \== none,
    Book:draw(none),
    \+ lowest(Book, V),
    \+ highest(Book, V).

%!  ends(+Book, +Value, +State) is semidet.
%
%   All play from State comes to an end that keeps to states of Value.

ends(Book, V, State) :-
    Book:lines(Trie),
    (   trie_lookup(Trie, State, Mark) -> Mark == done
    ;   trie_insert(Trie, State, open),
        forall(same_value(Book, V, State, Next), ends(Book, V, Next)),
        trie_update(Trie, State, done)
    ).

same_value(Book, V, State, Next) :-
    Book:about(Game, _, _),
    \+ Game:terminal(State),
    joint_moves(Game, State, Joints),
    member(Joint, Joints),
    Game:successor(State, Joint, Next),
    entry(Book, Next, V, _, _).
