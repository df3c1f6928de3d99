:- encoding(utf8).
:- module(program_requests,
          [ program_request/3           % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(logic(checker/kinds), [lacking/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves), [must_be_open/1]).
:- use_module(logic(language/program_words), [program_question/2]).
:- use_module(logic(programs/chance), [seed_chance/1]).
:- use_module(logic(programs/gaps)).
:- use_module(logic(programs/program)).
:- use_module(logic(programs/relations), [looking/4]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/belief), [likelihood_text/2]).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/position)).
:- use_module(logic(support/resource_limits), [within_inferences/2]).

/** <module> Requests about search programs

A program is loaded once and run on any game: its value/4, best/5, path/2 or proved/3, which ask about
the position, or its belief/2 or best/4, which ask about what a role knows of it (past.pl).
*/

requests:effort(search, [run_program, program_answers]).

%!  program_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

program_request(load_program, In,
                _{program: Program, faults: Dicts, defines: Found, lacks: Lacks}) :-
    Syntax = In.syntax,
    load_program(Syntax, In.text, Program0, Faults),
    maplist(fault_dict(Syntax), Faults, Dicts),
    (   Program0 == none -> Program = null, Found = []
    ;   Program = Program0,
        findall(Name, ( program_question(Name, PI), defines(Program0, PI) ), Found)
    ),
    ( Found == [], lacking(Syntax, In.text, Lacks0) -> Lacks = Lacks0 ; Lacks = null ).
program_request(gap_clauses, In, _{gaps: Dicts}) :-
    gap_clauses(In.text, Gaps),
    findall(_{turn: Turn, kind: Kind, places: Lists},
            ( member(gap(Turn, Kind, Places), Gaps),
              findall([From, HeadTo, To], member(From-HeadTo-To, Places), Lists) ),
            Dicts).
program_request(unload_program, In, _{}) :-
    atom_string(Program, In.program),
    unload_program(Program).
program_request(run_program, In, Reply) :-
    asked_program(In, Program, Game, Goal, Answer),
    ( Answer = path(_) -> What = expanded ; What = leaves ),
    (   with_small_stack(Program, looking(run(Program, Game, Goal), Game, What, States))
    ->  answer_dict(Answer, Game, Dict),
        Reply = Dict.put(_{holds: true, looked_at: States})
    ;   Reply = _{holds: false, looked_at: []}
    ).

%   The first distinct answers, at most `most`; fewer if a limit of inferences is reached.

program_request(program_answers, In, _{answers: Dicts}) :-
    asked_program(In, Program, Game, Goal, Answer),
    Found = found([]),
    catch(with_small_stack(Program, within_inferences(In.inferences_of_all,
              forall(limit(In.most, distinct(Answer, run(Program, Game, Goal))),
                     add(Answer, Found)))),
          inferences_over(_, _), true),
    arg(1, Found, Reversed),
    reverse(Reversed, Answers),
    findall(Dict, ( member(A, Answers), answer_dict(A, Game, Dict) ), Dicts).

%   asked_program(+In, -Program, -Game, -Goal, -Answer): Goal asks a program, and binds Answer.

asked_program(In, Program, Game, Goal, Answer) :-
    in_position(In, Game0, State0),
    atom_string(Program, In.program),
    atom_string(Name, In.question),
    (   of_knowledge(Name) -> seen_by_program(In, Game0, State0, Game, State)
    ;   must_be_open(Game0), Game = Game0, State = State0
    ),
    ( In.role == null -> true ; role_named(Game, In.role, Role) ),
    question(Name, Goal, asked(State, Role, In.depth), Answer),
    seed_chance(In.seed).

add(Answer, Found) :-
    arg(1, Found, Answers),
    nb_setarg(1, Found, [Answer|Answers]).

%   with_small_stack(+Program, :Goal): endless recursion fills the stack, and the fuller it is the
%   longer it takes to notice a limit.  The error names the goal of Program that calls itself.

:- meta_predicate with_small_stack(+, 0).

with_small_stack(Program, Goal) :-
    current_prolog_flag(stack_limit, Limit),
    Small is min(Limit, 128_000_000),
    setup_call_cleanup(
        set_prolog_flag(stack_limit, Small),
        catch(once(Goal), error(resource_error(What), Context), full(Program, What, Context)),
        set_prolog_flag(stack_limit, Limit)).

%   The frames are those that SWI-Prolog reports, with compound arguments as Name/Arity.

full(Program, What, Context) :-
    (   is_dict(Context),
        member(Key, [non_terminating, cycle, stack]),
        get_dict(Key, Context, Frames),
        append(_, [frame(_, Program:Called, _)|Below], Frames),
        compound(Called),
        same_functor(Called, Other),
        memberchk(frame(_, Program:Other, _), Below),
        own_goal(Goal, _, Called)
    ->  functor(Goal, Name, Arity),
        Goal =.. [_|Arguments],
        maplist(shown_argument, Arguments, Parts),
        atomic_list_concat(Parts, ', ', Listed),
        (   Key == stack
        ->  Format = '~q calls itself until the memory is used up, as in ~q(~w)'
        ;   Format = '~q calls itself without end, as in ~q(~w)'
        ),
        format(string(Text), Format, [Name/Arity, Name, Listed]),
        throw(endless_recursion(Text))
    ;   throw(error(resource_error(What), Context))
    ).

same_functor(Term, Other) :-
    compound_name_arity(Term, Name, Arity),
    compound_name_arity(Other, Name, Arity).

shown_argument(Argument, Text) :-
    ( atomic(Argument) -> format(string(Text), '~q', [Argument]) ; Text = "_" ).

%   question(?Name, -Goal, ?Asked, -Answer): Goal asks a program, and binds Answer.

question(value, value(S, R, D, V), asked(S, R, D), value(V)).
question(best, best(S, R, D, M, V), asked(S, R, D), move(M, V)).
question(path, path(S, P), asked(S, _, _), path(P)).
question(proved, proved(S, R, V), asked(S, R, V), proved).
question(belief, belief(R, B), asked(_, R, _), belief(B)).
question(choice, best(R, D, M, V), asked(_, R, D), move(M, V)).

of_knowledge(belief).
of_knowledge(choice).

answer_dict(proved, _, _{}).
answer_dict(value(V0), _, _{value: V}) :- plain_value(V0, V).
answer_dict(move(M, V0), Game, _{move: Text, value: V}) :-
    move_text(Game, M, Text),
    plain_value(V0, V).
answer_dict(path(P), Game, _{states: Numbers}) :-
    (   is_list(P), ground(P)
    ->  maplist(state_number(Game), P, Numbers)
    ;   throw(error(program_answer(path, "a list of states", P), _))
    ).

answer_dict(belief(B), Game, _{belief: Pairs}) :-
    (   is_list(B), ground(B), maplist(believed_pair(Game), B, Pairs) -> true
    ;   throw(error(program_answer(belief, "a list of a state and a number, S-P,", B), _))
    ).

believed_pair(Game, S-P, [Number, Text]) :-
    rational(P),
    state_number(Game, S, Number),
    likelihood_text(P, Text).

plain_value(V0, V) :-
    (   integer(V0) -> V = V0
    ;   number(V0) -> V is float(V0)
    ;   throw(error(program_answer(value, "a number", V0), _))
    ).

move_text(Game, M, Text) :-
    (   ground(M), acyclic_term(M) -> term_text(Game, M, Text)
    ;   throw(error(program_answer(move, "a move", M), _))
    ).
