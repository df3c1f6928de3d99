:- encoding(utf8).
:- module(foreign_edits,
          [ foreign_faults/2,           % +Kind, -Faults
            foreign_edit/4,             % +Name, +Clauses, +Structure, -Edit
            left_out/3,                 % +Clauses, +Structure, -PIs
            question_edit/3,            % +Clauses, +Structure, -Edit
            clause_of_edit/2,           % +Edit, -Text
            spread_end/2,               % +Structure, +PI
            letters/2                   % -Variables, +First
          ]).
:- use_module(library(apply), [exclude/3, maplist/2]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, same_length/2, subtract/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/clause_texts)).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/win_lose), [win_lose/4]).
:- use_module(logic(language/program_words)).
:- use_module(logic(language/vocabulary), [relation/3]).
:- use_module(logic(reader/prolog_reader), [order_kind/2]).

/** <module> What a file that was written for Prolog itself lacks

Its start, goal and moves have names of their own (foreign.pl).  An *edit* gives them the names of
this language:

    rename(PI, Name)    PI is called Name here
    add(Text)           Text is a clause to add
    wrap(PI, Text)      Text has as one term the state that PI spreads over arguments, and takes its
                        place
    ask(PI, Text)       the same, but Text asks PI
    unknown(Name)       a fact of Name is needed, and the file does not say which
    questions(PIs)      one of PIs is needed, and a person must write it
    unsure(T, M)        the file does not tell whether T or M is the next state; T is taken
*/

%!  foreign_faults(+Kind, -Faults) is det.
%
%   Faults say what each part of a foreign file is called in this language, and what to do.

foreign_faults(kind(Name, foreign(Clauses, Structure), _), Faults) :-
    findall(Fault, foreign_fault(Name, Clauses, Structure, Fault), Faults0),
    sort(3, @=<, Faults0, Faults).

foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [ends, Edits])) :-
    end_edits(Clauses, Structure, Edits, Place), Edits \== [].
foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [step(Step), [Edit|Doubts]])) :-
    part(step, Structure, step(Step, _, _, _)),
    move_edit(Structure, Edit), Edit \== none,
    findall(Doubt, doubt_edit(Structure, Doubt), Doubts),
    first_place(Clauses, Step, Place).
foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [taken(PI), [Edit]])) :-
    taken(Clauses, Structure, PI, Edit),
    first_place(Clauses, PI, Place).
foreign_fault(Name, Clauses, Structure, fault(error, own_search, Place, [Name, Main, PIs])) :-
    memberchk(Name, [space, game]),
    part(search, Structure, Search), main(Search, Main),
    left_out(Clauses, Structure, PIs0),
    exclude(spread_end(Structure), PIs0, PIs1),
    ( Name == space -> directives(Clauses, Directives) ; Directives = [] ),
    append(PIs1, Directives, PIs),
    first_place(Clauses, Main, Place).
foreign_fault(game, Clauses, Structure, fault(error, no_game, Place, [PIs, fluents])) :-
    part(fluents, Structure, PIs),
    call_place(Clauses, retract/1, Place).
foreign_fault(game, Clauses, Structure, fault(error, own_search, Place, [game, Main, []])) :-
    part(fluents, Structure, _),
    part(search, Structure, Search), main(Search, Main),
    first_place(Clauses, Main, Place).
foreign_fault(game, Clauses, Structure, fault(error, no_game, Place, [Step, Sort])) :-
    part(step, Structure, step(Step, _, _, _)),
    ( win_lose(Clauses, Structure, _, _) -> Sort = win_lose ; Sort = other ),
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

%   directives(+Clauses, -Words): what runs when Prolog reads the file, in words.

directives(Clauses, Words) :-
    findall(x, ( member(Order, Clauses), order_kind(Order, run) ), Xs),
    (   Xs == [] -> Words = []
    ;   Xs = [_] -> Words = ['the directive']
    ;   Words = ['the directives']
    ).

%!  foreign_edit(+Name, +Clauses, +Structure, -Edit) is nondet.

foreign_edit(Name, Clauses, Structure, Edit) :-
    foreign_fault(Name, Clauses, Structure, fault(_, Code, _, Arguments)),
    (   Code == other_name -> Arguments = [_, Edits], member(Edit, Edits)
    ;   Code == no_question -> Arguments = [_, Edit]
    ).

%   taken(+Clauses, +Structure, -PI, -Edit) is nondet: the file uses a name for something else that
%   its start, goal or step must have here.

