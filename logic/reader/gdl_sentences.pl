:- encoding(utf8).
:- module(gdl_sentences,
          [ sheet_rules/3,              % +Sentences, -Rules, -Faults
            terms/4,                    % +Expressions, -Terms, ?Variables, ?Tail
            expression_place/2,         % +Expression, -Place
            deepest/1                   % -Levels
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/aggregates)).
:- use_module(logic(language/literals), [after_literal_of/4, body/6, connective/1]).
:- use_module(logic(language/local_variables)).
:- use_module(logic(reader/gdl_words)).

/** <module> The rules that the sentences of a rule sheet mean

The readers of KIF (kif.pl), infix GDL and HRF (infix.pl) make the same sentences of a text:

    sentence(Head, Body, Place)     Body is a list of expressions; a fact has none
    list([Name|Arguments], From, To)
    word(Word, From, To)
    variable(Name, From, To)        without a name, Name is unbound

Here they become rules as in prolog_reader.pl.  `(p)` in KIF is not `p`: a list of a name alone
is the atom '(p)'.
*/

%   The readers of the other syntaxes have the same limit.
deepest(200).

%!  sheet_rules(+Sentences, -Rules, -Faults) is det.

sheet_rules(Sentences0, Rules, Faults) :-
    (   defines_and(Sentences0) -> Sentences = Sentences0
    ;   maplist(with_conjunctions, Sentences0, Sentences)
    ),
    maplist(clause_item, Sentences, Items),
    split(Items, Rules, Faults).

split([], [], []).
split([Item|Items], Rules, Faults) :-
    (   Item = rule(_, _, _)
    ->  Rules = [Item|Rules1], Faults = Faults1
    ;   Rules = Rules1, Faults = [Item|Faults1]
    ),
    split(Items, Rules1, Faults1).

% ---- conjunctions ----------------------------------------------------------

%   `and` joins literals, as in KIF, unless it is a relation of the sheet itself: then it has heads.

defines_and(Sentences) :-
    member(sentence(Head, _, _), Sentences),
    Head = list([word(W, _, _)|_], _, _),
    downcase_atom(W, and), !.

with_conjunctions(sentence(Head, Body0, Place), sentence(Head, Body, Place)) :-
    maplist(joined, Body0, Body).

joined(E0, E) :-
    (   E0 = list([word(W, F, T)|As0], From, To), joins(W, Word)
    ->  maplist(joined, As0, As),
        E = list([word(Word, F, T)|As], From, To)
    ;   E = E0
    ).

joins(W, Word) :-
    downcase_atom(W, Lower),
    (   Lower == and -> Word = 'pygame_search:all'
    ;   ( memberchk(Lower, [not, or]) ; W == 'pygame_search:all'
        ; own_word(W, Own), aggregate_word(Own/_, _) ),
        Word = W
    ).

%!  expression_place(+Expression, -Place) is det.

expression_place(Expression, From-To) :- arg(2, Expression, From), arg(3, Expression, To).

% ---- rules -----------------------------------------------------------------

clause_item(sentence(Head, Body, Place), Item) :-
    expression_place(Head, HeadPlace),
    catch(( sentence(Head, Atom, Vs, Vs1), body(Body, Literals, Vs1, []) ),
          kif_fault(Code, At, Arguments), true),
    (   nonvar(Code)
    ->  Item = fault(error, Code, At, Arguments)
    ;   unified(Vs, Variables),
        (   head_fault(Atom, HeadCode)
        ->  functor(Atom, HeadName, HeadArity),
            Item = fault(error, HeadCode, HeadPlace, [HeadName/HeadArity])
        ;   locals_apart(Atom, Literals, Variables, Body1, Variables1),
            Item = rule(Atom, Body1, source(Place, HeadPlace, Variables1))
        )
    ).

head_fault(true(_), reserved_head).
head_fault(does(_, _), reserved_head).
head_fault(Head, reserved_head) :-
    functor(Head, Name, _),
    memberchk(Name, ['kif:not', 'kif:or', 'kif:distinct', not, or, distinct]).

%   unified(+Occurrences, -Variables): occurrences v(Name, Variable, Place) with the same
%   name are unified; without a name they are apart.

unified([], []).
unified([v(Name, V, Place)|Vs], [variable('_', V, [Place])|Variables]) :-
    var(Name), !,
    unified(Vs, Variables).
unified([v(Name, V, Place)|Vs], [variable(Name, V, [Place|Places])|Variables]) :-
    same_name(Vs, Name, V, Places, Others),
    unified(Others, Variables).

same_name([], _, _, [], []).
same_name([v(N, W, P)|Vs], Name, V, Places, Others) :-
    (   N == Name
    ->  W = V, Places = [P|Ps], Others = Os
    ;   Places = Ps, Others = [v(N, W, P)|Os]
    ),
    same_name(Vs, Name, V, Ps, Os).

%   body(+Expressions, -Literals, ?Variables, ?Tail)

body([], [], Vs, Vs).
body([E|Es], Literals, Vs0, Vs) :-
    (   E = list([word(W, _, _)|As], _, _), own_word(W, all)
    ->  body(As, Ls, Vs0, Vs1)
    ;   literal(E, Ls, Vs0, Vs1)
    ),
    append(Ls, Ls1, Literals),
    body(Es, Ls1, Vs1, Vs).

literal(E, Ls, Vs0, Vs) :-
    expression_place(E, Place),
    (   E = list([word(W, _, _)|As], _, _), downcase_atom(W, Word),
        special(Word, As, Place, L, Vs0, Vs1)
    ->  Ls = [Place:L], Vs = Vs1
    ;   E = list([word(W, _, _)|As], _, _), own_word(W, Word),
        own_literal(Word, As, Place, Ls, Vs0, Vs1)
    ->  Vs = Vs1
    ;   sentence(E, Atom, Vs0, Vs),
        Ls = [Place:call(Atom)]
    ).

