% Goofspiel with hidden bids
%
% Goofspiel in which nobody sees what the other one bids: both are told only who wins the prize, and
% nothing if the bids are equal.
% Roles: ann, bob.  Moves: bid(Card).  Goals: the points that one is ahead.
% Both sides are alike, so the value is 0.
% perft: 16, 144, 576, 576

title('Goofspiel with hidden bids').
source('M. Lanctot and others, Monte Carlo sampling for regret minimization, 2009').
about('Both bid a hidden card at once, and learn only who wins the prize.').
include(goofspiel).

sees(R, won(P)) :- role(R), wins(P).
