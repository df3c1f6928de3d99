:- encoding(utf8).
:- module(proof_words,
          [ proof_dict/2,               % +Tree, -Dict
            why_words/2,                % +Dict, -Sentence
            refuting_words/2            % +Facts, -Sentence
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [include/3, maplist/3, partition/4]).
:- use_module(library(lists), [append/2, append/3, last/2, list_to_set/2, member/2]).
:- use_module(logic(questions/met_states), [noted_text/1]).

/** <module> The tree of a proof as JSON, and its reason in one sentence

A node is an object with `holds`, `goal`, `place`, `reason`, `children` and `remarks`, sentences
about it.  Its place is null, or [From, To] with a third item `beside` for a clause of a search
program; other keys are those of explanation.pl.

If a goal holds, the sentence names what its proof needs of the position: the fluents and moves
used, and the negated goals.  If it does not, the sentence names the goals at which its clauses
fail, with every instance that was tried.
*/

%!  proof_dict(+Tree, -Dict) is det.

proof_dict(Tree, Dict) :- proof_dict(Tree, [], Dict).

%   proof_dict(+Tree, +Given, -Dict): Given are the variables of the clause that fails at Tree
%   and at other instances of the goal.

proof_dict(node(Holds, Goal, Place, Reason, Children, More), Given0, Dict) :-
    (   Place = From-To -> Range = [From, To]
    ;   Place = beside(From-To) -> Range = [From, To, beside]
    ;   Range = null
    ),
    maplist(proof_dict, Children, Dicts),
    ( memberchk(bindings(Own), More), Own = [_|_] -> true ; Own = Given0 ),
    (   memberchk(also([_|_]), More) -> With = [], Given = Own
    ;   With = Own, Given = []
    ),
    findall(Key-Value, ( member(M, More), more_entry(M, Given, Key, Value) ), Pairs),
    findall(Remark, remark(With, More, Remark), Remarks),
    dict_pairs(Dict, _, [holds-Holds, goal-Goal, place-Range, reason-Reason, children-Dicts,
                         remarks-Remarks|Pairs]).

more_entry(kind(Kind), _, kind, Kind).
more_entry(words(Words), _, words, Words).
more_entry(notated(Text), _, notated, Text).
more_entry(failed(Node), Given, failed, Dict) :- proof_dict(Node, Given, Dict).
more_entry(also(Nodes), _, also, Dicts) :- maplist(proof_dict, Nodes, Dicts).
more_entry(tries(N), _, tries, N).
more_entry(held(Goals), _, held, Goals).
more_entry(bindings(Pairs), _, bindings, Lists) :-
    findall([Name, Text], member(Name-Text, Pairs), Lists).
more_entry(others(Goals), _, others, Goals).
more_entry(near(Goals), _, near, Goals).

%   remark(+Bindings, +More, -Remark) is nondet.

remark(Bindings, _, Remark) :-
    findall(Text, ( member(Name-Value, Bindings), format(string(Text), '~w = ~w', [Name, Value]) ),
            Texts),
    Texts = [_|_],
    atomic_list_concat(Texts, ', ', All),
    string_concat("with ", All, Remark).
remark(_, More, Remark) :-
    memberchk(others(Goals), More), Goals = [_|_],
    memberchk(tries(N), More),
    ( memberchk(also(Also), More) -> length(Also, Besides) ; Besides = 0 ),
    Left is N - Besides - 1,
    some_words(Goals, Left, Words),
    string_concat("and for other values at ", Words, Remark).
remark(_, More, Remark) :-
    memberchk(near(Goals), More), Goals = [_|_],
    length(Goals, N),
    some_words(Goals, N, Words),
    string_concat("what comes near: ", Words, Remark).

%   some_words(+Goals, +Total, -Words): the first three, and how many more there are.

some_words(Goals, Total, Words) :-
    ( length(Shown, 3), append(Shown, [_|_], Goals) -> true ; Shown = Goals ),
    atomic_list_concat(Shown, '; ', All),
    length(Shown, N),
    ( Total > N -> More is Total - N, format(string(Words), '~w and ~d more', [All, More])
    ; Words = All
    ).

%!  why_words(+Dict, -Sentence) is det.
%
%   Sentence says why the goal of a tree holds, or why it does not.

why_words(Tree, Sentence) :-
    (   Tree.holds == true -> holds_words(Tree, Sentence)
    ;   opening(Tree, Opening),
        failure_words(Tree, Failure),
        format(string(Sentence), '~w~w.', [Opening, Failure])
    ).

%   opening(+Node, -Words): what is so of the goal, in the words of the rule file if it has some.

opening(Node, Words) :-
    (   in_words(Node, Words) -> true
    ;   short(Node, Goal),
        ( Node.holds == true -> Verb = holds ; Verb = 'does not hold' ),
        format(string(Words), '~w ~w', [Goal, Verb])
    ).

%   in_words(+Node, -Words) is semidet: the words of the rule file for it.

in_words(Node, Words) :- Words0 = Node.get(words), atom_string(Words0, Words).

%!  refuting_words(+Facts, -Sentence) is det.
%
%   Sentence says that Facts, a list of texts or null, refute a goal; it is empty for null.

refuting_words(null, "") :- !.
refuting_words([], "The clauses alone refute it, whatever holds in the position.") :- !.
refuting_words([Fact], Sentence) :- !,
    format(string(Sentence), 'This alone refutes it: ~w.', [Fact]).
refuting_words(Facts, Sentence) :-
    length(Facts, N),
    append(First, [Last], Facts), !,
    atomic_list_concat(First, '; ', All),
    format(string(Sentence), 'These ~d facts alone refute it: ~w; and ~w.', [N, All, Last]).

% ---- what holds ------------------------------------------------------------

holds_words(Tree, Sentence) :-
    opening(Tree, Opening),
    kind(Tree, Kind),
    ( in_words(Tree, _) -> This = ': this holds' ; This = '' ),
    (   at_once(Kind, End) -> format(string(Sentence), '~w~w~w.', [Opening, This, End])
    ;   evidence_at(Tree, All, []),
        one_each(All, Evidence),
        because(Evidence, Tree, Kind, This, Reason),
        string_concat(Opening, Reason, Sentence)
    ).

at_once(fluent, ' in the position').
at_once(move, '').
at_once(test, '').

%   because(+Evidence, +Tree, +Kind, +This, -Words): This is the verb after the words of the rule
%   file, which have their own.

because([], _, _, This, Words) :- !,
    format(string(Words), '~w by the clauses alone; it needs nothing of the position.', [This]).
because([Node], Tree, Kind, _, Words) :- Node == Tree, memberchk(Kind, [atom, search]), !,
    reason(Tree, Reason),
    (   Reason == "" -> Words = "."
    ;   string_concat("was ", _, Reason) -> format(string(Words), ': it ~w.', [Reason])
    ;   format(string(Words), ': ~w.', [Reason])
    ).
because([Node], Tree, negation, _, Words) :- Node == Tree, has_words(Node), !,
    denied(Node, Denied),
    failure_words(Denied, Failure),
    string_concat(Failure, ".", Words).
because([Node], _, _, _, Words) :- has_words(Node), with_clause(Node), !,
    opening(Node, Said),
    evidence_at(Node, All, []),
    one_each(All, Evidence),
    (   Evidence == [] -> Further = ""
    ;   reasons(Evidence, Reasons), string_concat(", as ", Reasons, Further)
    ),
    format(string(Words), ' because ~w~w.', [Said, Further]).
because(Evidence, _, _, _, Words) :-
    reasons(Evidence, Reasons),
    format(string(Words), ' because ~w.', [Reasons]).

with_clause(Node) :- of_kind(atom, Node), Node.place \== null.

%   reasons(+Evidence, -Words)

reasons(Evidence, Words) :-
    partition(has_words, Evidence, Worded, Evidence1),
    partition(of_kind(count), Evidence1, Counts, Others),
    partition(of_kind(negation), Others, Denied, Given),
    findall(Part,
            (   Given = [_|_], held_words(Given, Part)
            ;   Denied = [_|_], denied_words(Denied, Given, Part)
            ;   member(Count, Counts), reason(Count, Reason),
                string_concat("a count gives ", Reason, Part)
            ),
            Parts0),
    findall(Part, ( member(Node, Worded), in_words(Node, Part) ), Parts1),
    (   Parts1 == [] -> conjoined(Parts0, Said)
    ;   append(Parts1, Parts0, Parts), statements(Parts, Said)
    ),
    (   Denied = [Negation], last(Evidence, Negation),
        denied(Negation, Node), Node.holds == false
    ->  failure_words(Node, Failure)
    ;   Failure = ""
    ),
    string_concat(Said, Failure, Words).

has_words(Node) :- in_words(Node, _).

%   statements(+Parts, -Words): the first of some statements, between semicolons where one of
%   them has a comma.

statements(Parts, Words) :-
    list_to_set(Parts, Distinct),
    most_named(Most),
    length(Distinct, Total),
    (   Total > Most, length(Shown0, Most), append(Shown0, _, Distinct)
    ->  More is Total - Most,
        format(string(Last), '~d more', [More]),
        append(Shown0, [Last], Shown)
    ;   Shown = Distinct
    ),
    (   append(First, [End], Shown), First = [_|_],
        member(Part, Shown), sub_string(Part, _, _, _, ",")
    ->  atomic_list_concat(First, '; ', All),
        format(string(Words), '~w; and ~w', [All, End])
    ;   conjoined(Shown, Words)
    ).

held_words(Given, Words) :-
    maplist(short, Given, Goals),
    named(Goals, Names),
    ( Given = [_] -> Verb = holds ; Verb = hold ),
    format(string(Words), '~w ~w', [Names, Verb]).

denied_words(Denied, Given, Words) :-
    maplist(denied, Denied, Nodes),
    maplist(short, Nodes, Goals),
    named(Goals, Names),
    ( Denied = [_] -> Verb = does ; Verb = do ),
    ( Given == [] -> Hold = ' hold' ; Hold = '' ),
    format(string(Words), '~w ~w not~w', [Names, Verb, Hold]).

%   denied(+Negation, -Node): what a negation that holds denies.

denied(Negation, Node) :- ( Negation.children = [Node|_] -> true ; Node = Negation ).

%   evidence(+Node, -Nodes, ?Tail): the parts of a proof that come from no clause, or that the rule
%   file has words for.  evidence_at/3 looks below such words.

evidence(Node, [Node|Nodes], Nodes) :- in_words(Node, _), !.
evidence(Node, Nodes0, Nodes) :- evidence_at(Node, Nodes0, Nodes).

evidence_at(Node, Nodes0, Nodes) :-
    kind(Node, Kind),
    (   own_evidence(Kind, Node) -> Nodes0 = [Node|Nodes]
    ;   Kind == test -> Nodes0 = Nodes
    ;   evidence_below(Node.children, Nodes0, Nodes1),
        ( memberchk(Kind, [count, aggregate]) -> Nodes1 = [Node|Nodes] ; Nodes1 = Nodes )
    ).

evidence_below([], Nodes, Nodes).
evidence_below([Child|Children], Nodes0, Nodes) :-
    evidence(Child, Nodes0, Nodes1),
    evidence_below(Children, Nodes1, Nodes).

own_evidence(fluent, _).
own_evidence(move, _).
own_evidence(negation, _).
own_evidence(atom, Node) :- Node.place == null.
own_evidence(search, Node) :- Node.place == null.

%   one_each(+Nodes0, -Nodes): the first for each goal.

one_each(Nodes0, Nodes) :- one_each(Nodes0, [], Nodes).

one_each([], _, []).
one_each([Node|Nodes0], Goals, Nodes) :-
    atom_string(Goal, Node.goal),
    (   memberchk(Goal, Goals) -> one_each(Nodes0, Goals, Nodes)
    ;   Nodes = [Node|Nodes1],
        one_each(Nodes0, [Goal|Goals], Nodes1)
    ).

% ---- what does not hold ----------------------------------------------------

%   failure_words(+Node, -Words): why a goal fails, as the end of a sentence; empty for a fluent.

failure_words(Node, Words) :-
    chain_end(Node, End, Found, Tries),
    (   Found == [], in_words(Node, _), of_kind(fluent, Node) -> Words = ""
    ;   Found == [] -> reason_words(Node, Words)
    ;   maplist(in_words, Found, Said), list_to_set(Said, Distinct),
        length(Found, Tries), \+ ( in_words(End, Own), memberchk(Own, Distinct) )
    ->  statements(Distinct, All),
        (   End == Node -> format(string(Words), ': ~w', [All])
        ;   short(End, Subject), format(string(Words), ': ~w fails, as ~w', [Subject, All])
        )
    ;   ( End == Node -> Subject = it ; short(End, Subject) ),
        fails_at(Found, Tries, End, At),
        format(string(Words), ': ~w fails at ~w', [Subject, At])
    ).

%   chain_end(+Node, -End, -Found, -Tries): follow goals that fail at one goal.  End fails at
%   Tries goals; those that have trees are Found.

chain_end(Node, End, Found, Tries) :-
    failed(Node, Found0, Tries0),
    (   Found0 = [One], Tries0 =:= 1, \+ in_words(One, _), failed(One, [_|_], _)
    ->  chain_end(One, End, Found, Tries)
    ;   End = Node, Found = Found0, Tries = Tries0
    ).

fails_at([Node|Nodes], Tries, _, Words) :-
    forall(member(One, [Node|Nodes]), of_kind(count, One)), !,
    reason(Node, Reason),
    ( Tries =:= 1 -> format(string(Words), 'a count that ~w', [Reason])
    ; format(string(Words), 'each of ~d counts, one of which ~w', [Tries, Reason])
    ).
fails_at(_, Tries, End, Words) :- Tries > 1, !,
    ways(End, Ways),
    maplist(way_goals, Ways, Lists),
    append(Lists, Goals),
    named(Goals, Tries, Words).
fails_at([Node|_], _, _, Words) :-
    short(Node, Goal),
    which_words(Node, Which),
    string_concat(Goal, Which, Words).

%   ways(+Node, -Ways): the clauses, or the conjunction, by which the goal could hold.

ways(Node, Ways) :- include(fails, [Node|Node.children], Ways).

fails(Way) :- get_dict(failed, Way, _).

failed(Node, Found, Tries) :-
    ways(Node, Ways),
    maplist(way_failed, Ways, Lists),
    append(Lists, Found),
    aggregate_all(sum(N), ( member(Way, Ways), get_dict(tries, Way, N) ), Tries).

way_failed(Way, [Way.failed|Also]) :- ( Also = Way.get(also) -> true ; Also = [] ).

way_goals(Way, Goals) :-
    way_failed(Way, Nodes),
    maplist(short, Nodes, First),
    ( Others0 = Way.get(others) -> maplist(short_text, Others0, Others) ; Others = [] ),
    append(First, Others, Goals).

%   reason_words(+Node, -Words): why a goal without clauses fails, as the end of a sentence.

reason_words(Node, Words) :-
    reason(Node, Reason0),
    ( string_concat("does not hold", Rest, Reason0) -> true ; Rest = Reason0 ),
    split_string(Rest, "", " ", [Reason]),
    (   proved(Node, Said) -> string_concat(": ", Said, Words)
    ;   memberchk(Reason, ["", "this is not so"]) -> Words = ""
    ;   of_kind(fluent, Node), Rest \== Reason0 -> string_concat(" ", Reason, Words)
    ;   member(Start, ["has", "is"]), string_concat(Start, _, Reason)
    ->  string_concat(": it ", Reason, Words)
    ;   string_concat(": ", Reason, Words)
    ).

%   which_words(+Node, -Words): why the goal at the end of a sentence fails.

which_words(Node, Words) :-
    reason(Node, Reason0),
    ( Reason0 == "" -> Reason = "does not hold" ; Reason = Reason0 ),
    (   proved(Node, Said) -> string_concat(", as ", Said, Words)
    ;   Reason == "this is not so" -> Words = ""
    ;   split_string(Reason, " ", "", [Verb|_]), memberchk(Verb, ["does", "is", "has", "depends"])
    ->  string_concat(", which ", Reason, Words)
    ;   string_concat(": ", Reason, Words)
    ).

%   proved(+Node, -Said) is semidet: the negated goal holds, if there is exactly one.

proved(Node, Said) :-
    of_kind(negation, Node),
    Node.children = [Child],
    opening(Child, Said).

% ---- words -----------------------------------------------------------------

kind(Node, Kind) :- ( get_dict(kind, Node, Kind0) -> atom_string(Kind, Kind0) ; Kind = '' ).

of_kind(Kind, Node) :- kind(Node, Kind).

reason(Node, Reason) :- atom_string(Node.reason, Reason).

%   named(+Goals, -Words), named(+Goals, +Total, -Words): the first of some goals as a list in a
%   sentence.

most_named(4).

named(Goals, Words) :- length(Goals, Total), named(Goals, Total, Words).

named(Goals, Total, Words) :-
    most_named(Most),
    list_to_set(Goals, Distinct),
    (   Total > Most, length(Shown, Most), append(Shown, [_|_], Distinct)
    ->  atomic_list_concat(Shown, ', ', All),
        More is Total - Most,
        format(string(Words), '~w and ~d more', [All, More])
    ;   conjoined(Distinct, Words)
    ).

conjoined(Words, Text) :-
    (   append(First, [Last], Words), First = [_|_]
    ->  atomic_list_concat(First, ', ', All),
        format(string(Text), '~w and ~w', [All, Last])
    ;   Words = [Text]
    ).

%   short(+Node, -Text): the goal of a node in one line, cut short if it is long.  A state counts
%   as two characters, as it is shown by a name.

longest(90).

short(Node, Text) :-
    ( Goal = Node.get(notated) -> true ; Goal = Node.goal ),
    short_text(Goal, Text).

short_text(Goal, Text) :-
    normalize_space(string(Line), Goal),
    longest(Longest),
    (   string_length(Line, Length), Length =< Longest -> Text = Line
    ;   findall(State, noted_text(State), States),
        pieces(Line, States, Pieces),
        taken(Pieces, Longest, Taken, Left),
        atomic_list_concat(Taken, All),
        ( Left == all -> atom_string(All, Text) ; string_concat(All, " ...", Text) )
    ).

%   pieces(+Line, +States, -Pieces): Line, in parts state(Text) and other(Text).

pieces(Line, States, Pieces) :-
    findall(Before-After-State,
            ( member(State, States), once(sub_string(Line, Before, _, After, State)) ),
            Found0),
    (   sort(Found0, [B-A-Found|_])
    ->  sub_string(Line, 0, B, _, First),
        sub_string(Line, _, A, 0, Rest),
        Pieces = [other(First), state(Found)|Pieces1],
        pieces(Rest, States, Pieces1)
    ;   Pieces = [other(Line)]
    ).

taken([], _, [], all).
taken([Piece|Pieces], Room, [Text|Texts], Left) :-
    (   Piece = state(Text) -> Length = 2
    ;   Piece = other(Text0), string_length(Text0, Length0), Length is min(Room, Length0),
        sub_string(Text0, 0, Length, _, Text)
    ),
    (   nonvar(Length0), Length0 > Room -> Texts = [], Left = some
    ;   Room1 is max(0, Room - Length), taken(Pieces, Room1, Texts, Left)
    ).
