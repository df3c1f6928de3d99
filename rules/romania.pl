% Romania
%
% Cities of Romania and the roads between them, with the distances in kilometres; from Arad to
% Bucharest.  h is the straight-line distance to Bucharest.

title('Romania').
source('S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, figures 3.1 and 3.16').
about('The textbook\'s map: from Arad to Bucharest.').

start(arad).
is_goal(bucharest).

arc(A, B, Distance) :- road(A, B, Distance).
arc(A, B, Distance) :- road(B, A, Distance).

road(arad, zerind, 75).             road(arad, sibiu, 140).
road(arad, timisoara, 118).         road(bucharest, urziceni, 85).
road(bucharest, pitesti, 101).      road(bucharest, giurgiu, 90).
road(bucharest, fagaras, 211).      road(craiova, drobeta, 120).
road(craiova, rimnicu_vilcea, 146). road(craiova, pitesti, 138).
road(drobeta, mehadia, 75).         road(eforie, hirsova, 86).
road(fagaras, sibiu, 99).           road(hirsova, urziceni, 98).
road(iasi, vaslui, 92).             road(iasi, neamt, 87).
road(lugoj, timisoara, 111).        road(lugoj, mehadia, 70).
road(oradea, zerind, 71).           road(oradea, sibiu, 151).
road(pitesti, rimnicu_vilcea, 97).  road(rimnicu_vilcea, sibiu, 80).
road(urziceni, vaslui, 142).

h(arad, 366).      h(bucharest, 0).   h(craiova, 160).   h(drobeta, 242).   h(eforie, 161).
h(fagaras, 176).   h(giurgiu, 77).    h(hirsova, 151).   h(iasi, 226).      h(lugoj, 244).
h(mehadia, 241).   h(neamt, 234).     h(oradea, 380).    h(pitesti, 100).   h(rimnicu_vilcea, 193).
h(sibiu, 253).     h(timisoara, 329). h(urziceni, 80).   h(vaslui, 199).    h(zerind, 374).
