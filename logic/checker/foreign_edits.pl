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
:- use_module(library(apply), [exclude/3, maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, same_length/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/clause_texts)).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/win_lose), [win_lose/4]).
:- use_module(logic(language/program_words)).
:- use_module(logic(language/vocabulary), [relation/3]).
:- use_module(logic(reader/prolog_reader), [named_term/3]).

/** <module> What a file that was written for Prolog itself lacks

Its start, goal and moves have names of their own (foreign.pl), and this language has others for them.
An *edit* is edit(Name, Way): the file lacks the relation Name, and Way is

    rename(PI)          PI is that relation; call it Name
    add(Text)           add the clause Text, which defines Name
    ask(PI, Text)       the same; Text asks PI
    replace(PI, Text)   write the fact Text in place of the one of PI
    unknown             a person must write a fact, because the file does not say which
    unsure(T, M)        T was taken for the next state, but the file does not tell it from M
    write(PIs)          a person must write the clauses of PIs; Name is `question`
*/

% ---- faults ----------------------------------------------------------------

%!  foreign_faults(+Kind, -Faults) is det.
%
%   Faults say what each part of a foreign file is called in this language, and what to do.

foreign_faults(kind(Name, foreign(Clauses, Structure), _), Faults) :-
    findall(Fault, foreign_fault(Name, Clauses, Structure, Fault), Faults0),
    sort(3, @=<, Faults0, Faults).

%!  foreign_edit(+Name, +Clauses, +Structure, -Edit) is nondet.
%
%   A file of the kind Name needs Edit.

foreign_edit(Name, Clauses, Structure, Edit) :-
    foreign_fault(Name, Clauses, Structure, fault(_, Code, _, [_, Edits])),
    memberchk(Code, [other_name, no_question]),
    member(Edit, Edits).

foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [ends, Edits])) :-
    findall(Edit, end_edit(Clauses, Structure, Edit), Edits), Edits \== [],
    ends_place(Edits, Clauses, Structure, Place).
foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [step(PI), [Edit|Doubts]])) :-
    move_edit(Structure, Edit),
    findall(Doubt, doubt_edit(Structure, Doubt), Doubts),
    part(step, Structure, step(PI, _, _, _)),
    first_place(Clauses, PI, Place).
foreign_fault(space, Clauses, Structure, fault(error, other_name, Place, [taken(PI), [Edit]])) :-
    taken(Clauses, Structure, PI, Edit),
    first_place(Clauses, PI, Place).
foreign_fault(space, Clauses, Structure, fault(error, own_search, Place, [space, Main, Out])) :-
    main_place(Clauses, Structure, Main, Place),
    left_out(Clauses, Structure, PIs0),
    exclude(spread_end(Structure), PIs0, PIs),
    directives(Clauses, Directives),
    append(PIs, Directives, Out).
foreign_fault(game, Clauses, Structure, fault(error, own_search, Place, [game, Main, []])) :-
    main_place(Clauses, Structure, Main, Place).
foreign_fault(game, Clauses, Structure, fault(error, no_game, Place, [PIs, fluents])) :-
    part(fluents, Structure, PIs),
    call_place(Clauses, retract/1, Place).
foreign_fault(game, Clauses, Structure, fault(error, no_game, Place, [PI, Sort])) :-
    part(step, Structure, step(PI, _, _, _)),
    ( win_lose(Clauses, Structure, _, _) -> Sort = win_lose ; Sort = other ),
    first_place(Clauses, PI, Place).
foreign_fault(program, Clauses, Structure, fault(error, other_name, Place, [asks(PI), [Edit]])) :-
    bridge_edit(Clauses, Structure, PI, Edit),
    call_place(Clauses, PI, Place).
foreign_fault(program, Clauses, Structure, fault(error, other_name, Place, [asks(PI), []])) :-
    asked_outside(Clauses, Structure, PI),
    \+ program_relation(PI, _), \+ bridge_edit(Clauses, Structure, PI, _),
    call_place(Clauses, PI, Place).
foreign_fault(program, Clauses, Structure, fault(error, no_question, Place, [Main, [Edit]])) :-
    question_edit(Clauses, Structure, Edit),
    main_place(Clauses, Structure, Main, Place).

