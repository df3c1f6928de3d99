:- encoding(utf8).
:- module(kinds,
          [ kind_of/5,                  % +As, +Syntax, +Text, +Rules, -Kind
            kind_with_faults/5,         % +Kind0, +Syntax, +Text, +Faults, -Kind
            kind_text/2,                % +Kind, -Text
            kind_name/2,                % +Kind, -Name
            foreign_faults/2,           % +Kind, -Faults
            lacking/3,                  % +Syntax, +Text, -Told
            skeleton/3                  % +Text, +Kind, -Skeleton
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [exclude/3, maplist/2]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, subtract/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/messages), [listed/2]).
:- use_module(logic(checker/static_checks), [forbidden/1]).
:- use_module(logic(language/equations), [value_fact/1]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/program_words)).
:- use_module(logic(language/vocabulary), [relation/3]).
:- use_module(logic(reader/prolog_reader), [read_clauses/4]).
:- use_module(logic(reader/syntaxes), [sheet_syntax/1]).

/** <module> What a file is: a game, a state space, a search program or a theory

Everything that reads a file asks kind_of/5: the checker, `load`, `convert`, the dialogue and
`new --from`.  A kind is kind(Name, Form, Why).  Name is `game`, `space`, `program` or `theory`.
Form is `own`, or foreign(Clauses, Structure) for what was written for Prolog itself, under names
of its own (foreign.pl).  Why is the evidence: the relations that decided.
*/

%!  kind_of(+As, +Syntax, +Text, +Rules, -Kind) is det.
%
%   Rules are those of Text.  As is a name of a kind that somebody has said it is, or `none`.

kind_of(As, Syntax, Text, Rules, kind(Name, Form, Why)) :-
    heads(Rules, PIs),
    (   As \== none
    ->  Name = As, Why = said,
        (   memberchk(As, [space, program]),
            \+ own_names(As, PIs),
            foreign_structure(Syntax, Text, Clauses, Structure)
        ->  Form = foreign(Clauses, Structure)
        ;   Form = own
        )
    ;   by_rules(Syntax, Rules, PIs, Name0, Why0)
    ->  Name = Name0, Form = own, Why = Why0
    ;   read_clauses(Syntax, Text, Clauses, _),
        once(by_clauses(Clauses, PIs, Name, Form, Why))
    ).

own_names(space, PIs) :- space_parts(PIs, [_, _|_]).
own_names(program, PIs) :- program_question(_, PI), memberchk(PI, PIs), !.

%!  kind_with_faults(+Kind0, +Syntax, +Text, +Faults, -Kind) is det.
%
%   A state space with a search of its own beside its arcs is foreign if it has errors.

kind_with_faults(kind(space, own, Why), Syntax, Text, Faults,
                 kind(space, foreign(Clauses, Structure), Why)) :-
    member(fault(error, _, _, _), Faults),
    foreign_structure(Syntax, Text, Clauses, Structure), !.
kind_with_faults(Kind, _, _, _, Kind).

foreign_structure(Syntax, Text, Clauses, Structure) :-
    \+ sheet_syntax(Syntax),
    read_clauses(Syntax, Text, Clauses, _),
    structure(Clauses, Structure).

%!  kind_name(+Kind, -Name) is det.

kind_name(kind(Name, _, _), Name).

heads(Rules, PIs) :-
    findall(Name/Arity,
            ( member(rule(Head0, _, _), Rules),
              ( Head0 = '$head'(Head) -> true ; Head = Head0 ),
              callable(Head), \+ value_fact(Head), functor(Head, Name, Arity) ),
            PIs0),
    sort(PIs0, PIs).

% ---- by the relations of the language --------------------------------------

%   by_rules(+Syntax, +Rules, +PIs, -Name, -Why) is semidet.

by_rules(_, Rules, _, game, empty) :- Rules == [], !.
by_rules(_, _, [], game, unread) :- !.
by_rules(Syntax, Rules, PIs, Name, Why) :-
    sheet_syntax(Syntax), !,
    game_parts(Rules, PIs, Game),
    space_parts(PIs, Space),
    (   Game \== [] -> Name = game, Why = has(Game, [])
    ;   Space = [_, _|_] -> Name = space, Why = has(Space, [role/1])
    ;   Name = theory, Why = defines(PIs)
    ).
