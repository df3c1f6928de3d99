:- encoding(utf8).
:- module(after_clauses,
          [ after_clause/3,             % +Game, +Name/Arity, -Clause
            state_after/5               % +Game, +State, +Role, +Move, -State1
          ]).
:- use_module(library(lists), []).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).
:- use_module(logic(language/after), [copy_relation/1, after_literal/3]).
:- use_module(logic(language/semantics), [provable/4]).

/** <module> What holds after a move, in compiled clauses

after.pl makes rules of the relations in the state after a move.  Compiled clauses make the move and
ask the relation itself in the state that comes, which means the same and is faster:

    'in_check after'(R, M, P, S) :- state_after(Game, S, R, M, S1), 'in_check/1'(P, S1).

Where the role or the move has no value, and for the relations of the step to that state, the rules
are proved as semantics.pl says.
*/

%!  after_clause(+Game, +Name/Arity, -Clause) is semidet.
%
%   Clause is the clause of a relation of after.pl that depends on the state; fails for another.

after_clause(Game, Name/Arity, (Head :- Body)) :-
    copy_relation(Name/Arity),
    functor(Atom, Name, Arity),
    state_goal(Game, Atom, S, _, Head),
    Proved = ( facts(S, Facts), semantics:provable(Game, Atom, Facts, none) ),
    (   after_literal(call(Atom), state, after(R, M, [call(Own)]))
    ->  (   Own = true(F)
        ->  Asked = ( facts(S1, Facts1), lists:member(F, Facts1) )
        ;   state_goal(Game, Own, S1, none, Asked)
        ),
        Body = ( ground(R-M)
               -> after_clauses:state_after(Game, S, R, M, S1), Asked
               ;  Proved
               )
    ;   Body = Proved
    ).

%!  state_after(+Game, +State, +Role, +Move, -State1) is semidet.
%
%   State1 comes if Role does Move in State, and the others do `noop`.

state_after(Game, State, Role, Move, State1) :-
    Game:role_index(Role, I),
    findall(noop, Game:role(_), Noops),
    Joint =.. [d|Noops],
    setarg(I, Joint, Move),
    Game:successor(State, Joint, State1).