special(not, As, Place, not(Body), Vs0, Vs) :-
    must_have(As, Place, 1, not),
    body(As, Body, Vs0, Vs).
special(or, As, _, or(Bodies), Vs0, Vs) :- alternatives(As, Bodies, Vs0, Vs).
special(distinct, As, Place, test(distinct(X, Y)), Vs0, Vs) :-
    must_have(As, Place, 2, distinct),
    As = [A, B],
    term(A, X, Vs0, Vs1),
    term(B, Y, Vs1, Vs).

%   own_literal(+Word, +Expressions, +Place, -Literals, ?Variables, ?Tail): a literal
%   that GDL does not have.

own_literal(Word, Es, Place, [Place:aggregate(How, T, Body, N)], Vs0, Vs) :-
    length(Es, Arity),
    aggregate_word(Word/Arity, How),
    once(append(Parts0, [Goal, N0], Es)),
    ( How == count -> true ; Goal = list(_, _, _) ), !,     % else a relation of the file
    terms(Parts0, Parts, Vs0, Vs1),
    body([Goal], Body, Vs1, Vs2),
    term(N0, N, Vs2, Vs),
    append(Parts, [goal, N], As),
    Literal =.. [Word|As],
    aggregate_goal(Literal, How, T, goal, N),
    must_be_numbers(How, T, N, Place).
own_literal(after, [R0, M0, Goal], Place, [Place:L], Vs0, Vs) :-
    Goal = list(_, _, _), !,         % else a relation of the file
    term(R0, R, Vs0, Vs1),
    term(M0, M, Vs1, Vs2),
    body([Goal], Body, Vs2, Vs),
    after_literal_of(R, M, Body, L).
own_literal(=, [A, B], Place, [Place:call(X = Y)], Vs0, Vs) :- !,  % see equations.pl
    term(A, X, Vs0, Vs1),
    term(B, Y, Vs1, Vs).
own_literal(Word, Es, Place, Literals, Vs0, Vs) :-
    terms(Es, As, Vs0, Vs),
    Goal =.. [Word|As],
    connective(Goal),
    everywhere(Goal, Place, Places),
    body(Goal, Places, Literals, [], Faults, []),
    (   Faults = [fault(_, Code, _, Arguments)|_]
    ->  throw(kif_fault(Code, Place, Arguments))
    ;   true
    ).

must_be_numbers(How, T, N, Place) :-
    (   ( measured(How, T, X) ; number_of(How), X = N ),
        \+ var(X), \+ integer(X)
    ->  throw(kif_fault(not_whole, Place, [X]))
    ;   true
    ).

%   everywhere(+Term, +Place, -Positions): subterm positions, all of one place.

everywhere(Term, From-To, Positions) :-
    (   compound(Term), \+ is_list(Term)
    ->  compound_name_arguments(Term, _, As),
        all_everywhere(As, From-To, Ps),
        Positions = term_position(From, To, From, To, Ps)
    ;   Positions = From-To
    ).

all_everywhere([], _, []).
all_everywhere([A|As], Place, [P|Ps]) :-
    everywhere(A, Place, P), all_everywhere(As, Place, Ps).

must_have(As, Place, N, Word) :-
    ( length(As, N) -> true ; throw(kif_fault(kif_arity, Place, [Word, N])) ).

alternatives([], [], Vs, Vs).
alternatives([A|As], [B|Bs], Vs0, Vs) :-
    body([A], B, Vs0, Vs1),
    alternatives(As, Bs, Vs1, Vs).

sentence(variable(_, F, T), _, _, _) :- throw(kif_fault(variable_goal, F-T, [])).
sentence(word(W, F, T), Atom, Vs, Vs) :-
    (   own_word(W, [])
    ->  throw(kif_fault(goal_not_callable, F-T, [[]]))
    ;   relation_name(W, 0, Atom)
    ).
sentence(list([], F, T), _, _, _) :- throw(kif_fault(kif_empty, F-T, [])).
sentence(list([Name|As], F, T), Atom, Vs0, Vs) :-
    (   Name = word(W, _, _), \+ own_word(W, []) -> true
    ;   throw(kif_fault(kif_name, F-T, []))
    ),
    (   As == []
    ->  Vs = Vs0,
        atomic_list_concat(['(', W, ')'], Atom)
    ;   length(As, N),
        relation_name(W, N, Relation),
        terms(As, Ts, Vs0, Vs),
        Atom =.. [Relation|Ts]
    ).

%!  terms(+Expressions, -Terms, ?Variables, ?Tail) is det.
%
%   Variables has a v(Name, Variable, Place) for each occurrence.
%
%   Throws: kif_fault(Code, Place, Arguments).

terms([], [], Vs, Vs).
terms([E|Es], [T|Ts], Vs0, Vs) :-
    term(E, T, Vs0, Vs1),
    terms(Es, Ts, Vs1, Vs).

term(variable(Name, F, T), Term, [v(Name, Term, F-T)|Vs], Vs).
term(word(W, _, _), Term, Vs, Vs) :- constant(W, Term).
term(list([], F, T), _, _, _) :- throw(kif_fault(kif_empty, F-T, [])).
term(list([Name|As], F, T), Term, Vs0, Vs) :-
    (   Name = word(W, _, _), \+ own_word(W, []) -> true
    ;   throw(kif_fault(kif_name, F-T, []))
    ),
    terms(As, Ts, Vs0, Vs),
    (   Ts == [] -> atomic_list_concat(['(', W, ')'], Term)
    ;   term_name(W, Functor), Term =.. [Functor|Ts]
    ).
