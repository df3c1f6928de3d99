:- encoding(utf8).
:- module(clingo_program,
          [ ground_program/3            % +Game, +Asked, -Program
          ]).
:- use_module(library(apply),
              [exclude/3, foldl/4, foldl/5, foldl/6, maplist/3, maplist/4, partition/4]).
:- use_module(library(assoc),
              [empty_assoc/1, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/2, append/3, max_list/2, member/2, nth0/3, reverse/2,
                               same_length/2, subtract/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/demand)).
:- use_module(logic(compiler/functional_fluents)).
:- use_module(logic(compiler/relaxation)).
:- use_module(logic(export/clingo_syntax)).
:- use_module(logic(export/gdl_export), [asked_for/4]).
:- use_module(logic(export/rule_decomposition)).
:- use_module(logic(language/history), [keeps_history/1]).
:- use_module(logic(language/literals), [inner_literal/2]).
:- use_module(logic(language/safe_order), [term_variable_set/2]).
:- use_module(logic(language/vocabulary), [network_output/2]).
:- use_module(logic(language/whole_numbers), [kind_test/1]).

/** <module> The rules of a game as a program for clingo

Clingo grounds the rules: a ground program has one rule for each instance of a rule that may
apply in some state.  Its language is answer set programming:

    legal(P, mark(C)) :- true(control(P)), \+ taken(C), cell(C).
    legal(V0, f3(V1)) :- true(f2(V0)), not p4(V1), p1(V1).

The fluents of a state, true/1, and the moves of a step, does/2, are external: any value is
possible.  Static relations are given as facts.

A clause is `Head-Body`.  Its literals:

    yes(Atom), no(Atom)     an atom may also be '$part'(Number, Arguments)
    compare(Op, X, Y)       X and Y are terms, or value(Expression); Op = computes X
    whole(X)                X is a number
    between(L, H, X)
    aggregate(How, N, [T-Body, ...])    sum adds positive numbers, sum(-) the opposites of
                                        negative ones: clingo's sums are monotone then
*/

%   Limits for a relation that is given as facts: their number, and the inferences it takes
%   to list them.
most_facts(300_000).
most_inferences(30_000_000).

%   The limit of inferences for listing the fluents and moves of a game that computes.
most_relaxed_inferences(12_000_000).

%   If a rule expands to more bodies, its disjunctions become parts instead.
most_alternatives(24).

%!  ground_program(+Game, +Asked, -Program) is det.
%
%   Asked are the names of outputs that are wanted too, though not every network has them
%   (vocabulary.pl).  Program is program(Texts, Names, Widest, Endless).  Texts are one or two
%   texts: in the first, rules that join many variables are split (rule_decomposition.pl), in the
%   second they are not.  Only grounding shows which is better.  Names has a name(Name, PI,
%   Sources) for each relation with rules; Sources are those of its rules
%   (prolog_reader.pl).  Widest is a list of the source of the rule with the most variables,
%   if there is one.  Endless is true if the rules compute numbers, and the fluents and moves
%   cannot be listed.
%
%   @error not_grounded(What)

ground_program(Game, Asked, program(Texts, Names, Widest, Endless)) :-
    (   member(Needed, [legal/2, next/1, init/1]), Game:defined(Needed) -> true
    ;   throw(error(not_grounded(space), _))
    ),
    codes(Game, Codes),
    relations(Game, Asked, PIs),
    partition(changes(Game), PIs, Changing, Static),
    maplist(static_facts(Game), Static, Facts, Unlisted0),
    append([Changing|Unlisted0], ByRules),
    must_have_small_numbers(Game, ByRules, Facts),
    program(Game, ByRules, Whole),
    split_all(Whole, Clauses),
    ( Clauses == Whole -> Forms0 = [Whole] ; Forms0 = [Clauses, Whole] ),
    maplist(projected(Changing), Forms0, Forms),
    domain(Game, Changing, Domain),
    ( Domain == derived, computes(Game, Changing) -> Endless = true ; Endless = false ),
    names(Game, ByRules, Clauses, Codes, Names),
    widest(Clauses, Widest),
    findall(Text,
            ( member(Form, Forms),
              with_output_to(string(Text),
                             write_program(Game, Asked, Codes, Domain, Facts, PIs, Form)) ),
            Texts).

