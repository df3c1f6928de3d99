% The usual example for the well-founded semantics. Who cannot move loses.
:- table win/1.
win(X) :- move(X, Y), tnot(win(Y)).

move(a, b).
move(b, a).
move(b, c).
move(c, d).

?- win(b).
