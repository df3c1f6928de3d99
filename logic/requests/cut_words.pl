:- encoding(utf8).
:- module(cut_words,
          [ cut_dict/4,                 % +Game, +Index, +Cut, -Dict
            cut_words/4                 % +Game, +Notes, +Dict, -Words
          ]).
:- use_module(library(apply), [foldl/6, maplist/3, maplist/4]).
:- use_module(library(lists), [append/3, nth0/3, nth1/3]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/written_moves)).
:- use_module(logic(search/event_words)).

/** <module> Why a branch was cut off, as JSON and in sentences

A cut of cuts.pl is an object with its parts by name, and `others`: who replies at it.
*/

%!  cut_dict(+Game, +Index, +Cut, -Dict) is det.
%
%   Index is the place of the role of the search.

cut_dict(Game, Index, cut(Number, Step, Line, By, Alpha, Beta, Above, Below, Rest),
         _{number: Number, step: Step, line: Line, by: By, alpha: Alpha, beta: Beta,
           alpha_set: AlphaSet, beta_set: BetaSet, rest: Rest, others: Others}) :-
    maplist(setter_dict, [Above, Below], [AlphaSet, BetaSet]),
    ( By == others -> Refutation = BetaSet ; Refutation = AlphaSet ),
    findall(Text,
            ( nth1(I, Refutation.joint, Move), Move \== "noop", I =\= Index,
              Game:role_index(Role, I), term_text(Game, Role, Text) ),
            Who),
    ( Who = [Others] -> true ; Others = "the other side" ).

setter_dict(setter(Kind, Line, Joint, Score),
            _{kind: Kind, line: Line, joint: Joint, score: Score}).

%!  cut_words(+Game, +Notes, +Dict, -Words) is det.
%
%   Words is the reason of a cut in two sentences: what the role that moves there has, and who
%   avoids that by what.  Dict also has the `role` of the search, and the
%   number of the state where it began, `root`.  Notes are those of written_moves.pl.
%
%   Throws: no_role, not_legal.

cut_words(Game, Notes, Cut, Words) :-
    Name = Cut.role,
    role_named(Game, Name, Role),
    view(Game, Role, View),
    atom_string(By, Cut.by),
    way(Game, Notes, Cut.root, Cut.line, Way),
    length(Cut.line, Plies),
    place(Way, Plies, Place0),
    string_concat(a, Rest, Place0),     % after, at
    string_concat('A', Rest, Place),
    (   By == others
    ->  Known = Cut.alpha_set, Bound = Cut.alpha,
        written(Way, Plies, [Cut.beta_set.joint], [Move]),
        score_words(View, Cut.beta, Worth),
        format(string(Seen), '~w, ~w already has the reply ~w, worth at most ~w to ~w',
               [Place, Cut.others, Move, Worth, Name])
    ;   Known = Cut.beta_set, Bound = Cut.beta,
        written(Way, Plies, [Cut.alpha_set.joint], [Move]),
        score_words(View, Cut.alpha, Worth),
        format(string(Seen), '~w, ~w already has ~w, worth at least ~w',
               [Place, Name, Move, Worth])
    ),
    maplist(score_words(View), [Bound, Known.score], [BoundWords, Score]),
    ( Bound =:= Known.score -> Side = same ; Side = beside ),
    setter_words(Way, Known, Where, Setter),
    atom_string(Kind, Known.kind),
    once(known(By, Kind, Side, BoundWords, Score, Name, Where-Setter, Format, Arguments)),
    format(string(Because), Format, Arguments),
    left_words(Way, Plies, Cut.rest, Left),
    format(string(Words), '~w. ~w, so what is left (~w) cannot matter.', [Seen, Because, Left]).

%   known(+By, +Kind, +Side, +Bound, +Score, +Role, +Where-Setter, -Format, -Arguments): the value
%   known before the cut that makes a role avoid the node.