write_program(Game, Asked, Codes, Domain, Facts, PIs, Clauses) :-
    write_domain(Domain, Game, Codes),
    forall(( member(Fs, Facts), member(F, Fs) ), write_fact(Codes, F)),
    forall(member(clause(Clause, _, _), Clauses), write_clause(Codes, Clause)),
    write_sums(Clauses),
    forall(( wanted(Asked, PI), memberchk(PI, PIs), PI \== noisy/2 ), format('#show ~w.~n', [PI])),
    ( Game:defined(noisy/2) -> format('#show noise/2.~n') ; true ),
    forall(( asked_name(Game, PI, _, Own), memberchk(PI, PIs), Game:input(PI, Places) ),
           ( length(Places, Given), format('#show ~w/~d.~n', [Own, Given]) )).

%   write_sums(+Clauses): name the parts whose last two arguments are numbers to be added, and what
%   tells them apart.  Clingo adds in 32 bits; grounder.py asks whether that is enough.

write_sums(Clauses) :-
    forall(( member(clause(_-Body, _, _), Clauses), member(aggregate(sum, _, Elements), Body),
             member(_-Literals, Elements), memberchk(yes('$part'(K, Arguments)), Literals) ),
           ( length(Arguments, Arity), format('sums(x~d,~d).~n', [K, Arity]) )).

%   relations(+Game, +Asked, -PIs): the relations that a search needs, and those that they depend
%   on.

relations(Game, Asked, PIs) :-
    findall(rule(Head, Body, []), Game:rule(Head, Body), Rules),
    findall(PI, ( wanted(Asked, PI), Game:defined(PI) ), Wanted),
    asked_for(Wanted, Rules, [], PIs0),
    sort(PIs0, PIs1),
    ( read_by_others(noisy/2, Rules, PIs1) -> Own = [] ; Own = [noisy/2] ),  % see noise/2
    subtract(PIs1, [true/1, does/2, 'occurred after'/3|Own], PIs).

read_by_others(PI, Rules, PIs) :-
    member(rule(Head, Body, _), Rules),
    functor(Head, N, A), memberchk(N/A, PIs),
    inner_literal(Body, call(Atom)), functor(Atom, M, B), PI = M/B, !.

wanted(_, legal/2).
wanted(_, next/1).
wanted(Asked, PI) :- network_output(Asked, PI).

changes(Game, PI) :- ( Game:needs_state(PI) ; Game:needs_step(PI) ), !.

%   program(+Game, +PIs, -Clauses): the rules of PIs, each clause as
%   clause(Clause, PI, Source).

program(Game, PIs, Clauses) :-
    must_count_outside(Game, PIs),
    findall(s(PI, Source, Head, Body),
            ( member(PI, PIs), PI = N/A, functor(Head, N, A),
              Game:rule(Head, Body0, Source),
              counted_outside(Game, Head, Body0, Body1),
              asked_body(Game, Head, Body1, Body2), own_atoms(Body2, Game, Body) ),
            Sources0),
    noise(Game, Noise),
    demand(Game, PIs, Demand),
    findall(s(next/1, none, Head, Body), ( keeps_history(Game), outside_count(Game, PIs, Head, Body) ), Outside),
    append([Sources0, Noise, Demand, Outside], Sources),
    foldl(translated, Sources, Lists, 0, _),
    append(Lists, Clauses).

%   noise(+Game, -Sources): noise/2 of the program has the legal moves that are noisy.  A search
%   asks of these alone, so the rules of noisy/2 may leave the move unbound.

noise(Game, Sources) :-
    findall(s(noisy/2, Source, '$own'(noise(R, M)), [call('$own'(open(R, M)))|Body]),
            ( Game:defined(noisy/2), Game:rule(noisy(R, M), Body, Source) ),
            Sources).

%   demand(+Game, +PIs, -Sources): the arguments for which rules of PIs ask relations that need
%   them given (demand.pl), in any state.

demand(Game, PIs, Sources) :-
    demand_rules(Game, PIs, Rules),
    findall(s(N/A, Source, Head, Body),
            ( member(rule(Asked, Body0, Atom, Source), Rules), functor(Atom, N, A),
              own_atoms([asked(Asked)|Body0], Game, [call(Head)|Body1]),
              maplist(at_any_time, Body1, Body) ),
            Sources).

