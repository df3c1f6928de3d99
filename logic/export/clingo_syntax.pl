:- encoding(utf8).
:- module(clingo_syntax,
          [ codes/2,                    % +Game, -Codes
            relation_name/3,            % +PI, +Codes, -Name
            constant_name/3,            % +Constant, +Codes, -Name
            write_fact/2,               % +Codes, +Fact
            write_clause/2,             % +Codes, +Clause
            decoded_terms/4,            % +Game, +Text, -Terms, -Noop
            term_ranks/2                % +Terms, -Ranks
          ]).
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3]).
:- use_module(library(assoc), [assoc_to_list/2, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(logic(language/history), [keeps_history/1]).
:- use_module(logic(language/literals), [inner_atom/2, inner_literal/2]).
:- use_module(logic(language/vocabulary), [network_output/2]).
:- use_module(logic(language/whole_numbers), [kind_test/1]).

/** <module> The syntax of clingo

Clauses of clingo_program.pl are written in answer set programming:

    name of a relation      its own if clingo_program.pl or Python uses it, else p0, p1, ...
    compound term           f0(...), f1(...), ..., one for each name and arity
    constant                c0, c1, ...
    number                  itself if it has 32 bits; else i123 or, if negative, n123
    part of a rule          x0, x1, ...
    variable                V0, V1, ...; `_` if it occurs once, beside other literals

The numbers follow the standard order of the names in the rules, so Game alone is enough to
decode them.

Arithmetic is written as a call of a function that network/grounding/grounder.py computes.
Its name is the expression in postfix, with `v` for the next argument: N is 2 * M + 1 becomes
N = @e_2_v_m_1_a(M).
*/

% ---- names -----------------------------------------------------------------

%!  codes(+Game, -Codes) is det.
%
%   Codes maps each Kind-Name/Arity of the rules to its name in the program; the Kind is
%   `relation` or `term`.

codes(Game, Codes) :-
    findall(Key, key(Game, Key), Keys0),
    sort(Keys0, Keys),
    findall(Key-Name, ( nth0(I, Keys, Key), code(Key, I, Name) ), Pairs),
    list_to_assoc(Pairs, Codes).

key(_, term-noop/0).
key(Game, term-'occurred after'/1) :- keeps_history(Game).
key(Game, relation-Name/Arity) :- Game:rule(Head, _), functor(Head, Name, Arity).
key(Game, Key) :-
    Game:rule(Head, Body),
    ( Atom = Head ; inner_atom(Body, Atom) ),
    (   functor(Atom, Name, Arity), Key = relation-Name/Arity
    ;   compound(Atom), arg(_, Atom, Term), term_key(Term, Key)
    ).
key(Game, Key) :-
    Game:rule(_, Body),
    inner_literal(Body, L),
    ( L = test(C), \+ kind_test(C), arg(_, C, Term) ; L = aggregate(_, Term, _, _) ),
    term_key(Term, Key).

term_key(Term, term-Name/Arity) :-
    nonvar(Term),
    \+ integer(Term),
    (   atomic(Term) -> Name = Term, Arity = 0
    ;   compound_name_arity(Term, Name, Arity)
    ).
term_key(Term, Key) :- compound(Term), arg(_, Term, A), term_key(A, Key).

code(relation-Name/Arity, I, Code) :-
    (   ( memberchk(Name/Arity, [true/1, does/2, role/1, legal/2, next/1])
        ; network_output([Name], Name/Arity) )
    ->  Code = Name
    ;   atom_concat(p, I, Code)
    ).
code(term-_/Arity, I, Code) :-
    ( Arity =:= 0 -> atom_concat(c, I, Code) ; atom_concat(f, I, Code) ).

%!  relation_name(+PI, +Codes, -Name) is semidet.

relation_name(PI, Codes, Name) :- get_assoc(relation-PI, Codes, Name).

%!  constant_name(+Constant, +Codes, -Name) is semidet.

constant_name(Constant, Codes, Name) :- get_assoc(term-Constant/0, Codes, Name).

%!  decoded_terms(+Game, +Text, -Terms, -Noop) is det.
%
%   Text is a list of terms of the ground program of Game, which stand for Terms.  Noop
%   stands for noop.

decoded_terms(Game, Text, Terms, Noop) :-
    codes(Game, Codes),
    constant_name(noop, Codes, Noop),
    assoc_to_list(Codes, Pairs0),
    findall(Code-Name, member((term-Name/_)-Code, Pairs0), Pairs),
    list_to_assoc(Pairs, Names),
    term_string(Coded, Text),
    maplist(decoded_in(Names), Coded, Terms).

decoded_in(Names, Coded, Term) :- decoded(Coded, Names, Term).

decoded(Coded, Names, Term) :-
    (   integer(Coded) -> Term = Coded
    ;   atom(Coded)
    ->  (   get_assoc(Coded, Names, Term0) -> Term = Term0
        ;   atom_concat(i, Digits, Coded) -> atom_number(Digits, Term)
        ;   atom_concat(n, Digits, Coded), atom_number(Digits, N), Term is -N
        )
    ;   compound_name_arguments(Coded, Code, As0),
        get_assoc(Code, Names, Name),
        maplist(decoded_in(Names), As0, As),
        compound_name_arguments(Term, Name, As)
    ).

%!  term_ranks(+Terms, -Ranks) is det.
%
%   Ranks are the places of Terms, which are all different, in the standard order.

term_ranks(Terms, Ranks) :-
    findall(T-I, nth0(I, Terms, T), Pairs0),
    keysort(Pairs0, Pairs),
    findall(I-Rank, nth0(Rank, Pairs, _-I), Ranked0),
    keysort(Ranked0, Ranked),
    pairs_values(Ranked, Ranks).

% ---- arithmetic ----------------------------------------------------------

%   postfix(+Expression, ?Words, ?Tail, ?Variables, ?Tail): the steps of the computation,
%   and the variables in the order of their use.

postfix(E, [v|Ws], Ws, [E|Vs], Vs) :- var(E), !.
postfix(E, [W|Ws], Ws, Vs, Vs) :- integer(E), !,
    ( E >= 0 -> W = E ; N is -E, atom_concat(n, N, W) ).
postfix(E, Ws0, Ws, Vs0, Vs) :-
    E =.. [Name|As],
    length(As, Arity),
    step(Name, Arity, Step),
    foldl(postfix_part, As, Ws0-Vs0, [Step|Ws]-Vs).

postfix_part(E, Ws0-Vs0, Ws-Vs) :- postfix(E, Ws0, Ws, Vs0, Vs).

step(+, 2, a).
step(-, 2, s).
step(*, 2, m).
step(//, 2, d).
step(mod, 2, o).
step(rem, 2, r).
step(xor, 2, x).
step(min, 2, l).
step(max, 2, h).
step(-, 1, u).
step(+, 1, p).
step(abs, 1, b).
step(sign, 1, g).

% ---- writing ---------------------------------------------------------------

%!  write_fact(+Codes, +Fact) is det.
%
%   '$own'(Atom) is an atom of a relation that only the program has; the rules may have one
%   of the same name.

write_fact(Codes, Fact) :- write_atom(Fact, Codes, [], []), write('.\n').

%!  write_clause(+Codes, +Clause) is det.

write_clause(Codes, Head-Body) :-
    term_variables(Head-Body, Vs),
    ( Body = [_] -> Singles = [] ; term_singletons(Head-Body, Singles) ),
    write_atom(Head, Codes, Vs, Singles),
    (   Body == [] -> true
    ;   write(' :- '),
        write_body(Body, ', ', Codes, Vs, Singles)
    ),
    write('.\n').

write_body([L], _, Codes, Vs, Ss) :- !, write_literal(L, Codes, Vs, Ss).
write_body([L|Ls], Separator, Codes, Vs, Ss) :-
    write_literal(L, Codes, Vs, Ss),
    write(Separator),
    write_body(Ls, Separator, Codes, Vs, Ss).
write_body([], _, _, _, _).

write_literal(yes(Atom), Codes, Vs, Ss) :- write_atom(Atom, Codes, Vs, Ss).
write_literal(whole(X), Codes, Vs, Ss) :-
    write_term_(X, Codes, Vs, Ss), write('='),
    write_term_(X, Codes, Vs, Ss), write('+0').
write_literal(no(Atom), Codes, Vs, Ss) :- write('not '), write_atom(Atom, Codes, Vs, Ss).
write_literal(compare(Op, X, Y), Codes, Vs, Ss) :-
    write_side(X, Codes, Vs, Ss),
    comparison_sign(Op, Sign),
    write(Sign),
    write_side(Y, Codes, Vs, Ss).
write_literal(between(L, H, X), Codes, Vs, Ss) :-
    write_term_(X, Codes, Vs, Ss), write('='),
    write_term_(L, Codes, Vs, Ss), write('..'),
    write_term_(H, Codes, Vs, Ss).
write_literal(aggregate(How, N, Elements), Codes, Vs, Ss) :-
    write_term_(N, Codes, Vs, Ss), ( How = sum(-) -> Word = sum ; Word = How ),
    format('=#~w{', [Word]),
    write_elements(Elements, How, Codes, Vs, Ss),
    write('}').

comparison_sign(Op, Sign) :-
    ( memberchk(Op-Sign0, [(\=)-('!='), (=<)-(<=), (=:=)-(=)]) -> Sign = Sign0 ; Sign = Op ).

write_elements([], _, _, _, _).
write_elements([T-Body|Elements], How, Codes, Vs, Ss) :-
    (   memberchk(How-Open, [sum-'(', sum(-)-'-('])
    ->  T = V-Key,
        write(Open), write_term_(V, Codes, Vs, []), write('),'),
        write_term_(Key, Codes, Vs, [])
    ;   write_term_(T, Codes, Vs, [])
    ),
    write(': '),
    write_body(Body, ', ', Codes, Vs, Ss),
    ( Elements == [] -> true ; write('; ') ),
    write_elements(Elements, How, Codes, Vs, Ss).

write_side(X, Codes, Vs, Ss) :-
    (   nonvar(X), X = value(E)
    ->  postfix(E, Words, [], Asked, []),
        atomic_list_concat(['@e'|Words], '_', Name),
        coded_call(Name, Asked, Codes, Vs, Ss, Call),
        write(Call)
    ;   write_term_(X, Codes, Vs, Ss)
    ).

write_atom(Atom, Codes, Vs, Ss) :- coded_atom(Atom, Codes, Vs, Ss, Coded), write(Coded).

write_term_(Term, Codes, Vs, Ss) :- coded(Term, Codes, Vs, Ss, Coded), write(Coded).

%   coded_atom(+Atom, +Codes, +Variables, +Singletons, -Coded), coded(+Term, ...): the term
%   to write, in which names and variables are atoms.  Writing it in one call is faster.

coded_atom('$part'(I, Arguments), Codes, Vs, Ss, Coded) :- !,
    atom_concat(x, I, Name),
    coded_call(Name, Arguments, Codes, Vs, Ss, Coded).
coded_atom('$own'(Atom), Codes, Vs, Ss, Coded) :- !,
    Atom =.. [Name|Arguments],
    coded_call(Name, Arguments, Codes, Vs, Ss, Coded).
coded_atom(Atom, Codes, Vs, Ss, Coded) :-
    Atom =.. [Name|Arguments],
    length(Arguments, Arity),
    ( get_assoc(relation-Name/Arity, Codes, Code) -> true ; Code = Name ),
    coded_call(Code, Arguments, Codes, Vs, Ss, Coded).

coded_call(Code, Arguments, Codes, Vs, Ss, Coded) :-
    coded_all(Arguments, Codes, Vs, Ss, As),
    Coded =.. [Code|As].

coded_all([], _, _, _, []).
coded_all([T|Ts], Codes, Vs, Ss, [C|Cs]) :-
    coded(T, Codes, Vs, Ss, C),
    coded_all(Ts, Codes, Vs, Ss, Cs).

coded(V, _, Vs, Ss, Coded) :- var(V), !,
    (   ( member(S, Ss), S == V ) -> Coded = '_'
    ;   nth0(I, Vs, W), W == V -> atom_concat('V', I, Coded)
    ).
coded(N, _, _, _, Coded) :- integer(N), !,
    (   abs(N) < 1 << 31 -> Coded = N
    ;   N > 0 -> atom_concat(i, N, Coded)
    ;   M is -N, atom_concat(n, M, Coded)
    ).
coded(Name, Codes, _, _, Coded) :- atomic(Name), !,
    get_assoc(term-Name/0, Codes, Coded).
coded(Term, Codes, Vs, Ss, Coded) :-
    compound_name_arguments(Term, Name, Arguments),
    length(Arguments, Arity),
    get_assoc(term-Name/Arity, Codes, Code),
    coded_call(Code, Arguments, Codes, Vs, Ss, Coded).
