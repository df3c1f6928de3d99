% A game that lacks what a game needs.
title('Nothing').
role(one).
legal(one, go) :- role(one).