%   directives(+Clauses, -Words): what runs when Prolog reads the file, in words.

directives(Clauses, Words) :-
    findall(x, order_clause(Clauses, run, _), Xs),
    (   Xs == [] -> Words = []
    ;   Xs = [_] -> Words = ['the directive']
    ;   Words = ['the directives']
    ).

first_place(Clauses, PI, Place) :-
    ( clause_of(Clauses, PI, clause(_, _, _, source(_, Place0, _))) -> Place = Place0 ; Place = 0-1 ).

call_place(Clauses, PI, Place) :- ( called(Clauses, PI, Place0) -> Place = Place0 ; Place = 0-1 ).

%   main_place(+Clauses, +Structure, -Main, -Place) is semidet: Main is what searches.

main_place(Clauses, Structure, Main, Place) :-
    part(search, Structure, Search), main(Search, Main),
    first_place(Clauses, Main, Place).

ends_place(Edits, Clauses, Structure, Place) :-
    (   member(edit(_, Way), Edits), way_about(Way, PI) -> first_place(Clauses, PI, Place)
    ;   main_place(Clauses, Structure, _, Place) -> true
    ;   part(step, Structure, step(PI, _, _, _)), first_place(Clauses, PI, Place)
    ).

way_about(rename(PI), PI).
way_about(ask(PI, _), PI).
way_about(replace(PI, _), PI).

%!  clause_of_edit(+Edit, -Text) is semidet.
%
%   Edit brings the clause Text.

clause_of_edit(edit(_, Way), Text) :- ( Way = add(Text) ; Way = ask(_, Text) ; Way = replace(_, Text) ), !.

% ---- the start and the goal ------------------------------------------------

%   end_edit(+Clauses, +Structure, -Edit) is nondet: one for the start, the goal or the estimate.

end_edit(Clauses, Structure, edit(Name, Way)) :-
    member(Part-Name, [start-start, goal-is_goal]),
    part(Part, Structure, End),
    end_way(End, Clauses, Structure, Name, Way).
end_edit(Clauses, Structure, edit(h, Way)) :-
    spread_estimate(Clauses, Structure, PI),
    one_term(Structure, PI, h, Way).

end_way(relation(PI), Clauses, _, _, unknown) :- \+ defined(Clauses, PI), !.
end_way(relation(PI), _, _, Name, rename(PI)) :- PI = Own/1, !, Own \== Name.
end_way(relation(PI), Clauses, _, Name, replace(PI, Text)) :-
    spread_fact(Clauses, PI, State), !,
    state_fact_text(Name, State, Text).
end_way(relation(PI), _, Structure, Name, Way) :- one_term(Structure, PI, Name, Way).
end_way(term(State, _), _, _, Name, add(Text)) :- state_fact_text(Name, State, Text).
end_way(none, Clauses, _, Name, unknown) :- \+ defined(Clauses, Name/1).

%   one_term(+Structure, +PI, +Name, -Way): PI has the parts of a state, and perhaps more behind them;
%   Name has the state as one term.

one_term(Structure, PI, Name, ask(PI, Text)) :-
    PI = _/Arity,
    part(step, Structure, step(_, Is, _, _)), same_length(Is, Parts),
    length(Arguments, Arity), letters(Arguments, 'A'),
    append(Parts, More, Arguments),
    state_term(Parts, State),
    new_name(Structure, PI, Asked),
    Head =.. [Name, State|More], Body =.. [Asked|Arguments],
    clause_text(Head, Body, Text).

%   spread_estimate(+Clauses, +Structure, -PI) is semidet: PI is an estimate of states that are spread over
%   several arguments.

spread_estimate(Clauses, Structure, h/Arity) :-
    part(step, Structure, step(_, Is, _, _)), Is = [_, _|_],
    length(Is, Count), Arity is Count + 1,
    defined(Clauses, h/Arity).

%   spread_fact(+Clauses, +PI, -State) is semidet: all that the file says of PI, which has several
%   arguments.

spread_fact(Clauses, PI, State) :-
    PI = _/Count, Count >= 2,
    one_fact(Clauses, PI, Fact),
    Fact =.. [_|State].

%!  spread_end(+Structure, +PI) is semidet.
%
%   PI is a start or a goal that is spread over several arguments.

