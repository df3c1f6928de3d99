% A delivery robot
%
% A building whose rooms and corridors are joined by doors, each arc with the distance
% in metres.  The robot fetches a parcel from the mail room for the laboratory.
% Every corridor leads both ways.  h is the straight-line distance, rounded down.
%
%     office --6-- corridor_west --8-- corridor_east --4-- laboratory
%        |               |                   |                 |
%        5               4                   7                12
%        |               |                   |                 |
%     store ---9---  mail_room ---10---   lounge  ---5---   terrace

title('Delivery robot').
source('after D. Poole, A. Mackworth, R. Goebel, Computational Intelligence, 1998').
about('Shortest paths through a building: arcs with costs and a heuristic.').

start(mail_room).
is_goal(laboratory).

arc(A, B, Cost) :- door(A, B, Cost).
arc(A, B, Cost) :- door(B, A, Cost).

door(mail_room, lounge, 10).
door(mail_room, store, 9).
door(mail_room, corridor_west, 4).
door(office, corridor_west, 6).
door(office, store, 5).
door(corridor_west, corridor_east, 8).
door(corridor_east, laboratory, 4).
door(corridor_east, lounge, 7).
door(lounge, terrace, 5).
door(terrace, laboratory, 12).

h(office, 17).
h(corridor_west, 11).
h(corridor_east, 4).
h(laboratory, 0).
h(store, 18).
h(mail_room, 12).
h(lounge, 8).
h(terrace, 7).
