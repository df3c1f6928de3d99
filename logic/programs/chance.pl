:- encoding(utf8).
:- module(chance,
          [ random_member/2,            % -X, +Xs
            seed_chance/1               % +Seed
          ]).
:- use_module(library(lists), [nth0/3]).

/** <module> Chance for search programs

The numbers are those of a linear congruential generator (Knuth, The Art of Computer
Programming, volume 2, 3.3.4), so that a function in Python can draw the same ones.
*/

:- thread_local drawn/1.

%!  seed_chance(+Seed) is det.
%
%   The same draws follow for the same Seed.

seed_chance(Seed) :-
    retractall(drawn(_)),
    assertz(drawn(Seed)).

%!  random_member(-X, +Xs) is semidet.
%
%   X is a member of Xs, each equally likely.  A single member takes no draw.

random_member(X, Xs) :-
    length(Xs, N),
    (   N =< 1 -> Xs = [X]
    ;   ( retract(drawn(A)) -> true ; A = 1 ),
        B is (A * 6364136223846793005 + 1442695040888963407) mod (1 << 64),
        assertz(drawn(B)),
        I is (B >> 33) mod N,
        nth0(I, Xs, X)
    ).
