:- encoding(utf8).
:- module(game_requests,
          [ game_request/3,             % +Operation, +In, -Reply
            described/2                 % +Game, -Description
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth0/3]).
:- use_module(library(ordsets), [list_to_ord_set/2, ord_memberchk/2]).
:- use_module(logic(checker/kinds), [kind_text/2]).
:- use_module(logic(checker/rule_files)).
:- use_module(logic(compiler/compile_lists), [initial_facts/2]).
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(export/clingo_program)).
:- use_module(logic(export/clingo_syntax), [decoded_terms/4, term_ranks/2]).
:- use_module(logic(export/gdl_export), [gdl_rules/5]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/named_edges)).
:- use_module(logic(game/state_space)).
:- use_module(logic(language/after), [shown_relation/2]).
:- use_module(logic(language/history), [keeps_history/1]).
:- use_module(logic(language/vocabulary), [argument_sorts/2, colour/1, network_output/2]).
:- use_module(logic(reader/inclusion)).
:- use_module(logic(reader/prolog_reader)).
:- use_module(logic(reader/term_text)).
:- use_module(logic(reader/writer)).
:- use_module(logic(requests/common)).
:- use_module(logic(search/standing_pat), [by_noise/1]).

/** <module> Requests about rule files and games

Rules are read, checked, loaded, converted, and grounded.
*/

%!  game_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

game_request(read_call, In, _{name: Name, parameters: Parameters}) :-
    read_ground_term(In.text, Term),
    (   callable(Term) -> Term =.. [Name0|Arguments]
    ;   throw(error(parameters(Term), _))
    ),
    atom_string(Name0, Name),
    maplist(parameter_text(Term), Arguments, Pairs),
    (   append(_, [N-_|Rest], Pairs), memberchk(N-_, Rest)
    ->  throw(error(twice(N), _))
    ;   true
    ),
    dict_pairs(Parameters, _, Pairs).
game_request(compose, In, Reply) :-
    findall(Name-Found,
            ( member([Name0, Kind, Text], In.files), atom_string(Name, Name0),
              ( Kind == "found" -> Found = found(Text) ; Found = missing(Text) ) ),
            Files),
    composed(In.text, Files, Composed),
    composed_dict(Composed, Reply).
game_request(load, In, Reply) :-
    maplist(given_parameter, In.parameters, Parameters),
    taken_as(In, As),
    load_rules(As, In.syntax, In.text, Parameters, In.get(percepts, false), Kind, Game, Faults),
    maplist(fault_dict(In.syntax), Faults, FaultDicts),
    kind_dict(Kind, KindDict),
    (   Game == none
    ->  Reply = _{game: null, kind: KindDict, faults: FaultDicts}
    ;   described(Game, Description),
        Reply = Description.put(_{game: Game, kind: KindDict, faults: FaultDicts})
    ).
game_request(compile, In, _{form: Compiled}) :-
    in_game(In, Game),
    compile_game(Game, In.form),
    Game:form(Compiled).
game_request(initial_facts, In, _{facts: Texts}) :-
    in_game(In, Game),
    initial_facts(Game, Facts),
    maplist(term_text(Game), Facts, Texts).
game_request(unload, In, _{}) :-
    unload_game(In.game).
game_request(check, In, _{kind: KindDict, faults: FaultDicts}) :-
    taken_as(In, As),
    examined_rules(As, In.syntax, In.text, Kind, Faults),
    kind_dict(Kind, KindDict),
    maplist(fault_dict(In.syntax), Faults, FaultDicts).
game_request(skeleton, In, _{text: Text}) :-
    taken_as(In, As),
    ( skeleton_of(As, In.syntax, In.text, Text0) -> Text = Text0 ; Text = null ).
game_request(kind, In, Reply) :-
    taken_as(In, As),
    checked_rules(As, In.syntax, In.text, Kind, _, _),
    kind_dict(Kind, Reply).
game_request(convert, In, _{text: Text, kind: KindDict, faults: FaultDicts}) :-
    taken_as(In, As),
    converted(As, In.syntax, In.to, In.text, Kind, Text, Faults),
    kind_dict(Kind, KindDict),
    maplist(fault_dict(In.syntax), Faults, FaultDicts).
