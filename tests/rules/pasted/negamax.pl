% negamax to a depth, for any game with next_pos/2 and eval/2
negamax(Pos, 0, Val) :- !, eval(Pos, Val).
negamax(Pos, _, Val) :- \+ next_pos(Pos, _), !, eval(Pos, Val).
negamax(Pos, Depth, Val) :-
    Less is Depth - 1,
    findall(V, ( next_pos(Pos, Next), negamax(Next, Less, W), V is -W ), Vals),
    max_list(Vals, Val).