taken(Clauses, Structure, PI, rename(PI, Own)) :-
    end_edits(Clauses, Structure, Ends, _),
    move_edit(Structure, Move),
    part(step, Structure, step(_, Is, _, _)),
    PI = Name/_,
    (   Is = [_] -> member(PI, [start/1, is_goal/1, arc/2, arc/3])
    ;   findall(P, defined(Clauses, P), PIs0), sort(PIs0, PIs),
        member(PI, PIs), memberchk(Name, [start, is_goal, arc, h])
    ),
    defined(Clauses, PI),
    once(( member(Edit, [Move|Ends]), gives(Edit, Name) )),
    needed(Clauses, Structure, Needed), memberchk(PI, Needed),
    atom_concat(own_, Name, Own).

gives(rename(_, Name), Name).
gives(Edit, Name) :- clause_of_edit(Edit, Text), once(sub_atom(Text, Before, _, _, '(')), sub_atom(Text, 0, Before, _, Name).

first_place(Clauses, PI, Place) :-
    (   clause_of(Clauses, PI, clause(_, _, _, source(_, Place0, _)))
    ->  Place = Place0
    ;   Place = 0-1
    ).

call_place(Clauses, PI, Place) :-
    ( called(Clauses, PI, Place0) -> Place = Place0 ; Place = 0-1 ).

%   end_edits(+Clauses, +Structure, -Edits, -Place): an edit is rename(PI, Name) or add(Text); states(I)
%   where the states are not known.

end_edits(Clauses, Structure, Edits, Place) :-
    part(start, Structure, Start), part(goal, Structure, Goal),
    findall(E,
            ( member(End-Here, [Start-start, Goal-is_goal]),
              end_edit(Clauses, Structure, End, Here, E)
            ; spread_estimate(Clauses, Structure, PI), wrapped(Structure, PI, h, E) ),
            Edits),
    (   member(Edit, Edits), ( Edit = rename(PI, _) ; Edit = wrap(PI, _) ; Edit = ask(PI, _) )
    ->  first_place(Clauses, PI, Place)
    ;   part(search, Structure, Search), main(Search, Main)
    ->  first_place(Clauses, Main, Place)
    ;   part(step, Structure, step(Step, _, _, _)), first_place(Clauses, Step, Place)
    ).

end_edit(Clauses, _, relation(PI), Here, unknown(Here)) :- \+ defined(Clauses, PI), !.
end_edit(_, _, relation(Name/1), Here, Edit) :- !,
    Name \== Here, Edit = rename(Name/1, Here).
end_edit(Clauses, _, relation(PI), Here, wrap(PI, Text)) :-
    spread_fact(Clauses, PI, State), !,
    fact_text(Here, State, Text).
end_edit(_, Structure, relation(PI), Here, Edit) :- !,
    wrapped(Structure, PI, Here, Edit).
end_edit(_, _, term(State, _), Here, add(Text)) :- !,
    fact_text(Here, State, Text).
end_edit(Clauses, _, none, Here, unknown(Here)) :- \+ defined(Clauses, Here/1).

%   wrapped(+Structure, +PI, +Here, -Edit): PI has the parts of a state, and perhaps more behind them.

wrapped(Structure, PI, Here, ask(PI, Text)) :-
    PI = _/Arity,
    part(step, Structure, step(_, Is, _, _)), same_length(Is, Parts),
    length(Arguments, Arity), letters(Arguments, 'A'),
    append(Parts, More, Arguments),
    state_term(Parts, State),
    called_here(Structure, PI, Name),
    Head =.. [Here, State|More], Body =.. [Name|Arguments],
    clause_text(Head, Body, Text).

%   spread_estimate(+Clauses, +Structure, -PI): PI is an estimate of such states.

spread_estimate(Clauses, Structure, h/Arity) :-
    part(step, Structure, step(_, Is, _, _)), Is = [_, _|_],
    length(Is, Count), Arity is Count + 1,
    defined(Clauses, h/Arity).

%   spread_fact(+Clauses, +PI, -State): all that the file says of PI, which has several arguments.

spread_fact(Clauses, PI, State) :-
    PI = _/Count, Count >= 2,
    one_fact(Clauses, PI, Fact),
    Fact =.. [_|State].

fact_text(Here, State0, Text) :-
    copy_term(State0, Parts),
    term_variables(Parts, Vs), maplist(=('$VAR'('_')), Vs),
    state_term(Parts, State),
    Fact =.. [Here, State],
    with_output_to(string(Text), ( print_term_plain(Fact), write('.') )).

%!  clause_of_edit(+Edit, -Text) is semidet.
%
%   Edit adds the clause Text.

clause_of_edit(add(Text), Text).
clause_of_edit(wrap(_, Text), Text).
clause_of_edit(ask(_, Text), Text).

%!  spread_end(+Structure, +PI) is semidet.
%
%   PI has a start or a goal that is spread over several arguments.