by_rules(_, Rules, PIs, Name, has(Parts, Lacks)) :-
    game_parts(Rules, PIs, Game),
    space_parts(PIs, Space),
    (   ( memberchk(defines(role/1), Game)
        ; Space = [], memberchk(asks(_), Game)
        ; Space = [], Game = [_, _, _|_] )
    ->  Name = game, Parts = Game, Lacks = []
    ;   Space = [_, _|_]
    ->  Name = space, Parts = Space, Lacks = [role/1]
    ;   memberchk(asks(_), Game), Name = game, Parts = Game, Lacks = []
    ).

game_parts(Rules, PIs, Parts) :-
    findall(defines(PI), ( game_word(PI), memberchk(PI, PIs) ), Defined),
    findall(asks(PI),
            ( member(PI-Atom, [true/1-true(_), does/2-does(_, _)]),
              once(( member(rule(_, Body, _), Rules), inner_literal(Body, _, call(Atom)) )) ),
            Asked),
    append(Defined, Asked, Parts).

game_word(PI) :-
    member(PI, [role/1, init/1, legal/2, next/1, terminal/0, goal/2, sees/2]).

space_parts(PIs, Parts) :-
    findall(defines(PI),
            ( member(Alternatives, [[start/1], [arc/2, arc/3, neighbours/2], [is_goal/1]]),
              once(( member(PI, Alternatives), memberchk(PI, PIs) )) ),
            Parts).

% ---- by the clauses --------------------------------------------------------

%   by_clauses(+Clauses, +PIs, -Name, -Form, -Why) is nondet; the first counts.

by_clauses(Clauses, PIs, program, own, program(Questions, Asked)) :-
    program_parts(Clauses, PIs, Questions, Asked),
    ( Questions \== [], Asked \== [] ; subtract(Asked, [goal/1, h/2], [_, _|_]) ).
by_clauses(Clauses, PIs, Name, foreign(Clauses, Structure), searches) :-
    structure(Clauses, Structure),
    part(step, Structure, step(Step, _, _, _)),
    part(values, Structure, Values),
    (   \+ memberchk(Step, PIs) -> Name = program
    ;   Values \== none -> Name = game
    ;   Name = space
    ).
by_clauses(_, PIs, space, own, has(Parts, [role/1])) :-
    space_parts(PIs, Parts), Parts \== [].
by_clauses(Clauses, PIs, game, own, has(Parts, [])) :-
    game_parts([], PIs, Parts0),
    findall(defines(PI), ( member(PI, PIs), game_option(PI) ), Options),
    append(Parts0, Options, Parts),
    (   Parts \== []
    ;   aggregate_all(count, ( member(Name/_, PIs), once(game_word(Name/_)) ), Count), Count >= 2
    ;   member(unreadable(Name), Clauses), ( var(Name) ; game_word(Name/_) )
    ), !.
by_clauses(Clauses, PIs, program, own, program(Questions, [])) :-
    program_parts(Clauses, PIs, Questions, _), Questions \== [],
    called(Clauses, PI), PI = _/Arity, Arity >= 2, \+ memberchk(PI, PIs), \+ forbidden(PI), !.
by_clauses(_, PIs, theory, own, defines(PIs)).

game_option(PI) :-
    relation(PI, option, _),
    \+ memberchk(PI, [h/1, source/1, weight/2, feature/3]).

%   program_parts(+Clauses, +PIs, -Questions, -Asked): the questions that rules answer, and the
%   relations over states that they ask.

program_parts(Clauses, PIs, Questions, Asked) :-
    findall(PI,
            ( program_question(_, PI), PI = Name/Arity,
              once(( member(clause(Head, Body, _, _), Clauses), callable(Head),
                     functor(Head, Name, Arity), Body \== true )) ),
            Questions),
    findall(PI,
            ( called(Clauses, PI), \+ memberchk(PI, PIs),
              ( PI == gap/1 ; program_relation(PI, _), PI \== role/1 ) ),
            Asked0),
    sort(Asked0, Asked1),
    subtract(Asked1, [goal/1], States),
    ( States == [], Questions == [] -> Asked = [] ; Asked = Asked1 ).

% ---- in words --------------------------------------------------------------

