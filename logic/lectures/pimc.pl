% Perfect-information Monte Carlo (Levy 1989; Ginsberg 2001), over all
% states that are possible, in place of some that are drawn.
%
% best(R, D, M, V): by what R knows, V is the mean value of its move M,
% if each possible state is searched as if all roles saw it, D moves
% ahead; by the cut, M is the first such move.  It is legal in each of
% these states.

best(R, D, M, V) :-
    findall(S-P, believed(R, S, P), Worlds),
    Worlds = [S1-_|_],
    findall(V1-M1,
            ( legal(S1, R, M1),
              forall(member(S-_, Worlds), legal(S, R, M1)),
              mean(Worlds, R, D, M1, V1) ),
            Choices),
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 > V ), !.

mean(Worlds, R, D, M, V) :-
    findall(V1,
            ( member(S-P, Worlds), order(S, R, [R|Qs]),
              made(Qs, [R-M], S, R, D, V0), V1 is P * V0 ),
            Vs),
    sum_list(Vs, V).

% face_up(S, R, D, V): as value(S, R, D, V) in expectimax.  If several
% roles move at once, R chooses first, and chance last.

face_up(S, R, _, V) :- terminal(S), goal(S, R, V).
face_up(S, R, 0, V) :- \+ terminal(S), estimate(S, R, V).
face_up(S, R, D, V) :-
    D > 0, \+ terminal(S),
    order(S, R, Qs),
    made(Qs, [], S, R, D, V).

order(S, R, Qs) :-
    findall(Q,
            ( Q = R, to_move(S, Q)
            ; to_move(S, Q), Q \= R, Q \= random
            ; Q = random, to_move(S, Q) ),
            Qs).

% made(Qs, Made, S, R, D, V): the roles Qs have yet to choose, the
% others have made the moves Made, each as Q-M.

made([], Made, S, R, D, V) :-
    findall(M, ( to_move(S, Q), member(Q-M, Made) ), Ms),
    ( Ms = [Move] -> true ; Move = Ms ),
    successor(S, Move, S1),
    D1 is D - 1,
    face_up(S1, R, D1, V).
made([Q|Qs], Made, S, R, D, V) :-
    findall(V1,
            ( legal(S, Q, M), made(Qs, [Q-M|Made], S, R, D, V1) ),
            Vs),
    backed_up(Q, R, Vs, V).

backed_up(R, R, Vs, V) :- !, max_list(Vs, V).
backed_up(random, _, Vs, V) :- !,
    sum_list(Vs, Sum),
    length(Vs, N),
    V is Sum rdiv N.
backed_up(_, _, Vs, V) :- min_list(Vs, V).
