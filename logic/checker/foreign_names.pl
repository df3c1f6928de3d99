:- encoding(utf8).
:- module(foreign_names,
          [ named_structure/2           % +Clauses, -Structure
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [append/2, member/2, memberchk/2, numlist/3]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/foreign_steps), [alike/4, arguments_at/3]).
:- use_module(logic(checker/prolog_words), [prints/2]).
:- use_module(logic(checker/term_parts), [inside/2]).

/** <module> The structure of a puzzle without a search, told by the names of its relations

Textbooks leave the search to the reader, and call the relations alike: s(Node, Next, Cost), goal(Node)
and perhaps a start.  Without a recursion that shows what they are (foreign.pl), their names and
numbers of arguments must agree: the step has a state twice, and the start and the goal have it
once.
*/

step_words([ s, move, arc, edge, step, next, next_state, next_node, succ, successor, neighbour,
             neighbor, action, transition, trans, connected, link, road ]).

end_words(goal, [ goal, is_goal, goal_state, goal_node, final, final_state, finish, target ]).
end_words(start, [ start, start_state, start_node, initial, initial_state, initial_node, init,
                   begin ]).

%!  named_structure(+Clauses, -Structure) is semidet.
%
%   Structure is as in foreign.pl, but nothing searches.

named_structure(Clauses, Structure) :-
    findall(PI, defined(Clauses, PI), PIs),
    \+ ( member(PI, [role/1, init/1, legal/2, next/1, terminal/0]), memberchk(PI, PIs) ),
    step_words(Words),
    member(Word, Words), member(Word/Arity, PIs),
    Count is Arity // 2, Count >= 1,
    end(goal, Count, PIs, Goal), end(start, Count, PIs, Start0),
    Start0-Goal \== none-none, !,
    step_arguments(Clauses, Word/Arity, Is, Js, Cost),
    (   Start0 == none, Is = [I], asked_from(Clauses, Word/Arity, I, Start) -> true
    ;   Start = Start0
    ),
    step_goal(Word/Arity, Is, Js, S, T, Step, Variables),
    program(Clauses, Program),
    findall(PI, prints(Program, PI), Prints),
    Structure = [ search([]), step(step(Word/Arity, Is, Js, Cost)),
                  move(move(S, T, [0-Step], clause(Step, true, 0-0, source(0-0, 0-0, Variables)))),
                  values(none), start(Start), goal(Goal), way(forward),
                  prints(Prints), drivers([]) ].

end(Which, Count, PIs, End) :-
    end_words(Which, Words),
    (   member(Word, Words), memberchk(Word/Count, PIs)
    ->  End = relation(Word/Count)
    ;   End = none
    ).

%   asked_from(+Clauses, +PI, +I, -Start): a directive or a question of the file calls something with a
%   state, as in `?- solve(a, Path)`.

asked_from(Clauses, PI, I, term([State], Order)) :-
    order_clause(Clauses, Kind, Order), Kind \== declaration,
    asks(Order, Goal),
    compound(Goal), arg(_, Goal, State), ground(State), State \== [],
    clause_of(Clauses, PI, clause(Step, _, _, _)),
    arg(I, Step, Place), nonvar(Place), subsumes_term(Place, State), !.

%   step_arguments(+Clauses, +PI, -Is, -Js, -Cost): one argument more than two states is a cost at the
%   end, or the name of the move between them.

step_arguments(Clauses, Name/Arity, Is, Js, Cost) :-
    Count is Arity // 2,
    numlist(1, Count, Is),
    Next is Count + 1,
    arguments_from(Next, Count, Js0),
    (   Arity =:= 2 * Count -> Cost = none, Js = Js0
    ;   Next1 is Next + 1,
        arguments_from(Next1, Count, Js1),
        (   names_moves(Clauses, Name/Arity, Is, Js0, Js1)
        ->  Cost = none, Js = Js1
        ;   Cost = Arity, Js = Js0
        )
    ).

arguments_from(From, Count, Js) :- To is From + Count - 1, numlist(From, To, Js).

%   names_moves(+Clauses, +PI, +Is, +Js0, +Js1) is semidet: the next state is in Js1 and not in Js0, for
%   there are terms like those in Is; or if that does not tell, what is in between is no number.

names_moves(Clauses, PI, Is, Js0, Js1) :-
    ( alike(Clauses, PI, Is, Js0) -> Before = like ; Before = unlike ),
    ( alike(Clauses, PI, Is, Js1) -> After = like ; After = unlike ),
    (   Before == After -> Js0 = [Middle|_], between_states(Clauses, PI, Middle)
    ;   After == like
    ).

between_states(Clauses, Name/Arity, Middle) :-
    findall(M-Last,
            ( clause_of(Clauses, Name/Arity, clause(Step, _, _, _)),
              arg(Middle, Step, M), arg(Arity, Step, Last) ),
            Ends),
    (   member(_-Last, Ends), nonvar(Last), \+ number(Last) -> true
    ;   \+ ( member(_-Last, Ends), nonvar(Last) ),
        member(M-_, Ends), nonvar(M) -> true
    ).

%   step_goal(+PI, +Is, +Js, -S, -T, -Step, -Variables): Step leads from S to T.

step_goal(PI, Is, Js, S, T, Step, Variables) :-
    pi(Step, PI),
    arguments_at(Step, Is, S),
    arguments_at(Step, Js, T),
    names(S, 'S', SNames), names(T, 'T', TNames),
    term_variables(Step, Vs), exclude(is_in(S-T), Vs, Others),
    names(Others, 'C', OtherNames),
    append([SNames, TNames, OtherNames], Variables).

is_in(Term, Part) :- inside(Part, Term).

%   names(+Variables, +Letter, -Named): one variable has the letter, several are numbered.

names([V], Letter, [variable(Letter, V, [])]) :- !.
names(Vs, Letter, Named) :- numbered(Vs, Letter, 1, Named).

numbered([], _, _, []).
numbered([V|Vs], Letter, N, [variable(Name, V, [])|Named]) :-
    atom_concat(Letter, N, Name),
    Next is N + 1,
    numbered(Vs, Letter, Next, Named).