%!  kind_text(+Kind, -Text) is det.
%
%   Text is what Kind was taken for and why.

kind_text(kind(Name, Form, Why), Text) :-
    ( Form = foreign(_, Structure) -> true ; Structure = [] ),
    ( Form == own -> Sort = own ; Sort = foreign ),
    kind_called(Name, Sort, Called),
    because(Why, Structure, Because),
    format(string(Text), 'taken for ~w, because ~w', [Called, Because]).

kind_called(game, own, 'a game').
kind_called(game, foreign, 'a game (with a search of its own)').
kind_called(space, own, 'a state space').
kind_called(space, foreign, 'a puzzle (search program)').
kind_called(program, own, 'a search program').
kind_called(program, foreign, 'a search program (with names of its own)').
kind_called(theory, _, 'a theory').

because(said, _, '--as says so') :- !.
because(empty, _, 'it has no clauses') :- !.
because(unread, _, 'none of its clauses can be read') :- !.
because(has(_, _), Structure, Text) :-
    Structure \== [], !,
    because(searches, Structure, Text).
because(has(Parts, Lacks), _, Text) :- !,
    findall(PI, member(defines(PI), Parts), Defined),
    findall(PI, member(asks(PI), Parts), Asked),
    (   Defined \== [] -> first_of(Defined, L), format(atom(Has), 'it defines ~w', [L])
    ;   Asked \== [] -> first_of(Asked, L), format(atom(Has), 'it asks ~w', [L])
    ;   Has = 'its relations have the names of a game''s'
    ),
    (   Lacks == [] -> Text = Has
    ;   listed(Lacks, No), format(atom(Text), '~w, but no ~w', [Has, No])
    ).
because(program([], Asked), _, Text) :- !,
    listed(Asked, L),
    format(atom(Text), 'its clauses ask ~w of states', [L]).
because(program(Questions, Asked), _, Text) :- !,
    listed(Questions, Qs),
    (   Asked == [] -> format(atom(Text), 'it defines ~w by rules', [Qs])
    ;   listed(Asked, L), format(atom(Text), 'it defines ~w, which asks ~w of states', [Qs, L])
    ).
because(searches, Structure, Text) :- !,
    part(search, Structure, Search),
    part(step, Structure, step(Step, _, _, _)),
    part(values, Structure, Value),
    part(goal, Structure, Goal),
    (   Value \== none
    ->  format(atom(Text), '~w compares what the positions are worth to which ~w leads',
               [Value, Step])
    ;   main(Search, Main),
        (   Goal = relation(PI) -> format(atom(Until), ' until ~w holds', [PI])
        ;   Goal = term(Term0, _)
        ->  copy_term(Term0, Term), term_variables(Term, Vs), maplist(=('$VAR'('_')), Vs),
            with_output_to(string(Shown), print_term_plain(Term)),
            format(atom(Until), ' until it comes to ~s', [Shown])
        ;   Until = ''
        ),
        format(atom(Text), '~w goes from state to state by ~w~w', [Main, Step, Until])
    ).
because(defines(PIs), _, Text) :-
    first_of(PIs, L),
    format(atom(Text), 'it defines ~w, and no relation of a game, a state space or a search', [L]).

main(Search, Main) :- ( member(Main, Search), Main = _/A, A > 0 -> true ; Search = [Main|_] ).

first_of(PIs, Text) :-
    length(PIs, Count),
    (   Count =< 3 -> listed(PIs, Text)
    ;   PIs = [A, B, C|_], More is Count - 3,
        format(atom(Text), '~w, ~w, ~w and ~d more', [A, B, C, More])
    ).

% ---- what a foreign file lacks ---------------------------------------------

%!  foreign_faults(+Kind, -Faults) is det.
%
%   Faults say what each part of a foreign file is called in this language, and what to do.

foreign_faults(kind(Name, foreign(Clauses, Structure), _), Faults) :-
    findall(Fault, foreign_fault(Name, Clauses, Structure, Fault), Faults0),
    sort(3, @=<, Faults0, Faults).

foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [ends, Edits])) :-
    end_edits(Clauses, Structure, Edits, Place), Edits \== [].
foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [step(Step), [Edit]])) :-
    part(step, Structure, step(Step, _, _, _)),
    move_edit(Structure, Edit), Edit \== none,
    first_place(Clauses, Step, Place).
foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [taken(PI), [Edit]])) :-
    taken(Clauses, Structure, PI, Edit),
    first_place(Clauses, PI, Place).
foreign_fault(Name, Clauses, Structure, fault(error, own_search, Place, [Name, Main, PIs])) :-
    memberchk(Name, [space, game]),
    part(search, Structure, Search), main(Search, Main),
    left_out(Clauses, Structure, PIs),
    first_place(Clauses, Main, Place).
foreign_fault(game, Clauses, Structure, fault(error, no_game, Place, [Step])) :-
    part(step, Structure, step(Step, _, _, _)),
    first_place(Clauses, Step, Place).
foreign_fault(program, Clauses, Structure, fault(error, other_name, Place, [asks(PI), [Edit]])) :-
    bridge(Clauses, Structure, PI, Edit),
    call_place(Clauses, PI, Place).
foreign_fault(program, Clauses, Structure, fault(error, other_name, Place, [asks(PI), []])) :-
    asked_outside(Clauses, Structure, PI),
    \+ program_relation(PI, _), \+ bridge(Clauses, Structure, PI, _),
    call_place(Clauses, PI, Place).
foreign_fault(program, Clauses, Structure, fault(error, no_question, Place, [Main, Edit])) :-
    part(search, Structure, Search), main(Search, Main),
    question_edit(Clauses, Structure, Edit), Edit \== none,
    first_place(Clauses, Main, Place).

%   taken(+Clauses, +Structure, -PI, -Edit) is nondet: the file uses a name for something else that
%   its start, goal or step must have here.

taken(Clauses, Structure, PI, rename(PI, Own)) :-
    end_edits(Clauses, Structure, Ends, _),
    move_edit(Structure, Move),
    part(step, Structure, step(Step, _, _, _)),
    PI = Name/_,
    member(PI, [start/1, is_goal/1, arc/2, arc/3]),
    PI \== Step,
    defined(Clauses, PI),
    once(( member(Edit, [Move|Ends]), gives(Edit, Name) )),
    atom_concat(own_, Name, Own).

gives(rename(_, Name), Name).
gives(add(Text), Name) :- once(sub_atom(Text, Before, _, _, '(')), sub_atom(Text, 0, Before, _, Name).

first_place(Clauses, Name/Arity, Place) :-
    (   member(clause(Head, _, _, source(_, Place0, _)), Clauses), callable(Head),
        functor(Head, Name, Arity)
    ->  Place = Place0
    ;   Place = 0-1
    ).

call_place(Clauses, PI, Place) :-
    ( called_at(Clauses, PI, Place0) -> Place = Place0 ; Place = 0-1 ).

%   end_edits(+Clauses, +Structure, -Edits, -Place): an edit is rename(PI, Name) or add(Text); states(I)
%   where the states are not known.

end_edits(Clauses, Structure, Edits, Place) :-
    part(start, Structure, Start), part(goal, Structure, Goal),
    findall(E, ( member(End-Here, [Start-start, Goal-is_goal]), end_edit(Clauses, End, Here, E) ),
            Edits),
    (   member(rename(PI, _), Edits) -> first_place(Clauses, PI, Place)
    ;   part(search, Structure, Search), main(Search, Main), first_place(Clauses, Main, Place)
    ).

end_edit(Clauses, relation(Name/1), Here, Edit) :- !,
    Name \== Here,
    ( defined(Clauses, Name/1) -> Edit = rename(Name/1, Here) ; Edit = unknown(Here) ).
end_edit(_, term(Term0, _), Here, add(Text)) :- !,
    copy_term(Term0, Term),
    term_variables(Term, Vs), maplist(=('$VAR'('_')), Vs),
    Fact =.. [Here, Term],
    with_output_to(string(Text), ( print_term_plain(Fact), write('.') )).
end_edit(Clauses, none, Here, unknown(Here)) :- \+ defined(Clauses, Here/1).

defined(Clauses, Name/Arity) :-
    member(clause(Head, _, _, _), Clauses), callable(Head), functor(Head, Name, Arity), !.

%   move_edit(+Structure, -Edit): `none` if the step is arc already.

