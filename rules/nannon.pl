% Nannon
%
% A small backgammon: six spots, three checkers a side and one die.  A checker enters from home,
% moves towards the other end of the board as far as the die says, and leaves it to safety; no
% exact throw is needed for that.  A spot holds one checker.  Landing on a checker of the other
% side hits it: it goes back home.  Checkers of one side that are next to each other cannot be
% hit.  Whoever can move must.  Whoever brings all checkers to safety first wins; it counts
% double, a nannon, if the other one has none there.
% Both throw at the beginning, and throw again if they throw the same; the higher number moves
% first, by the difference.
% Roles: black, who moves from spot 1 to spot 6, white, who moves the other way, and random, who
% throws.  Moves: enter, move(Spot), pass; dice(Black, White), die(Points).
% Goals: 1 or 2 for a win, -1 or -2 for a loss; chance has none.
% The checkers can be placed in 2,530 ways.
% perft: 30, 44, 264, 540, 3240

title('Nannon').
source('J. Pollack, Nannon: a nano backgammon for machine learning research, 2005').
about('Backgammon with six spots, three checkers and one die.').

role(black).
role(white).
role(random).

init(on(P, I)) :- distance(P, I, D), D < 3.
init(home(P, 1)) :- opponent(P, _).
init(safe(P, 0)) :- opponent(P, _).
init(opening).

legal(random, dice(A, B)) :- points(A), points(B), A =\= B, true(opening).
legal(random, die(D)) :- points(D), \+ true(die(_)), \+ true(opening).
legal(P, enter) :- enters(P, _).
legal(P, move(I)) :- moves(P, I).
legal(P, pass) :- true(control(P)), true(die(_)), \+ enters(P, _), \+ moves(P, _).

enters(P, J) :-
    distance(P, J, D), true(control(P)), true(die(D)), true(home(P, N)), N > 0, open(P, J).
moves(P, I) :- way(P, I, D, J), true(control(P)), true(die(D)), true(on(P, I)), open(P, J).
moves(P, I) :- off(P, I, D), true(control(P)), true(die(D)), true(on(P, I)).
open(P, J) :- distance(P, J, _), \+ true(on(P, J)), \+ safeguarded(P, J).
safeguarded(P, J) :- opponent(P, Q), beside(J, K), true(on(Q, J)), true(on(Q, K)).

next(on(P, J)) :- lands(P, J).
next(on(P, I)) :- true(on(P, I)), \+ does(P, move(I)), \+ hit(P, I).
lands(P, J) :- does(P, enter), enters(P, J).
lands(P, J) :- does(P, move(I)), way(P, I, D, J), true(die(D)).
hit(Q, J) :- opponent(P, Q), lands(P, J), true(on(Q, J)).

next(home(P, N)) :- true(home(P, M)), change(P, K), N is M + K, between(0, 3, N).
change(P, -1) :- does(P, enter).
change(P, 1) :- hit(P, _).
change(P, 0) :- opponent(P, _), \+ does(P, enter), \+ hit(P, _).
next(safe(P, N)) :- true(safe(P, M)), leaves(P), N is M + 1, between(1, 3, N).
next(safe(P, N)) :- true(safe(P, N)), \+ leaves(P).
leaves(P) :- does(P, move(I)), off(P, I, D), true(die(D)).

next(control(black)) :- does(random, dice(A, B)), A > B.
next(control(white)) :- does(random, dice(A, B)), A < B.
next(control(P)) :- true(control(P)), \+ true(die(_)).
next(control(Q)) :- true(control(P)), true(die(_)), opponent(P, Q).
next(die(D)) :- does(random, dice(A, B)), D is abs(A - B).
next(die(D)) :- does(random, die(D)).

terminal :- true(safe(_, 3)).
constant_sum(0).
goal(P, V) :- true(safe(P, 3)), opponent(P, Q), true(safe(Q, N)), stake(N, V).
goal(P, V) :- opponent(P, Q), true(safe(Q, 3)), true(safe(P, N)), stake(N, W), V is -W.
goal(P, 0) :- opponent(P, Q), true(safe(P, M)), true(safe(Q, N)), M < 3, N < 3.
stake(0, 2).   stake(1, 1).   stake(2, 1).

opponent(black, white).
opponent(white, black).
points(D) :- between(1, 6, D).
beside(I, J) :- points(I), points(J), abs(I - J) =:= 1.

% distance(P, I, D): spot I is D points from the home of P.
distance(black, I, I) :- points(I).
distance(white, I, D) :- points(I), D is 7 - I.
way(P, I, D, J) :- distance(P, I, F), distance(P, J, G), G > F, D is G - F.
off(P, I, D) :- distance(P, I, F), points(D), F + D > 6.

% The points that a checker has moved, and checkers that cannot be hit.
feature(P, point, I - K) :- true(on(P, I)), distance(P, I, D), between(1, D, K).
feature_value(P, checker_in_safety, N) :- true(safe(P, N)).
feature(P, guarded_checker, I) :- true(on(P, I)), beside(I, J), true(on(P, J)).
weight(point, 1).
weight(checker_in_safety, 7).
weight(guarded_checker, 1).

draw(I, 1, b) :- true(on(black, I)).
draw(I, 1, w) :- true(on(white, I)).
draw(I, 1, '.') :- points(I), \+ true(on(_, I)).
draw(7, 1, ['  black: ', M, ' home, ', N, ' safe']) :- true(home(black, M)), true(safe(black, N)).
draw(7, 2, ['  white: ', M, ' home, ', N, ' safe']) :- true(home(white, M)), true(safe(white, N)).
draw(1, 2, D) :- true(die(D)).
draw(1, 2, ' ') :- \+ true(die(_)).
draw_column(7, '').
