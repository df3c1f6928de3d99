:- encoding(utf8).
:- module(program,
          [ load_program/4,             % +Syntax, +Text, -Program, -Faults
            unload_program/1,           % +Program
            defines/2,                  % +Program, ?Name/Arity
            program_clause/4,           % +Program, ?Head, -Body, -Source
            run/3,                      % +Program, +Game, ?Goal
            own_goal/3,                 % ?Goal, ?Game, ?Own
            solves/3                    % +Program, +Game, ?Goal
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(lists), [append/3, last/2, max_list/2, max_member/2, member/2,
                               min_list/2, min_member/2, nth0/3, nth1/3, reverse/2,
                               select/3, select/4, subtract/3, sum_list/2]).
:- use_module(library(pairs), [pairs_keys/2, pairs_values/2]).
:- use_module(logic(programs/chance), [random_member/2]).
:- use_module(logic(language/literals), [arguments/2, place/2, stripped/2]).
:- use_module(logic(language/program_words), [program_relation/2]).
:- use_module(logic(programs/program_checks), [program_faults/3]).
:- use_module(logic(programs/program_goals)).
:- use_module(logic(programs/relations), [asked/2]).
:- use_module(logic(reader/prolog_reader), [read_clauses/4]).
:- use_module(logic(support/own_modules)).

/** <module> Search programs: clauses over the relations of a game

A program is a file of clauses, read as data, that define a search over any game: value/4,
best/5 or path/2.  Its goals are the relations of relations.pl, its own predicates, and the
predicates of program_goals.pl, which affect nothing but their arguments.  All others are
faults (program_checks.pl), so a program cannot reach the machine; a request limits its time
and memory.

A program is a module.  The clause `p(X) :- legal(S, R, X), q(X)` becomes

    'p/1'(X, Game) :- placed(Line, asked(Game, legal(S, R, X))), 'q/1'(X, Game)

so that an error in a goal is reported with its line.
*/

%!  load_program(+Syntax, +Text, -Program, -Faults) is det.
%
%   Faults are as in prolog_reader.pl; Program is `none` if there is an error.

load_program(Syntax, Text, Program, Faults) :-
    read_clauses(Syntax, Text, Clauses, Faults0),
    findall(Name/Arity,
            ( member(clause(Head, _, _, _), Clauses), callable(Head), functor(Head, Name, Arity) ),
            PIs0),
    sort(PIs0, PIs),
    program_faults(Clauses, PIs, Faults1),
    append(Faults0, Faults1, Faults2),
    sort(3, @=<, Faults2, Faults),
    (   \+ memberchk(fault(error, _, _, _), Faults)
    ->  own_module('program ', Program),
        forall(member(PI, PIs), ( own(PI, Name1/Arity1), dynamic(Program:Name1/Arity1) )),
        findall(Break, sub_atom(Text, Break, 1, _, '\n'), Breaks),
        forall(( member(clause(Head, Body, Places, Source), Clauses),
                 compiled(in(PIs, Breaks), Head, Body, Places, Clause) ),
               ( assertz(Program:Clause),
                 assertz(Program:'clause as read'(Head, Body, Source, Clause)) ))
    ;   Program = none
    ).

own(Name/Arity, Own/More) :-
    atomic_list_concat([Name, /, Arity], Own),
    More is Arity + 1.

%!  unload_program(+Program) is det.
%
%   Free the memory of Program.

unload_program(Program) :- drop_module(Program).

%!  defines(+Program, ?Name/Arity) is nondet.

defines(Program, Name/Arity) :-
    own(Name/Arity, Own/More),
    functor(Head, Own, More),
    predicate_property(Program:Head, defined),
    \+ predicate_property(Program:Head, imported_from(_)).

%!  run(+Program, +Game, ?Goal) is nondet.

run(Program, Game, Goal) :-
    own_goal(Goal, Game, Own),
    Program:Own.

%!  program_clause(+Program, ?Head, -Body, -Source) is nondet.
%
%   Head and Body are a clause of Program as it was read; Source is as in prolog_reader.pl.

program_clause(Program, Head, Body, Source) :-
    Program:'clause as read'(Head, Body, Source, _).

%!  solves(+Program, +Game, ?Goal) is nondet.
%
%   Goal holds, called as a goal in a clause of Program.

solves(Program, Game, Goal) :-
    called_in(Program, Game, Goal, Called),
    call(program:Called).

called_in(Program, Game, Goal, Called) :-
    functor(Goal, Name, Arity),
    (   defines(Program, Name/Arity) -> Called = run(Program, Game, Goal)
    ;   program_relation(Name/Arity, _) -> Called = relations:asked(Game, Goal)
    ;   control(Goal, Parts0, Called, Parts)
    ->  maplist(called_in(Program, Game), Parts0, Parts)
    ;   Called = Goal
    ).

%!  own_goal(?Goal, ?Game, ?Own) is semidet.
%
%   Own is the form of Goal, a goal of a program, in the program's module, over Game.

own_goal(Goal, Game, Own) :-
    (   nonvar(Goal)
    ->  Goal =.. [Name|Arguments],
        length(Arguments, Arity),
        own(Name/Arity, Mangled/_),
        append(Arguments, [Game], All),
        Own =.. [Mangled|All]
    ;   Own =.. [Mangled|All],
        append(Arguments, [Game], All),
        length(Arguments, Arity),
        atom_concat(/, Arity, Ending),
        atom_concat(Name, Ending, Mangled),
        Goal =.. [Name|Arguments]
    ).

% ---- clauses ---------------------------------------------------------------

compiled(In, Head0, Body0, Places, (Head :- Body)) :-
    own_goal(Head0, Game, Head),
    goal(In, Game, Body0, Places, Body).

%   goal(+In, +Game, +Goal0, +Places, -Goal): predicates of the file take precedence.  In is
%   in(PIs, Breaks): the predicates of the file, and the ends of its lines.

goal(In, Game, Goal0, Places0, Goal) :-
    In = in(PIs, Breaks),
    stripped(Places0, Places),
    functor(Goal0, Name, Arity),
    (   memberchk(Name/Arity, PIs) -> own_goal(Goal0, Game, Goal)
    ;   program_relation(Name/Arity, _)
    ->  line(Breaks, Places, Line),
        Goal = program:placed(Line, relations:asked(Game, Goal0))
    ;   control(Goal0, Parts0, Goal1, Parts)
    ->  arguments(Places, Ps0),
        called(Goal0, Ps0, Ps),
        maplist(goal(In, Game), Parts0, Ps, Parts),
        Goal = Goal1
    ;   sure(Goal0) -> Goal = Goal0
    ;   line(Breaks, Places, Line),
        Goal = program:placed(Line, program:Goal0)
    ).

line(Breaks, Places, Line) :-
    place(Places, From-_),
    aggregate_all(count, ( member(Break, Breaks), Break < From ), Before),
    Line is Before + 1.

%   sure(?Goal): Goal raises no error, whatever its arguments are.

sure(!).
sure(true).
sure(fail).
sure(_ = _).
sure(_ \= _).
sure(_ == _).
sure(_ \== _).
sure(var(_)).
sure(nonvar(_)).
sure(number(_)).

%   placed(+Line, :Goal): an error that Goal raises is reported with Line.

:- meta_predicate placed(+, 0).

placed(Line, Goal) :- catch(Goal, error(Formal, Context), told(Line, Formal, Context)).

told(Line, Formal, Context) :-
    (   mistake(Formal)
    ->  throw(error(in_program(Line, Formal), Context))
    ;   throw(error(Formal, Context))
    ).

%   gap(+N): the gap N of an exercise, for code that is not yet written.

gap(N) :- throw(error(open_gap(N), _)).

mistake(open_gap(_)).
mistake(instantiation_error).
mistake(type_error(_, _)).
mistake(domain_error(_, _)).
mistake(evaluation_error(_)).
