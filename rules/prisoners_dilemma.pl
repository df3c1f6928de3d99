% The prisoner's dilemma, repeated
%
% In each round both players choose at once whether to cooperate or to defect.  Who defects
% against a cooperator gets the temptation, 5, and the cooperator the sucker's pay, 0.  Two
% cooperators get the reward, 3 each; two defectors the punishment, 1 each.  The pays of all
% rounds are added up.
% Roles: ann, bob.  Moves: cooperate, defect.  Goals: the sum of one's pays.
% Both know which round is the last.  To defect there pays more whatever the other does, so both
% do; hence nothing that is done in the round before changes it, and so on: both defect
% throughout, although both would have more if both cooperated.
% The player `advice` plays tit for tat: it cooperates first, then does what the other has done.
% perft: 4, 16, 64

title('The prisoner\'s dilemma').
source('R. Axelrod, The Evolution of Cooperation, 1984').
about('Cooperate or defect, both at once, for some rounds.').
parameter(rounds, 3).  % how many rounds are played; 1 or more
parameter(temptation, 5).  % who defects against a cooperator gets this; more than the reward
parameter(reward, 3).  % two cooperators get this each; more than the punishment
parameter(punishment, 1).  % two defectors get this each; more than the sucker's pay
parameter(sucker, 0).  % who cooperates against a defector gets this; any whole number

role(ann).
role(bob).

init(round(1)).
init(sum(P, 0)) :- role(P).

legal(P, M) :- role(P), choice(M), \+ terminal.

next(round(N)) :- true(round(M)), round(M), N is M + 1.
next(sum(P, N)) :- true(sum(P, M)), earns(P, V), N is M + V, sum(N).
next(did(P, M)) :- does(P, M).

earns(P, V) :- opponent(P, Q), does(P, M), does(Q, L), pays(M, L, V).

terminal :- true(round(N)), \+ round(N).
goal(P, N) :- true(sum(P, N)).

% pays(M, L, V): who does M has V if the other does L.
pays(defect, cooperate, V) :- parameter(temptation, V).
pays(cooperate, cooperate, V) :- parameter(reward, V).
pays(defect, defect, V) :- parameter(punishment, V).
pays(cooperate, defect, V) :- parameter(sucker, V).

choice(cooperate).
choice(defect).
opponent(ann, bob).
opponent(bob, ann).
round(N) :- parameter(rounds, Last), between(1, Last, N).
sum(N) :-
    parameter(rounds, R), parameter(temptation, T), parameter(sucker, S),
    Low is min(0, R * S), High is max(0, R * T), between(Low, High, N).

no_position('expected temptation > reward > punishment > sucker') :- \+ dilemma.
dilemma :-
    parameter(temptation, T), parameter(reward, R), parameter(punishment, P), parameter(sucker, S),
    T > R, R > P, P > S.

advice(1, P, M) :- opponent(P, Q), choice(M), true(did(Q, M)).
advice(2, P, cooperate) :- role(P).
advice(3, P, defect) :- role(P).

draw(1, 1, 'round ').
draw(2, 1, N) :- true(round(N)), round(N).
draw(2, 1, ' ') :- true(round(N)), \+ round(N).
draw(1, Y, [P, '   ']) :- line(P, Y).
draw(2, Y, N) :- line(P, Y), true(sum(P, N)).
draw(3, Y, M) :- line(P, Y), true(did(P, M)).
draw(3, Y, ' ') :- line(P, Y), \+ true(did(P, _)).

line(ann, 2).
line(bob, 3).
