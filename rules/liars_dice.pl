% Liar's dice
%
% Each of two players rolls dice under a cup and looks at his own.  By turns, ann first, they bid
% that so many of all dice show a face; a bid names more dice than the last one, or as many and a
% higher face.  The highest face is wild: it counts as every face.  Instead of bidding one may
% doubt the last bid.  Then the cups are lifted: if the bid holds, who made it wins, else who
% doubted it.
% Roles: ann, bob, random, who rolls.
% Moves: bid(Dice, Face), doubt; roll(Face, Face), a die of ann and one of bob.
% Goals: 1 win, -1 loss; chance has none.
% If both play well, with one die each of 3, 4, 5 or 6 faces ann wins 1/9, 1/16, 1/125 or -7/258 on
% average: another program finds it by a linear program (tests/games/test_liars_dice.py).
% perft: 36, 432, 2808, 10296, 25740, 46332

title('Liar\'s dice').
about('Bid on dice of which you see only your own, or doubt the last bid.').
parameter(faces, 6).  % faces of a die; 2 or more
parameter(dice, 1).  % dice of each player; 1 or more

role(ann).
role(bob).
role(random).

init(rolls(N)) :- parameter(dice, N).
init(shows(P, F, 0)) :- opponent(P, _), face(F).

legal(random, roll(A, B)) :- true(rolls(_)), face(A), face(B).
legal(P, bid(N, F)) :- opponent(P, _), true(control(P)), quantity(N), face(F), \+ too_low(N, F).
legal(P, doubt) :- true(control(P)), true(bid(_, _)).

too_low(N, _) :- true(bid(M, _)), N < M.
too_low(N, F) :- true(bid(N, G)), F =< G.

next(shows(P, F, N)) :- lies(P, F, N).
next(rolls(M)) :- true(rolls(N)), N > 1, M is N - 1.
next(bid(N, F)) :- does(_, bid(N, F)).
next(bid(N, F)) :- true(bid(N, F)), \+ does(_, bid(_, _)).
next(doubted(P)) :- does(P, doubt).
next(control(ann)) :- true(rolls(1)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

% lies(P, F, N): after this step N dice of P show F.
lies(P, F, N) :- true(shows(P, F, M)), falls(P, F), N is M + 1, parameter(dice, D), N =< D.
lies(P, F, N) :- true(shows(P, F, N)), \+ falls(P, F).
falls(ann, A) :- does(random, roll(A, _)).
falls(bob, B) :- does(random, roll(_, B)).

% They look under their cups after the last roll.
sees(P, dice(N, F)) :- true(rolls(1)), lies(P, F, N), N > 0.
sees(Q, M) :- opponent(P, Q), does(P, M), true(control(P)).

terminal :- true(doubted(_)).

wins(P) :- true(doubted(P)), \+ holds.
wins(Q) :- true(doubted(P)), opponent(P, Q), holds.

holds :- true(bid(N, F)), total(F, S), S >= N.
total(F, S) :- face(F), sum(N, P-G, ( true(shows(P, G, N)), counts_as(G, F) ), S).
counts_as(F, F) :- face(F).
counts_as(W, F) :- parameter(faces, W), face(F).

opponent(ann, bob).
opponent(bob, ann).
face(F) :- parameter(faces, N), between(1, N, F).
quantity(N) :- parameter(dice, D), M is 2 * D, between(1, M, N).

no_position('expected 2 faces or more') :- parameter(faces, N), N < 2.
no_position('expected 1 die or more') :- parameter(dice, N), N < 1.

draw(1, Y, [P, '  ']) :- line(P, Y).
draw(X, Y, N) :- line(P, Y), true(shows(P, F, N)), N > 0, X is F + 1.
draw(X, Y, '.') :- line(P, Y), true(shows(P, F, 0)), X is F + 1.
draw(1, 3, 'bid  ').
draw(X, 3, N) :- true(bid(N, F)), X is F + 1.
draw(X, 3, '.') :- face(F), \+ true(bid(_, F)), X is F + 1.
draw_column(1, '').
draw_column(X, F) :- face(F), X is F + 1.
line(ann, 1).
line(bob, 2).
