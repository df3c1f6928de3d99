:- encoding(utf8).
:- module(dialogue,
          [ dialogue/3                  % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(dialogue/clause_base)).
:- use_module(logic(dialogue/resolution)).
:- use_module(logic(game/interning)).
:- use_module(logic(questions/met_states), [forget_states/0, noted_states/2]).
:- use_module(logic(reader/clause_scanner), [clause_regions/3]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).

/** <module> Requests about clause bases

The operations of CILOG's dialogue; serve.pl describes requests.
*/

%!  dialogue(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

dialogue(base_new, In, _{base: Base}) :-
    new_base(Base),
    (   In.game == null -> true
    ;   in_game(In, Game),
        ( In.state == null -> State = none ; numbered_state(Game, In.state, State) ),
        add_game(Base, Game, State)
    ).
dialogue(base_drop, In, _{}) :-
    drop_base(In.base).
dialogue(base_regions, In, _{regions: Regions}) :-
    clause_regions(In.text, 100, Regions0),
    maplist(region_list, Regions0, Regions).
dialogue(base_tell, In, _{count: Count, faults: Faults}) :-
    ( In.source == null -> Source = typed ; Source = In.source ),
    add_clauses(In.base, In.syntax, In.text, Source, Count, Faults0),
    maplist(fault_dict(In.syntax), Faults0, Faults).
dialogue(base_clear, In, Reply) :-
    (   In.text == null
    ->  clear(In.base, _, Count), Reply = _{count: Count, faults: []}
    ;   with_query(In, Reply, one_atom(Atom), clear(In.base, Atom, Count), _{count: Count})
    ).
dialogue(base_askable, In, Reply) :-
    with_query(In, Reply, one_atom(Atom), add_askable(In.base, Atom), _{}).
dialogue(base_answer, In, Reply) :-
    with_query(In, Reply, one_atom(Atom), add_reply(In.base, Atom, In.reply), _{}).
dialogue(base_listing, In, Reply) :-
    (   In.text == null
    ->  Pattern = any(_), listed(In.base, Pattern, Clauses),
        askable_texts(In.base, Askables),
        Reply = _{clauses: Clauses, askables: Askables, faults: []}
    ;   with_query(In, Reply, one_atom(Atom), listed(In.base, any(Atom), Clauses),
                   _{clauses: Clauses, askables: []})
    ).
dialogue(base_check, In, _{warnings: Warnings}) :-
    unsupported(In.base, Warnings0),
    findall(_{atom: Atom, rule: Rule, place: Place, closest: Closest},
            ( member(warning(Atom, Rule, Source, PI), Warnings0),
              place_list(Source, Place),
              closest_text(In.base, PI, Closest) ),
            Warnings).
dialogue(base_relations, In, _{relations: Texts, of_game: OfGame}) :-
    relations(In.base, PIs),
    maplist(indicator_list, PIs, Texts),
    relations_of_game(In.base, GamePIs),
    maplist(indicator_list, GamePIs, OfGame).
dialogue(base_solve, In, Reply) :-
    with_goals(In, Reply, Goals, solved(In.base, In, Goals, Found), Found).
dialogue(base_node, In, Reply) :-
    with_goals(In, Reply, Goals, shown_node(In.base, In, Goals, Node), Node).
dialogue(base_why, In, Reply) :-
    with_goals(In, Reply, Goals, shown_frame(In.base, In, Goals, Frame), Frame).
dialogue(base_whynot, In, Reply) :-
    with_goals(In, Reply, Goals, shown_whynot(In.base, Goals, What), What).

indicator_list(Name0/Arity, [Name, Arity]) :- prolog_text(Name0, Name).

region_list(region(From, To, []), [From, To, ""]).
region_list(region(From, To, [fault(_, Code, _, _)]), [From, To, Code]).
region_list(unreadable(From, To, fault(_, Code, _, _)), [From, To, Code]).

%   with_query(+In, -Reply, ?Wanted, :Goal, +Reply0): call Goal with the query of In.  Reply
%   is Reply0, or has the faults of the query.

:- meta_predicate with_query(+, -, ?, 0, +).
:- meta_predicate with_goals(+, -, ?, 0, +).

with_query(In, Reply, Wanted, Goal, Reply0) :-
    ( get_dict(syntax, In, Syntax0) -> atom_string(Syntax, Syntax0) ; Syntax = cilog ),
    query(In.base, Syntax, In.text, Query, Faults0),
    (   Query = query(Names, Body)
    ->  wanted(Wanted, Names, Body, In.text),
        call(Goal),
        Reply = Reply0.put(_{faults: []})
    ;   maplist(fault_dict(Syntax), Faults0, Faults),
        Reply = _{faults: Faults}
    ).

wanted(body(Names, Body), Names, Body, _).
wanted(one_atom(Atom), _, Body, Text) :-
    (   Body = [call(Fact)] -> fact_atom(Fact, Atom)
    ;   throw(error(expected_one_atom(Text), _))
    ).

with_goals(In, Reply, Goals, Goal, Reply0) :-
    with_query(In, Reply, body(Names, Body),
               ( forget_states,
                 maplist(step_term, In.steps, Steps),
                 stands_at(In.base, Steps, goals(Names, Body, In.bound), Goals),
                 call(Goal),
                 shown_states(In.base, States),
                 put_dict(states, Reply0, States, Reply1) ),
               Reply1).

%   shown_states(+Base, -Dicts): the states in the texts of the reply.

shown_states(Base, Dicts) :-
    ( Base:asks(Game, _) -> noted_states(Game, Dicts) ; Dicts = [] ),
    forget_states.

step_term(["proof", Text, Path], proof(Log, Path)) :- !, log_text(Log, Text).
step_term(["proved", Text], proved(Log)) :- !, log_text(Log, Text).
step_term([Name0|Arguments], Step) :- atom_string(Name, Name0), Step =.. [Name|Arguments].

%   log_text(?Log, ?Text): Text is the form that a log has in Python.

log_text(Log, Text) :-
    (   is_list(Log)
    ->  maplist(log_word, Log, Words),
        atomic_list_concat(Words, ' ', Atom), atom_string(Atom, Text)
    ;   split_string(Text, " ", " ", Words),
        ( Words == [""] -> Log = [] ; maplist(log_entry, Words, Log) )
    ).

log_word(Entry, Word) :- ( atomic(Entry) -> Word = Entry ; term_string(Entry, Word) ).

log_entry(Word, Entry) :-
    ( number_string(Number, Word) -> Entry = Number ; term_string(Entry, Word) ).

solved(Base, In, Goals, _{answers: Answers, end: End, event: Event, steps: Steps,
                          missing: Missing}) :-
    maplist(atom_string, Decisions, In.decisions),
    Options = options(In.skip, In.want, Decisions, In.debug),
    proofs(Base, Options, Goals, result(Answers0, End0, Steps)),
    findall(_{texts: Texts, constraints: Constraints, log: Log, values: Values},
            ( member(answer(Texts, Constraints, Log0, Values), Answers0),
              ( Log0 == none -> Log = null ; log_text(Log0, Log) ) ),
            Answers),
    end_dict(End0, End, Event),
    (   Answers == [], End == natural
    ->  Goals = goals(_, Body, _),
        plain_body(Body, Plain),
        without_clauses(Base, Plain, PIs),
        findall([Text, Closest],
                ( member(PI, PIs), prolog_text(PI, Text), closest_text(Base, PI, Closest) ),
                Missing)
    ;   Missing = []
    ).

end_dict(event(Kind0, Logs0), event, _{kind: Kind, words: Words, logs: Logs}) :- !,
    maplist(log_text, Logs0, Logs),
    Kind0 =.. [Kind|Arguments],
    ( Arguments = [Words] -> true ; Words = "" ).
end_dict(floundered(Text), floundered, _{kind: floundered, words: Text, logs: []}) :- !.
end_dict(End, End, null).

closest_text(Base, PI, Text) :-
    ( closest_known(Base, PI, Closest) -> prolog_text(Closest, Text) ; Text = null ).

place_list(at(Source, Offset), [Source, Offset]) :- !.
place_list(Word, Text) :- ( Word == none -> Text = null ; Text = Word ).

shown_node(Base, In, Goals, _{path: Path, goal: Goal, how: How, place: Place,
                              inside: Inside, children: Children}) :-
    log_text(Log, In.log),
    proof_node(Base, Log, In.path, Goals, node(Path, Goal, How0, Source, Children0)),
    ( How0 = game(Inside0) -> How = game ; How = How0, Inside0 = none ),
    inside_list(Inside0, Inside),
    place_list(Source, Place),
    maplist(child_list, Children0, Children).

child_list(child(Text, How), [Text, How]).

inside_list(none, null).
inside_list(inside(Number0, Text), [Number, Text]) :-
    ( Number0 == none -> Number = null ; Number = Number0 ).

shown_frame(Base, In, Goals, Reply) :-
    maplist(log_text, Logs, In.logs),
    why_frame(Base, Logs, In.index, Goals, Frame, Opens),
    (   Frame = frame(Goal, Head, Source, Children0, Current, Level, Path)
    ->  place_list(Source, Place),
        maplist(child_list, Children0, Children),
        Reply = _{goal: Goal, head: Head, place: Place, children: Children,
                  current: Current, level: Level, path: Path, opens: Opens}
    ;   Reply = _{goal: null, opens: Opens}
    ).

shown_whynot(Base, Goals, _{goal: Goal, rest: Rest, ground: Ground, kind: Kind,
                            detail: Detail}) :-
    whynot_goal(Base, Goals, whynot(Goal, Rest, Ground, What)),
    whynot_detail(What, Kind, Detail).

whynot_detail(call(Facts, Rules0), call, _{facts: Facts, rules: Rules}) :- !,
    findall(_{number: Number, text: Text, place: Place},
            ( member(number(Number, Text, Source), Rules0), place_list(Source, Place) ),
            Rules).
whynot_detail(game(Facts, Inside0), game, _{facts: Facts, inside: Inside}) :- !,
    inside_list(Inside0, Inside).
whynot_detail(missing(Closest), missing, Text) :- !,
    ( Closest == none -> Text = null ; prolog_text(Closest, Text) ).
whynot_detail(builtin(words(Words)), builtin, Words) :- !.
whynot_detail(What, Kind, Detail) :-
    What =.. [Kind|Arguments],
    ( Arguments = [Detail] -> true ; Detail = null ).

%   listed(+Base, +Pattern, -Clauses): an atom stands for all relations of that name, unless
%   there is one without arguments.

listed(Base, any(Pattern), Clauses) :-
    listed_clauses(Base, Pattern, Clauses0),
    (   Clauses0 == [], atom(Pattern)
    ->  findall(Clause,
                ( relations(Base, PIs), member(Pattern/Arity, PIs),
                  functor(Head, Pattern, Arity),
                  listed_clauses(Base, Head, Some), member(Clause, Some) ),
                Clauses)
    ;   Clauses = Clauses0
    ).

listed_clauses(Base, Pattern, Clauses) :-
    findall([Text, Place],
            ( matching(Base, Pattern, clause(Head, Body, Names, Source)),
              listed_text(Head, Body, Names, Text),
              place_list(Source, Place) ),
            Clauses).

askable_texts(Base, Texts) :-
    findall(Text, ( askable(Base, Atom), shown([], call(Atom), Text) ), Texts).
