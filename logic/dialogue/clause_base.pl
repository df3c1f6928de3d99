:- encoding(utf8).
:- module(clause_base,
          [ new_base/1,                 % -Base
            drop_base/1,                % +Base
            add_game/3,                 % +Base, +Game, +State
            add_clauses/6,              % +Base, +Syntax, +Text, +Source, -Count, -Faults
            clear/3,                    % +Base, ?Head, -Count
            add_askable/2,              % +Base, +Atom
            add_reply/3,                % +Base, +Atom, +Reply
            query/5,                    % +Base, +Syntax, +Text, -Query, -Faults
            matching/3,                 % +Base, ?Head, -Clause
            instance/4,                 % +Base, ?Number, +Atom, -Clause
            resolved/5,                 % +Base, +Fact, ?Number, -Same, -Body
            all_same/1,                 % +Pairs
            fact_atom/2,                % +Fact, -Atom
            plain_literal/2,            % +Literal, -Plain
            plain_body/2,               % +Body, -Plain
            askable/2,                  % +Base, ?Atom
            answered/4,                 % +Base, ?Number, ?Atom, ?Reply
            from_game/2,                % +Base, +Fact
            supported/2,                % +Base, +Atom
            unsupported/2,              % +Base, -Warnings
            without_clauses/3,          % +Base, +Body, -PIs
            relations/2,                % +Base, -PIs
            relations_of_game/2,        % +Base, -PIs
            closest_known/3,            % +Base, +PI, -Closest
            shown/3,                    % +Names, +Literal, -Text
            shown_values/2,             % +Names, -Pairs
            shown_rule/4,               % +Names, +Head, +Body, -Text
            listed_text/4               % +Head, +Body, +Names, -Text
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, list_to_set/2, member/2, nth1/3, reverse/2]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(logic(dialogue/game_relations), [game_relation/2]).
:- use_module(logic(language/literals), [inner_atom/2, inner_literal/2]).
:- use_module(logic(language/safe_order), [strip_places/2]).
:- use_module(logic(language/whole_numbers), [kinds_checked/3, with_tests_inside/2,
                                              without_kind_tests/2]).
:- use_module(logic(language/spelling), [closest_relation/3]).
:- use_module(logic(questions/met_states), [note_states/1]).
:- use_module(logic(reader/prolog_reader), [read_rules/3, read_theory/4]).
:- use_module(logic(reader/syntaxes), [read_theory_in/4]).
:- use_module(logic(reader/writer), [body_text/4, clause_text/4, variable_name/3]).
:- use_module(logic(support/own_modules)).

/** <module> The clauses of a CILOG dialogue

A clause base has definite clauses with negation as failure, numbers and inequality.  Unlike
the rules of a game they need not be bounded: lists and terms may grow without end.  They are
read as data and never called; resolution.pl proves goals from them.

A base is a module.  In it the clause `p(f(X), X) <- q(X)` with the number 7 is

    'p/2'(f(X), Y, 7, [Y=X], Body)

No variable occurs twice in a head, so finding a clause needs no occurs check; the pairs that
must be equal are the fourth argument.  Body is a list of

    call(Fact)              Fact as above; the last three arguments are free
    not(Variables, Body), aggregate(How, Variables, Template, Body, N)
                            Variables is a term with the variables that must have a value
    or(Bodies)
    differ(X, Y)  same(X, Y)  number(X)
    test(Comparison)  is(X, E)  between(L, H, X)  tested(Tests, Literal)
                            as in body_interpreter.pl

The arity is part of the name, so no relation clashes with a predicate of Prolog.  The
original clause is clause_of(Number, Head, PlainBody, Names, Source): PlainBody is as in
literals.pl, without places; Names is a list of Name-Variable; Source is at(Text, Offset) in a
text that Python numbered Text, `typed`, or `position`.

The base of a game has asks(Game, State), too, and of_game(Relation, PI) for the relations that
the game answers as long as they have no clauses (game_relations.pl).
*/

%!  new_base(-Base) is det.

new_base(Base) :-
    own_module('clauses ', Base),
    dynamic([Base:clause_of/5, Base:askable/1, Base:answered/3, Base:asks/2, Base:of_game/2,
             Base:searched/2]).

%!  drop_base(+Base) is det.
%
%   Free the memory of Base.

drop_base(Base) :- drop_module(Base).

% ---- adding clauses --------------------------------------------------------

%!  add_game(+Base, +Game, +State) is det.
%
%   Add the rules of Game, with each literal after its binders, the fluents of State, unless
%   that is `none`, and the relations over states.

add_game(Base, Game, State) :-
    forall(Game:written(Head, Body, source(At-_, _, Variables)),
           ( variable_names(Variables, Names),
             without_kind_tests(Body, Plain),
             add_clause(Base, Head, Plain, Names, at(0, At)) )),
    (   State == none
    ->  true
    ;   Game:facts(State, Facts),
        forall(member(Fact, Facts), add_clause(Base, true(Fact), [], [], position))
    ),
    assertz(Base:asks(Game, State)),
    forall(game_relation(Game, PI),
           ( fact_name(Base, PI, Relation), assertz(Base:of_game(Relation, PI)) )).

%!  add_clauses(+Base, +Syntax, +Text, +Source, -Count, -Faults) is det.
%
%   Add the Count clauses of Text, unless one of the Faults is an error.  Source is `typed`,
%   or the number of a text, whose earlier clauses are removed.

add_clauses(Base, Syntax, Text, Source, Count, Faults) :-
    read_theory_in(Syntax, Text, Rules, Faults0),
    findall(Fault, ( member(Rule, Rules), head_fault(Rule, Fault) ), Faults1),
    append(Faults0, Faults1, Faults),
    (   member(fault(error, _, _, _), Faults)
    ->  Count = 0
    ;   remove_source(Base, Source),
        forall(member(rule(Head, Body0, source(At-_, _, Variables)), Rules),
               ( strip_places(Body0, Body),
                 variable_names(Variables, Names),
                 ( Source == typed -> From = typed ; From = at(Source, At) ),
                 add_clause(Base, Head, Body, Names, From) )),
        length(Rules, Count)
    ).

head_fault(rule(number(_), _, source(_, Place, _)),
           fault(error, reserved_head, Place, [number/1])).

variable_names([], []).
variable_names([variable(Name0, Variable, _)|Variables], Names) :-
    (   Name0 == '_' -> Names = Names1
    ;   proper_name(Name0, Name), Names = [Name-Variable|Names1]
    ),
    variable_names(Variables, Names1).

%   proper_name(+Name0, -Name): a name that CILOG allows; KIF allows others.

proper_name(Name0, Name) :-
    (   sub_atom(Name0, 0, 1, _, First), \+ char_type(First, lower),
        forall(sub_atom(Name0, _, 1, _, C), char_type(C, csym))
    ->  Name = Name0
    ;   variable_name(cilog, Name0, Name)
    ).

add_clause(Base, Head, Body0, Names, Source) :-
    flag(clause_numbers, N0, N0 + 1),
    Number is N0 + 1,
    Head =.. [_|As],
    each_once(As, Bs, [], _, Same, []),
    functor(Head, Name, Arity),
    compiled_body(Body0, Head, Base, Body),
    append(Bs, [Number, Same, Body], Cs),
    fact_name(Base, Name/Arity, Relation),
    Fact =.. [Relation|Cs],
    assertz(Base:Fact),
    assertz(Base:clause_of(Number, Head, Body0, Names, Source)).

%   each_once(+Terms0, -Terms, +Seen0, -Seen, ?Same, ?Tail): Terms are Terms0, with a new
%   variable in place of each repeated one, and a pair in Same.

each_once([], [], Seen, Seen, Ss, Ss).
each_once([T0|Ts0], [T|Ts], Seen0, Seen, Ss0, Ss) :-
    once_each(T0, T, Seen0, Seen1, Ss0, Ss1),
    each_once(Ts0, Ts, Seen1, Seen, Ss1, Ss).

once_each(T0, T, Seen0, Seen, Ss0, Ss) :-
    (   var(T0)
    ->  (   member(V, Seen0), V == T0
        ->  Seen = Seen0, Ss0 = [T=T0|Ss]
        ;   T = T0, Seen = [T0|Seen0], Ss0 = Ss
        )
    ;   compound(T0)
    ->  compound_name_arguments(T0, Name, As0),
        each_once(As0, As, Seen0, Seen, Ss0, Ss),
        compound_name_arguments(T, Name, As)
    ;   T = T0, Seen = Seen0, Ss0 = Ss
    ).

%   fact_name(+Base, +PI, -Relation): declare Relation, so that it fails without clauses.

fact_name(Base, Name/Arity, Relation) :-
    atomic_list_concat([Name, /, Arity], Relation),
    Columns is Arity + 3,
    functor(Fact, Relation, Columns),
    (   predicate_property(Base:Fact, dynamic) -> true
    ;   dynamic(Base:Relation/Columns)
    ).

%   compiled_body(+Plain, +Head, +Base, -Body): the body of a clause, with tests of what its
%   arithmetic needs.

compiled_body(Plain, Head, Base, Body) :-
    kinds_checked(Head, Plain, Checked),
    with_tests_inside(Checked, Tested),
    compiled_part(Head-Plain, Base, Tested, Body).

%   compiled_part(+Whole, +Base, +Body0, -Body): Whole is the clause that contains Body0.

compiled_part(Whole, Base, Body0, Body) :- maplist(compiled(Whole, Base), Body0, Body).

compiled(_, _, call(number(X)), number(X)) :- !.
compiled(_, _, call(X = Y), same(X, Y)) :- !.
compiled(_, Base, call(Atom), call(Fact)) :- !,
    functor(Atom, Name, Arity),
    fact_name(Base, Name/Arity, Relation),
    Atom =.. [_|As],
    append(As, [_, _, _], Bs),
    Fact =.. [Relation|Bs].
compiled(Whole, Base, not(Body0), not(Variables, Body)) :- !,
    needed(Body0, Whole, Variables),
    compiled_part(Whole, Base, Body0, Body).
compiled(Whole, Base, or(Bodies0), or(Bodies)) :- !,
    maplist(compiled_part(Whole, Base), Bodies0, Bodies).
compiled(Whole, Base, aggregate(How, T, Body0, N), aggregate(How, Variables, T, Body, N)) :- !,
    needed(T-Body0, Whole, Variables),
    compiled_part(Whole, Base, Body0, Body).
compiled(_, _, test(distinct(X, Y)), differ(X, Y)) :- !.
compiled(_, _, Literal, Literal).

%   needed(+Part, +Whole, -Variables): the variables of Part without those that occur only
%   inside one negation or count.

needed(Part, Head-Body, Variables) :-
    term_variables(Part, Vs0),
    exclude(local(Head-Body), Vs0, Vs),
    Variables =.. [variables|Vs].

local(Head-Body, V) :-
    inner_literal(Body, Literal),
    (   Literal = not(Part), Head \== query      % a query flounders, as in CILOG
    ;   Literal = aggregate(_, T, Counted, _), Part = T-Counted
    ),
    occurrences_of_var(V, Part, N),
    N > 0,
    occurrences_of_var(V, Head-Body, N), !.

%!  fact_atom(+Fact, -Atom) is det.

fact_atom(Fact, Atom) :-
    Fact =.. [Relation|Bs],
    append(As, [_, _, _], Bs), !,
    length(As, Arity),
    atomic_list_concat([/, Arity], End),
    atom_concat(Name, End, Relation),
    Atom =.. [Name|As].

%!  plain_literal(+Literal, -Plain) is det.
%!  plain_body(+Body, -Plain) is det.
%
%   As in literals.pl, without places.

plain_literal(call(Fact), call(Atom)) :- !, fact_atom(Fact, Atom).
plain_literal(number(X), call(number(X))) :- !.
plain_literal(same(X, Y), call(X = Y)) :- !.
plain_literal(not(_, Body0), not(Body)) :- !, plain_body(Body0, Body).
plain_literal(or(Bodies0), or(Bodies)) :- !, maplist(plain_body, Bodies0, Bodies).
plain_literal(aggregate(How, _, T, Body0, N), aggregate(How, T, Body, N)) :- !, plain_body(Body0, Body).
plain_literal(differ(X, Y), test(distinct(X, Y))) :- !.
plain_literal(tested(_, Literal), Literal) :- !.
plain_literal(Literal, Literal).

plain_body(Body0, Body) :- maplist(plain_literal, Body0, Body).

%   remove_source(+Base, +Source): remove the clauses of a text.

remove_source(Base, Source) :-
    forall(Base:clause_of(Number, Head, _, _, at(Source, _)), remove(Base, Number, Head)).

%!  clear(+Base, ?Head, -Count) is det.
%
%   Remove the Count clauses whose head unifies with Head; atoms that unify with Head are no
%   longer askable.

clear(Base, Head, Count) :-
    findall(Number-General,
            ( Base:clause_of(Number, Other, _, _, _), \+ Other \= Head,
              functor(Other, Name, Arity), functor(General, Name, Arity) ),
            Found),
    forall(member(Number-General, Found), remove(Base, Number, General)),
    length(Found, Count),
    retractall(Base:askable(Head)),
    retractall(Base:answered(_, Head, _)).

remove(Base, Number, Head) :-
    functor(Head, Name, Arity),
    fact_name(Base, Name/Arity, Relation),
    length(As, Arity),
    append(As, [Number, _, _], Bs),
    Fact =.. [Relation|Bs],
    retractall(Base:Fact),
    retractall(Base:clause_of(Number, _, _, _, _)).

%!  add_askable(+Base, +Atom) is det.

add_askable(Base, Atom) :- assertz(Base:askable(Atom)).

%!  add_reply(+Base, +Atom, +Reply) is det.
%
%   Reply is the user's answer about a ground Atom: `yes`, `no` or `unknown`.

add_reply(Base, Atom, Reply) :-
    flag(clause_numbers, N0, N0 + 1),
    Number is N0 + 1,
    assertz(Base:answered(Number, Atom, Reply)).

askable(Base, Atom) :- Base:askable(Atom).

answered(Base, Number, Atom, Reply) :- Base:answered(Number, Atom, Reply).

% ---- asking for clauses ----------------------------------------------------

%!  query(+Base, +Syntax, +Text, -Query, -Faults) is det.
%
%   Query is query(Names, Body) for the body in Text, or `none` if a fault is an error.
%   Syntax is `cilog` or `prolog`.  Places are offsets in Text.

query(Base, Syntax, Text, Query, Faults) :-
    ( Syntax == prolog -> Before = "ask :- " ; Before = "ask <- " ),
    string_length(Before, Start),
    atomic_list_concat([Before, Text, ' .'], Whole0),
    atom_string(Whole0, Whole),
    read_theory(Syntax, Whole, Rules, Faults0),
    findall(fault(Severity, Code, From-To, Arguments),
            ( member(fault(Severity, Code, From0-To0, Arguments), Faults0),
              From is max(0, From0 - Start), To is max(From + 1, To0 - Start) ),
            Faults),
    (   \+ member(fault(error, _, _, _), Faults),
        Rules = [rule(_, Body0, source(_, _, Variables))]
    ->  strip_places(Body0, Plain),
        variable_names(Variables, Names),
        compiled_body(Plain, query, Base, Body),
        Query = query(Names, Body)
    ;   Query = none
    ).

%!  matching(+Base, ?Head, -Clause) is nondet.
%
%   Clause is clause(Head, Body, Names, Source), an original clause whose head unifies with
%   Head.

matching(Base, Pattern, clause(Head, Body, Names, Source)) :-
    Base:clause_of(_, Head, Body, Names, Source),
    \+ Head \= Pattern.

%!  instance(+Base, ?Number, +Atom, -Clause) is semidet.
%
%   Clause is clause(Body, Names, Source) of the clause with Number, whose head is Atom.

instance(Base, Number, Atom, clause(Body, Names, Source)) :-
    Base:clause_of(Number, Atom, Body, Names, Source), !.

%!  resolved(+Base, +Fact, ?Number, -Same, -Body) is nondet.
%
%   Fact has been unified with the head of the clause with Number, except for the pairs in
%   Same, which all_same/1 unifies.

resolved(Base, Fact, Number, Same, Body) :-
    functor(Fact, _, Columns),
    J is Columns - 1,
    I is Columns - 2,
    arg(I, Fact, Number),
    arg(J, Fact, Same),
    arg(Columns, Fact, Body),
    call(Base:Fact).

%!  all_same(+Pairs) is semidet.

all_same([]).
all_same([X=Y|Pairs]) :- unify_with_occurs_check(X, Y), all_same(Pairs).

%!  from_game(+Base, +Fact) is semidet.
%
%   The game answers for the relation of Fact, because there are no clauses for it.

from_game(Base, Fact) :-
    functor(Fact, Relation, Columns),
    Base:of_game(Relation, _),
    functor(General, Relation, Columns),
    \+ Base:General.

% ---- atoms without clauses -------------------------------------------------

%!  supported(+Base, +Atom) is semidet.
%
%   Atom may follow from a clause, from the user's answer, or from the game, or be built in.

supported(_, number(_)) :- !.
supported(_, fail) :- !.
supported(_, false) :- !.
supported(_, _ = _) :- !.
supported(Base, Atom) :- \+ \+ Base:askable(Atom), !.
supported(Base, Atom) :- Base:clause_of(_, Head, _, _, _), \+ Head \= Atom, !.
supported(Base, Atom) :-
    functor(Atom, Name, Arity),
    functor(General, Name, Arity),
    Base:of_game(_, Name/Arity),
    \+ Base:clause_of(_, General, _, _, _).

%!  unsupported(+Base, -Warnings) is det.
%
%   Warnings has a warning(AtomText, RuleText, Source, PI) for each atom in a body for which
%   there is no clause.

unsupported(Base, Warnings) :-
    findall(warning(AtomText, RuleText, Source, Name/Arity),
            ( Base:clause_of(_, Head, Body, Names, Source),
              inner_atom(Body, Atom),
              \+ supported(Base, Atom),
              functor(Atom, Name, Arity),
              shown(Names, call(Atom), AtomText),
              shown_rule(Names, Head, Body, RuleText) ),
            Warnings).

%!  without_clauses(+Base, +Body, -PIs) is det.
%
%   PIs are the relations without clauses that a proof of Body may need.

without_clauses(Base, Body, PIs) :-
    atom_relations(Body, PIs0),
    reached(PIs0, Base, [], [], PIs).

atom_relations(Body, PIs) :-
    findall(Name/Arity, ( inner_atom(Body, Atom), functor(Atom, Name, Arity) ), PIs).

reached([], _, _, Missing0, Missing) :- reverse(Missing0, Missing).
reached([PI|PIs], Base, Seen, Missing0, Missing) :-
    (   memberchk(PI, Seen)
    ->  reached(PIs, Base, Seen, Missing0, Missing)
    ;   PI = Name/Arity,
        functor(Head, Name, Arity),
        (   supported(Base, Head)
        ->  findall(Below,
                    ( Base:clause_of(_, Head, Body, _, _), Body \== [],
                      atom_relations(Body, Belows), member(Below, Belows) ),
                    More0),
            list_to_set(More0, More),
            append(PIs, More, PIs1),
            Missing1 = Missing0
        ;   PIs1 = PIs, Missing1 = [PI|Missing0]
        ),
        reached(PIs1, Base, [PI|Seen], Missing1, Missing)
    ).

%!  relations(+Base, -PIs) is det.
%!  relations_of_game(+Base, -PIs) is det.
%
%   PIs are the relations with clauses or askable atoms, and those that the game answers.

relations(Base, PIs) :-
    findall(Name/Arity,
            ( ( Base:clause_of(_, Head, _, _, _) ; Base:askable(Head) ),
              functor(Head, Name, Arity) ),
            PIs0),
    sort(PIs0, PIs).

relations_of_game(Base, PIs) :- findall(PI, Base:of_game(_, PI), PIs).

%!  closest_known(+Base, +PI, -Closest) is semidet.
%
%   Closest is the relation of Base with the name most like PI.

closest_known(Base, PI, Closest) :-
    relations(Base, PIs0),
    relations_of_game(Base, PIs1),
    append(PIs0, PIs1, PIs),
    closest_relation(PI, PIs, Closest).

% ---- texts -----------------------------------------------------------------

%!  shown(+Names, +Plain, -Text) is det.
%!  shown_rule(+Names, +Head, +Plain, -Text) is det.
%
%   Text is the literal, or the rule on one line.  Variables have their names in Names; the
%   others are named by letters.

shown(Names, Literal0, Text) :-
    named(Names, Literal0, Literal),
    body_text(cilog, [Literal], [], Text).

%!  shown_values(+Names, -Pairs) is det.
%
%   Pairs has a list of name and text for each variable of Names that has a value.

shown_values(Names0, Pairs) :-
    exclude(unasked, Names0, Names),
    pairs_keys_values(Names, Keys, Values0),
    named(Names, Values0, Values),
    findall([Key, Text],
            ( nth1(I, Keys, Key), nth1(I, Values, Value), Value \== '$VAR'(Key),
              with_output_to(string(Text),
                  write_term(Value, [ quoted(true), numbervars(true), spacing(next_argument),
                                      priority(999) ])) ),
            Pairs).

unasked(Name-_) :- sub_atom(Name, 0, _, _, '_').

shown_rule(Names, Head0, Body0, Text) :-
    named(Names, Head0-Body0, Head-Body),
    body_text(cilog, [call(Head)], [], HeadText),
    (   Body == []
    ->  Text = HeadText
    ;   body_text(cilog, Body, [], BodyText),
        format(string(Text), '~w <- ~w', [HeadText, BodyText])
    ).

named(Names0, Term0, Term) :-
    note_states(Term0),
    most_parts(Most),
    pruned(Term0, Term1, Most, _),
    still_free(Names0, Names1),
    copy_term_nat(Names1-Term1, Names-Term),
    foldl(name_variable, Names, [], Used),
    term_variables(Term, Others),
    letters(Others, 0, Used).

still_free([], []).
still_free([Name-Variable|Names0], Names) :-
    ( var(Variable) -> Names = [Name-Variable|Names1] ; Names = Names1 ),
    still_free(Names0, Names1).

%   pruned(+Term0, -Term, +Left0, -Left): Term is Term0 with `...` after Left0 parts.  A term
%   that shares its parts can be small in memory, but very long as text.

most_parts(20_000).

pruned(T0, T, Left0, Left) :-
    (   Left0 =:= 0 -> T = '...', Left = 0
    ;   compound(T0)
    ->  Left1 is Left0 - 1,
        compound_name_arguments(T0, Name, As0),
        pruned_all(As0, As, Left1, Left),
        compound_name_arguments(T, Name, As)
    ;   T = T0, Left is Left0 - 1
    ).

pruned_all([], [], Left, Left).
pruned_all([A0|As0], [A|As], Left0, Left) :-
    pruned(A0, A, Left0, Left1),
    pruned_all(As0, As, Left1, Left).

name_variable(Name0-Variable, Used0, Used) :-
    (   var(Variable)
    ->  free_name(Name0, Used0, Name),
        Variable = '$VAR'(Name),
        Used = [Name|Used0]
    ;   Used = Used0
    ).

free_name(Name, Used, Name) :- \+ memberchk(Name, Used), !.
free_name(Name0, Used, Name) :-
    between(2, inf, I),
    atomic_list_concat([Name0, '_', I], Name),
    \+ memberchk(Name, Used), !.

letters([], _, _).
letters([V|Vs], I, Used) :-
    Letter is 0'A + I mod 26,
    Round is I // 26,
    ( Round =:= 0 -> atom_codes(Name, [Letter]) ; format(atom(Name), '~c~d', [Letter, Round]) ),
    I1 is I + 1,
    (   memberchk(Name, Used) -> letters([V|Vs], I1, Used)
    ;   V = '$VAR'(Name), letters(Vs, I1, Used)
    ).

%!  listed_text(+Head, +Body, +Names, -Text) is det.
%
%   Text is the clause as it is written in a file, without its full stop.

listed_text(Head0, Body0, Names0, Text) :-
    copy_term(Names0-Head0-Body0, Names-Head-Body),
    foldl(name_variable, Names, [], _),
    term_variables(Head-Body, Others),
    maplist(=('$VAR'('_')), Others),
    clause_text(cilog, Head, Body, Text).