at_any_time(L0, L) :-
    (   L0 = call(true(F)) -> L = call('$own'(may(F)))
    ;   L0 = call(does(R, M)) -> L = call('$own'(can(R, M)))
    ;   L0 = or(Bodies0) -> maplist(maplist(at_any_time), Bodies0, Bodies), L = or(Bodies)
    ;   L = L0
    ).

%   own_atoms(+Literals0, +Game, -Literals): asked(Asked) is a call of d0, d1, ...

own_atoms([], _, []).
own_atoms([L0|Ls0], Game, [L|Ls]) :-
    (   L0 = asked(Asked)
    ->  Asked =.. [Name|Given],
        asked_name(Game, _, Name, Own),
        Atom =.. [Own|Given],
        L = call('$own'(Atom))
    ;   L = L0
    ),
    own_atoms(Ls0, Game, Ls).

%   asked_name(+Game, ?PI, ?Name, -Own) is nondet: Own is what demand.pl calls Name.

asked_name(Game, PI, Name, Own) :-
    findall(PI0, Game:input(PI0, _), PIs),
    nth0(I, PIs, PI),
    PI = N/A, functor(Atom, N, A),
    asked_atom(Game, Atom, Asked),
    functor(Asked, Name, _),
    atom_concat(d, I, Own).

names(Game, PIs, Clauses, Codes, Names) :-
    findall(name(Name, N/A, Sources),
            ( member(N/A, PIs), relation_name(N/A, Codes, Name),
              functor(Head, N, A),
              findall(S, Game:rule(Head, _, S), Sources) ),
            Relations0),
    findall(name(noise, noisy/2, Sources),
            ( Game:defined(noisy/2), findall(S, Game:rule(noisy(_, _), _, S), Sources) ),
            Relations1, Relations0),
    findall(name(Own, PI, Sources),
            ( asked_name(Game, PI, _, Own), memberchk(PI, PIs),
              PI = N/A, functor(Head, N, A),
              findall(S, Game:rule(Head, _, S), Sources) ),
            Relations, Relations1),
    findall(name(Name, PI, [S]),
            ( member(clause('$part'(I, _)-_, PI, S), Clauses), atom_concat(x, I, Name) ),
            Parts),
    append(Relations, Parts, Names).

%   widest(+Clauses, -Sources): the source of the clause with the most variables.

widest(Clauses, Sources) :-
    findall(Width-Source,
            ( member(clause(Clause, _, Source), Clauses),
              term_variables(Clause, Vs), length(Vs, Width) ),
            Pairs),
    (   sort(1, @>=, Pairs, [_-Source|_]) -> Sources = [Source] ; Sources = [] ).

%   static_facts(+Game, +PI, -Facts, -PIs): PIs is [PI] if its facts cannot be listed or are
%   too many.

static_facts(Game, Name/Arity, Facts, PIs) :-
    functor(Atom, Name, Arity),
    (   Game:defined(Name/Arity)
    ->  state_goal(Game, Atom, _, _, Goal),
        most_facts(Most), most_inferences(Inferences),
        More is Most + 1,
        (   \+ Game:input(Name/Arity, _),
            catch(call_with_inference_limit(
                      findall(Atom, limit(More, Game:Goal), Facts0), Inferences, Result),
                  error(instantiation_error, _), fail),
            Result \== inference_limit_exceeded,
            length(Facts0, Count), Count =< Most
        ->  sort(Facts0, Facts), PIs = []
        ;   Facts = [], PIs = [Name/Arity]
        )
    ;   Facts = [], PIs = []
    ).

%   Clingo has numbers of 32 bits.  Facts may have larger ones, which rules have computed.

must_have_small_numbers(Game, PIs, Facts) :-
    (   member(Name/Arity, PIs), functor(Head, Name, Arity),
        Game:rule(Head, Body), counts(Body)
    ->  (   ( Game:rule(H, B), Term = H-B ; member(Fs, Facts), member(Term, Fs) ),
            number_in(Term, N), abs(N) >= 1 << 31
        ->  throw(error(not_grounded(number(N)), _))
        ;   true
        )
    ;   true
    ).

counts(Body) :-
    member(L, Body),
    (   L = is(_, _) ; L = between(_, _, _) ; L = aggregate(_, _, _, _)
    ;   L = test(C), functor(C, Name, 2), \+ memberchk(Name, [distinct, dif, \==])
    ;   L = not(B), counts(B)
    ;   L = or(Bs), member(B, Bs), counts(B)
    ), !.

