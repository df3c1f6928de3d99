start(frankfurt).
is_goal(muenchen).

% Roads between towns, with kilometres
arc(frankfurt, mannheim, 85).
arc(frankfurt, wuerzburg, 217).
arc(frankfurt, kassel, 173).
arc(mannheim, karlsruhe, 80).
arc(karlsruhe, augsburg, 250).
arc(augsburg, muenchen, 84).
arc(wuerzburg, nuernberg, 103).
arc(wuerzburg, erfurt, 186).
arc(nuernberg, muenchen, 167).
arc(kassel, muenchen, 502).