spread_end(Structure, PI) :-
    member(End, [start, goal]), part(End, Structure, relation(PI)), PI = _/Count, Count > 1, !.

state_fact_text(Name, State0, Text) :-
    named_term(State0, [], Parts),
    state_term(Parts, State),
    Fact =.. [Name, State],
    fact_text(Fact, Text).

%!  letters(-Variables, +First) is det.
%
%   Variables have the names of letters, in the order of the alphabet from First on.

letters([], _).
letters(['$VAR'(Letter)|Vs], Letter) :-
    char_code(Letter, Code), Next is Code + 1, char_code(Letter1, Next),
    letters(Vs, Letter1).

% ---- names -----------------------------------------------------------------

%   taken(+Clauses, +Structure, -PI, -Edit) is nondet: the file uses the name of PI for something that it
%   needs, and this language for its start, goal, moves or estimate.

taken(Clauses, Structure, PI, edit(Own, rename(PI))) :-
    findall(Name, ( ( move_edit(Structure, Edit) ; end_edit(Clauses, Structure, Edit) ),
                    Edit = edit(Name, Way), Way \== unknown ),
            Names),
    part(step, Structure, step(_, Is, _, _)),
    findall(P, defined(Clauses, P), PIs0),
    ( Is = [_] -> PIs = [start/1, is_goal/1, arc/2, arc/3] ; sort(PIs0, PIs) ),
    member(PI, PIs), memberchk(PI, PIs0),
    PI = Name/_, memberchk(Name, Names),
    needed(Clauses, Structure, Needed), memberchk(PI, Needed),
    own_name(Name, Own).

own_name(Name, Own) :- memberchk(Name, [start, is_goal, arc, h]), atom_concat(own_, Name, Own).

%   new_name(+Structure, +PI, -Name): PI is called Name in the new file.

new_name(Structure, PI, Name) :-
    PI = Name0/_,
    (   part(step, Structure, step(Step, Is, _, _)),
        once(( Is = [_, _|_] ; PI == Step, \+ only_renamed(Structure) )),
        own_name(Name0, Own)
    ->  Name = Own
    ;   Name = Name0
    ).

%   only_renamed(+Structure) is semidet: the step becomes arc by another name.

only_renamed(Structure) :-
    part(step, Structure, step(_/Arity, [1], [2], Cost)),
    part(move, Structure, move(_, _, [_], _)),
    ( Arity =:= 2 ; Arity =:= 3, Cost == 3 ), !.

% ---- the moves -------------------------------------------------------------

%   move_edit(+Structure, -Edit) is semidet: fails if the step is arc already.

move_edit(Structure, edit(arc, Way)) :-
    part(step, Structure, step(PI, _, _, Cost)),
    (   only_renamed(Structure)
    ->  PI \= arc/_, Way = rename(PI)
    ;   part(move, Structure, move(S0, T0, Goals0, Clause)),
        pairs_values(Goals0, Goals1),
        once(( member(Step, Goals1), pi(Step, PI) )),
        ( Cost == none -> Costs0 = [] ; arg(Cost, Step, C), Costs0 = [C] ),
        named_in(Clause, m(S0, T0, Goals1, Costs0), Named), Named = m(S, T, Goals2, Costs),
        state_term(S, State), state_term(T, Next),
        Head =.. [arc, State, Next|Costs],
        maplist(new_goal(Structure), Goals2, Goals),
        conjunction(Goals, Body0),
        anonymous(Head-Body0, Head-Body),
        clause_text(Head, Body, Text),
        Way = add(Text)
    ).

%   doubt_edit(+Structure, -Edit) is semidet.

doubt_edit(Structure, edit(arc, unsure(T, M))) :-
    part(doubt, Structure, Other),
    part(move, Structure, move(_, [Next], _, Clause)),
    named_in(Clause, Next-Other, Named),
    Named = '$VAR'(T)-'$VAR'(M).

named_in(clause(_, _, _, source(_, _, Variables)), Term, Named) :- named_term(Term, Variables, Named).

%   new_goal(+Structure, +Goal0, -Goal): Goal0 is Goal in the new file.

