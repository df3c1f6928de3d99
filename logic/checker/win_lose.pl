:- encoding(utf8).
:- module(win_lose,
          [ win_lose/4                  % +Clauses, +Structure, -Rules, -Kept
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, member/2, memberchk/2, subtract/3]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/clause_texts)).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/term_parts), [inside/2]).
:- use_module(logic(reader/prolog_reader), [named_term/3]).

/** <module> A game of positions in which who cannot move loses

Such a game is solved in Prolog by one clause, whose negation says that the other player loses:

    win(X) :- move(X, Y), \+ win(Y).

Its rules here have two fluents, at(Position) and turn(Role), and the moves to(Position).
*/

%!  win_lose(+Clauses, +Structure, -Rules, -Kept) is semidet.
%
%   Rules are the texts of the rules of the game of Structure, and Kept is what else of Clauses they
%   need.  Fails if a position may be won or lost for another reason.

win_lose(Clauses, Structure, Rules, Kept) :-
    part(values, Structure, Values), Values \== none,
    part(step, Structure, step(Step, _, _, none)),
    part(search, Structure, Search),
    part(move, Structure, move(S, T, Goals, Clause)),
    findall(C, ( clause_of(Clauses, PI, C), memberchk(PI, Search) ), Of),
    Of = [_|_],
    \+ ( member(C, Of), \+ denies(C, Step, Search) ),
    moves(Clauses, Step, S-T-Goals, Clause, Moves, Called),
    with_called(Called, Clauses, Kept0),
    subtract(Kept0, [true/0], Kept),
    \+ ( member(Name/_, Kept), game_word(Name) ),
    part(start, Structure, Start),
    first_position(Start, First),
    append([ ["role(first).  role(second)."], First, Moves,
             [ "next(at(T)) :- does(_, to(T)).",
               "next(turn(second)) :- true(turn(first)).",
               "next(turn(first)) :- true(turn(second)).",
               "terminal :- \\+ legal(first, _), \\+ legal(second, _).",
               "goal(P, 0) :- true(turn(P)).",
               "goal(second, 100) :- true(turn(first)).",
               "goal(first, 100) :- true(turn(second)).",
               "repetition(draw)." ] ],
           Rules).

game_word(Name) :-
    memberchk(Name, [role, init, legal, next, terminal, goal, true, does, sees, base, input]).

%   denies(+Clause, +Step, +Search): Clause wins by a step to a lost position, or loses where no step
%   wins.

denies(Clause, Step, Search) :-
    findall(PI, called([Clause], PI), PIs),
    \+ ( member(PI, PIs), \+ memberchk(PI, Search), PI \== Step ),
    ( member(PI, PIs), memberchk(PI, Search) -> true ; lost_without_move(Clause, Step) ).

lost_without_move(clause(_, \+ Goal, _, _), Step) :- pi(Goal, Step).

%   moves(+Clauses, +Step, +Move, +Clause, -Texts, -Called): the rules of legal.  The rules of Step are
%   written there, because what a player may do must be found from the position alone.

moves(Clauses, Step, _, _, Texts, Called) :-
    findall(C, clause_of(Clauses, Step, C), Of),
    member(clause(_, Body, _, _), Of), Body \== true, !,
    maplist(unfolded, Of, Texts),
    findall(PI, ( called(Of, PI), PI \== Step ), Called).
moves(_, Step, S0-T0-Goals0, clause(_, _, _, source(_, _, Variables)), [Text], [Step]) :-
    Goals0 = [_-Goal0],
    named_term(S0-T0-Goal0, Variables, S-T-Goal),
    legal_text(S, T, Goal, Text).

unfolded(clause(Head0, Body0, _, source(_, _, Variables)), Text) :-
    named_term(Head0-Body0, Variables, Head-Body),
    Head =.. [_|Arguments],
    length(Arguments, Arity), Count is Arity // 2,
    length(S, Count), length(T, Count), append([S, _, T], Arguments), !,
    legal_text(S, T, Body, Text).

legal_text(S, T, Body, Text) :-
    state_term(S, At), state_term(T, To),
    player(At-To-Body, P),
    Turn = (true(turn(P)), true(at(At))),
    ( Body == true -> All = Turn ; Turn = (A, B), All = (A, B, Body) ),
    clause_text(legal(P, to(To)), All, Text).

player(Term, '$VAR'(Name)) :-
    member(Name, ['P', 'Player', 'Role', 'WhoMoves']),
    \+ inside('$VAR'(Name), Term), !.

%   first_position(+Start, -Texts): without a position there are no facts at all, so that play cannot
%   begin elsewhere.

first_position(term(Parts, _), [Text, "init(turn(first))."]) :- !,
    state_term(Parts, State),
    fact_text(init(at(State)), Text).
first_position(_, ["% In which position does play begin? Write a fact init(at(Position)), and this one:",
                   "% init(turn(first))."]).
