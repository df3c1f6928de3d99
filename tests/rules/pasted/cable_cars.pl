% Cable cars between huts, with minutes, for the best-first search of the textbook.
s(valley, meadow, 8).
s(valley, rock, 15).
s(meadow, rock, 5).
s(meadow, glacier, 20).
s(rock, glacier, 9).
s(rock, summit, 30).
s(glacier, summit, 4).

h(valley, 20).
h(meadow, 13).
h(rock, 9).
h(glacier, 0).
h(summit, 4).

initial_state(valley).
goal(glacier).
