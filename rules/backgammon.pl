% Backgammon
%
% Each side brings fifteen checkers around the board and off it.  A player throws two dice and
% moves a checker for each, four times if both show the same.  A point with two checkers of the
% other side is closed; a single one is hit, and goes to the bar.  Whoever has checkers on the
% bar enters them first.  Checkers are borne off when all are on the last six points: from the
% point of the die, or from the highest point if that is lower.  Both dice must be used if they
% can be, and the larger one if only one of them can.
% A game counts double, a gammon, if the loser has borne off none, and three times, a
% backgammon, if one of these is on the bar or among the winner's last six points.
% At the beginning each throws one die, both again if they show the same; the higher one begins
% with both.  There is no doubling cube.
% Each side numbers the points as they are before it: 24 to 1, the bar 25, and 0 is off.
% Roles: white, black and random, who throws.  Moves: move(Point, Die), one for each die; pass,
% when there is no other one; dice(Smaller, Larger), at the beginning dice(White, Black).  A turn
% has a step for the dice and one for each move.  There are 21 throws; a double is half as
% likely as another one.
% Goals: 1, 2 or 3 for a win, the same less for a loss; chance has none.
% perft: 30, 200, 758, 15918

title('Backgammon').
source('M. Keith, Backgammon Galore, rules of backgammon').
about('The game of dice and checkers, without the doubling cube.').

role(white).
role(black).
role(random).

init(stands(P, I, N)) :- side(P), placed(I, N).
init(opening).
placed(24, 2).   placed(13, 5).   placed(8, 3).   placed(6, 5).

legal(random, dice(A, B)) :- face(A), face(B), A =\= B, true(opening).
legal(random, dice(A, B)) :- face(A), face(B), A =< B, \+ true(opening), \+ thrown.
legal(P, move(I, D)) :- side(P), true(control(P)), left(D), can(P, I, D), \+ two_dice.
legal(P, move(I, D)) :- uses_both(P, I, D).
legal(P, move(I, D)) :- larger(D), true(control(P)), can(P, I, D), \+ uses_both(_, _, _).
legal(P, move(I, D)) :-
    smaller(D, E), true(control(P)), can(P, I, D), \+ uses_both(_, _, _), \+ can(P, _, E).
legal(P, pass) :- true(control(P)), thrown, \+ moves(P).
moves(P) :- side(P), left(D), can(P, _, D).

weight(random, dice(A, A), 1) :- face(A).
weight(random, dice(A, B), 2) :- face(A), face(B), A =\= B.

% left(D): a die that shows D has not been used; with two_dice two different ones have not.
left(D) :- true(die(D, _)).
thrown :- left(_).
two_dice :- larger(_).
larger(D) :- smaller(_, D).
smaller(D, E) :- face(D), face(E), D < E, left(D), left(E).

% uses_both(P, I, D): after P has moved from I by D, he can use the other die.
uses_both(P, I, D) :- other(D, E), true(control(P)), can(P, I, D), then(P, I, D, E).
other(D, E) :- smaller(D, E).
other(D, E) :- smaller(E, D).

% can(P, I, D): P can move a checker from I by D, on the board or off it.
can(P, 25, D) :- reaches(25, D, J), has(P, 25), open(P, J).
can(P, I, D) :- steps(P, I, D), \+ has(P, 25).
can(P, D, D) :- has(P, D), \+ outside(P, _).
can(P, I, D) :- has(P, I), I < D, \+ outside(P, _), \+ behind(P, I).
steps(P, I, D) :- reaches(I, D, J), I < 25, has(P, I), open(P, J).
has(P, I) :- true(stands(P, I, _)), I > 0.
many(P, I) :- true(stands(P, I, N)), I > 0, N > 1.
open(P, J) :- across(J, K), opponent(P, Q), \+ many(Q, K).
outside(P, I) :- true(stands(P, I, _)), I > 6.
behind(P, I) :- has(P, K), K > I.

% then(P, I, D, E): after a move from I by D, P can move by E: another checker, the same one, or
% one that is borne off.
then(P, 25, _, E) :- many(P, 25), reaches(25, E, J), open(P, J).
then(P, I, _, E) :- entered(P, I), steps(P, K, E), K =\= I.
then(P, I, _, E) :- entered(P, I), steps(P, I, E), many(P, I).
then(P, I, D, E) :- reaches(I, D, K), reaches(K, E, J), entered(P, I), open(P, J).
then(P, I, D, E) :- home(P, I, D), has(P, E), E =\= I.
then(P, E, D, E) :- home(P, E, D), many(P, E).
then(P, I, D, E) :- home(P, I, D), E is I - D.
then(P, I, D, E) :- home(P, I, D), I - D < E, \+ keeps(P, I, E), rest(P, I, D).

