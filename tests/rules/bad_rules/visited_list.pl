% A list of visited states, as a search in Prolog carries it along.
start(s(a, [])).
is_goal(s(c, _)).
road(a, b).
road(b, c).
arc(s(X, Seen), s(Y, [X|Seen])) :- road(X, Y), \+ member(Y, Seen).
% This is another list.
arc(s(X, Seen), s(Y, Seen), 2) :- road(X, Y), closed(List), \+ member(Y, List).
closed([d]).
