
% Bridge and torch, uniform cost by hand: st(A, B, C, Side), the people need 1, 2 and 5 minutes
arc(st(l, B, C, l), st(r, B, C, r), 1).
arc(st(A, l, C, l), st(A, r, C, r), 2).
arc(st(A, B, l, l), st(A, B, r, r), 5).
arc(st(l, l, C, l), st(r, r, C, r), 2).
arc(st(l, B, l, l), st(r, B, r, r), 5).
arc(st(A, l, l, l), st(A, r, r, r), 5).
arc(st(r, B, C, r), st(l, B, C, l), 1).
arc(st(A, r, C, r), st(A, l, C, l), 2).
arc(st(A, B, r, r), st(A, B, l, l), 5).

start(st(l, l, l, l)).
is_goal(st(r, r, r, _)).
