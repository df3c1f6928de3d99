% A state space that lacks its arcs and its goal.
title('A maze').
start(entrance).
