:- encoding(utf8).
:- module(certificate_words,
          [ fault_verdict/3,            % +Certificate, +Found, -Verdict
            proof_verdict/2             % +Certificate, -Verdict
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(logic(game/joint_moves), [hidden_information/1]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/event_text)).
:- use_module(logic(search/event_words), [joint_words/2]).
:- use_module(logic(solving/certificate)).
:- use_module(logic(solving/certificate_form), [role_value_in/3]).

/** <module> Verdicts on certificates, as JSON and in sentences

A verdict has `verified`; `states`, the number of states in the parts that are right; `fault`, or
null; `at_least` and `at_most`, the bounds of the value of the root; `least` and `most`, those of
the plies to the end; `claim`, what is proved; `notes`, what is assumed; and `sentence`, which has
the claim or the fault.  A fault has `reason`, `state` (texts or null), `expected` and `found`
(empty if the reason says everything), and `text`, all of it.
*/

%!  fault_verdict(+Certificate, +Found, -Verdict) is det.
%
%   Found is a term of certificate.pl of this folder.

fault_verdict(Certificate, found(Fault, State, Entry),
              _{verified: false, states: States, fault: Dict, at_least: null, at_most: null,
                least: null, most: null, claim: "", notes: Notes, sentence: Sentence}) :-
    Certificate:game(Game),
    fault_dict(Fault, Game, State, Entry, Dict),
    checked_states(Certificate, States),
    notes(Game, Notes),
    string_concat("not verified: ", Dict.text, Sentence).

fault_dict(Fault, Game, State0, Entry, Dict) :-
    once(words(Fault, Game, Entry, About, Format-Arguments, Expected, Found)),
    about(About, Game, State0, State),
    format(string(Reason), Format, Arguments),
    findall(Line,
            ( Line = Reason
            ; State \== null, atomic_list_concat(State, ', ', Facts),
              format(string(Line), "state: [~w]", [Facts])
            ; Expected \== "", string_concat("expected: ", Expected, Line)
            ; Found \== "", string_concat("found: ", Found, Line)
            ),
            Lines),
    atomic_list_concat(Lines, '\n', Text0),
    atom_string(Text0, Text),
    Dict = _{reason: Reason, state: State, expected: Expected, found: Found, text: Text}.

%   about(+About, +Game, +State0, -State): the fault is that of `state`, which is State0, of another
%   state, or of the whole `file`.

about(file, _, _, null).
about(state, _, State, State).
about(state(State), Game, _, Texts) :-
    Game:facts(State, Facts),
    maplist(term_text(Game), Facts, Texts).

%   words(+Fault, +Game, +Entry, -About, -Reason, -Expected, -Found): Reason is Format-Arguments.

words(other_roles(Roles), _, _, file, 'the rules have other roles: ~w'-[Texts], "", "") :-
    atomic_list_concat(Roles, ', ', Texts).
words(endless(Low, High, Draw), _, _, file,
      'play without end is said to be worth what no end is'-[], Expected, Found) :-
    format(string(Expected), "from ~d to ~d", [Low, High]),
    format(string(Found), "~d", [Draw]).
words(rival, _, _, file, 'the rival\'s part is about something else'-[], "", "").
words(unreadable(Message), _, _, file, 'a fluent or a move is none: ~w'-[Message], "", "").
words(unjudged(Message), _, _, file,
      'a state is none that the rules can judge: ~w'-[Message], "", "").
words(no_text, _, _, file, 'a state has a fluent without a text'-[], "", "").
words(unnamed_goals(Role), _, _, file,
      'the rules do not name the goals of ~w, so that nothing shows where play without end leads'
      -[Role], "", "").
words(unclear, _, _, file, Reason, "", "") :- unclear(Reason).
words(parts_unclear, _, _, state, Reason, "", "") :- unclear(Reason).
words(no_root(Message), _, _, state, 'the root is no state of the game: ~w'-[Message], "", "").
words(no_root, _, _, state, 'the root is no state of the game'-[], "", "").
words(no_root_entry, _, _, state, 'the root has no entry'-[], "", "").
words(root_entry(V, D, Value, Distance), _, _, state,
      'the head of the file does not agree with the root\'s entry'-[], Expected, Found) :-
    worth(V, D, Expected),
    worth(Value, Distance, Found).
words(impossible, _, _, state, 'no such state is possible'-[], "", "").
words(twice, _, _, state, 'a state occurs twice'-[], "", "").
words(unreached(State), _, _, state(State), 'no play leads to a state of the file'-[], "", "").
words(expected(V, D), _, entry(_, Value, Distance, _), state,
      'a state is not worth what the file says'-[], Expected, Found) :-
    worth(V, D, Expected),
    worth(Value, Distance, Found).
words(missing(Joint), Game, _, state, 'the state after ~w is missing'-[Move], "", "") :-
    joint_texts(Game, Joint, Texts),
    joint_words(Texts, Move).
words(sum(Goals), _, _, state,
      'the goals do not add up to the same number as at the root'-[], "", Found) :-
    atomic_list_concat(Goals, ' and ', Found0),
    atom_string(Found0, Found).
words(move, _, entry(Role, _, _, '$none'), state, 'a state has no move'-[], Expected, "none") :-
    format(string(Expected), "a move of ~w", [Role]).
words(move, Game, entry(Role, _, _, Move), state, 'a move is not right'-[], Expected, Found) :-
    format(string(Expected), "a move of ~w that is legal, and among the best of the file", [Role]),
    term_text(Game, Move, Found).
words(endless, _, entry(_, Value, Distance, _), state,
      'it is not shown that play comes to an end'-[], "", Found) :-
    worth(Value, Distance, Found).

unclear('the entries do not show that there is no value'-[]).

% ---- what is proved --------------------------------------------------------

%!  proof_verdict(+Certificate, -Verdict) is det.
%
%   No fault was found.

proof_verdict(Certificate,
              _{verified: true, states: States, fault: null, at_least: AtLeast, at_most: AtMost,
                least: Least, most: Most, claim: Claim, notes: Notes, sentence: Sentence}) :-
    Certificate:game(Game),
    heads(Certificate, [Head|Rivals]),
    proved(Certificate, Proved),
    Proved =.. [_|Bounds],
    maplist(null_if_none, Bounds, [AtLeast, AtMost, Least, Most]),
    proof_words(Head, Rivals, Proved, Worth),
    (   ( Head.finite == true ; Head.draw == null ) -> Rule = ""
    ;   as_ruled(Game, Head, Ruled),
        format(string(Rule), ", where endless play is worth ~d~w", [Head.draw, Ruled])
    ),
    format(string(Claim), "~w, for ~w~w", [Worth, Head.role, Rule]),
    checked_states(Certificate, States),
    ( States =:= 1 -> Counted = state ; Counted = states ),
    format(string(Sentence), "verified: ~w, ~D ~w", [Claim, States, Counted]),
    notes(Game, Notes).

%   as_ruled(+Game, +Head, -Words): whether the rules say what endless play is worth.

as_ruled(Game, Head, Words) :-
    (   ruled_worth(Game, Head, Worth)
    ->  (   Worth =:= Head.draw -> Words = ", as the rules say"
        ;   format(string(Words), "; the rules say ~d", [Worth])
        )
    ;   Words = ""
    ).

ruled_worth(Game, Head, Worth) :-
    (   Game:repetition(Worth0), Worth0 \== draw -> Worth = Worth0
    ;   Game:repetition(draw) -> Game:declared_sum(Sum), Worth is Sum // 2
    ;   Game:repetition(Role, Worth), term_text(Game, Role, Head.role)
    ), !.

proof_words(_, _, proved(V, V, Least, Most), Worth) :-
    integer(V), !,
    format(string(Value), "value ~d", [V]),
    (   Least-Most == none-none -> Worth = Value
    ;   plies(Least, Most, Plies), format(string(Worth), "~w in ~w", [Value, Plies])
    ).
proof_words(Head, Rivals, _, Worth) :-
    role_value_in(Head.values, Head.role, null), !,
    (   Head.solved == "weak", Rivals == []
    ->  Worth = "no value, or a better one: play can go on for ever"
    ;   Worth = "no value: neither side can force an end that is better for it"
    ).
proof_words(_, _, proved(AtLeast, none, _, _), Worth) :- !,
    format(string(Worth), "value at least ~d", [AtLeast]).
proof_words(_, _, proved(AtLeast, AtMost, _, _), Worth) :-
    format(string(Worth), "value at least ~d and at most ~d", [AtLeast, AtMost]).

notes(Game, Notes) :-
    (   hidden_information(Game)
    ->  Notes = [ "searched with all cards face up; by the `sees` rules the roles see less" ]
    ;   Notes = []
    ).

null_if_none(Bound0, Bound) :- ( Bound0 == none -> Bound = null ; Bound = Bound0 ).

% ---- values and plies ------------------------------------------------------

%   worth(+Value, +Distance, -Words): the value of a state and its distance from the end.

worth(none, _, Words) => Words = "no value, play goes on for ever".
worth(Value, none, Words) => format(string(Words), "value ~d, play goes on for ever", [Value]).
worth(Value, Distance, Words) =>
    plies(Distance, Distance, Plies),
    format(string(Words), "value ~d in ~w", [Value, Plies]).

%   plies(+Least, +Most, -Words): bounds on the plies to the end, `none` where unknown; at least one
%   is known.

plies(1, 1, Words) => Words = "1 ply".
plies(none, Most, Words) => format(string(Words), "at most ~D plies", [Most]).
plies(Least, none, Words) => format(string(Words), "at least ~D plies", [Least]).
plies(Plies, Plies, Words) => format(string(Words), "~D plies", [Plies]).
plies(Least, Most, Words) => format(string(Words), "~D to ~D plies", [Least, Most]).
