:- encoding(utf8).
:- module(cuts,
          [ cuts/4                      % +Index, +Scouts, +Events, -Cuts
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [last/2, member/2, nth1/3, reverse/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).

/** <module> Why branches were cut off: which moves set the alpha and the beta of each cut

There are two kinds of cuts.  If a reply of the others is worth at most alpha, an earlier choice
already secures the role more, so it will not play into this node: the remaining replies are
left out.  If a choice of the role is worth beta or more, an earlier reply of the others already
holds the role to less, so they will not let it reach this node: the remaining choices are left
out.  The reasons are read from the events of a recorded search, which are lists, as in
event_words.pl.  A cut is

    cut(Number, Step, Line, By, Alpha, Beta, AlphaSetter, BetaSetter, Rest)

Number counts the cuts of a search, and Step the events, both from 1.  Line has the joint moves to
the position where the cut happened, and Rest those that were left out.  By is `others` or `role`.
A setter is

    setter(Kind, Line, Joint, Score)

where Joint is the move that set the bound, after Line, and Score its score.  Kind is `move`;
`tie`: the bound is one below the best move at the root, so that equally good moves are found
too; `scout`: it is one beside the other bound, because the search asks only on which side of it
the score lies; or `given`: no move set it, but the window at the start, and Joint is empty.

While events are read, the path has the open nodes, the current one first:

    open(Joint, Alpha, Beta, Entered, Scored)

Alpha, Beta and Entered are the setters of its window, and of beta when it was entered; Scored
has the finished moves below as Joint-Score, the last one first.
*/

%!  cuts(+Index, +Scouts, +Events, -Cuts) is semidet.
%
%   Index is the place of the role of the search among the roles.  Scouts is `true` if the method
%   has searches that ask only on which side of a bound a score lies.
%
%   Throws: no_cut, no_bound.

cuts(Index, Scouts, Events, Cuts) :-
    foldl(read_event(Index, Scouts), Events, reading(0, 0, [], []), reading(_, _, _, Found)),
    reverse(Found, Cuts).

%   read_event(+Index, +Scouts, +Event, +Reading0, -Reading): a reading is reading(Step, Number,
%   Path, Cuts).  Several searches begin with `deepen` or `prove` each.

read_event(Index, Scouts, [Name|Parts], reading(Step0, Number0, Path0, Cuts0),
           reading(Step, Number, Path, Cuts)) :-
    Step is Step0 + 1,
    atom_string(Kind, Name),
    (   memberchk(Kind, [deepen, prove])
    ->  Number = 0, Path = [], Cuts = Cuts0
    ;   Kind == cutoff
    ->  Number is Number0 + 1, Path = Path0, Cuts = [Cut|Cuts0],
        cut(Index, Scouts, Path0, Number, Step, Parts, Cut)
    ;   Number = Number0, Cuts = Cuts0,
        ( moved(Kind, Parts, Index, Path0, Path1) -> Path = Path1 ; Path = Path0 )
    ).

%   moved(+Kind, +Parts, +Index, +Path0, -Path): fails for the other kinds of events.

moved(enter, [_, _, _], _, [], [open([], Low, High, High, [])]) :-
    Infinity is 1 << 51, MinusInfinity is -Infinity,
    given(MinusInfinity, Low), given(Infinity, High).
moved(enter, [_, Joint, _], Index, [open(Above, Alpha, Beta0, Entered, Scored)|Path],
      [open(Joint, Alpha, Beta, Beta, []), open(Above, Alpha, Beta, Entered, Scored)|Path]) :-
    (   Scored = [Last-_|_], \+ same_choice(Index, Last, Joint)
    ->  Beta = Entered                  % each choice begins with the beta of the node
    ;   Beta = Beta0
    ).
moved(raise, [AlphaScore, BetaScore], Index, [Node|Path],
      [open(Joint, Alpha, Beta, Entered, Scored)|Path]) :-
    Node = open(Joint, Alpha0, Beta0, Entered0, Scored),
    Beta0 = setter(_, _, _, Score),
    (   Scored == []
    ->  given(AlphaScore, Alpha), given(BetaScore, Beta), Entered = Beta
    ;   BetaScore < Score
    ->  Scored = [Last-_|_], line([Node|Path], Line),
        Alpha = Alpha0, Beta = setter(move, Line, Last, BetaScore), Entered = Entered0
    ;   Beta = Entered0, Entered = Entered0,
        choice(Index, [Node|Path], AlphaScore, Alpha)
    ).
moved(leave, [Score], _, [open(Joint, _, _, _, _)|Path0], Path) :-
    (   Path0 = [open(Above, Alpha, Beta, Entered, Scored)|Rest], \+ is_list(Score)
    ->  Path = [open(Above, Alpha, Beta, Entered, [Joint-Score|Scored])|Rest]
    ;   Path = Path0
    ).

given(Score, setter(given, [], [], Score)).

same_choice(Index, Joint1, Joint2) :- nth1(Index, Joint1, M1), nth1(Index, Joint2, M2), M1 == M2.

%   line(+Path, -Line): the joint moves to the current node.

line(Path, Line) :- line(Path, [], Line).

line([_], Line, Line) :- !.
line([open(Joint, _, _, _, _)|Path], Line0, Line) :- line(Path, [Joint|Line0], Line).

%   choice(+Index, +Path, +Alpha, -Setter): what raised alpha is a choice, with the value of its
%   worst reply.  A fail-hard search returns at most beta.

choice(Index, [Node|Path], Alpha, setter(Kind, Line, Joint, Score)) :-
    Node = open(_, _, _, setter(_, _, _, Entered), Scored),
    line([Node|Path], Line),
    choices(Index, Scored, Choices),
    Infinity is 1 << 51,
    (   member(Most, [Infinity, Entered]), member(Joint-Score, Choices),
        min(Score, Most) =:= Alpha
    ->  Kind = move
    ;   aggregate_all(max(S, J), member(J-S, Choices), max(Score, Joint)), Kind = tie
    ).

%   choices(+Index, +Scored, -Choices): the worst reply to each choice as Joint-Score, the
%   choices in order.  If a reply was searched again with another window, its last score counts.

choices(Index, Scored, Choices) :-
    findall(Joint-time(I, Score), nth1(I, Scored, Joint-Score), Times0),
    by_key(Times0, Times),
    findall(Move-reply(Score, First, Joint),
            ( member(Joint-[time(I, Score)|More], Times),
              last([time(I, Score)|More], time(Earliest, _)), First is -Earliest,
              nth1(Index, Joint, Move) ),
            Replies0),
    by_key(Replies0, Replies),
    findall(First-(Joint-Score),
            ( member(_-Group, Replies),
              msort(Group, [reply(Score, _, Joint)|_]),
              findall(N, member(reply(_, N, _), Group), Ns), msort(Ns, [First|_]) ),
            Choices0),
    keysort(Choices0, Choices1),
    pairs_values(Choices1, Choices).

by_key(Pairs, Groups) :- keysort(Pairs, Sorted), group_pairs_by_key(Sorted, Groups).

cut(Index, Scouts, Path, Number, Step, [Alpha, Beta, Rest],
    cut(Number, Step, Line, By, Alpha, Beta, Above, Below, Rest)) :-
    (   Path = [open(_, A, B, Entered, [Last-_|_])|_], Rest = [Next|_]
    ->  line(Path, Line),
        (   same_choice(Index, Last, Next)
        ->  By = others,
            Below = setter(move, Line, Last, Beta),
            bound(A, Alpha, B, Scouts, Above)
        ;   By = role,
            choice(Index, Path, Alpha, Above),
            bound(Entered, Beta, A, Scouts, Below)
        )
    ;   throw(error(no_cut, _))
    ).

%   bound(+Setter0, +Bound, +Other, +Scouts, -Setter): Setter0 has set Bound if that is its score.
%   Two bounds are not in the trace: at the root, alpha is one below the best move if an equally
%   good move would precede it; and a scout has a bound one beside the other bound, which may be
%   such a tie, or less than one if weights are decimal.

bound(setter(Kind0, Line0, Joint0, Score0), Bound, setter(_, OtherLine, Other, OtherScore),
      Scouts, setter(Kind, Line, Joint, Score)) :-
    (   Score0 =:= Bound
    ->  Kind = Kind0, Line = Line0, Joint = Joint0, Score = Score0
    ;   Line0 == [], Score0 > Bound, Score0 - Bound =< 1
    ->  Kind = tie, Line = Line0, Joint = Joint0, Score = Score0
    ;   Scouts == true, abs(OtherScore - Bound) =< 1
    ->  Kind = scout, Line = OtherLine, Joint = Other, Score = OtherScore
    ;   throw(error(no_bound(Bound), _))
    ).