number_in(N, N) :- integer(N), !.
number_in(Term, N) :- compound(Term), arg(_, Term, A), number_in(A, N).

% ---- histories -------------------------------------------------------------

/*  Who steps through a ground program keeps the positions of the game, counts them, and says the
count by fluents that count up to most_occurrences/1:

    'occurred now'(N)       the present position has occurred N times
    'occurred after'(N)     the position after the move in question will have occurred N times

The second serves the rules of legal/2: a move is legal if it is so with the count that holds after
the move.  As the program cannot tell what these fluents are in the next state, its own rules for
them say nothing: each becomes what the next one is not, so no proof can rest on them.
*/

most_occurrences(16).

%   outside_count(+Game, +PIs, -Head, -Body) is nondet: a rule of a fluent that is set from outside,
%   as rules of PIs ask for it.

outside_count(_, PIs, next('occurred now'(N)), [not([call(true('occurred now'(M)))])]) :-
    memberchk(occurred/1, PIs),
    outside_number(N, M).
outside_count(Game, _, next('occurred after'(N)), [not([call(true('occurred after'(M)))])]) :-
    asks_after(Game),
    outside_number(N, M).

outside_number(N, M) :-
    most_occurrences(Most),
    between(1, Most, N),
    M is N mod Most + 1.

asks_after(Game) :-
    Game:rule(legal(_, _), Body), inner_literal(Body, call('occurred after'(_, _, _))), !.

%   must_count_outside(+Game, +PIs): if the rules of legal/2 ask how often a position will have
%   occurred, no other rule of PIs asks what is legal.
%   @error not_grounded(legal)

must_count_outside(Game, PIs) :-
    (   keeps_history(Game), asks_after(Game),
        member(Name/Arity, PIs), functor(Head, Name, Arity),
        Game:rule(Head, Other), inner_literal(Other, call(legal(_, _)))
    ->  throw(error(not_grounded(legal), _))
    ;   true
    ).

%   counted_outside(+Game, +Head, +Body0, -Body): Body asks of a fluent how often the position after
%   the move of Head will have occurred.
%   @error not_grounded(after) if it asks this of another move, or in another rule than legal/2

counted_outside(Game, Head, Body0, Body) :-
    ( keeps_history(Game) -> maplist(counted_literal(Head), Body0, Body) ; Body = Body0 ).

counted_literal(Head, L0, L) :-
    (   L0 = call('occurred after'(R, M, N))
    ->  (   Head = legal(R0, M0), R0-M0 == R-M -> L = call(true('occurred after'(N)))
        ;   throw(error(not_grounded(after), _))
        )
    ;   L0 = not(Body0) -> maplist(counted_literal(Head), Body0, Body), L = not(Body)
    ;   L0 = or(Bodies0)
    ->  maplist(maplist(counted_literal(Head)), Bodies0, Bodies), L = or(Bodies)
    ;   L0 = aggregate(How, T, Body0, N)
    ->  maplist(counted_literal(Head), Body0, Body), L = aggregate(How, T, Body, N)
    ;   L = L0
    ).

% ---- possible fluents and moves --------------------------------------------

%   may/1 and can/2 list the fluents and moves that may occur.  The reader of the ground
%   program takes them as facts.  apart(I, F) says that at most one fluent F of the group I holds
%   in a state: where it is otherwise, the lists may lack what comes about.

%   domain(+Game, +PIs, -Domain): the possible fluents and moves, if numbers or terms could
%   otherwise grow without end.  For example, taking 2 from a heap of 1 is ruled out because
%   it is not legal and a heap has only one number: so the functional fluents are listed, too.
%   @error huge_term(Most, Where)

domain(Game, PIs, listed(Fluents, Moves, Functional)) :-
    ( computes(Game, PIs) -> true ; builds(Game, PIs) ),
    initial_facts(Game, Initial),
    functional_fluents(Game, Initial, Functional),
    most_relaxed_inferences(Most),
    possible_instances(Game, Functional, Most, Fluents, Moves), !.
domain(_, _, derived).

computes(Game, PIs) :-
    member(Name/Arity, PIs), functor(Head, Name, Arity),
    Game:rule(Head, Body), counts(Body), !.

