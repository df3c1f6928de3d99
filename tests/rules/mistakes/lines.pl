title('Lines on four points').
role(red).
role(blue).
opponent(red, blue).
opponent(blue, red).
init(control(red)).
point(P) :- between(1, 4, P).
edge(A, B) :- point(A), point(B), A < B.
legal(P, line(A, B)) :- true(control(P)), edge(A, B), \+ drawn(A, B).
drawn(A, B) :- true(line(A, B, _)).
next(line(A, B, P)) :- does(P, line(A, B)).
next(line(A, B, P)) :- true(line(A, B, P)).
next(control(Q)) :- true(control(P)), opponent(P, Q).
triangle(P) :- true(line(A, B, P)), true(line(B, C, P)), true(line(A, C, P)).
full :- \+ open.
open :- edge(A, B), \+ drawn(A, B).
terminal :- triangle(_).
terminal :- full.
goal(P, 0) :- triangle(P).
goal(P, 100) :- triangle(Q), opponent(P, Q).
goal(P, 50) :- role(P), full, \+ triangle(_).
draw(B, A, '.') :- edge(A, B), \+ drawn(A, B).
draw(B, A, r) :- true(line(A, B, red)).
draw(B, A, b) :- true(line(A, B, blue)).