known(others, move, _, _, Score, Role, Where-Setter,
      'But ~w~w has ~w for sure by ~w', [Where, Role, Score, Setter]).
known(others, tie, _, _, Score, Role, Where-Setter,
      'But ~w~w has ~w for sure by ~w, and only a move as good counts beside it',
      [Where, Role, Score, Setter]).
known(others, scout, Side, _, Score, _, Where-Setter,
      'The search asks here only whether it is ~w ~w: ~wthe others have this for sure by ~w',
      [Than, Score, Where, Setter]) :-
    ( Side == same -> Than = 'at most' ; Than = 'less than' ).
known(others, _, _, Bound, _, Role, _,
      'But the given window says that ~w has ~w for sure', [Role, Bound]).
known(role, scout, Side, _, Score, Role, Where-Setter,
      'The search asks here only whether it is ~w ~w: ~w~w has this for sure by ~w',
      [Than, Score, Where, Role, Setter]) :-
    ( Side == same -> Than = 'at least' ; Than = 'more than' ).
known(role, given, _, Bound, _, Role, _,
      'But the given window says that ~w can be held to ~w', [Role, Bound]).
known(role, _, _, _, Score, Role, Where-Setter,
      'But ~w~w can be held to ~w by ~w', [Where, Role, Score, Setter]).

%   setter_words(+Way, +Setter, -Where, -Words): where a bound was set, and the move that set it.

setter_words(_, Setter, "", "the window that it was given") :- Setter.joint == [], !.
setter_words(Way, Setter, Where, Words) :-
    Way = way(_, _, Line, _, Texts),
    length(Setter.line, Plies),
    written(Way, Plies, [Setter.joint], [Move]),
    (   append(Setter.line, [_|_], Line)
    ->  nth0(Plies, Texts, Played),
        (   Played == Move -> Words = Move
        ;   format(string(Words), '~w in place of ~w', [Move, Played])
        ),
        (   Plies =:= 0 -> Where = ""
        ;   place(Way, Plies, Place), string_concat(Place, ", ", Where)
        )
    ;   Where = "", format(string(Words), '~w here', [Move])
    ).

left_words(Way, Plies, Rest, Words) :-
    (   length(Named, 4), append(Named, [_|_], Rest) -> More = ', ...'
    ;   Named = Rest, More = ''
    ),
    written(Way, Plies, Named, Texts),
    atomic_list_concat(Texts, ', ', Moves),
    length(Rest, Count),
    ( Count =:= 1 -> Unit = move ; Unit = moves ),
    format(string(Words), '~D ~w: ~w~w', [Count, Unit, Moves, More]).

%   place(+Way, +Plies, -Words): where the first moves to the cut lead.

place(_, 0, "at the root") :- !.
place(way(_, _, _, _, Texts), Plies, Words) :-
    length(First, Plies),
    append(First, _, Texts),
    atomic_list_concat(First, '; ', Moves),
    format(string(Words), 'after ~w', [Moves]).

%   way(+Game, +Notes, +Root, +Line, -Way): the line to a cut, as
%
%       way(Game, Notes, Line, Numbers, Texts)
%
%   with the texts of its moves.  Numbers has the states before and after each move if the notation
%   of moves depends on them.

way(Game, Notes, Root, Line, way(Game, Notes, Line, [Root|Numbers], Texts)) :-
    foldl(step(Game, Notes), Line, Numbers, Texts, Root, _).

step(Game, Notes, Joint, Number1, Text, Number, Number1) :-
    written(Notes, Game, Number, [Joint], [Text]),
    (   Game:defined(notation/3) -> next_number(Notes, Game, Number, Joint, Number1)
    ;   Number1 = Number
    ).

%   written(+Way, +Plies, +Joints, -Texts): joint moves after the first moves of the line.

written(way(Game, Notes, _, Numbers, _), Plies, Joints, Texts) :-
    nth0(Plies, Numbers, Number),
    written(Notes, Game, Number, Joints, Texts).
