:- encoding(utf8).
:- module(event_words,
          [ view/3,                     % +Game, +Role, -View
            event_words/3,              % +View, +Event, -Words
            score_words/3,              % +View, +Score, -Words
            joint_words/2               % +Joint, -Words
          ]).
:- use_module(library(apply), [exclude/3, maplist/3, maplist/4]).
:- use_module(library(lists), [append/3, nth1/3]).
:- use_module(logic(game/evaluation), [score_value/4]).

/** <module> Trace events in words

An event is a list here, as in JSON: the name of its kind, then its parts (trace.pl).  A joint
move is a list of texts, one for each role, and a score is the value that it stands for, with a
fraction if weights have one.

A view is what scores mean to the role of the search, or `path` for a path search:

    view(Index, Scales)          Index is the place of the role among the roles; Scales has a
                                 scale(Range, Decisive) for each of them
*/

%!  view(+Game, +Role, -View) is det.

view(Game, Role, view(Index, Scales)) :-
    findall(R, Game:role(R), Roles),
    once(nth1(Index, Roles, Role)),
    maplist(scale(Game), Roles, Scales).

%   scale(+Game, +Role, -Scale): the lowest and the highest goal value of a role, and whether
%   these are its loss and its win: the rules name two or three values, not a longer scale.

scale(Game, Role, scale(Range, Decisive)) :-
    (   Game:goal_range(Role, Range0)
    ->  Range = Range0, Game:outcomes(Role, Count)
    ;   Range = range(0, 0), Count = 0
    ),
    ( memberchk(Count, [2, 3]) -> Decisive = true ; Decisive = false ).

%!  event_words(+View, +Event, -Words) is semidet.
%
%   Words is a string of one line.  Fails if Event is none.

event_words(View, [Name|Parts], Words) :-
    atom_string(Kind, Name),
    (   View == path -> once(path_words(Kind, Parts, Format, Arguments))
    ;   once(words(Kind, Parts, View, Format, Arguments))
    ),
    format(string(Words), Format, Arguments).

words(enter, [0, _, _], _, 'enter the root', []).
words(enter, [_, Joint, _], _, 'enter ~w', [Move]) :- joint_words(Joint, Move).
words(leaf, ["limit", Score], View, 'the depth limit: worth ~w', [Value]) :-
    score_words(View, Score, Value).
words(leaf, ["terminal", Score], View, 'the game is over: worth ~w', [Value]) :-
    score_words(View, Score, Value).
words(deepen, [Depth], _, 'search to depth ~w', [Depth]).
words(hit, [Flag, Score], View, 'found in the table: ~w ~w', [Flag, Value]) :-
    score_words(View, Score, Value).
words(raise, Scores, View, 'the window is now alpha ~w, beta ~w', Values) :-
    maplist(score_words(View), Scores, Values).
words(cutoff, [Alpha, Beta, Rest], View, 'cutoff, alpha ~w >= beta ~w: ~w', [A, B, Left]) :-
    maplist(score_words(View), [Alpha, Beta], [A, B]),
    rest_words(Rest, Left).
words(leave, [Score], View, 'back up the value ~w', [Value]) :- score_words(View, Score, Value).
words(expand, [Index], _, 'expand node ~w', [Index]).
words(back, [Index, Score], View, 'back up the value ~w to node ~w', [Value, Index]) :-
    score_words(View, Score, Value).
words(prove, [Threshold], _, 'prove that it is worth ~w at least', [Threshold]).
words(select, [Index], _, 'select node ~w, the most-proving one', [Index]).
words(proof, [Index, Proof, Disproof], _,
      'proof number ~w, disproof number ~w of node ~w', [P, D, Index]) :-
    maplist(proof_words, [Proof, Disproof], [P, D]).
words(repetition, [], _, 'repetition of a state above', []).
words(visit, [Index, 1, Mean], _, 'visit node ~w: 1 game, mean ~w', [Index, Value]) :-
    number_words(Mean, Value).
words(visit, [Index, Visits, Mean], _, 'visit node ~w: ~D games, mean ~w',
      [Index, Visits, Value]) :-
    number_words(Mean, Value).
words(proven, [Index, Value0], _, 'node ~w is worth ~w, proven', [Index, Value]) :-
    number_words(Value0, Value).
words(line, [[]], _, 'the best line: none', []).
words(line, [Joints], _, 'the best line: ~w', [Line]) :-
    maplist(joint_words, Joints, Moves),
    atomic_list_concat(Moves, '; ', Line).