move_edit(Structure, Edit) :-
    part(step, Structure, step(Name/Arity, I, J, Cost)),
    part(move, Structure, move(S, T, Goals, Clause)),
    (   Goals = [_], I =:= 1, J =:= 2, ( Arity =:= 2 ; Arity =:= 3, Cost == 3 )
    ->  ( Name == arc -> Edit = none ; Edit = rename(Name/Arity, arc) )
    ;   Clause = clause(_, _, _, source(_, _, Variables)),
        named(S-T-Goals, Variables, S1-T1-Goals1),
        findall(G, member(_-G, Goals1), Gs),
        (   Cost \== none, member(_-Step, Goals), functor(Step, Name, Arity), arg(Cost, Step, C),
            named(C, Variables, C1)
        ->  Head = arc(S1, T1, C1)
        ;   Head = arc(S1, T1)
        ),
        conjunction(Gs, Body0),
        findall(N, sub_term('$VAR'(N), Head-Body0), Names),
        anonymous(Body0, Names, Body),
        clause_text(Head, Body, Text),
        Edit = add(Text)
    ).

%   anonymous(+Term0, +Names, -Term): a variable whose name is once in Names is `_`.

anonymous('$VAR'(Name), Names, '$VAR'(Shown)) :- !,
    findall(x, ( member(N, Names), N == Name ), Times),
    ( Times = [_] -> Shown = '_' ; Shown = Name ).
anonymous(Term0, Names, Term) :-
    (   compound(Term0)
    ->  Term0 =.. [Name|Arguments0],
        findall(A, ( member(A0, Arguments0), anonymous(A0, Names, A) ), Arguments),
        Term =.. [Name|Arguments]
    ;   Term = Term0
    ).

conjunction([G], G) :- !.
conjunction([G|Gs], (G, B)) :- conjunction(Gs, B).

named(Term, Variables, Named) :-
    copy_term(Term-Variables, Named-Copies),
    name_each(Copies).

name_each([]).
name_each([variable(Name, V, _)|Vs]) :-
    ( var(V) -> V = '$VAR'(Name) ; true ),
    name_each(Vs).

clause_text(Head, Body, Text) :-
    with_output_to(string(Text),
        ( print_term_plain(Head), write(' :- '), print_body(Body), write('.') )).

print_body((A, B)) :- !, print_body(A), write(', '), print_body(B).
print_body(\+ (A, B)) :- !, write('\\+ ('), print_body((A, B)), write(')').
print_body(G) :- print_term_plain(G).

print_term_plain(T) :-
    write_term(T, [quoted(true), numbervars(true), spacing(next_argument)]).

%   left_out(+Clauses, +Structure, -PIs): what searches or prints, in the order of the file.

left_out(Clauses, Structure, PIs) :-
    needed(Clauses, Structure, Needed),
    findall(PI,
            ( member(clause(Head, _, _, _), Clauses), callable(Head), functor(Head, N, A), PI = N/A,
              \+ memberchk(PI, Needed) ),
            PIs0),
    each_once(PIs0, PIs).

each_once([], []).
each_once([X|Xs0], [X|Xs]) :- exclude(==(X), Xs0, Xs1), each_once(Xs1, Xs).

%   needed(+Clauses, +Structure, -PIs): the start, the goal, the moves, and what they call.

needed(Clauses, Structure, PIs) :-
    part(start, Structure, Start), part(goal, Structure, Goal),
    part(step, Structure, step(Step, _, _, _)),
    part(move, Structure, move(_, _, Goals, Clause)),
    findall(PI, ( member(relation(PI), [Start, Goal]) ; PI = Step
                ; relation(PI, Kind, _), memberchk(Kind, [space, option])
                ; goals_call(Goals, Clause, PI) ),
            Roots),
    part(search, Structure, Search),
    subtract(Roots, Search, Roots1),
    closed(Roots1, Clauses, [], PIs).

goals_call(Goals, clause(Head, _, Places, Source), PI) :-
    member(_-Goal, Goals),
    called([clause(Head, Goal, Places, Source)], PI).

closed([], _, PIs, PIs).
closed([PI|Queue], Clauses, Seen, PIs) :-
    (   memberchk(PI, Seen) -> closed(Queue, Clauses, Seen, PIs)
    ;   PI = Name/Arity,
        findall(Called,
                ( member(C, Clauses), C = clause(Head, _, _, _), callable(Head),
                  functor(Head, Name, Arity), called([C], Called) ),
                More),
        append(Queue, More, Queue1),
        closed(Queue1, Clauses, [PI|Seen], PIs)
    ).

