:- encoding(utf8).
:- module(program_words,
          [ program_relation/2,         % ?Name/Arity, ?Meaning
            program_question/2          % ?Name, ?Name/Arity
          ]).

/** <module> The words of search programs

What a search program may ask of a game (relations.pl), and what it may be asked.
*/

%!  program_relation(?Name/Arity, ?Meaning) is nondet.

program_relation(role/1, "role(R): R is a role of the game").
program_relation(initial/1, "initial(S): play begins in the state S").
program_relation(to_move/2, "to_move(S, R): the role R moves in the state S").
program_relation(legal/3, "legal(S, R, M): the role R can make the move M in the state S").
program_relation(successor/3, "successor(S, M, S1): the move M leads from the state S to S1").
program_relation(terminal/1, "terminal(S): the game is over in the state S").
program_relation(goal/3, "goal(S, R, V): the state S has the goal value V for the role R").
program_relation(estimate/3, "estimate(S, R, V): by its features the state S is worth V to R").
program_relation(range/3, "range(R, L, H): the goal values of the role R lie from L to H").
program_relation(quiet/1, "quiet(S): by the rule file's quiet the state S is quiet").
program_relation(goal/1, "goal(S): the state S is a goal of a state space").
program_relation(cost/4, "cost(S, M, S1, C): in a state space the step M from S to S1 costs C").
program_relation(h/2, "h(S, C): by the rule file's h a path from the state S to a goal costs C").
program_relation(percepts/3, "percepts(S, R, Ps): R has perceived Ps in the step that led to the state S").
program_relation(view/2, "view(R, Steps): R knows of each step since the start, step(M, Ps, Over)").
program_relation(believed/3, "believed(R, S, P): R thinks the state S possible, with probability P").

%!  program_question(?Name, ?PI) is nondet.
%
%   A program that defines PI can answer the question Name.

program_question(value, value/4).
program_question(best, best/5).
program_question(path, path/2).
program_question(proved, proved/3).
program_question(belief, belief/2).
program_question(choice, best/4).