% entered(P, I): nobody is on the bar after a move from I.
entered(P, I) :- I < 25, \+ has(P, 25).
entered(P, 25) :- has(P, 25), \+ many(P, 25).
% home(P, I, D): after a move from I by D all checkers are on the last six points.
home(P, I, _) :- I =< 6, \+ outside(P, _).
home(P, I, D) :- reaches(I, D, J), I > 6, J =< 6, has(P, I), \+ many(P, I), \+ outside_too(P, I).
outside_too(P, I) :- outside(P, K), K =\= I.
% keeps(P, I, E): P keeps a checker on E or higher if one is moved from I.
keeps(P, I, E) :- has(P, K), K >= E, K =\= I.
keeps(P, I, E) :- many(P, I), I >= E.
% rest(P, I, D): a checker is left on the board after a move from I by D.
rest(_, I, D) :- I > D.
rest(P, I, _) :- has(P, K), K =\= I.
rest(P, I, _) :- many(P, I).

next(stands(P, J, N)) :- amount(P, J, M), change(P, J, K), N is M + K, between(1, 15, N).
next(stands(P, J, N)) :- true(stands(P, J, N)), \+ change(P, J, _).
amount(P, J, N) :- true(stands(P, J, N)).
amount(P, J, 0) :- change(P, J, _), \+ true(stands(P, J, _)).
change(P, I, -1) :- does(P, move(I, _)).
change(P, J, 1) :- lands(P, J).
change(P, 0, 1) :- does(P, move(I, D)), I =< D.
change(Q, K, -1) :- hit(Q, K).
change(Q, 25, 1) :- hit(Q, _).
lands(P, J) :- does(P, move(I, D)), reaches(I, D, J).
hit(Q, K) :- opponent(P, Q), lands(P, J), across(J, K), has(Q, K).

% die(D, N): N of the dice that show D are left.
next(die(D, 4)) :- does(random, dice(D, D)).
next(die(D, 1)) :- does(random, dice(A, B)), A =\= B, (D is A ; D is B).
next(die(D, N)) :- true(die(D, M)), uses(D), M > 1, N is M - 1.
next(die(E, N)) :- true(die(E, N)), does(_, move(_, _)), \+ uses(E).
uses(D) :- does(_, move(_, D)).
next(control(white)) :- true(opening), does(random, dice(A, B)), A > B.
next(control(black)) :- true(opening), does(random, dice(A, B)), A < B.
next(control(P)) :- true(control(P)), \+ ends.
next(control(Q)) :- true(control(P)), opponent(P, Q), ends.
ends :- does(_, pass).
ends :- does(_, move(_, D)), true(die(D, 1)), \+ two_dice.

terminal :- wins(_).
wins(P) :- true(stands(P, 0, 15)).
constant_sum(0).
goal(P, V) :- wins(P), opponent(P, Q), stake(Q, V).
goal(Q, V) :- wins(P), opponent(P, Q), stake(Q, W), V is -W.
goal(P, 0) :- side(P), \+ wins(_).
stake(Q, 1) :- side(Q), true(stands(Q, 0, _)).
stake(Q, 2) :- side(Q), \+ true(stands(Q, 0, _)), \+ caught(Q).
stake(Q, 3) :- side(Q), \+ true(stands(Q, 0, _)), caught(Q).
caught(Q) :- true(stands(Q, I, _)), I > 18.

side(white).
side(black).
opponent(white, black).
opponent(black, white).
face(D) :- between(1, 6, D).
across(J, K) :- between(1, 24, J), K is 25 - J.
reaches(I, D, J) :- between(1, 25, I), face(D), J is I - D, J > 0.

% The pips that are still to be moved, closed points, and checkers that may be hit.
feature(P, pip, I - J - K) :-
    opponent(P, Q), true(stands(Q, I, N)), between(1, I, J), between(1, N, K), I > 0.
feature(P, point, I) :- many(P, I), I < 25.
feature(P, alone, I) :- has(P, I), I < 25, \+ many(P, I).
weight(pip, 1).
weight(point, 3).
weight(alone, -3).

draw(C, R, [X, N]) :- true(stands(P, I, N)), at(P, I, C, R), sign(P, X).
draw(C, R, '.') :-
    at(white, I, C, R), across(I, K), \+ true(stands(white, I, _)), \+ true(stands(black, K, _)).
draw(13, R, '|') :- at(P, 25, 13, R), \+ true(stands(P, 25, _)).
draw(14, R, ' ') :- at(P, 0, 14, R), \+ true(stands(P, 0, _)).
draw_name(C, R, [I, '/', J]) :- at(white, I, C, R), across(I, J).  % white's and black's number
draw_name(13, R, 25) :- at(_, 25, 13, R).
draw_name(14, R, 0) :- at(_, 0, 14, R).
at(white, I, C, 1) :- between(13, 24, I), C is I - 12.
at(white, I, C, 2) :- between(1, 12, I), C is 13 - I.
at(black, I, C, R) :- across(I, K), at(white, K, C, R).
at(white, 25, 13, 1).   at(black, 25, 13, 2).
at(white, 0, 14, 2).    at(black, 0, 14, 1).
sign(white, w).
sign(black, b).