game_request(gdl, In, _{text: Text, scale: Pairs, renamed: Names}) :-
    gdl_rules(In.game, In.to, Rules, Scale, Renamed),
    rules_text(In.to, Rules, Text),
    findall([V, Scaled], member(V-Scaled, Scale), Pairs),
    findall([Old, New],
            ( member(Name/Arity-New, Renamed), format(string(Old), '~q', [Name/Arity]) ),
            Names).
game_request(face_up, In, _{}) :-
    Game = In.game,
    assertz(Game:cards_up).
game_request(clauses, In, _{places: Places, faults: Dicts}) :-
    clause_places(In.syntax, In.text, Places0, Faults),
    findall([From, To], member(From-To, Places0), Places),
    maplist(fault_dict(In.syntax), Faults, Dicts).
game_request(clauses_about, In, _{places: Places}) :-
    atom_string(Name, In.name),
    ( In.arity == null -> Arity = any ; Arity = In.arity ),
    clauses_about(In.syntax, In.text, Name, Arity, Places0),
    findall([From, To], member(From-To, Places0), Places).
game_request(variants, In, _{places: Places}) :-
    clause_variants(In.syntax, In.text, In.clause, Places0),
    findall([From, To], member(From-To, Places0), Places).
game_request(goal_sum, In, _{}) :-
    in_game(In, Game),
    Constant = In.constant,
    ( memberchk(Constant, [true, false]) -> true ; throw(error(not_true_or_false(Constant), _)) ),
    retractall(Game:constant_sum(_)),
    assertz(Game:constant_sum(Constant)).
game_request(ground_program, In, _{texts: Texts, names: Names, widest: Widest,
                                   endless: Endless, outputs: Outputs}) :-
    in_game(In, Game),
    maplist(atom_string, Asked, In.asked),
    ground_program(Game, Asked, program(Texts, Names0, Widest0, Endless)),
    findall([Name, Relation, Places],
            ( member(name(Name, PI, Sources), Names0),
              shown_relation(PI, Relation),
              findall(From, member(source(From-_, _, _), Sources), Places) ),
            Names),
    findall(From, member(source(From-_, _, _), Widest0), Widest),
    findall([Name, Sorts, Defined],
            ( network_output(Asked, Name/Arity), argument_sorts(Name/Arity, Sorts),
              ( Game:defined(Name/Arity) -> Defined = true ; Defined = false ) ),
            Outputs).

%   One text of all terms, a line for each, is read and written much faster than a list.

game_request(ground_terms, In, _{texts: Text, ranks: Ranks, initial: Initial, noop: Noop}) :-
    in_game(In, Game),
    decoded_terms(Game, In.text, Terms, Noop),
    maplist(term_text(Game), Terms, Texts),
    atomic_list_concat(Texts, '\n', Text),
    term_ranks(Terms, Ranks0),
    atomic_list_concat(Ranks0, ' ', Ranks),
    initial_facts(Game, Facts),
    list_to_ord_set(Facts, Set),
    findall(I, ( nth0(I, Terms, T), ord_memberchk(T, Set) ), Is),
    atomic_list_concat(Is, ' ', Initial).

composed_dict(whole(Text, Parts), _{text: Text, parts: Lists}) :-
    findall([Name, Offset, Length, How, Within], member(part(Name, Offset, Length, How, Within), Parts), Lists).
composed_dict(needs(Name), _{needs: Name}).
composed_dict(fault(Name, Fault), _{file: Name, fault: Dict}) :- fault_dict(prolog, Fault, Dict).

%   taken_as(+In, -As): what somebody has said that the file is, or `none`.

taken_as(In, As) :- ( get_dict(taken_as, In, As0), As0 \== null -> As = As0 ; As = none ).

kind_dict(Kind, _{name: Name, own: Own, text: Text}) :-
    Kind = kind(Name, Form, _),
    ( Form == own -> Own = true ; Own = false ),
    kind_text(Kind, Text).

parameter_text(_, Name=Value, Name-Text) :- atom(Name), !, value_text(Value, Text).
parameter_text(Term, _, _) :- throw(error(parameters(Term), _)).

given_parameter([Name0, Text], Name=written(Text)) :- atom_string(Name, Name0).

%!  described(+Game, -Description) is det.
%
%   Description is what is known of a game without its states.