% ---- search programs -------------------------------------------------------

%   bridge(+Clauses, +Structure, -PI, -Edit) is nondet: PI is asked of states and not defined.

bridge(Clauses, Structure, Step, add(Text)) :-
    part(step, Structure, step(Step, I, J, Cost)), Step = Name/Arity,
    \+ defined(Clauses, Step), \+ program_relation(Step, _),
    functor(Head, Name, Arity),
    arg(I, Head, '$VAR'('S')), arg(J, Head, '$VAR'('T')),
    (   Cost \== none -> arg(Cost, Head, '$VAR'('C')),
        Body = cost('$VAR'('S'), '$VAR'('_'), '$VAR'('T'), '$VAR'('C'))
    ;   Body = successor('$VAR'('S'), '$VAR'('_'), '$VAR'('T'))
    ),
    term_variables(Head, Others),
    maplist(=('$VAR'('_')), Others),
    clause_text(Head, Body, Text).
bridge(Clauses, Structure, PI, add(Text)) :-
    part(goal, Structure, relation(PI)), PI = Name/1,
    part(values, Structure, none),
    \+ defined(Clauses, PI), \+ program_relation(PI, _),
    Head =.. [Name, '$VAR'('S')],
    clause_text(Head, goal('$VAR'('S')), Text).

%   question_edit(+Clauses, +Structure, -Edit): the clause of path/2 that asks the search.

question_edit(Clauses, _, none) :- program_question(_, PI), defined(Clauses, PI), !.
question_edit(Clauses, Structure, Edit) :-
    part(values, Structure, none),
    part(drivers, Structure, Drivers), part(search, Structure, Search),
    part(way, Structure, Way),
    (   member(Name/2, Drivers), defined(Clauses, Name/2) -> true
    ;   member(Name/2, Search)
    ), !,
    S = '$VAR'('S'), P = '$VAR'('Path'), A = '$VAR'('Answer'),
    (   Way == reversed
    ->  Call =.. [Name, S, A], Body = (Call, reverse(A, P))
    ;   Body =.. [Name, S, P]
    ),
    clause_text(path(S, P), Body, Text),
    Edit = add(Text).
question_edit(_, Structure, questions(Names)) :-
    part(values, Structure, Value),
    ( Value == none -> Names = [path/2] ; Names = [value/4, best/5] ).

%!  lacking(+Syntax, +Text, -Told) is semidet.
%
%   Told says which question the search in Text should answer.

lacking(Syntax, Text, Told) :-
    foreign_structure(Syntax, Text, Clauses, Structure),
    part(search, Structure, Search), main(Search, Main),
    question_edit(Clauses, Structure, Edit),
    (   Edit = add(Clause)
    ->  format(string(Told), '~w searches, so add path/2, as in ~s', [Main, Clause])
    ;   Edit = questions(PIs),
        listed(PIs, L),
        format(string(Told), '~w searches, so write ~w with it', [Main, L])
    ).

% ---- the skeleton ----------------------------------------------------------

%!  skeleton(+Text, +Kind, -Skeleton) is semidet.
%
%   Skeleton is a text made from a foreign Text: its start, goal and moves under the names of this
%   language, and the rest as comments with the reason.

skeleton(Text, kind(Name, foreign(Clauses, Structure), _), Skeleton) :-
    findall(Edit, ( foreign_edit(Name, Clauses, Structure, Edit) ), Edits),
    (   Name == program
    ->  findall(PI, ( part(prints, Structure, Ps), member(PI, Ps) ), Out), Why = 'it prints'
    ;   left_out(Clauses, Structure, Out), Why = none
    ),
    findall(N-Here, member(rename(N, Here), Edits), Renames),
    with_output_to(string(Skeleton),
        ( forall(member(add(T), Edits), format('~s~n', [T])),
          forall(member(unknown(Here), Edits),
                 format('% ~w(..): which state? Write a fact of ~w/1.~n', [Here, Here])),
          forall(member(questions(Names), Edits),
                 ( listed(Names, L), format('% ~w: write the clause that asks the search.~n', [L]) )),
          nl,
          ( Name == game -> true ; kept(Text, Clauses, Out, Renames) ),
          forall(reason(Name, Structure, Clauses, Out, Why, Reason, PIs),
                 ( format('~n% ~w~n', [Reason]), commented(Text, Clauses, PIs) )) )).

