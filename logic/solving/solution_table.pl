:- encoding(utf8).
:- module(solution_table,
          [ new_book/3,                 % +Game, +About, -Book
            drop_book/1,                % +Book
            add_sum/2,                  % +Book, +Sum
            book_outcome/3,             % +Book, +Outcome, -Number
            add_entry/3,                % +Book, +State, +Outcome
            entries/2,                  % +Book, -Count
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
:- use_module(library(lists), [member/2]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(support/own_modules)).

/** <module> The entries of a solution

A solution table, called a book, is a module:

    about(Game, Role)           Role has the values
    sum(Sum)                    of all goals at each end, or none
    strong                      the book has every state; else those after one move of Role in each
    draw(Value)                 the value of endless play, or none
    range(Low, High)            the goal values that the rules name; equal if unknown
    only(Value)                 the rules name only this goal value
    outcome(N, Value, Distance, Move)
    states(Trie), lines(Trie)
    no_value(Below, AtLeast)    the states without a value that were checked

The trie maps each state to the N of its outcome, which is negated once the state was found as
a successor.  Value and Distance are `none` for endless play.  Move is `$none`, which no game
has, if the file names no move.
*/

%!  new_book(+Game, +About, -Book) is det.
%
%   About is about(Role, Strong, Draw).

new_book(Game, about(Role, Strong, Draw), Book) :-
    own_module('book ', Book),
    trie_new(States),
    trie_new(Lines),
    ( Game:goal_range(Role, Range) -> true ; Range = range(0, 0) ),
    ( Game:goal_range(Role, range(V, V)) -> Only = only(V) ; Only = (only(_) :- fail) ),
    ( Strong == true -> Kind = strong ; Kind = (strong :- fail) ),
    maplist(add_fact(Book),
            [about(Game, Role), Kind, draw(Draw), Range, Only, states(States), lines(Lines)]),
    dynamic([Book:sum/1, Book:outcome/4, Book:no_value/2]).

add_fact(Book, Fact) :- assertz(Book:Fact).

%!  drop_book(+Book) is det.
%
%   Free the memory of Book.

drop_book(Book) :-
    forall(( member(Goal, [states(Trie), lines(Trie)]), catch(Book:Goal, _, fail) ),
           trie_destroy(Trie)),
    drop_module(Book).

%!  add_sum(+Book, +Sum) is det.
%
%   The goals at each end are found to add up to Sum, unless it is `none`.

add_sum(Book, Sum) :- assertz(Book:sum(Sum)).

%!  book_outcome(+Book, +Outcome, -Number) is det.
%
%   Add outcome(Value, Distance, Move), whose number is the next one, from 1.

book_outcome(Book, outcome(V, D, Move), Number) :-
    predicate_property(Book:outcome(_, _, _, _), number_of_clauses(Count)),
    Number is Count + 1,
    assertz(Book:outcome(Number, V, D, Move)).

%!  add_entry(+Book, +State, +Outcome) is semidet.
%
%   Outcome is the number of an outcome.  Fails if State has an entry.

add_entry(Book, State, Outcome) :-
    Book:states(Trie),
    \+ trie_lookup(Trie, State, _),    % 9.0.4 throws if State is there with another value
    trie_insert(Trie, State, Outcome).

%!  entries(+Book, -Count) is det.

entries(Book, Count) :-
    Book:states(Trie),
    trie_property(Trie, value_count(Count)).

%!  entry(+Book, +State, -Value, -Distance, -Move) is semidet.

entry(Book, State, V, D, Move) :-
    Book:states(Trie),
    trie_lookup(Trie, State, N0),
    N is abs(N0),
    Book:outcome(N, V, D, Move).

%!  entered(+Book, +State) is semidet.
%
%   State, a successor of another state, has an entry.

entered(Book, State) :-
    Book:states(Trie),
    trie_lookup(Trie, State, N0),
    ( N0 > 0 -> N is -N0, trie_update(Trie, State, N) ; true ).

%!  not_reached(+Book, +Root, -State) is nondet.
%
%   State is not Root, and was not found as a successor.

not_reached(Book, Root, State) :-
    Book:states(Trie),
    trie_gen(Trie, State, N),
    N > 0,
    State \== Root.

% ---- order -----------------------------------------------------------------

%!  rank(+Book, +Endless, +State, -Rank) is det.
%
%   Rank, a pair Value-Order, is greater in the standard order of terms the better State is
%   for the role; it is Endless if State has no value.

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
%   Low is the rank of a loss that never comes, and High that of such a win.  If the rules
%   name only one value, every end is a win, and any lower value a loss.

endless_ranks(Book, Low-Late, High-Never) :-
    Book:range(Low0, High),
    ( Book:only(High) -> Low is High - 1 ; Low = Low0 ),
    Late is 1 << 60,
    Never is -Late.

%!  distance_before(+Book, +Next, -Value, -Distance) is det.
%
%   Value and Distance are those of a state whose successor is Next.

distance_before(Book, Next, V, D) :-
    entry(Book, Next, V, D0, _),
    ( D0 == none -> D = none ; D is D0 + 1 ).

%!  no_value(+Book, +Floor, +Ceiling) is det.
%
%   Record a state without a value: its rank is Floor if endless play is lost, and Ceiling if
%   it is won.

no_value(Book, Floor-_, Ceiling-_) :-
    (   retract(Book:no_value(Floor0, Ceiling0))
    ->  Floor1 is max(Floor, Floor0), Ceiling1 is min(Ceiling, Ceiling0)
    ;   Floor1 = Floor, Ceiling1 = Ceiling
    ),
    assertz(Book:no_value(Floor1, Ceiling1)).

%!  parted(+Book, -Below, -AtLeast) is semidet.
%
%   In no state without a value can the role force an end worth more than Below, or the
%   others an end worth less than AtLeast.  Fails if all states have a value.

parted(Book, Below, AtLeast) :- Book:no_value(Below, AtLeast).

% ---- play that ends --------------------------------------------------------

%!  must_end(+Book, +Value) is semidet.
%
%   Play for Value must be shown to end, because no distance shows that each side can force an
%   end worth Value, and no rule gives endless play a value.

must_end(Book, V) :-
    Book:strong,
    V \== none,
    Book:draw(none),
    \+ lowest(Book, V),
    \+ highest(Book, V).

%!  ends(+Book, +Value, +State) is semidet.
%
%   All play from State that stays in states of Value ends.

ends(Book, V, State) :-
    Book:lines(Trie),
    (   trie_lookup(Trie, State, Mark) -> Mark == done
    ;   trie_insert(Trie, State, open),
        forall(same_value(Book, V, State, Next), ends(Book, V, Next)),
        trie_update(Trie, State, done)
    ).

same_value(Book, V, State, Next) :-
    Book:about(Game, _),
    \+ Game:terminal(State),
    joint_moves(Game, State, Joints),
    member(Joint, Joints),
    Game:successor(State, Joint, Next),
    entry(Book, Next, V, _, _).