%   builds(+Game, +PIs) is semidet: a rule may build ever larger terms (term_growth.pl).

builds(Game, PIs) :-
    member(Name/Arity, PIs), functor(Head, Name, Arity),
    Game:guarded(Head, Body), memberchk(test(small(_, _)), Body), !.

write_domain(Domain, Game, Codes) :-
    initial_facts(Game, Initial),
    forall(Game:role(R), write_fact(Codes, role(R))),
    (   Domain = listed(Fluents, Moves, Functional)
    ->  forall(member(F, Fluents), write_fact(Codes, '$own'(may(F)))),
        forall(( member(R-M, Moves), Game:role(R) ), write_fact(Codes, '$own'(can(R, M)))),
        groups_apart(Fluents, Functional, Groups),
        forall(( nth0(I, Groups, Group), member(F, Group) ),
               write_fact(Codes, '$own'(apart(I, F)))),
        ( Groups == [] -> true ; format('#show apart/2.~n') )
    ;   forall(member(F, Initial), write_fact(Codes, '$own'(may(F)))),
        format('may(F) :- next(F).~ncan(R, M) :- role(R), legal(R, M).~n')
    ),
    (   Game:implicit_noop
    ->  constant_name(noop, Codes, Noop),
        format('idle(R) :- role(R), not moves(R).~nmoves(R) :- legal(R, _).~n#show idle/1.~n'),
        ( Domain == derived -> format('can(R, ~w) :- idle(R).~n', [Noop]) ; true ),
        ( Game:defined(noisy/2) -> format('open(R, ~w) :- idle(R).~n', [Noop]) ; true )
    ;   true
    ),
    ( Game:defined(noisy/2) -> format('open(R, M) :- role(R), legal(R, M).~n') ; true ),
    format('#external true(F) : may(F).~n#external does(R, M) : can(R, M).~n'),
    format('#show true/1.~n#show does/2.~n#show may/1.~n#show can/2.~n').

%   groups_apart(+Fluents, +Functional, -Groups): of the fluents of a group at most one holds.

groups_apart(Fluents, Functional, Groups) :-
    findall(Key-F, ( member(F, Fluents), fluent_key(Functional, F, Key, _) ), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Keyed),
    findall(Group, ( member(_-Group, Keyed), Group = [_, _|_] ), Groups).

% ---- rule by rule ----------------------------------------------------------

%   translated(+Source, -Clauses, +N0, -N): the clauses of one rule, each as
%   clause(Clause, PI, Source); N counts the parts of all rules.

translated(s(PI, Source, Head, Literals), Clauses, N0, N) :-
    expanded(Literals, Bodies),
    foldl(translated_body(Head), Bodies, Lists, N0, N),
    append(Lists, Clauses0),
    findall(clause(C, PI, Source), member(C, Clauses0), Clauses).

translated_body(Head, Literals, Clauses, N0, N) :-
    (   literals(Literals, [], Head, Body, parts(N0, []), parts(N, Parts))
    ->  reverse([Head-Body|Parts], Clauses)
    ;   Clauses = [], N = N0
    ).

%   expanded(+Literals, -Bodies): each body has one alternative of each disjunction in
%   Literals.  If that makes too many bodies, the disjunctions stay.

expanded(Literals, Bodies) :-
    most_alternatives(Most),
    (   expanded(Literals, Most, Bodies0) -> Bodies = Bodies0 ; Bodies = [Literals] ).

expanded([], _, [[]]).
expanded([L|Ls], Most, Bodies) :-
    expanded(Ls, Most, Tails),
    (   L = or(Alternatives)
    ->  maplist(expanded_within(Most), Alternatives, Lists),
        append(Lists, Starts)
    ;   Starts = [[L]]
    ),
    length(Starts, N), length(Tails, M), N * M =< Most,
    foldl(followed(Tails), Starts, Bodies, []).

expanded_within(Most, Literals, Bodies) :- expanded(Literals, Most, Bodies).

followed(Tails, Start, Bodies0, Bodies) :- foldl(follow(Start), Tails, Bodies0, Bodies).

follow(Start, Tail, [Body|Bodies], Bodies) :- append(Start, Tail, Body).

%   literals(+Literals, +Before, +Around, -Body, +Parts0, -Parts) is semidet: Before are
%   the literals of the program that stand before these; Around is everything else that has
%   their variables.  Parts are the parts made so far.  Fails if a literal never holds.

