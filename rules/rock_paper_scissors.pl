% Rock, paper, scissors
%
% Both players show a hand at once: rock breaks scissors, scissors cut paper, paper wraps
% rock.
% Roles: ann, bob.  Moves: rock, paper, scissors.  Goals: 1, 0, -1.
% Whoever tells his hand first loses; whoever draws it, each as often as the others, can
% be beaten by nobody on average.
% perft: 9

title('Rock, paper, scissors').
source('J. von Neumann, Zur Theorie der Gesellschaftsspiele, 1928').
about('Both show a hand at once; each hand beats another one.').

role(ann).
role(bob).

init(ready).

legal(P, H) :- role(P), true(ready), hand(H).

next(shown(P, H)) :- does(P, H).

terminal :- true(shown(_, _)).

wins(P) :- opponent(P, Q), true(shown(P, H)), true(shown(Q, L)), beats(H, L).

hand(rock).
hand(paper).
hand(scissors).

beats(rock, scissors).
beats(scissors, paper).
beats(paper, rock).

opponent(ann, bob).
opponent(bob, ann).

draw(1, Y, [P, '  ']) :- line(P, Y).
draw(2, Y, H) :- line(P, Y), true(shown(P, H)).
draw(2, Y, '?') :- line(_, Y), true(ready).

line(ann, 1).
line(bob, 2).
