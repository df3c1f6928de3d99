:- encoding(utf8).
:- module(semantics,
          [ initial_state/2,            % +Game, -State
            terminal_state/2,           % +Game, +State
            legal_move/4,               % +Game, +State, ?Role, ?Move
            state_successor/4,          % +Game, +State, +Joint, -Successor
            goal_value/4,               % +Game, +State, ?Role, ?Value
            provable/4,                 % +Game, ?Atom, +State, +Joint
            literal/4,                  % +Literal, +Game, +State, +Joint
            general/3                   % +Atom, -General, -Equations
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(language/aggregates), [aggregated/3]).
:- use_module(logic(language/bounded_arithmetic)).
:- use_module(logic(language/history)).
:- use_module(logic(language/whole_numbers), [kind_goal/2]).
:- use_module(logic(support/term_size)).

/** <module> The meaning of the rules

The reference interpreter of a rule file.  A state is the ordered list of the fluents that
hold.  A joint move is a term d(M1, ..., Mn), the moves of the roles in the order of the
file.  An atom is provable in a state and under a joint move if it is a fact, or the head
of a rule with a provable body.

The compiled forms (compile_lists.pl, compile_slots.pl) have the same meaning and are
faster; the tests compare each of them with this module.

Game is a module that holds the rules:

    Game:written(Head, Body, Source)
                                the rules as they were written, which explanations show
    Game:rule(Head, Body)       those without what the parameters decide (parameter_folding.pl)
    Game:guarded(Head, Body)    the literals of these in a safe order (safe_order.pl), with tests
                                of operands (whole_numbers.pl) and checks of
                                the size of terms and numbers (term_growth.pl)
    Game:recursive(Name/Arity)  relations that depend on themselves
    Game:input(Name/Arity, Places)
                                relations with arguments that callers bind (safe_order.pl); if
                                they are recursive, it is over the parts of these (descent.pl)
    Game:needs_state(Name/Arity), Game:needs_step(Name/Arity)
                                relations that depend on what holds, and on the moves
    Game:role_index(Role, I)    I counts from 1
*/

%!  initial_state(+Game, -State) is det.

initial_state(Game, State) :-
    findall(F, provable(Game, init(F), [], none), Fs),
    sort(Fs, State).

%!  terminal_state(+Game, +State) is semidet.

terminal_state(Game, State) :-
    provable(Game, terminal, State, none), !.

%!  legal_move(+Game, +State, ?Role, ?Move) is nondet.

legal_move(Game, State, Role, Move) :-
    provable(Game, legal(Role, Move), State, none).

%!  state_successor(+Game, +State, +Joint, -Successor) is det.

state_successor(Game, State, Joint, Successor) :-
    findall(F, provable(Game, next(F), State, Joint), Fs),
    sort(Fs, Successor).

%!  goal_value(+Game, +State, ?Role, ?Value) is nondet.

goal_value(Game, State, Role, Value) :-
    provable(Game, goal(Role, Value), State, none).

%!  provable(+Game, ?Atom, +State, +Joint) is nondet.
%
%   Atom follows from the rules of Game in State, under the moves of Joint, which is `none` if
%   no moves are made.

provable(_, true(F), State, _) :- !,
    asked_fact(F, State).
provable(Game, does(Role, Move), _, Joint) :- !,
    Game:role_index(Role, I),
    arg(I, Joint, Move).
provable(Game, Atom, State, Joint) :-
    functor(Atom, Name, Arity),
    (   Atom = 'occurred after'(Role, Move, N), keeps_history(Game)
    ->  joint_of(Game, Role, Move, Joint1),
        findall(F, provable(Game, next(F), State, Joint1), Facts0),
        sort(Facts0, Facts),
        findall(Term, provable(Game, position_part(Term), Facts, none), Terms),
        met_before(Terms, State, Times),
        N = Times
    ;   Game:recursive(Name/Arity), \+ Game:input(Name/Arity, _)
    ->  general(Atom, General, Equations),
        ( Game:needs_state(Name/Arity) -> State1 = State ; State1 = [] ),
        ( Game:needs_step(Name/Arity) -> Joint1 = Joint ; Joint1 = none ),
        least_fixpoint(Game, General, State1, Joint1),
        maplist(call, Equations)
    ;   Game:guarded(Atom, Body),
        acyclic_term(Atom),             % values are finite terms
        body(Body, Game, State, Joint)
    ).

% A recursive relation contains what can be proved in finitely many steps, whatever form its
% rules have, and tabling computes exactly that.  If the relation depends on neither state nor
% moves, its table is made once: one table for each state would fill the memory.

:- table least_fixpoint/4.

least_fixpoint(Game, Atom, State, Joint) :-
    Game:guarded(Atom, Body),
    body(Body, Game, State, Joint).

%!  general(+Atom, -General, -Equations) is det.
%
%   General is Atom with a variable in place of each compound argument; Equations
%   restore the arguments.  A recursive relation is called in this form, so that tabling
%   does not meet ever larger goals if rules decompose terms.

general(Atom, General, Equations) :-
    Atom =.. [Name|As],
    general_(As, Bs, Equations),
    General =.. [Name|Bs].

general_([], [], []).
general_([A|As], [B|Bs], Equations) :-
    (   compound(A) -> Equations = [B = A|Equations1] ; B = A, Equations = Equations1 ),
    general_(As, Bs, Equations1).

body([], _, _, _).
body([Literal|Literals], Game, State, Joint) :-
    literal(Literal, Game, State, Joint),
    body(Literals, Game, State, Joint).

%!  literal(+Literal, +Game, +State, +Joint) is nondet.
%
%   Literal, a body literal, holds in State, under the moves of Joint.

literal(call(Atom), Game, State, Joint) :-
    provable(Game, Atom, State, Joint).
literal(not(Body), Game, State, Joint) :-
    \+ body(Body, Game, State, Joint).
literal(or(Bodies), Game, State, Joint) :-
    member(Body, Bodies),
    body(Body, Game, State, Joint).
literal(aggregate(How, T, Body, N), Game, State, Joint) :-
    findall(T, body(Body, Game, State, Joint), Ts),
    sort(Ts, Distinct),
    aggregated(How, Distinct, Value),
    N = Value.
literal(test(Comparison), _, _, _) :- comparison(Comparison).
literal(is(X, Expression), _, _, _) :- X is Expression.
literal(between(Low, High, X), _, _, _) :- between(Low, High, X).

comparison(distinct(X, Y)) :- X \== Y.
comparison(dif(X, Y)) :- X \== Y.
comparison(X \== Y) :- X \== Y.
comparison(X < Y) :- X < Y.
comparison(X =< Y) :- X =< Y.
comparison(X > Y) :- X > Y.
comparison(X >= Y) :- X >= Y.
comparison(X =:= Y) :- X =:= Y.
comparison(X =\= Y) :- X =\= Y.
comparison(short(Number, Where)) :- must_be_short(Number, Where).
comparison(small(Terms, Where)) :- must_be_small(Terms, Where).
comparison(Test) :- kind_goal(Test, Goal), call(Goal).