new_goal(Structure, \+ G0, \+ G) :- !, new_goal(Structure, G0, G).
new_goal(Structure, G0, G) :-
    pi(G0, PI),
    new_name(Structure, PI, Name),
    G0 =.. [_|Arguments], G =.. [Name|Arguments].

conjunction([G], G) :- !.
conjunction([G|Gs], (G, B)) :- conjunction(Gs, B).

% ---- what is kept ----------------------------------------------------------

%!  left_out(+Clauses, +Structure, -PIs) is det.
%
%   PIs are what the new file does not need, in the order of the file.

left_out(Clauses, Structure, PIs) :-
    needed(Clauses, Structure, Needed),
    findall(PI, ( defined(Clauses, PI), \+ memberchk(PI, Needed) ), PIs).

%   needed(+Clauses, +Structure, -PIs): the start, the goal, the moves, and what they call.

needed(Clauses, Structure, PIs) :-
    part(search, Structure, Search),
    findall(PI, ( root(Clauses, Structure, PI), \+ memberchk(PI, Search) ), Roots),
    with_called(Roots, Clauses, PIs).

root(Clauses, Structure, PI) :-
    member(End, [start, goal]), part(End, Structure, relation(PI)),
    \+ spread_fact(Clauses, PI, _).
root(_, Structure, PI) :- part(step, Structure, step(PI, _, _, _)).
root(_, Structure, PI) :-
    part(move, Structure, move(_, _, Goals, _)),
    member(_-Goal, Goals), inner_goal(Goal, Inner), pi(Inner, PI).
root(Clauses, Structure, PI) :- spread_estimate(Clauses, Structure, PI).
root(_, _, PI) :- relation(PI, Kind, _), memberchk(Kind, [space, option]).

% ---- search programs -------------------------------------------------------

%   bridge_edit(+Clauses, +Structure, -PI, -Edit) is nondet: PI is asked of states and not defined, and
%   Edit defines it by a relation of search programs.

bridge_edit(Clauses, Structure, PI, edit(Name, add(Text))) :-
    part(step, Structure, step(PI, [I], [J], Cost)), PI = Name/_,
    lacks(Clauses, PI),
    pi(Head, PI),
    S = '$VAR'('S'), T = '$VAR'('T'), M = '$VAR'('_'),
    arg(I, Head, S), arg(J, Head, T),
    (   Cost == none -> Body = successor(S, M, T)
    ;   C = '$VAR'('C'), arg(Cost, Head, C), Body = cost(S, M, T, C)
    ),
    named_term(Head, [], Shown),
    clause_text(Shown, Body, Text).
bridge_edit(Clauses, Structure, PI, edit(Name, add(Text))) :-
    part(goal, Structure, relation(PI)), PI = Name/1,
    part(values, Structure, none),
    lacks(Clauses, PI),
    S = '$VAR'('S'),
    Head =.. [Name, S],
    clause_text(Head, goal(S), Text).

lacks(Clauses, PI) :- \+ defined(Clauses, PI), \+ program_relation(PI, _).

%!  question_edit(+Clauses, +Structure, -Edit) is semidet.
%
%   Edit makes the clause that asks the search.  Fails if the file has one.

question_edit(Clauses, Structure, Edit) :-
    \+ ( program_question(_, PI), defined(Clauses, PI) ),
    part(values, Structure, Values),
    part(drivers, Structure, Drivers), part(search, Structure, Search),
    (   Values == none, ( member(Name/2, Drivers) ; member(Name/2, Search) )
    ->  part(way, Structure, Way),
        path_text(Way, Name, Text),
        Edit = edit(path, add(Text))
    ;   ( Values == none -> PIs = [path/2] ; PIs = [value/4, best/5] ),
        Edit = edit(question, write(PIs))
    ).

%   path_text(+Way, +Name, -Text): path/2 asks Name/2, which answers with a path or with a reversed one.

path_text(Way, Name, Text) :-
    S = '$VAR'('S'), Path = '$VAR'('Path'),
    (   Way == reversed
    ->  Answer = '$VAR'('Answer'), Call =.. [Name, S, Answer], Body = (Call, reverse(Answer, Path))
    ;   Body =.. [Name, S, Path]
    ),
    clause_text(path(S, Path), Body, Text).