literals([], _, _, [], Ps, Ps).
literals([L|Ls], Before, Around, Body, Ps0, Ps) :-
    once(literal(L, Before, Around-Before-Ls, Body0, Ps0, Ps1)),
    append(Body0, Body1, Body),
    append(Before, Body0, Before1),
    literals(Ls, Before1, Around, Body1, Ps1, Ps).

literal(call(Atom), _, _, [yes(Atom)], Ps, Ps).
literal(test(Test), _, Around, Literals, Ps, Ps) :-
    kind_test(Test), !,
    ( Test = whole(X), Around = _-_-After, bare_number(X, After) -> Literals = [whole(X)]
    ; Literals = []
    ).
literal(test(C), _, _, [compare(Op, X, Y)], Ps, Ps) :- comparison(C, Op, X, Y).
literal(is(X, E), _, _, [compare(=, X, V)], Ps, Ps) :- valued(E, V).
literal(between(L, H, X), _, _, [between(L, H, X)], Ps, Ps).
literal(or(Bodies), Before, Around, [yes(Part)], Ps0, Ps) :-
    some([or(Bodies)], [], Before, Around, Part, Ps0, Ps).
literal(not([call(Atom)]), _, Around, [no(Atom)], Ps, Ps) :-
    common_variables(Atom, Around, Vs),
    term_variables(Atom, Ws),
    same_length(Vs, Ws), !.             % none is local
literal(not([test(C)]), _, _, [compare(Opposite, X, Y)], Ps, Ps) :- !,
    comparison(C, Op, X, Y),
    opposite(Op, Opposite).
literal(not([not(Body)]), Before, Around, [yes(Part)], Ps0, Ps) :- !,
    some(Body, [], Before, Around, Part, Ps0, Ps).
literal(not(Body), Before, Around, Literals, Ps0, Ps) :-
    Body \== [],
    (   some(Body, [], Before, Around, Part, Ps0, Ps)
    ->  Literals = [no(Part)]
    ;   Literals = [], Ps = Ps0
    ).
literal(aggregate(list, _, _, _), _, _, _, _, _) :-
    throw(error(not_grounded(list), _)).
literal(aggregate(sum, V-Key, Body, N), Before, Around, Literals, Ps0, Ps) :-
    (   some(Body, [V, Key], Before, Around-N, Part, Ps0, Ps)   % a part: see sums/2
    ->  Literals = [aggregate(sum, More, [V-Key-[yes(Part), compare(>, V, 0)]]),
                    aggregate(sum(-), Less, [V-Key-[yes(Part), compare(<, V, 0)]]),
                    compare(=, N, value(More - Less))]
    ;   Literals = [compare(=, N, 0)], Ps = Ps0
    ).
literal(aggregate(How, V, Body, N), Before, Around, Literals, Ps0, Ps) :-
    memberchk(How, [max, min]),
    elements(V, Body, Before, Around-N, Elements0, Ps0, Ps),
    maplist(of_numbers, Elements0, Elements),
    Literals = [aggregate(How, N, Elements), whole(N)].
literal(aggregate(count, T, Body, N), Before, Around, [aggregate(count, N, Elements)], Ps0, Ps) :-
    elements(T, Body, Before, Around-N, Elements, Ps0, Ps).

%   elements(+Template, +Body, +Before, +Around, -Elements, +Parts0, -Parts)

elements(T, Body, Before, Around, Elements, Ps0, Ps) :-
    (   \+ inner_literal(Body, aggregate(_, _, _, _))
    ->  expanded(Body, Bodies),
        foldl(element(T, Before, Around), Bodies, Lists, Ps0, Ps),
        append(Lists, Elements)
    ;   some(Body, [T], Before, Around, Part, Ps0, Ps)
    ->  Elements = [T-[yes(Part)]]
    ;   Elements = [], Ps = Ps0
    ).

of_numbers(V-Literals0, V-Literals) :- append(Literals0, [whole(V)], Literals).

%   bare_number(+X, +Literals) is semidet: Literals use X as a number by itself.  Expressions
%   and ranges do not count, because they have no value if X is not a number.

bare_number(X, Literals) :-
    inner_literal(Literals, L),
    (   L = is(_, Y) -> X == Y
    ;   L = test(C), functor(C, Name, 2), \+ memberchk(Name, [distinct, dif, \==]),
        arg(_, C, Y), X == Y
    ), !.

