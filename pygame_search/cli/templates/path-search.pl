% TITLE
%
% A search program for paths: depth-first, to change into a search of your own. It
% knows a state space only by these relations; a game for one role is one, too.
%
%   initial(S)           the search begins in the state S
%   goal(S)              S is a goal
%   successor(S, M, S1)  the step M leads from S to S1
%   cost(S, M, S1, C)    the same, and the step costs C
%   h(S, C)              by the rule file, a path from S to a goal costs about C
%
% Besides them there are lists (append, member, reverse, keysort and others),
% arithmetic, findall, negation and ->. To see each step:
%   pygame-search ask delivery_robot "position(S), path(S, P)" \
%     --program NAME.pl --steps

% path(S, Path): Path is a list of states from S to a goal.
path(S, Path) :- along(S, [S], Path).

% along(S, Seen, Path): Seen are the states so far, from S back to the first.
along(S, Seen, Path) :- goal(S), reverse(Seen, Path).
along(S, Seen, Path) :-
    \+ goal(S),
    successor(S, _, S1),
    \+ member(S1, Seen),
    along(S1, [S1|Seen], Path).
