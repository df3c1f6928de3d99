:- encoding(utf8).
:- module(name_slips,
          [ name_faults/3,              % +Convention, +Rules, -Faults
            gap_faults/2                % +Rules, -Faults
          ]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [clumped/2, member/2, subtract/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(ordsets), [ord_intersection/3, ord_subtract/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(checker/static_checks), [forbidden/1]).
:- use_module(logic(checker/term_growth), [guarded_rules/3]).
:- use_module(logic(language/dependency), [edges/2, recursive/2]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/safe_order), [input_relations/2, rules_in_order/3]).
:- use_module(logic(language/semantics), [provable/4]).
:- use_module(logic(language/spelling)).
:- use_module(logic(language/vocabulary)).
:- use_module(logic(reader/prolog_reader), [named_term/3]).
:- use_module(logic(support/own_modules)).

/** <module> Find probable typing errors in the names of a rule file

These faults do not make rules meaningless: `check` reports them, and a game with such
faults can still be loaded.  Two spellings of a name, or two numbers of arguments, are
errors in a rule sheet of General Game Playing, however, because other players reject it.

A place is that of the head or literal that contains the name.
*/

most_name_faults(100).

%!  name_faults(+Convention, +Rules, -Faults) is det.
%
%   Convention is `own` or `gdl`, see rule_files.pl.

name_faults(Convention, Rules, Faults) :-
    findall(Use, use(Rules, Use), Uses0),
    sort(0, @=<, Uses0, Uses),
    most_name_faults(Most),
    findall(Fault, limit(Most, name_fault(Convention, Rules, Uses, Fault)), Faults).

%!  gap_faults(+Rules, -Faults) is det.
%
%   Faults report names that clauses use and no other clause defines, and the reverse.
%   They apply only to files in which every clause could be read.

gap_faults(Rules, Faults) :-
    most_name_faults(Most),
    findall(Fault, limit(Most, gap_fault(Rules, Fault)), Faults).

%   use(+Rules, -Use) is nondet: use(Name, Kind, Arity, Place, Where).  Kind is `relation`
%   or `term`, Where is `head` or `body`.

use(Rules, use(Name, Kind, Arity, Place, Where)) :-
    member(rule(Head, Body, source(_, HeadPlace, _)), Rules),
    Head \= '$head'(_),
    (   Atom = Head, Place = HeadPlace, Where = head
    ;   inner_literal(Body, Place, Literal), Where = body,
        ( Literal = call(Atom) ; Literal = test(Atom), Atom = distinct(_, _) )
    ),
    callable(Atom),
    functor(Atom, Relation, Width),
    (   Name = Relation, Kind = relation, Arity = Width
    ;   compound(Atom), \+ for_people(Relation/Width),
        arg(_, Atom, Argument), name_in(Argument, Name, Arity),
        ( Where == body, has_goals(Relation/Width) -> Kind = relation ; Kind = term )
    ).

%   An argument may be a goal: a predicate of Prolog, as findall/3, is a fault of its own.

has_goals(count/_) :- !.
has_goals(PI) :- \+ relation(PI, _, _), forbidden(PI).

%   The arguments of these relations are only for human readers.
for_people(Relation/_) :- relation_mark(Relation/_, display), !.

name_in(Term, Name, Arity) :-
    nonvar(Term),
    (   atom(Term) -> Name = Term, Arity = 0
    ;   compound(Term),
        (   compound_name_arity(Term, Name, Arity), \+ operator(Name)
        ;   arg(_, Term, Argument), name_in(Argument, Name, Arity)
        )
    ).

%   Operators, as in the pair C-R, and the functor of lists are not names.
operator(Name) :- \+ ( sub_atom(Name, 0, 1, _, C), char_type(C, csym) ).

% ---- faults ------------------------------------------------------------------

name_fault(Convention, _, Uses, fault(Severity, capitals, Place, [Name, Other])) :-
    ( Convention == gdl -> Severity = error ; Severity = warning ),
    findall(Lower-N, ( member(use(N, Kind, A, _, _), Uses), spelt(Convention, Kind, A),
                       downcase_atom(N, Lower) ), Pairs0),
    sort(0, @>=, Pairs0, Pairs1),
    clumped(Pairs1, Counts),
    findall(L-(Count-N), member((L-N)-Count, Counts), Pairs2),
    keysort(Pairs2, Pairs),
    group_pairs_by_key(Pairs, Groups),
    member(_-Spellings0, Groups), Spellings0 = [_, _|_],
    sort(1, @>=, Spellings0, [_-Other|Spellings]),
    member(_-Name, Spellings),
    first_use(Uses, Name, _, _, Place).
name_fault(gdl, _, Uses, fault(error, arities, Place, [Name, Arity, Other])) :-
    findall((Kind-N)-A, ( member(use(N, Kind, A, _, _), Uses), A > 0,
                          \+ relation(N/_, _, _) ), Pairs0),
    sort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    member((Kind-Name)-[Other|Arities], Groups),
    member(Arity, Arities),
    first_use(Uses, Name, Kind, Arity, Place).
name_fault(_, _, Uses, fault(warning, keyword, Place, [Name])) :-
    findall(N, ( member(use(N, term, _, _, _), Uses), word_of_gdl(N) ), Names0),
    sort(Names0, Names),
    member(Name, Names),
    first_use(Uses, Name, term, _, Place).
name_fault(_, Rules, Uses, fault(warning, look_alike, Place, [Name, Other])) :-
    findall(N, member(use(N, _, _, _, _), Uses), Names0),
    msort(Names0, Names1),
    clumped(Names1, Counts),
    findall(N-O, ( alike_names(Counts, N, O) ; slip(Rules, Counts, N, O)
                   ; role_slip(Rules, Counts, N, O) ), Pairs0),
    sort(1, @<, Pairs0, Pairs),
    member(Name-Other, Pairs),
    first_use(Uses, Name, _, _, Place).
name_fault(_, Rules, Uses, fault(warning, Code, Place, Arguments)) :-
    findall((N/A)-true, ( member(use(N, relation, A, _, body), Uses) ), Asked0),
    sort(Asked0, Asked1),
    list_to_assoc(Asked1, Asked),
    findall(N/A, ( member(use(N, relation, A, _, head), Uses), \+ relation(N/A, _, _),
                   \+ get_assoc(N/A, Asked, _) ), PIs0),
    sort(PIs0, PIs),
    member(Name/Arity, PIs),
    first_use(Uses, Name, relation, Arity, Place),
    functor(Fluent, Name, Arity),
    (   once(asked(Rules, true(Fluent), _))
    ->  once(produced(Rules, Fluent, _)),  % otherwise never_true/1 reports it
        Code = fluent_fact, Arguments = [Name/Arity]
    ;   word_meant(Rules, Name/Arity, Word)
    ->  Code = look_alike, Arguments = [Name/Arity, Word]
    ;   Code = never_used, Arguments = [Name/Arity]
    ).
name_fault(_, Rules, _, fault(warning, never_asked, Place, [Name/Arity])) :-
    findall(F, ( member(rule(_, Body, _), Rules),
                 inner_literal(Body, _, call(true(F))) ), Asked),
    \+ ( member(F, Asked), var(F) ),
    produced_kinds(Rules, Produced),
    findall(N/A, ( member(F, Asked), callable(F), functor(F, N, A) ), Kinds0),
    sort(Kinds0, Kinds),
    ord_subtract(Produced, Kinds, PIs),
    member(Name/Arity, PIs),
    functor(F, Name, Arity),
    once(produced(Rules, F, Place)).
name_fault(own, Rules, _, fault(warning, never_asked, Place, [Name/Arity, itself])) :-
    findall(F-H, ( member(rule(H, Body, _), Rules),
                   inner_literal(Body, _, call(true(F))) ), Asked),
    \+ ( member(F-_, Asked), var(F) ),
    produced_kinds(Rules, Produced),
    findall(N/A, ( member(F-_, Asked), callable(F), functor(F, N, A) ), Kinds0),
    findall(N/A, ( member(F-H, Asked), callable(F), functor(F, N, A), \+ of_fluent(H, N/A) ),
            ByOthers0),
    sort(Kinds0, Kinds),
    sort(ByOthers0, ByOthers),
    ord_intersection(Produced, Kinds, Both),
    ord_subtract(Both, ByOthers, PIs),
    member(Name/Arity, PIs),
    functor(F, Name, Arity),
    once(produced(Rules, F, Place)).
name_fault(gdl, Rules, _, fault(warning, goal_range, Place, [Value])) :-
    member(rule(goal(_, Value), _, source(_, Place, _)), Rules),
    integer(Value), ( Value < 0 ; Value > 100 ).

%   word_meant(+Rules, +Name/Arity, -Word): Word is a relation of the game that has rules, too, and
%   nearly the name.

word_meant(Rules, Name/Arity, Word/Arity) :-
    relation(Word/Arity, game, _),
    functor(Head, Word, Arity),
    once(head(Rules, Head, _)),
    atom_length(Word, Length), Length > 2,
    alike(Name, Word, 1),
    functor(Unused, Name, Arity),
    \+ ( head(Rules, Unused, _), arg(I, Unused, Number), number(Number),
         argument_sort(Word/Arity, I, Sort), Sort \== number ), !.

of_fluent(next(F), Name/Arity) :- ( var(F) -> true ; functor(F, Name, Arity) ).

produced(Rules, F, Place) :-
    member(rule(Head, _, source(_, Place, _)), Rules),
    ( Head = init(G) ; Head = next(G) ),
    nonvar(G), callable(G), F = G.

produced_kinds(Rules, Kinds) :-
    findall(N/A, ( produced(Rules, F, _), functor(F, N, A) ), Kinds0),
    sort(Kinds0, Kinds).

% ---- gaps --------------------------------------------------------------------

gap_fault(Rules, fault(warning, no_init, 0-1, [])) :-
    \+ head(Rules, init(_), _),
    head(Rules, role(_), _),
    head(Rules, legal(_, _), _),
    \+ ( member(rule(legal(_, _), Body, _), Rules),  % a state may be empty at first
         \+ member(_:call(true(_)), Body) ), !.
gap_fault(Rules, fault(warning, no_init, Place, [Name/Arity, Why])) :-
    \+ ( head(Rules, Head, _), ( Head = init(F) ; Head = next(F) ), var(F) ),
    findall(N/A, ( head(Rules, next(F), _), callable(F), functor(F, N, A) ), PIs0),
    sort(PIs0, PIs),
    member(Name/Arity, PIs),
    functor(F, Name, Arity),
    \+ head(Rules, init(F), _),
    \+ head(Rules, F, _),  % a fact that init was forgotten in is a fault of its own
    once(asked(Rules, true(F), _)),
    once(never_begins(Rules, F, Why)),
    once(head(Rules, next(F), Place)).
gap_fault(Rules, fault(warning, never_next, Place, [Name/Arity])) :-
    \+ ( head(Rules, next(F), _), var(F) ),
    findall(L, ( head(Rules, next(F), _), callable(F), functor(F, N, _),
                 downcase_atom(N, L) ), Given),  % capitals are a fault of their own
    findall(N/A, ( head(Rules, init(F), _), callable(F), functor(F, N, A),
                   functor(G, N, A), \+ head(Rules, next(G), _),
                   downcase_atom(N, L), \+ memberchk(L, Given) ), PIs0),
    sort(PIs0, PIs),
    member(Name/Arity, PIs), Arity > 0,  % a name alone may stand for the first step
    functor(F, Name, Arity),
    once(asked(Rules, true(F), _)),
    once(head(Rules, init(F), Place)).
gap_fault(Rules, fault(Severity, Code, Place, [Role, Meant])) :-
    roles(Rules, Roles),
    Roles \== [],
    findall(role(R, P, A),
            ( of_a_role(Atom, _), mentioned(Rules, Atom, P, Variables), of_a_role(Atom, R0),
              nonvar(R0), R0 \== '$role', \+ is_list(R0), \+ memberchk(R0, Roles),
              named_term(R0-Atom, Variables, R-A) ),
            Found0),
    sort(1, @<, Found0, Found),
    member(role(Role, Place, Atom), Found),
    ( Atom = repetition(_, _) -> Severity = error, Code = repetition
    ; Severity = warning, Code = no_role
    ),
    (   exchanged(Atom, Roles, Exchanged) -> Meant = first(Exchanged)
    ;   variable_meant(Rules, Place, Role, Name) -> Meant = '$VAR'(Name)
    ;   closest_or_none(Role, Roles, Meant)
    ).
gap_fault(Rules, fault(warning, no_role, Place, [Roles, several])) :-
    head(Rules, role(Roles), Place),
    is_list(Roles), Roles = [_|_].
gap_fault(Rules, fault(warning, sees_unread, Place, [random])) :-
    head(Rules, sees(Role, _), Place), Role == random,
    roles(Rules, Roles), memberchk(random, Roles).  % otherwise it is no role
gap_fault(Rules, fault(warning, sees_unread, Place, [only(Role)])) :-
    once(head(Rules, sees(_, _), Place)),
    roles(Rules, Roles), sort(Roles, [Role]).
gap_fault(Rules, fault(error, wrong_cost, Place, [Cost])) :-
    is_space(Rules),
    member(rule(arc(_, _, Cost0), _, source(_, Place, Variables)), Rules),
    nonvar(Cost0), \+ ( integer(Cost0), Cost0 >= 0 ),
    named_term(Cost0, Variables, Cost).
gap_fault(Rules, fault(error, visited_list, Place, [PI])) :-
    is_space(Rules),
    member(rule(Head, Body, _), Rules),
    step_to(Head, Next),
    inner_literal(Body, _, not([Place:call(Atom)])),
    Atom =.. [Name, Element, List],
    memberchk(Name, [member, memberchk]),
    var(List),
    (   sub_term(Part, Next), nonvar(Part), Part = [_|Rest], Rest == List
    ->  ( Part == Next -> true ; leads_to(Element, Next, Part) )
    ;   \+ ( member(_:call(Other), Body), sub_term(V, Other), V == List ),
        \+ ( sub_term(V, Head), V == List )
    ),
    PI = Name/2.
gap_fault(Rules, fault(warning, no_parameter, Place, [Name, Closest])) :-
    findall(N, ( head(Rules, parameter(N, _), _), atom(N) ), Known),
    ( asked(Rules, parameter(Name, _), Place) ; head(Rules, position_parameter(Name), Place) ),
    atom(Name), \+ memberchk(Name, Known),
    (   closest_or_none(Name, Known, Closest), Closest \== none -> true
    ;   unread_parameters(Rules, [Closest]) -> true
    ;   Closest = none
    ).
gap_fault(Rules, fault(warning, Code, Place, Arguments)) :-
    unread_parameters(Rules, Names),
    member(Name, Names),
    once(head(Rules, parameter(Name, _), Defined)),
    (   once(( member(Atom, [init(F), next(F), true(F)]),
               ( head(Rules, Atom, Place) ; asked(Rules, Atom, Place) ),
               compound(F), arg(_, F, Argument), Argument == Name ))
    ->  Code = no_parameter, Arguments = [Name, value]
    ;   Code = never_used, Arguments = [parameter(Name)], Place = Defined
    ).
gap_fault(Rules, fault(warning, no_feature, Place, [Name, Closest])) :-
    findall(N, feature_head(Rules, N, _), Known),
    \+ ( member(N, Known), var(N) ),
    head(Rules, weight(Name, _), Place),
    atom(Name), \+ memberchk(Name, Known),
    closest_or_none(Name, Known, Closest).
gap_fault(Rules, fault(warning, no_weight, Place, [Name])) :-
    findall(N, head(Rules, weight(N, _), _), Known),
    \+ ( member(N, Known), var(N) ),
    findall(N-P, ( feature_head(Rules, N, P), atom(N),
                   \+ memberchk(N, Known) ), Found0),
    sort(1, @<, Found0, Found),
    member(Name-Place, Found).
gap_fault(Rules, fault(warning, unused_sum, Place, [Count])) :-
    once(head(Rules, constant_sum(_), Place)),
    roles(Rules, Roles0),
    sort(Roles0, Roles1), Roles1 \== [],
    subtract(Roles1, [random], Players),
    length(Players, Count),
    Count =\= 2.

%   leads_to(+Element, +Next, +Part) is semidet: Element is a place of the state Next, and not only in
%   its list Part, which may be of what is held and not of what was visited.

leads_to(Element, Next, Part) :-
    term_variables(Element, Vs),
    forall(member(V, Vs), ( variable_outside(Part, Next, W), W == V )).

variable_outside(Part, Term, V) :-
    Term \== Part,
    (   var(Term) -> V = Term
    ;   compound(Term), arg(_, Term, Argument), variable_outside(Part, Argument, V)
    ).

feature_head(Rules, Name, Place) :- head(Rules, feature(_, Name, _), Place).
feature_head(Rules, Name, Place) :- head(Rules, feature_value(_, Name, _), Place).

%   never_begins(+Rules, +Fluent, -Why) is nondet: the rules of next give Fluent only where it holds
%   already (`passed`), or after a move, and no move is legal unless it holds (`moved`).

never_begins(Rules, F, passed) :-
    \+ ( member(rule(next(F), Body, _), Rules), \+ needs(Body, true(F)) ).
never_begins(Rules, F, moved) :-
    head(Rules, legal(_, _), _),
    \+ ( member(rule(legal(_, _), Body, _), Rules), \+ needs(Body, true(F)) ),
    \+ ( member(rule(next(F), Body, _), Rules),
         \+ needs(Body, true(F)), \+ needs(Body, does(_, _)) ).

needs(Body, Atom0) :-
    \+ \+ ( copy_term(Atom0, Atom), member(_:call(Asked), Body), nonvar(Asked), Asked = Atom,
             \+ ( Asked = true(F), var(F) ) ).

%   unread_parameters(+Rules, -Names): those that no rule asks for.

unread_parameters(Rules, Names) :-
    findall(Name,
            ( head(Rules, parameter(Name, _), _), atom(Name),
              \+ ( asked(Rules, parameter(N, _), _), \+ N \= Name ),
              \+ head(Rules, position_parameter(Name), _) ),
            Names).

%   exchanged(+Atom, +Roles, -Exchanged): Exchanged is Atom, of named variables, with its arguments
%   exchanged: the first is no name, and the second may be a role.

exchanged(Atom, Roles, Exchanged) :-
    Atom =.. [Name, First, Second],
    \+ atom(First),
    ( Second = '$VAR'(_) -> true ; memberchk(Second, Roles) ),
    Exchanged =.. [Name, Second, First].

%   roles(+Rules, -Roles) is semidet: Roles come from facts, or from rules that are quick to run.

roles(Rules, Roles) :-
    findall(R, head(Rules, role(R), _), Heads),
    (   \+ ( member(rule(role(_), [_|_], _), Rules) ), ground(Heads)
    ->  Roles = Heads
    ;   catch(call_with_inference_limit(roles_by_rules(Rules, Roles), 1_000_000, Result),
              error(_, _), fail),
        Result \== inference_limit_exceeded,
        ground(Roles)
    ).

%   variable_meant(+Rules, +Place, +Name, -Variable): Name is in lower case what is a variable in
%   other rules, or a single letter.

variable_meant(Rules, Place, Name, Variable) :-
    atom(Name),
    atom_length(Name, 1),
    upcase_atom(Name, Variable), Variable \== Name,
    once(( member(rule(_, _, source(_, _, Variables)), Rules),
           member(variable(Variable, _, _), Variables) )),
    \+ memberchk(rule(role(_), [], source(_, Place, _)), Rules).

roles_by_rules(Rules, Roles) :-
    edges(Rules, Edges),
    recursive(Edges, Recursive),
    input_relations(Rules, Inputs),
    rules_in_order(Rules, Inputs, Ordered),
    guarded_rules(Ordered, Guarded, _),
    setup_call_cleanup(
        own_module('roles of ', Module),
        ( dynamic([Module:guarded/2, Module:recursive/1, Module:input/2,
                   Module:needs_state/1, Module:needs_step/1]),
          forall(member(Rule, Guarded), assertz(Module:Rule)),
          forall(member(PI, Recursive), assertz(Module:recursive(PI))),
          forall(member(PI-Places, Inputs), assertz(Module:input(PI, Places))),
          findall(R, provable(Module, role(R), [], none), Roles) ),
        ( abolish_all_tables, drop_module(Module) )).

of_a_role(Atom, Role) :-
    argument_sort(Name/Arity, I, role),
    functor(Atom, Name, Arity),
    arg(I, Atom, Role).

closest_or_none(Name, Names, Closest) :-
    (   atom(Name), findall(N, ( member(N, Names), atom(N) ), Atoms),
        closest(Name, Atoms, Close)
    ->  Closest = Close
    ;   Closest = none
    ).

%   Head and Atom are as in the rules, with their variables.

is_space(Rules) :- once(head(Rules, start(_), _)), \+ head(Rules, role(_), _).

%   step_to(+Head, -Next): Head, of a state space, gives the step to Next.

step_to(arc(_, Next), Next).
step_to(arc(_, Next, _), Next).
step_to(neighbours(_, Nexts), Nexts).

head(Rules, Head, Place) :- member(rule(Head, _, source(_, Place, _)), Rules).

asked(Rules, Atom, Place) :-
    member(rule(_, Body, _), Rules),
    inner_literal(Body, Place, call(Atom)).

mentioned(Rules, Atom, Place, Variables) :-
    member(rule(Head, Body, source(_, HeadPlace, Variables)), Rules),
    ( Atom = Head, Place = HeadPlace ; inner_literal(Body, Place, call(Atom)) ).

%   In our own files X may be the text that a board shows for x, so constants do not count.
spelt(gdl, _, _).
spelt(own, relation, _).
spelt(own, term, Arity) :- Arity > 0.

word_of_gdl(Name) :-
    relation(Name/_, Kind, _), memberchk(Kind, [game, literal]), !.
word_of_gdl(Name) :- memberchk(Name, [distinct, not, or, <=]).

%   alike_names(+Counts, -Name, -Other) is nondet: Name occurs once, and Other, which differs by one
%   edit, more often.  Both are equal, or one is, after one letter is left out of each.

alike_names(Counts, Name, Other) :-
    findall(N-Often,
            ( member(N-Count, Counts), atom_length(N, L), L > 4,
              ( Count > 1 -> Often = often ; Often = once ) ),
            Long),
    memberchk(_-often, Long),
    findall(Rest-Use, ( member(Use, Long), Use = N-_, rest(N, Rest) ), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    findall(N-O,
            ( member(_-Group, Groups), Group = [_, _|_],
              member(N-once, Group), member(O-often, Group) ),
            Near0),
    sort(Near0, Near),
    member(Name-Other, Near),
    alike(Name, Other, 1).

rest(Name, Name).
rest(Name, Rest) :-
    sub_atom(Name, Before, 1, After, _),
    sub_atom(Name, 0, Before, _, Beginning),
    sub_atom(Name, _, After, 0, End),
    atom_concat(Beginning, End, Rest).

%   slip(+Rules, +Counts, -Name, -Other) is nondet: Name occurs once in the file, in a
%   position where Other, which differs by few letters, occurs several times.

slip(Rules, Counts, Name, Other) :-
    findall(Position-N, constant(Rules, Position, N), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Counts, Count),
    member(_-Names0, Groups),
    msort(Names0, Names1),
    clumped(Names1, Names),
    member(Name-1, Names), get_assoc(Name, Count, 1),
    member(Other-Times, Names), Times > 1,
    atom_length(Name, L), atom_length(Other, M), Length is min(L, M),
    ( Length > 4, Times > 2 -> Most = 2 ; Length > 2, Most = 1 ),
    alike(Name, Other, Most).

%   role_slip(+Rules, +Counts, -Name, -Role) is nondet: Name occurs once in the file, in a fact, where
%   the other facts of the relation have roles; it differs from Role by few letters.

role_slip(Rules, Counts, Name, Role) :-
    findall(R, ( head(Rules, role(R), _), atom(R) ), Roles),
    Roles = [_|_],
    findall(position(N/A, I)-V,
            ( member(rule(Fact, [], _), Rules), compound(Fact), functor(Fact, N, A),
              \+ relation(N/A, _, _), arg(I, Fact, V) ),
            Pairs0),
    sort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Counts, Count),
    member(_-Values, Groups),
    subtract(Values, Roles, [Name]),
    atom(Name), get_assoc(Name, Count, 1),
    Values = [_, _|_],
    atom_length(Name, Length), Length > 2,
    closest(Name, Roles, Role),
    alike(Name, Role, 2).

%   constant(+Rules, -Position, -Name) is nondet: Name is an argument of a relation, fluent
%   or move.

constant(Rules, position(Term, I), Name) :-
    member(rule(Head, Body, _), Rules),
    ( Atom = Head ; inner_literal(Body, _, call(Atom)) ),
    compound(Atom),
    functor(Atom, Relation, Width),
    \+ for_people(Relation/Width),
    (   holds_a_term(Relation/Width)
    ->  arg(Width, Atom, Argument), compound(Argument), \+ is_list(Argument)
    ;   Argument = Atom
    ),
    compound_name_arity(Argument, N, A),
    ( Argument == Atom -> Term = N/A ; Term = in(N/A) ),
    arg(I, Argument, Name),
    atom(Name).

%   The last argument of the relation is a fluent or a move.
holds_a_term(Name/Arity) :-
    argument_sort(Name/Arity, Arity, Sort), memberchk(Sort, [fluent, move]), !.

%   Names that differ in few letters.  Numbered names and plurals do not count, because
%   they are similar on purpose.

alike(Name, Other, Most) :-
    Name \== Other,
    downcase_atom(Name, Lower), downcase_atom(Other, OtherLower), Lower \== OtherLower,
    atom_length(Name, N), atom_length(Other, M), abs(N - M) =< Most,
    \+ atom_concat(Name, s, Other), \+ atom_concat(Other, s, Name),
    without_digits(Name, Letters), without_digits(Other, OtherLetters),
    Letters \== OtherLetters,
    distance(Name, Other, Edits),
    Edits =< Most.

without_digits(Name, Codes) :-
    atom_codes(Name, Codes0),
    findall(C, ( member(C, Codes0), \+ code_type(C, digit) ), Codes).

first_use(Uses, Name, Kind, Arity, Place) :-
    findall(P, member(use(Name, Kind, Arity, P, _), Uses), Places),
    msort(Places, [Place|_]).
