% Coins in a row
%
% Three players by turns take the coin at the left end of a row, or that at its right
% end.  The last coin is left for the waiter, so that what one wins the others need not
% lose: max^n and paranoid part ways.
% Roles: ann, bob, cat.  Moves: take(left), take(right).  Goals: the coins taken.
% With the coins 1 2 1 5 2, ann takes the left one when each looks after himself, and
% has 6 at the end; the right one when both others are against her, and is sure of 4.
% perft: 2, 4, 8, 16

title('Coins in a row').
source('P. Winkler, Mathematical Puzzles, 2004; here for three players').
about('Three players take coins from the ends of a row.').
parameter(coins, [1, 2, 1, 5, 2]).  % the values of the coins, from the left

role(ann).
role(bob).
role(cat).

init(row(1, N)) :- last(N).
init(has(P, 0)) :- role(P).
init(control(ann)).

legal(P, take(left)) :- true(control(P)).
legal(P, take(right)) :- true(control(P)).

next(row(L, R)) :- does(_, take(left)), true(row(K, R)), L is K + 1, L =< R.
next(row(L, R)) :- does(_, take(right)), true(row(L, S)), R is S - 1, R >= L.
next(has(P, N)) :- true(has(P, M)), taken(P, V), N is M + V, all(T), N =< T.
next(has(P, N)) :- true(has(P, N)), \+ true(control(P)).
next(control(Q)) :- true(control(P)), after(P, Q).

% taken(P, V): P takes a coin worth V.
taken(P, V) :- does(P, take(left)), true(row(L, _)), coin(L, V).
taken(P, V) :- does(P, take(right)), true(row(_, R)), coin(R, V).

terminal :- true(row(N, N)).

goal(P, N) :- true(has(P, N)).

after(ann, bob).
after(bob, cat).
after(cat, ann).

% coin(I, V): the coin number I is worth V.
coin(I, V) :- coins_from(I, [V|_]).
last(N) :- count(I, coin(I, _), N).

% all(T): the coins are worth T.
all(T) :- count(I-K, unit(I, K), T).
unit(I, K) :- coin(I, V), between(1, V, K).

coins_from(1, Coins) :- parameter(coins, Coins).
coins_from(I, Coins) :- between(2, 20, I), J is I - 1, coins_from(J, [_|Coins]).

% What has been taken counts until the end is in sight.
feature(P, coin, K) :- true(has(P, N)), between(1, N, K).
weight(coin, 1).

draw(1, 1, 'coins ').
draw(C, 1, V) :- true(row(L, R)), coin(I, V), I >= L, I =< R, C is I + 1.
draw(C, 1, '.') :- coin(I, _), \+ in_row(I), C is I + 1.
draw(1, Y, [P, '   ']) :- line(P, Y).
draw(2, Y, N) :- line(P, Y), true(has(P, N)).

in_row(I) :- true(row(L, R)), coin(I, _), I >= L, I =< R.
line(ann, 2).
line(bob, 3).
line(cat, 4).