element(T, Before, Around, Body, Elements, Ps0, Ps) :-
    (   literals(Body, Before, T-Around, Literals, Ps0, Ps)
    ->  Elements = [T-Literals]
    ;   Elements = [], Ps = Ps0
    ).

%   some(+Body, +Template, +Before, +Around, -Part, +Parts0, -Parts) is semidet: Part is true
%   of the instances of Template, and of the variables that Body shares with Around, for
%   which Body holds.  Fails if Body never holds.

some(Body, Template, Before, Around, Part, parts(N0, Ps0), Ps) :-
    Part = '$part'(N0, Arguments),
    N1 is N0 + 1,
    common_variables(Template-Body, Around, Vs),
    append(Vs, Template, Arguments),
    expanded_all(Body, Bodies),
    foldl(some_clause(Part, Vs, Before, Around), Bodies, parts(N1, Ps0), Ps),
    Ps = parts(_, Ps1),
    member(Head-_, Ps1), Head == Part, !.

%   A disjunction of too many alternatives becomes a part with one clause for each.

expanded_all([or(Bodies)], Bodies) :- !.
expanded_all(Body, Bodies) :- expanded(Body, Bodies).

some_clause(Part, Vs, Before, Around, Literals, Ps0, Ps) :-
    (   literals(Literals, Before, Part-Around, Body, Ps0, parts(N, Ps1))
    ->  bound(Part, Body, Bound),
        exclude(among(Bound), Vs, Needed),
        binders(Needed, Before, Body, Body1),
        Ps = parts(N, [Part-Body1|Ps1])
    ;   Ps = Ps0
    ).

among(Vs, V) :- member(W, Vs), W == V, !.

%   binders(+Needed, +Before, +Body0, -Body): Body is Body0 after those literals of Before
%   that bind the variables Needed.

binders(Needed0, Before, Body0, Body) :-
    term_variable_set(Needed0, Needed),
    reverse(Before, Reversed),
    binders_(Reversed, Needed, Body0, Body).

binders_([], _, Body, Body).
binders_([L|Ls], Needed0, Body0, Body) :-
    (   binds(L, L, Inputs0, Bound0),   % shared variables of a count are bound before it
        term_variables(Bound0, Bound), member(V, Bound), among(Needed0, V)
    ->  exclude(among(Bound), Needed0, Needed1),
        term_variables(Inputs0, Inputs),
        append(Inputs, Needed1, Needed),
        loose(L, Loose),
        binders_(Ls, Needed, [Loose|Body0], Body)
    ;   binders_(Ls, Needed0, Body0, Body)
    ).

%   split_all(+Clauses0, -Clauses): clauses that join many variables are split.

split_all(Clauses0, Clauses) :-
    first_part(Clauses0, First),
    foldl(split_source, Clauses0, Lists, First, _),
    append(Lists, Clauses1),
    shared_parts(Clauses1, Clauses).

first_part(Clauses, First) :-
    findall(K, member(clause('$part'(K, _)-_, _, _), Clauses), Ks),
    max_list([-1|Ks], Last),
    First is Last + 1.

split_source(clause(Clause, PI, Source), Clauses, N0, N) :-
    split_clause(Clause, Split, N0, N),
    maplist(with_source(PI, Source), Split, Clauses).

with_source(PI, Source, Clause, clause(Clause, PI, Source)).

%   projected(+PIs, +Clauses0, -Clauses): a variable that occurs once in a clause is projected
%   out of an atom by a part, if the atom's relation is among PIs.  Clingo would do so with
%   atoms that have no name.

projected(PIs, Clauses0, Clauses) :-
    first_part(Clauses0, First),
    foldl(projected_clause(PIs), Clauses0, Lists, First, _),
    append(Lists, Clauses1),
    shared_parts(Clauses1, Clauses).

projected_clause(PIs, clause(Head-Body0, PI, Source), Clauses, N0, N) :-
    (   Body0 = [_]
    ->  Clauses = [clause(Head-Body0, PI, Source)], N = N0
    ;   term_singletons(Head-Body0, Singles),
        foldl(projected_literal(PIs, Singles), Body0, Body, N0-[], N-Parts),
        append(Parts, [Head-Body], Clauses1),   % for shared_parts/2
        maplist(with_source(PI, Source), Clauses1, Clauses)
    ).