spread_end(Structure, PI) :-
    member(End, [start, goal]), part(End, Structure, relation(PI)), PI = _/Count, Count > 1, !.

%!  letters(-Variables, +First) is det.
%
%   Variables have the names of letters, in the order of the alphabet from First on.

letters([], _).
letters(['$VAR'(Letter)|Vs], Letter) :-
    char_code(Letter, Code), Next is Code + 1, char_code(Letter1, Next),
    letters(Vs, Letter1).

%   called_here(+Structure, +PI, -Name): PI is called Name in the new file.

called_here(Structure, PI, Name) :-
    PI = Name0/_,
    (   part(step, Structure, step(Step, Is, _, _)),
        once(( Is = [_, _|_] ; PI == Step, \+ in_place(Structure) )),
        memberchk(Name0, [start, is_goal, arc, h])
    ->  atom_concat(own_, Name0, Name)
    ;   Name = Name0
    ).

%   in_place(+Structure): the step becomes arc by another name.

in_place(Structure) :-
    part(step, Structure, step(_/Arity, [1], [2], Cost)),
    part(move, Structure, move(_, _, [_], _)),
    ( Arity =:= 2 ; Arity =:= 3, Cost == 3 ), !.

%   move_edit(+Structure, -Edit): `none` if the step is arc already.

move_edit(Structure, Edit) :-
    part(step, Structure, step(Name/Arity, _, _, Cost)),
    (   in_place(Structure)
    ->  ( Name == arc -> Edit = none ; Edit = rename(Name/Arity, arc) )
    ;   part(move, Structure, move(S, T, Goals, Clause)),
        Clause = clause(_, _, _, source(_, _, Variables)),
        named(S-T-Goals, Variables, S1-T1-Goals1),
        state_term(S1, State), state_term(T1, Next),
        findall(G, ( member(_-G0, Goals1), called_here_goal(Structure, G0, G) ), Gs),
        (   Cost \== none, member(_-Step, Goals), functor(Step, Name, Arity), arg(Cost, Step, C),
            named(C, Variables, C1)
        ->  Head = arc(State, Next, C1)
        ;   Head = arc(State, Next)
        ),
        conjunction(Gs, Body0),
        findall(N, sub_term('$VAR'(N), Head-Body0), Names),
        anonymous(Body0, Names, Body),
        clause_text(Head, Body, Text),
        Edit = add(Text)
    ).

%   doubt_edit(+Structure, -Edit) is semidet.

doubt_edit(Structure, unsure(T, M)) :-
    part(doubt, Structure, Other),
    part(move, Structure, move(_, [Next], _, clause(_, _, _, source(_, _, Variables)))),
    named(Next-Other, Variables, Named),
    Named = '$VAR'(T)-'$VAR'(M).

called_here_goal(Structure, \+ G0, \+ G) :- !, called_here_goal(Structure, G0, G).
called_here_goal(Structure, G0, G) :-
    G0 =.. [Name0|Arguments], length(Arguments, Arity),
    called_here(Structure, Name0/Arity, Name),
    G =.. [Name|Arguments].

conjunction([G], G) :- !.
conjunction([G|Gs], (G, B)) :- conjunction(Gs, B).

%!  left_out(+Clauses, +Structure, -PIs) is det.
%
%   PIs are what searches or prints, in the order of the file.

left_out(Clauses, Structure, PIs) :-
    needed(Clauses, Structure, Needed),
    findall(PI, ( defined(Clauses, PI), \+ memberchk(PI, Needed) ), PIs).

%   needed(+Clauses, +Structure, -PIs): the start, the goal, the moves, and what they call.

needed(Clauses, Structure, PIs) :-
    part(start, Structure, Start), part(goal, Structure, Goal),
    part(step, Structure, step(Step, _, _, _)),
    part(move, Structure, move(_, _, Goals, _)),
    findall(PI, ( member(relation(PI), [Start, Goal]), \+ spread_fact(Clauses, PI, _)
                ; PI = Step ; spread_estimate(Clauses, Structure, PI)
                ; relation(PI, Kind, _), memberchk(Kind, [space, option])
                ; ( member(_-G, Goals), inner_goal(G, Inner), pi(Inner, PI) ) ),
            Roots),
    part(search, Structure, Search),
    subtract(Roots, Search, Roots1),
    with_called(Roots1, Clauses, PIs).

% ---- search programs -------------------------------------------------------

%   bridge(+Clauses, +Structure, -PI, -Edit) is nondet: PI is asked of states and not defined.

bridge(Clauses, Structure, Step, add(Text)) :-
    part(step, Structure, step(Step, [I], [J], Cost)), Step = Name/Arity,
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

%!  question_edit(+Clauses, +Structure, -Edit) is det.
%
%   Edit makes the clause of path/2 that asks the search.

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
