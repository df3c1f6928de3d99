start(hall).

% Which rooms does the robot pass? Load your own search first.
arc(hall, kitchen).
arc(hall, office).
arc(office, lab).
arc(lab, roof).
arc(kitchen, garden).


is_goal(roof).

?- depth_first(hall, Rooms).