projected_literal(PIs, Singles, Literal0, Literal, N0-Parts, N-Parts1) :-
    (   ( Literal0 = yes(Atom), Literal = yes(Part) ; Literal0 = no(Atom), Literal = no(Part) ),
        projects(PIs, Atom),
        term_variable_set(Atom, Vs),
        partition(among(Singles), Vs, [_|_], Kept)
    ->  Part = '$part'(N0, Kept),
        N is N0 + 1,
        Parts1 = [Part-[yes(Atom)]|Parts]
    ;   Literal0 = aggregate(How, M, Elements0)
    ->  foldl(projected_element(PIs, Singles), Elements0, Elements, N0-Parts, N-Parts1),
        Literal = aggregate(How, M, Elements)
    ;   Literal = Literal0, N = N0, Parts1 = Parts
    ).

projected_element(PIs, Singles, T-Body0, T-Body, State0, State) :-
    term_variable_set(T, Vs),
    exclude(among(Vs), Singles, Local),
    foldl(projected_literal(PIs, Local), Body0, Body, State0, State).

projects(_, true(_)) :- !.
projects(_, does(_, _)) :- !.
projects(_, '$part'(_, _)) :- !.
projects(PIs, Atom) :- functor(Atom, Name, Arity), memberchk(Name/Arity, PIs).

%   shared_parts(+Clauses0, -Clauses): of several parts with the same clause, one is kept.

shared_parts(Clauses0, Clauses) :-
    findall(K, member(clause('$part'(K, _)-_, _, _), Clauses0), Ks0),
    msort(Ks0, Ks),
    findall(K-x, member(K, Ks), Pairs0),
    group_pairs_by_key(Pairs0, Groups),
    findall(K-one, member(K-[x], Groups), Pairs),
    list_to_assoc(Pairs, Ones),
    empty_assoc(Empty),
    foldl(share_part(Ones), Clauses0, Lists, Empty-Empty, _),
    append(Lists, Clauses).

share_part(Ones, clause(Head-Body0, PI, Source), Clauses, Known-Names0, Known1-Names) :-
    maplist(renamed_parts(Names0), Body0, Body),
    (   Head = '$part'(K, Arguments), get_assoc(K, Ones, _)
    ->  copy_term(Arguments-Body, Key),
        numbervars(Key, 0, _),
        (   get_assoc(Key, Known, J)
        ->  put_assoc(K, Names0, J, Names), Known1 = Known, Clauses = []
        ;   put_assoc(Key, Known, K, Known1), Names = Names0,
            Clauses = [clause(Head-Body, PI, Source)]
        )
    ;   Clauses = [clause(Head-Body, PI, Source)], Known1 = Known, Names = Names0
    ).

renamed_parts(Names, yes('$part'(K, As)), yes('$part'(J, As))) :- get_assoc(K, Names, J), !.
renamed_parts(Names, no('$part'(K, As)), no('$part'(J, As))) :- get_assoc(K, Names, J), !.
renamed_parts(Names, aggregate(How, N, Elements0), aggregate(How, N, Elements)) :- !,
    maplist(renamed_element(Names), Elements0, Elements).
renamed_parts(_, L, L).

renamed_element(Names, T-Body0, T-Body) :- maplist(renamed_parts(Names), Body0, Body).

% ---- comparisons and arithmetic --------------------------------------------

%   comparison(+Test, -Op, -X, -Y): terms are compared by structure, numbers by value.

comparison(Test, Op, X, Y) :-
    Test =.. [Name, X0, Y0],
    (   memberchk(Name, [distinct, dif, \==])
    ->  Op = (\=), X = X0, Y = Y0
    ;   memberchk(Name-Op, [(<)-(<), (=<)-(=<), (>)-(>), (>=)-(>=), (=:=)-(=:=), (=\=)-(\=)]),
        valued(X0, X),
        valued(Y0, Y)
    ).

opposite(\=, =:=).
opposite(=:=, \=).
opposite(<, >=).
opposite(>=, <).
opposite(>, =<).
opposite(=<, >).

valued(E, V) :-
    (   ( var(E) ; integer(E) ) -> V = E
    ;   ground(E) -> catch(V is E, error(_, _), fail)
    ;   V = value(E)
    ).