path_words(deepen, [Bound], 'depth first within a bound of ~w', [Bound]).
path_words(enter, [0, _, _], 'add the start to the frontier', []).
path_words(enter, [_, [Move], _], 'add the path with ~w to the frontier', [Move]).
path_words(cost, [Cost, null], 'its cost is ~w', [Cost]).
path_words(cost, Numbers, 'its cost is ~w, the estimate of its end ~w', Numbers).
path_words(prune, [Index, Reason], 'prune path ~w: ~w', [Index, Words]) :-
    pruned(Reason, Words).
path_words(goal, [Index], 'path ~w ends in a goal', [Index]).
path_words(Kind, [Index], '~w path ~w', [Kind, Index]).

pruned("cycle", 'it visits its end twice').
pruned("reached", 'a path of at most the same cost has reached its end').
pruned("bound", 'longer ones are beyond the bound').
pruned("beyond", 'its cost and its estimate are beyond the bound').

%   rest_words(+Joints, -Words): the moves that were cut off, at most four by name.

rest_words(Joints, Words) :-
    (   length(Named, 4), append(Named, [More|Rest], Joints)
    ->  length([More|Rest], Count),
        format(string(End), ' and ~d more', [Count])
    ;   Named = Joints, End = ''
    ),
    maplist(joint_words, Named, Moves),
    atomic_list_concat(Moves, ', ', Start),
    string_concat(Start, End, Words).

proof_words(Number, Words) :- ( Number == "inf" -> Words = '\u221E' ; Words = Number ).

%!  joint_words(+Joint, -Words) is det.
%
%   Words is the only move that is not `noop`, else a list.

joint_words(Joint, Words) :-
    exclude(==("noop"), Joint, Made),
    (   Made = [Words] -> true
    ;   Made == [] -> Words = "noop"
    ;   atomic_list_concat(Joint, ', ', Moves),
        format(string(Words), '[~w]', [Moves])
    ).

%!  score_words(+View, +Score, -Words) is det.
%
%   Words is the value of Score, as in `10 (win in 3)`; of a list of scores, the value for each
%   role; and "" for `null`, no score.

score_words(_, null, "") :- !.
score_words(view(Index, Scales), Scores, Words) :-
    is_list(Scores), !,
    maplist(value_words, Scales, Scores, Values),
    atomic_list_concat(Values, ', ', Inner),
    maplist(nth1(Index), [Scales, Scores], [Scale, Score]),
    sure_words(Scale, Score, Sure),
    format(string(Words), '(~w)~w', [Inner, Sure]).
score_words(view(Index, Scales), Score, Words) :-
    (   abs(Score) > 1 << 50
    ->  ( Score > 0 -> Words = "+inf" ; Words = "-inf" )
    ;   nth1(Index, Scales, Scale),
        value_words(Scale, Score, Value),
        sure_words(Scale, Score, Sure),
        string_concat(Value, Sure, Words)
    ).

value_words(scale(Range, _), Score, Words) :-
    score_value(Range, Score, Value, _),
    number_words(Value, Words).

%   sure_words(+Scale, +Score, -Words): the plies to the win or the loss that Score is.  With
%   chance they are a mean, and are left out if it is not whole.

sure_words(scale(Range, Decisive), Score, Words) :-
    (   Decisive == true,
        abs(Score) =< 1 << 50,
        score_value(Range, Score, _, Distance), Distance \== none,
        Plies is truncate(Distance), Plies =:= Distance
    ->  ( Score > 0 -> Result = win ; Result = loss ),
        format(string(Words), ' (~w in ~d)', [Result, Plies])
    ;   Words = ""
    ).

%   number_words(+Number, -Words): six significant digits; a number of at most six digits after
%   the point is written exactly.

number_words(Number, Number) :- integer(Number), !.
number_words(Number, Words) :-
    format(string(Digits), '~6f', [Number]),
    trimmed(Digits, Decimal),
    (   number_string(Read, Decimal), Read =:= Number -> Words = Decimal
    ;   format(string(Words), '~6g', [Number])
    ).

trimmed(Digits, Trimmed) :-
    (   string_concat(Shorter, "0", Digits) -> trimmed(Shorter, Trimmed)
    ;   string_concat(Trimmed, ".", Digits) -> true
    ;   Trimmed = Digits
    ).