foreign_edit(Name, Clauses, Structure, Edit) :-
    foreign_fault(Name, Clauses, Structure, fault(_, Code, _, Arguments)),
    (   Code == other_name -> Arguments = [_, Edits], member(Edit, Edits)
    ;   Code == no_question -> Arguments = [_, Edit]
    ).

%   reason(+Name, +Structure, +Clauses, +Out, +Why, -Reason, -PIs) is nondet.

reason(game, _, Clauses, _, _,
       'Not taken over: its positions are terms, and the rules of a game are about facts (docs/rules.md).',
       PIs) :- !,
    findall(N/A, ( member(clause(H, _, _, _), Clauses), callable(H), functor(H, N, A) ), PIs0),
    each_once(PIs0, PIs).
reason(program, _, _, Out, _, 'Left out, because it prints:', Out) :- !, Out \== [].
reason(_, Structure, _, Out, _, 'Left out, because `path` searches here:', PIs) :-
    part(search, Structure, Search), part(drivers, Structure, Drivers),
    findall(PI, ( member(PI, Out), ( memberchk(PI, Search) ; memberchk(PI, Drivers) ) ), PIs),
    PIs \== [].
reason(_, Structure, _, Out, _, 'Left out, because `path` and `show` print here:', PIs) :-
    part(search, Structure, Search), part(drivers, Structure, Drivers),
    part(prints, Structure, Prints),
    findall(PI, ( member(PI, Out), memberchk(PI, Prints),
                  \+ memberchk(PI, Search), \+ memberchk(PI, Drivers) ), PIs),
    PIs \== [].
reason(_, Structure, _, Out, _, 'Left out, because neither start, goal nor moves need it:', PIs) :-
    part(search, Structure, Search), part(drivers, Structure, Drivers),
    part(prints, Structure, Prints),
    findall(PI, ( member(PI, Out), \+ memberchk(PI, Prints),
                  \+ memberchk(PI, Search), \+ memberchk(PI, Drivers) ), PIs),
    PIs \== [].

kept(Text, Clauses, Out, Renames) :-
    forall(( member(C, Clauses), C = clause(Head, _, _, source(From-To, _, _)), callable(Head),
             functor(Head, N, A), \+ memberchk(N/A, Out) ),
           ( findall(At-(Old-New), name_at(C, Renames, At, Old, New), Ats0),
             sort(Ats0, Ats),
             renamed(Ats, Text, From, To, Copy),
             format('~s.~n', [Copy]) )).

name_at(clause(Head, _, _, source(_, At-_, _)), Renames, At, Old, New) :-
    functor(Head, Old, A), memberchk(Old/A-New, Renames).
name_at(Clause, Renames, At, Old, New) :-
    member(Old/A-New, Renames),
    called_at([Clause], Old/A, At-_).

%   renamed(+Ats, +Text, +From, +To, -Copy): Copy is From-To of Text, with other names.

renamed([], Text, From, To, Copy) :-
    Length is To - From,
    sub_string(Text, From, Length, _, Copy).
renamed([At-(Old-New)|Ats], Text, From, To, Copy) :-
    atom_length(Old, Length),
    Before is At - From,
    sub_string(Text, From, Before, _, First),
    (   sub_string(Text, At, Length, _, Found), atom_string(Old, Found)
    ->  Next is At + Length, Name = New
    ;   Next = At, Name = ''
    ),
    renamed(Ats, Text, Next, To, Rest),
    atomic_list_concat([First, Name, Rest], Copy0),
    atom_string(Copy0, Copy).

commented(Text, Clauses, PIs) :-
    forall(( member(clause(Head, _, _, source(From-To, _, _)), Clauses), callable(Head),
             functor(Head, N, A), memberchk(N/A, PIs) ),
           ( Length is To - From,
             sub_string(Text, From, Length, _, Copy),
             split_string(Copy, "\n", "", Lines),
             atomic_list_concat(Lines, '\n% ', Commented),
             format('% ~w.~n', [Commented]) )).
