% Roads between towns, with kilometres
edge(frankfurt, mannheim, 85).
edge(frankfurt, wuerzburg, 217).
edge(frankfurt, kassel, 173).
edge(mannheim, karlsruhe, 80).
edge(karlsruhe, augsburg, 250).
edge(augsburg, muenchen, 84).
edge(wuerzburg, nuernberg, 103).
edge(wuerzburg, erfurt, 186).
edge(nuernberg, muenchen, 167).
edge(kassel, muenchen, 502).

route(Path, Length) :- travel(frankfurt, muenchen, [frankfurt], Path, Length).

travel(Town, Town, _, [Town], 0).
travel(Town, Target, Visited, [Town|Path], Length) :-
    edge(Town, Next, Km),
    \+ member(Next, Visited),
    travel(Next, Target, [Next|Visited], Path, Rest),
    Length is Km + Rest.