described(Game, _{roles: Roles, title: Title, source: Source, about: About,
                  parameters: Parameters, space: Space, estimate: Estimate,
                  convention: Convention, position_parameter: Written, notated: Notated,
                  noisy: Noisy, turns: Turns, histories: Histories, default_texts: Texts, column_labels: Columns,
                  row_labels: Rows, rows_from_below: FromBelow, numbered: Numbered, symbols: Symbols, chequered: Chequered,
                  hexagonal: Hexagonal, square_names: SquareNames, colours: Colours, lines: Lines,
                  weights: Weights, ranges: Ranges, outcomes: Outcomes,
                  worths: Worths, hidden: Hidden, constant_sum: Sum, repetition: Repetition}) :-
    findall(T, ( Game:role(R), term_text(Game, R, T) ), Roles),
    first_text(Game:title(T1), T1, Title),
    first_text(Game:source(T2), T2, Source),
    first_text(Game:about(T3), T3, About),
    Game:convention(Convention),
    (   Game:rule(position_parameter(Name), []) -> atom_string(Name, Written) ; Written = null ),
    ( Game:defined(notation/3) -> Notated = true ; Notated = false ),
    ( by_noise(Game) -> Noisy = true ; Noisy = false ),
    ( Game:defined(mid_turn/0) -> Turns = true ; Turns = false ),
    ( keeps_history(Game) -> Histories = true ; Histories = false ),
    ( Game:chequered -> Chequered = true ; Chequered = false ),
    ( Game:hexagonal -> Hexagonal = true ; Hexagonal = false ),
    findall([N, V],
            ( Game:rule(parameter(N0, V0), []), atom_string(N0, N), value_text(V0, V) ),
            Parameters),
    findall([C4, T4], ( Game:draw_column(C4, T5), integer(C4), plain_text(T5, T4) ), Columns),
    findall([R6, T6], ( Game:draw_row(R6, T7), integer(R6), plain_text(T7, T6) ), Rows),
    findall([C9, R9, T9],
            ( Game:draw_name(C9, R9, T10), maplist(integer, [C9, R9]), plain_text(T10, T9) ),
            SquareNames),
    findall([T13, K], ( Game:draw_colour(T14, K), colour(K), plain_text(T14, T13) ), Colours),
    findall([C11, R11, C12, R12],
            ( Game:draw_line(C11, R11, C12, R12), maplist(integer, [C11, R11, C12, R12]) ),
            Lines),
    ( Game:rows(from_below) -> FromBelow = true ; FromBelow = false ),
    findall(Edge, ( member(Edge, [columns, rows]), moves_name(Game, Edge) ), Numbered),
    findall([L, S], ( Game:symbol(L0, S0), plain_text(L0, L), plain_text(S0, S) ), Symbols),
    findall(N2, ( Game:default_text(N1), atom_string(N1, N2) ), Texts),
    ( book_space(Game) -> Space = book ; length(Roles, 1) -> Space = game ; Space = none ),
    (   ( Game:defined(h/1) ; Game:defined(h/2) ) -> Estimate = true ; Estimate = false ),
    findall([N, W], ( Game:weight(N1, W), term_text(Game, N1, N) ), Weights),
    findall([Low, High],
            ( Game:role(R), ( Game:goal_range(R, range(Low, High)) -> true
                            ; Low = 0, High = 0 ) ),
            Ranges),
    findall(N, ( Game:role(R), ( Game:goal_range(R, _) -> Game:outcomes(R, N) ; N = 0 ) ),
            Outcomes),
    findall(Vs, ( Game:role(R), ( Game:goal_worths(R, Vs0) -> Vs = Vs0 ; Vs = [] ) ),
            Worths),
    ( Game:declared_sum(Sum0) -> Sum = Sum0 ; Sum = null ),
    findall([R8, W8], declared_worth(Game, R8, W8), Repetition),
    ( hidden_information(Game) -> Hidden = true ; Hidden = false ).

%   declared_worth(+Game, -Role, -Worth): what the rules say that endless play is worth to a role, or
%   to all, where Role is null.

declared_worth(Game, null, Worth) :- Game:repetition(W), worth_text(Game, W, Worth).
declared_worth(Game, Role, Worth) :-
    Game:repetition(R, W), term_text(Game, R, Role), worth_text(Game, W, Worth).

worth_text(Game, W, Worth) :- ( integer(W) -> Worth = W ; term_text(Game, W, Worth) ).

:- meta_predicate first_text(0, ?, -).

first_text(Goal, X, Text) :- ( call(Goal) -> plain_text(X, Text) ; Text = null ).
