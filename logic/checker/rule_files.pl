:- encoding(utf8).
:- module(rule_files,
          [ checked_rules/6,            % +As, +Syntax, +Text, -Kind, -Rules, -Faults
            examined_rules/5,           % +As, +Syntax, +Text, -Kind, -Faults
            skeleton_of/4,              % +As, +Syntax, +Text, -Skeleton
            convention/3,               % +Syntax, +Rules, -Convention
            converted/7,                % +As, +From, +To, +Text, -Kind, -Converted, -Faults
            clause_places/4,            % +Syntax, +Text, -Places, -Faults
            clauses_about/5,            % +Syntax, +Text, +Name, +Arity, -Places
            clauses_of_play/3,          % +Syntax, +Text, -Clauses
            clause_variants/4           % +Syntax, +Text, +Clause, -Places
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [append/2, append/3, list_to_set/2, max_list/2, member/2, memberchk/2, nth1/3, subtract/3]).
:- use_module(logic(checker/argument_slips)).
:- use_module(logic(checker/clause_goals), [with_called/3]).
:- use_module(logic(checker/clause_texts), [clause_places_of/3]).
:- use_module(logic(checker/foreign_edits), [foreign_faults/2]).
:- use_module(logic(checker/kinds)).
:- use_module(logic(checker/messages), [fault_text/5]).
:- use_module(logic(checker/name_slips)).
:- use_module(logic(checker/outcome_goals)).
:- use_module(logic(checker/skeletons)).
:- use_module(logic(checker/static_checks)).
:- use_module(logic(language/dependency), [edges/2, serving/3]).
:- use_module(logic(language/equations), [value_fact/1]).
:- use_module(logic(language/safe_order), [strip_places/2]).
:- use_module(logic(language/vocabulary), [relation_mark/2]).
:- use_module(logic(reader/clause_scanner), [clause_regions/3]).
:- use_module(logic(reader/prolog_reader), [read_clauses/4]).
:- use_module(logic(reader/syntaxes)).
:- use_module(logic(reader/writer)).

/** <module> Read, check and convert rule files in any syntax

syntaxes.pl has the syntaxes.
*/

%!  checked_rules(+As, +Syntax, +Text, -Kind, -Rules, -Faults) is det.
%
%   Kind is what Text is (kinds.pl): As, unless that is `none`.  Faults are the faults of Text and of
%   its rules, in the order of their places.  The faults of a search program are found by
%   program_checks.pl.

checked_rules(As, Syntax, Text, Kind, Rules, Faults) :-
    once(read_syntax(Syntax, Text, Rules0, ReadFaults0)),
    other_syntax(Syntax, ReadFaults0, ReadFaults),
    kind_of(As, Syntax, Text, Rules0, Kind0),
    with_goals(Kind0, Syntax, Rules0, Rules),
    rules_faults(Kind0, Syntax, Text, Rules, ReadFaults, Faults0),
    kind_with_faults(Kind0, Syntax, Text, Faults0, Kind),
    (   Kind = kind(_, foreign(_, _), _)
    ->  foreign_faults(Kind, Foreign),
        unread_faults(Kind, Syntax, Text, Unread),
        append(Foreign, Unread, Faults1),
        sort(3, @=<, Faults1, Faults)
    ;   Faults = Faults0
    ).

%   with_goals(+Kind, +Syntax, +Rules0, -Rules): a game of ours may say who wins in place of its goals.

with_goals(Kind, Syntax, Rules0, Rules) :-
    (   Kind = kind(game, own, _), convention(Syntax, Rules0, own)
    ->  with_outcome_goals(Rules0, Rules)
    ;   Rules = Rules0
    ).

%   unread_faults(+Kind, +Syntax, +Text, -Faults): what cannot be read as Prolog.  The directives of a
%   puzzle are named with its search (foreign_edits.pl).

unread_faults(kind(Name, _, _), Syntax, Text, Faults) :-
    read_clauses(Syntax, Text, _, Faults0),
    findall(Fault,
            ( member(Fault, Faults0), Fault = fault(error, Code, _, _),
              ( Code == directive -> Name == program ; true ) ),
            Faults).

%   other_syntax(+Syntax, +Faults0, -Faults): several implications of CILOG are one fault: the text is
%   in another syntax.

other_syntax(prolog, Faults0, [fault(error, syntax, Place, [cilog])|Faults]) :-
    memberchk(fault(error, syntax, Place, [instead("<-", _)]), Faults0),
    exclude(of_cilog, Faults0, Faults),
    length(Faults0, Count0), length(Faults, Count), Count0 - Count >= 2, !.
other_syntax(_, Faults, Faults).

of_cilog(fault(_, syntax, _, [instead(Word, _)])) :- memberchk(Word, ["<-", "&"]).

rules_faults(kind(_, foreign(_, _), _), _, _, _, _, []) :- !.
rules_faults(kind(program, _, _), _, _, _, _, []) :- !.
rules_faults(kind(theory, _, _), Syntax, Text, _, _, Faults) :- !, theory_faults(Syntax, Text, Faults).
rules_faults(Kind, Syntax, _, Rules, ReadFaults, Faults) :-
    kind_name(Kind, Name),
    check_rules(Name, Rules, RuleFaults0),
    (   member(fault(error, _, _, _), ReadFaults)
    ->  hide_consequences(RuleFaults0, RuleFaults)
    ;   RuleFaults = RuleFaults0
    ),
    convention(Syntax, Rules, Convention),
    ( Convention == gdl -> local_faults(Syntax, Rules, Locals) ; Locals = [] ),
    append([ReadFaults, RuleFaults, Locals], AllFaults),
    exclude(of_parted_clause(Rules, ReadFaults), AllFaults, Faults0),
    findall(F, ( member(F0, Faults0), weighed(Convention, F0, F) ), Faults1),
    sort(3, @=<, Faults1, Faults).

%   of_parted_clause(+Rules, +ReadFaults, +Fault) is semidet: a full stop parts a clause, and Fault is
%   about a variable whose other place is in the other part.

of_parted_clause(Rules, ReadFaults, fault(_, Code, At-_, _)) :-
    memberchk(Code, [unbound, singleton]),
    member(fault(error, several_heads, From-To, [body]), ReadFaults),
    At < To,
    findall(F, ( member(rule(_, _, source(F-_, _, _)), Rules), F < From ), Fs),
    max_list([0|Fs], First),
    At >= First, !.

%   theory_faults(+Syntax, +Text, -Faults): of a theory, only what keeps a question from an answer is
%   a fault.  Its clauses are tried in their order, and may build any terms.

theory_faults(Syntax, Text, Faults) :-
    once(read_theory_in(Syntax, Text, Rules, ReadFaults0)),
    other_syntax(Syntax, ReadFaults0, ReadFaults),
    check_rules(theory, Rules, Faults0),
    findall(F, ( member(F, Faults0), F = fault(_, Code, _, About), of_theory(Code),
                 \+ about_equation(About) ), Faults1),
    append(ReadFaults, Faults1, Faults2),
    sort(3, @=<, Faults2, Faults).

%   A theory has equations (read_theory/4).

about_equation([Name/Arity|_]) :- functor(Fact, Name, Arity), value_fact(Fact).

of_theory(forbidden_builtin).
of_theory(unknown_predicate).
of_theory(singleton).

%!  examined_rules(+As, +Syntax, +Text, -Kind, -Faults) is det.
%
%   Faults are those of checked_rules/6 and those of the names in the file (name_slips.pl).
%   A fault that does not prevent play can be an error here.

examined_rules(As, Syntax, Text, Kind, Faults) :-
    checked_rules(As, Syntax, Text, Kind, Rules0, Faults0),
    (   Kind = kind(Name, own, _), memberchk(Name, [game, space])
    ->  examined(Syntax, Text, Rules0, Faults0, Faults)
    ;   Faults = Faults0
    ).

examined(Syntax, Text, Rules0, Faults0, Faults) :-
    findall(Rule, ( member(Rule, Rules0), Rule = rule(_, _, _) ), Rules),
    convention(Syntax, Rules, Convention),
    name_faults(Convention, Rules, Named),
    (   ( memberchk(unreadable(_), Rules0) ; memberchk(fault(_, misspelt, _, _), Faults0) )
    ->  Gaps = []
    ;   gap_faults(Rules, Gaps0),
        argument_faults(Rules, Gaps1),
        exclude(list_for_text(Text), Gaps1, Gaps2),
        append(Gaps0, Gaps2, Gaps)
    ),
    append(Named, Gaps, Faults1),
    findall(F, ( member(F0, Faults0), strict(F0, F) ), Faults2),
    append(Faults2, Faults1, Faults3),
    append(Faults0, Gaps, Reported),
    findall(F,
            ( member(F, Faults3), \+ reported_already(F, Reported),
              \+ of_visited_states(F, Rules, Reported) ),
            Faults4),
    sort(3, @=<, Faults4, Faults).

%   of_visited_states(+Fault, +Rules, +Reported): Fault is that nothing binds a variable in a clause
%   of a relation that is to go, as it is asked for visited states.

of_visited_states(fault(_, unbound, At-_, _), Rules, Reported) :-
    member(fault(_, visited_list, _, [Name/Arity]), Reported),
    findall(From-Head, ( member(rule(Head, _, source(_, From-_, _)), Rules), From =< At ), Before),
    sort(1, @>=, Before, [_-Last|_]),
    functor(Last, Name, Arity), !.

%   list_for_text(+Text, +Fault): it is about characters in brackets, not in double quotes.

list_for_text(Text, fault(_, text_value, From-To, _)) :-
    Length is To - From,
    sub_string(Text, From, Length, _, Clause),
    \+ sub_string(Clause, _, _, _, "\"").

%!  skeleton_of(+As, +Syntax, +Text, -Skeleton) is semidet.
%
%   Skeleton is a text made from a foreign one (skeletons.pl); fails for another.

skeleton_of(As, Syntax, Text, Skeleton) :-
    checked_rules(As, Syntax, Text, Kind, _, _),
    skeleton(Text, Kind, Skeleton0),
    kind_name(Kind, Name),
    (   Name == space
    ->  without_estimate(Skeleton0, Skeleton1), with_notes(Name, Skeleton1, Skeleton)
    ;   Name == game
    ->  with_notes(Name, Skeleton0, Skeleton)
    ;   Skeleton = Skeleton0
    ).

%   without_estimate(+Skeleton0, -Skeleton): an estimate with an error, and what only that asks, is a
%   comment; a search needs none.

without_estimate(Skeleton0, Skeleton) :-
    (   errors(space, Skeleton0, Errors),
        read_clauses(prolog, Skeleton0, Clauses, _),
        with_called([h/2], Clauses, OfH),
        with_called([start/1, is_goal/1, arc/2, arc/3], Clauses, OfMoves),
        subtract(OfH, OfMoves, Only),
        clause_places_of(Clauses, Only, Places),
        member(From-To, Places), member(fault(_, Code, At-_, Arguments), Errors),
        At >= From, At =< To
    ->  note('Left out, because `check` refuses it, and `path` needs no estimate', Code, Arguments, Note),
        out(Places, Note, Skeleton0, Skeleton)
    ;   Skeleton = Skeleton0
    ).

errors(Name, Text, Errors) :-
    checked_rules(Name, prolog, Text, _, _, Faults),
    findall(F, ( member(F, Faults), F = fault(error, _, _, _) ), Errors),
    Errors \== [].

%   out(+Places, +Note, +Text0, -Text): Places are comments, the first after Note.

out(Places, Note, Text0, Text) :-
    findall(From-Comment,
            ( nth1(N, Places, From-_), ( N =:= 1 -> format(string(Comment), '~w~n% ', [Note])
                                       ; Comment = "% " ) ),
            Begins),
    findall(Next-"% ",
            ( member(From-To, Places), between(From, To, At), At < To,
              sub_string(Text0, At, 1, _, "\n"), Next is At + 1 ),
            Lines),
    append(Begins, Lines, Inserts),
    inserted(Inserts, Text0, Text).

%   with_notes(+Name, +Skeleton0, -Skeleton): a comment above each clause with an error says what to mend.

with_notes(Name, Skeleton0, Skeleton) :-
    (   errors(Name, Skeleton0, Errors)
    ->  clause_regions(Skeleton0, 100, Regions),
        findall(From-Line,
                ( member(fault(_, Code, At-_, Arguments), Errors), Code \== missing,
                  member(Region, Regions), Region =.. [_, From, To, _], At >= From, At =< To,
                  note('Mend this', Code, Arguments, Note),
                  format(string(Line), '~w~n', [Note]) ),
                Inserts0),
        list_to_set(Inserts0, Inserts),
        inserted(Inserts, Skeleton0, Skeleton)
    ;   Skeleton = Skeleton0
    ).

note(Why, Code, Arguments, Note) :-
    fault_text(prolog, Code, Arguments, Message, Fix),
    format(string(Note0), '% ~w: ~w; ~w', [Why, Message, Fix]),
    split_string(Note0, "\n\r", "", Lines),
    atomic_list_concat(Lines, ' ', Note).

%   inserted(+Inserts, +Text0, -Text): Inserts are Offset-String.

inserted(Inserts0, Text0, Text) :-
    keysort(Inserts0, Inserts),
    pieces(Inserts, 0, Text0, Pieces),
    atomic_list_concat(Pieces, Text1),
    atom_string(Text1, Text).

pieces([], From, Text, [Rest]) :- sub_string(Text, From, _, 0, Rest).
pieces([At-Line|Inserts], From, Text, [Before, Line|Pieces]) :-
    Length is At - From,
    sub_string(Text, From, Length, _, Before),
    pieces(Inserts, At, Text, Pieces).

strict(fault(_, missing, Place, PI), fault(error, missing, Place, PI)) :- !.
strict(fault(_, misspelt, Place, [PI, Meant]),
       fault(error, misspelt, Place, [PI, Meant])) :-
    relation_mark(Meant, needed), !.
strict(Fault, Fault).

%   Suppress follow-up warnings: an unused relation may be meant for a rule with an error,
%   and a probably misspelled name is not also reported as unused.

reported_already(fault(warning, Code, _, _), Faults) :-
    memberchk(Code, [never_used, never_asked, look_alike, fluent_fact,
                     clause_twice]),
    member(fault(error, _, _, _), Faults), !.
reported_already(fault(_, unbounded_recursion, _, [PI]), Faults) :-
    member(fault(_, visited_list, _, [PI]), Faults), !.
reported_already(fault(_, unevaluated, Place, _), Faults) :-
    memberchk(fault(_, wrong_cost, Place, _), Faults), !.
reported_already(fault(_, Code, From-_, _), Faults) :-
    memberchk(Code, [forbidden_builtin, singleton, unbound]),
    member(fault(_, visited_list, Begin-End, _), Faults),
    From >= Begin, From < End, !.
reported_already(fault(warning, keyword, From-_, _), Faults) :-
    member(fault(error, arity, Begin-End, _), Faults),
    From >= Begin, From < End, !.
reported_already(fault(warning, no_init, _, [_|_]), Faults) :-
    member(fault(error, _, _, _), Faults), !.
reported_already(fault(_, impossible_value, _, [_, PI|_]), Faults) :-
    member(fault(_, no_init, _, [PI|_]), Faults), !.
reported_already(fault(_, impossible_value, _, _), Faults) :-
    member(fault(_, same_variable, _, _), Faults), !.
reported_already(fault(_, never_used, _, [parameter(Name)]), Faults) :-
    member(fault(_, no_parameter, _, [_, Name]), Faults), !.
reported_already(fault(_, no_weight, _, [Name]), Faults) :-
    member(fault(_, no_feature, _, [_, Name]), Faults), !.
reported_already(fault(_, never_used, _, [PI]), Faults) :-
    member(fault(_, misspelt, _, [PI|_]), Faults), !.
reported_already(fault(_, look_alike, _, [Name, _]), Faults) :-
    member(fault(_, no_role, _, [Name|_]), Faults), !.
reported_already(fault(_, sees_unread, _, [only(_)]), Faults) :-
    member(fault(_, no_role, _, _), Faults), !.
reported_already(fault(_, impossible_value, _, [_, _, _, Name|_]), Faults) :-
    (   member(fault(_, no_role, _, [Name|_]), Faults)
    ;   member(fault(_, unbound, _, [_, name(Name)]), Faults)
    ), !.
reported_already(fault(_, look_alike, _, [Name, _]), Faults) :-
    member(fault(_, impossible_value, _, [_, _, _, Name|_]), Faults), !.
reported_already(fault(_, look_alike, _, [Name, _]), Faults) :-
    member(fault(_, Code, _, [Name/_|_]), Faults),
    memberchk(Code, [misspelt, unknown_predicate, never_true, never_legal]), !.

%!  convention(+Syntax, +Rules, -Convention) is det.
%
%   Convention is `gdl` for a rule sheet of General Game Playing: a relation without rules
%   simply does not hold there, and every role must have a move.  It is `own` for a file
%   of ours.  The syntaxes of rule sheets imply `gdl` and the others `own`, unless the rules
%   state otherwise.

convention(Syntax, Rules, Convention) :-
    (   member(rule(convention(Stated), [], _), Rules), memberchk(Stated, [own, gdl])
    ->  Convention = Stated
    ;   sheet_syntax(Syntax) -> Convention = gdl
    ;   Convention = own
    ).

weighed(own, Fault, Fault).
weighed(gdl, fault(Severity0, Code, Place, Arguments), fault(Severity, Code, Place, Arguments)) :-
    Code \== singleton,
    (   memberchk(Code, [unknown_predicate, forbidden_builtin, missing, misspelt])
    ->  Severity = warning
    ;   Severity = Severity0
    ).

%!  converted(+As, +From, +To, +Text, -Kind, -Converted, -Faults) is det.
%
%   Converted is the rule file Text, converted from the syntax From to the syntax To; it
%   is empty if a fault is an error, or Text is a search program.  KIF and HRF do not allow a variable
%   that occurs only in a negation.

converted(As, From, To, Text, Kind, Converted, Faults) :-
    checked_rules(As, From, Text, Kind, Rules0, Faults0),
    convention(From, Rules0, Convention),
    (   Convention == gdl, \+ member(fault(error, _, _, _), Faults0)
    ->  local_faults(To, Rules0, Locals), append(Faults0, Locals, Faults)
    ;   Faults = Faults0
    ),
    (   ( member(fault(error, _, _, _), Faults) ; kind_name(Kind, program) )
    ->  Converted = ""
    ;   exclude(states_convention, Rules0, Rules1),
        (   convention(To, Rules1, Convention)
        ->  Rules = Rules1
        ;   Rules = [rule(convention(Convention), [], source(0-0, 0-0, []))|Rules1]
        ),
        rules_text(To, Rules, Converted)
    ).

states_convention(rule(convention(_), [], _)).

%   If a clause could not be read, it may be the one that defines a missing relation.
hide_consequences(Faults0, Faults) :-
    findall(F, ( member(F, Faults0), \+ consequence(F) ), Faults).

consequence(fault(_, missing, _, _)).
consequence(fault(_, never_true, _, _)).
consequence(fault(_, never_legal, _, _)).

%!  clause_places(+Syntax, +Text, -Places, -Faults) is det.
%
%   Places are those of the clauses of Text, in their order.

clause_places(Syntax, Text, Places, Faults) :-
    once(read_syntax(Syntax, Text, Rules, Faults)),
    findall(Place, written(Rules, _, _, Place), Places).

%!  clauses_about(+Syntax, +Text, +Name, +Arity, -Places) is det.
%
%   Places are those of the clauses of Text whose heads are about Name: the relation, or a fluent or
%   move of that name.  Arity may be `any`.

clauses_about(Syntax, Text, Name, Arity, Places) :-
    once(read_syntax(Syntax, Text, Rules, _)),
    findall(Place,
            ( written(Rules, Head, _, Place),
              ( About = Head
              ; Head = init(About) ; Head = next(About) ; Head = legal(_, About) ),
              callable(About), functor(About, Name, A),
              ( Arity == any -> true ; A =:= Arity ) ),
            Places0),
    list_to_set(Places0, Places).

%   written(+Rules, -Head, -Body, -Place) is nondet: a rule that stands in the text; those of (=)/2 do
%   not (equations.pl).

written(Rules, Head, Body, Place) :-
    member(rule(Head, Body, source(Place, _, _)), Rules),
    \+ value_fact(Head).

%!  clauses_of_play(+Syntax, +Text, -Clauses) is det.
%
%   Clauses has Place-Conditions for each clause of Text on which play, a board or a feature
%   depends.  Conditions are the places of its conditions.

clauses_of_play(Syntax, Text, Clauses) :-
    once(read_syntax(Syntax, Text, Rules0, _)),
    findall(Rule, ( member(Rule, Rules0), Rule = rule(_, _, _) ), Rules),
    with_outcome_goals(Rules, All),
    edges(All, Edges),
    serving(Edges, [role/1, init/1, legal/2, next/1, terminal/0, goal/2, sees/2, draw/3,
                    feature/3, feature_value/3, weight/2],
            PIs),
    findall(Place-Conditions,
            ( written(Rules, Head, Body, Place),
              functor(Head, Name, Arity), memberchk(Name/Arity, PIs),
              findall(At, member(At:_, Body), Conditions) ),
            Clauses).

%!  clause_variants(+Syntax, +Text, +Clause, -Places) is det.
%
%   Places are those of the clauses of Text that are variants of the clause in the text
%   Clause: equal up to layout and the names of variables.

clause_variants(Syntax, Text, Clause, Places) :-
    once(read_syntax(Syntax, Clause, [rule(Head, Body, _)|_], _)),
    bare_clause(Head, Body, Bare),
    once(read_syntax(Syntax, Text, Others, _)),
    findall(Place,
            ( member(rule(H, B, source(Place, _, _)), Others),
              bare_clause(H, B, Other),
              Other =@= Bare ),
            Places).

bare_clause(Head, Body0, Head-Body) :- strip_places(Body0, Body).
