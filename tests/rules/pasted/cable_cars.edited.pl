
% Cable cars between huts, with minutes, for the best-first search of the textbook.
arc(valley, meadow, 8).
arc(valley, rock, 15).
arc(meadow, rock, 5).
arc(meadow, glacier, 20).
arc(rock, glacier, 9).
arc(rock, summit, 30).
arc(glacier, summit, 4).

h(valley, 20).
h(meadow, 13).
h(rock, 9).
h(glacier, 0).
h(summit, 4).

start(valley).
is_goal(glacier).
