% Which rooms does the robot pass? Load your own search first.
link(hall, kitchen).
link(hall, office).
link(office, lab).
link(lab, roof).
link(kitchen, garden).


goal_node(roof).

?- depth_first(hall, Rooms).
