:- encoding(utf8).
:- module(kif,
          [ read_kif_rules/3,           % +Text, -Rules, -Faults
            read_kif_value/2,           % +Text, -Value
            kif_text/2,                 % +Term, -Text
            kif_word/3                  % +Kind, +Name, -Word
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/literals), [body/6, connective/1]).
:- use_module(logic(language/local_variables)).
:- use_module(logic(language/vocabulary)).

/** <module> Read the Knowledge Interchange Format of GDL

Rules as in prolog_reader.pl, in the prefix syntax of General Game Playing:

    (<= (next (cell ?c ?r ?p)) (does ?p (mark ?c ?r)))

A token ends at white space or a parenthesis; `;` begins a comment.  The keywords of GDL
are recognised in any case; all other names are case-sensitive.  The decimal form of a whole
number is read as that number.  `(p)` is not `p`: a term or sentence in parentheses without
arguments is read as the atom '(p)', which no token can be.  Names that have a meaning in our
own rule files but not in GDL (draw, between, <) are read with the prefix `kif:`, and so have
none.

What our rule files have and GDL does not (arithmetic, count, draw, a name with a space)
is written as a word that begins with `pygame_search:`, for other readers an ordinary name.
*/

%!  read_kif_rules(+Text, -Rules, -Faults) is det.

read_kif_rules(Text, Rules, Faults) :-
    string_codes(Text, Codes),
    tokens(Codes, 0, Tokens),
    (   too_deep(Tokens, 0, At)
    ->  Rules = [unreadable(_)], To is At + 1, deepest(Most),
        Faults = [fault(error, too_deep, At-To, [Most])]
    ;   expressions(Tokens, Expressions, Faults0),
        (   defines_and(Expressions) -> Joined = Expressions
        ;   maplist(with_conjunctions, Expressions, Joined)
        ),
        clauses(Joined, Items),
        split(Items, Rules, Faults1),
        append(Faults0, Faults1, Faults)
    ).

%   The readers of the other syntaxes have the same limit.
deepest(200).

too_deep([Token|Tokens], Depth0, At) :-
    (   Token = open(P)
    ->  deepest(Most),
        (   Depth0 >= Most -> At = P
        ;   Depth is Depth0 + 1, too_deep(Tokens, Depth, At)
        )
    ;   Token = close(_) -> Depth is Depth0 - 1, too_deep(Tokens, Depth, At)
    ;   too_deep(Tokens, Depth0, At)
    ).

split([], [], []).
split([Item|Items], Rules, Faults) :-
    (   Item = rule(_, _, _)
    ->  Rules = [Item|Rules1], Faults = Faults1
    ;   Rules = Rules1, Faults = [Item|Faults1]
    ),
    split(Items, Rules1, Faults1).

% ---- conjunctions ----------------------------------------------------------

%   `and` joins literals, as in KIF, unless it is a relation of the sheet itself: then it has heads.

defines_and(Expressions) :-
    member(E, Expressions),
    ( E = list([word(<=, _, _), Head|_], _, _) -> true ; Head = E ),
    Head = list([word(W, _, _)|_], _, _),
    downcase_atom(W, and), !.

with_conjunctions(E0, E) :-
    (   E0 = list([word(<=, F, T), Head|Body0], From, To)
    ->  maplist(joined, Body0, Body),
        E = list([word(<=, F, T), Head|Body], From, To)
    ;   E = E0
    ).

joined(E0, E) :-
    (   E0 = list([word(W, F, T)|As0], From, To), joins(W, Word)
    ->  maplist(joined, As0, As),
        E = list([word(Word, F, T)|As], From, To)
    ;   E = E0
    ).

joins(W, Word) :-
    downcase_atom(W, Lower),
    (   Lower == and -> Word = 'pygame_search:all'
    ;   ( memberchk(Lower, [not, or]) ; memberchk(W, ['pygame_search:all', 'pygame_search:count']) ),
        Word = W
    ).

% ---- tokens ----------------------------------------------------------------

%   tokens(+Codes, +At, -Tokens): each open(At), close(At) or word(Atom, From, To).

tokens([], _, []).
tokens([C|Cs], At, Tokens) :-
    At1 is At + 1,
    (   C =:= 0'( -> Tokens = [open(At)|Ts], tokens(Cs, At1, Ts)
    ;   C =:= 0') -> Tokens = [close(At)|Ts], tokens(Cs, At1, Ts)
    ;   C =:= 0'; -> comment(Cs, At1, Rest, At2), tokens(Rest, At2, Tokens)
    ;   code_type(C, space) -> tokens(Cs, At1, Tokens)
    ;   word(Cs, At1, Word, Rest, At2),
        atom_codes(Atom, [C|Word]),
        Tokens = [word(Atom, At, At2)|Ts],
        tokens(Rest, At2, Ts)
    ).

comment([], At, [], At).
comment([C|Cs], At, Rest, End) :-
    At1 is At + 1,
    ( C =:= 0'\n -> Rest = Cs, End = At1 ; comment(Cs, At1, Rest, End) ).

word([], At, [], [], At).
word([C|Cs], At, Word, Rest, End) :-
    (   ( memberchk(C, `();`) ; code_type(C, space) )
    ->  Word = [], Rest = [C|Cs], End = At
    ;   Word = [C|Word1],
        At1 is At + 1,
        word(Cs, At1, Word1, Rest, End)
    ).

% ---- expressions: list(Items, From, To) or word(Atom, From, To) -------------

expressions([], [], []) :- !.
expressions([close(At)|Tokens], Es, [fault(error, kif_close, At-To, [])|Fs]) :- !,
    To is At + 1,
    expressions(Tokens, Es, Fs).
expressions(Tokens, Es, Fs) :-
    (   expression(Tokens, E, Rest)
    ->  Es = [E|Es1],
        expressions(Rest, Es1, Fs)
    ;   Tokens = [open(At)|_],
        To is At + 1,
        Es = [], Fs = [fault(error, kif_open, At-To, [])]
    ).

expression([word(A, F, T)|Ts], word(A, F, T), Ts).
expression([open(From)|Ts], list(Items, From, To), Rest) :-
    items(Ts, Items, To, Rest).

items([close(At)|Ts], [], To, Ts) :- !, To is At + 1.
items(Ts, [I|Is], To, Rest) :-
    expression(Ts, I, Ts1),
    items(Ts1, Is, To, Rest).

place(word(_, F, T), F-T).
place(list(_, F, T), F-T).

% ---- rules -----------------------------------------------------------------

clauses([], []).
clauses([E|Es], [Item|Items]) :-
    clause_item(E, Item),
    clauses(Es, Items).

clause_item(E, Item) :-
    place(E, Place),
    (   E = list([word(<=, _, _), Head|Body], _, _)
    ->  true
    ;   E = list([word(<=, _, _)], From, To)
    ->  Head = list([], From, To), Body = []
    ;   Head = E, Body = []
    ),
    place(Head, HeadPlace),
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
%   name are unified.

unified([], []).
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
    place(E, Place),
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

own_literal(count, [T0, Goal, N0], Place, [Place:count(T, Body, N)], Vs0, Vs) :- !,
    term(T0, T, Vs0, Vs1),
    body([Goal], Body, Vs1, Vs2),
    term(N0, N, Vs2, Vs).
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

sentence(word(W, F, T), Atom, Vs, Vs) :-
    (   variable_name(W, _)
    ->  throw(kif_fault(variable_goal, F-T, []))
    ;   own_word(W, [])
    ->  throw(kif_fault(goal_not_callable, F-T, [[]]))
    ;   relation_name(W, 0, Atom)
    ).
sentence(list([], F, T), _, _, _) :- throw(kif_fault(kif_empty, F-T, [])).
sentence(list([Name|As], F, T), Atom, Vs0, Vs) :-
    (   Name = word(W, _, _), \+ variable_name(W, _), \+ own_word(W, []) -> true
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

%   relation_name(+Word, +Arity, -Name): a keyword of GDL is recognised in any case; a name
%   that only our own rule files give a meaning gets the prefix `kif:`.

relation_name(W, N, Name) :-
    downcase_atom(W, Lower),
    (   own_word(W, Own) -> Name = Own
    ;   relation(Lower/_, Kind, _), memberchk(Kind, [game, literal])
    ->  Name = Lower
    ;   meaningful(W, N)
    ->  atom_concat('kif:', W, Name)
    ;   term_name(W, Name)
    ).

meaningful(W, N) :- relation(W/N, _, _).
meaningful(W, _) :-
    memberchk(W, [true, fail, false, count, between, is, or, not, call, !]).
meaningful(W, N) :- N > 0, functor(Goal, W, N), connective(Goal).
meaningful({}, _).
meaningful(W, 1) :- memberchk(W, [:-, ~]).
meaningful(W, 2) :- \+ ( sub_atom(W, 0, 1, _, C), char_type(C, csym) ).

term_name(W, Name) :-
    (   own_word(W, Own) -> Name = Own
    ;   (   sub_atom(W, 0, 1, _, $) ; sub_atom(W, 0, 4, _, 'kif:')
        ;   memberchk(W, ['.', dict])  % of Prolog's dictionaries
        )
    ->  atom_concat('kif:', W, Name)
    ;   Name = W
    ).

terms([], [], Vs, Vs).
terms([E|Es], [T|Ts], Vs0, Vs) :-
    term(E, T, Vs0, Vs1),
    terms(Es, Ts, Vs1, Vs).

term(word(W, F, T), Term, Vs0, Vs) :-
    (   variable_name(W, Name)
    ->  Vs0 = [v(Name, Term, F-T)|Vs]
    ;   Vs = Vs0, constant(W, Term)
    ).
term(list([], F, T), _, _, _) :- throw(kif_fault(kif_empty, F-T, [])).
term(list([Name|As], F, T), Term, Vs0, Vs) :-
    (   Name = word(W, _, _), \+ variable_name(W, _), \+ own_word(W, []) -> true
    ;   throw(kif_fault(kif_name, F-T, []))
    ),
    terms(As, Ts, Vs0, Vs),
    (   Ts == [] -> atomic_list_concat(['(', W, ')'], Term)
    ;   term_name(W, Functor), Term =.. [Functor|Ts]
    ).

variable_name(W, Name) :- sub_atom(W, 0, 1, After, ?), sub_atom(W, 1, After, 0, Name).

constant(W, Term) :-
    (   catch(atom_number(W, N), _, fail), integer(N), atom_number(Canonical, N),
        Canonical == W
    ->  Term = N
    ;   term_name(W, Term)
    ).

%!  read_kif_value(+Text, -Value) is det.
%
%   Value is the only ground term in Text, or the list of those between [ and ], with or
%   without commas.
%   @error expected_kif_term(Text), not_ground(Text)

read_kif_value(Text, Value) :-
    split_string(Text, "", " \t\r\n", [Bare]),
    (   string_concat("[", Rest, Bare), string_concat(Inner, "]", Rest)
    ->  read_kif_terms(Inner, Text, Value)
    ;   read_kif_terms(Bare, Text, Terms),
        ( Terms = [Term] -> Value = Term ; throw(error(expected_kif_term(Text), _)) )
    ).

read_kif_terms(Inner, Text, Terms) :-
    string_codes(Inner, Codes0),
    without_commas(Codes0, 0, Codes),
    tokens(Codes, 0, Tokens),
    (   \+ too_deep(Tokens, 0, _),
        expressions(Tokens, Es, []),
        catch(terms(Es, Terms0, Vs, []), kif_fault(_, _, _), fail)
    ->  ( Vs == [] -> Terms = Terms0 ; throw(error(not_ground(Text), _)) )
    ;   throw(error(expected_kif_term(Text), _))
    ).

without_commas([], _, []).
without_commas([C|Cs], Depth, Codes) :-
    (   C =:= 0',, Depth =:= 0 -> Codes = [0' |Codes1], Depth1 = Depth
    ;   C =:= 0'( -> Codes = [C|Codes1], Depth1 is Depth + 1
    ;   C =:= 0') -> Codes = [C|Codes1], Depth1 is Depth - 1
    ;   Codes = [C|Codes1], Depth1 = Depth
    ),
    without_commas(Cs, Depth1, Codes1).

%!  kif_text(+Term, -Text) is det.
%
%   Text is Term in KIF, with single spaces and no padding.

kif_text(Term, Text) :- with_output_to(string(Text), write_kif(Term)).

write_kif(Term) :- var(Term), !, format('?~w', [Term]).
write_kif('$VAR'(Name)) :- !, format('?~w', [Name]).
write_kif(Term) :-
    compound(Term), !,
    compound_name_arguments(Term, Name, As),
    kif_word(functor, Name, Word),
    format('(~w', [Word]),
    write_arguments(As),
    write(')').
write_kif(Term) :- kif_word(constant, Term, Word), write(Word).

write_arguments([]).
write_arguments([A|As]) :- write(' '), write_kif(A), write_arguments(As).

%!  kif_word(+Kind, +Name, -Word) is det.
%
%   Word is read as Name where a `relation(Arity)`, the `functor` of a term or a `constant`
%   is expected.  For the kind `own`, Name is a word that GDL does not have.

kif_word(own, Name, Word) :- !, atom_concat('pygame_search:', Name, Word).
kif_word(_, Number, Number) :- integer(Number), !.
kif_word(_, [], Word) :- !, kif_word(own, nil, Word).
kif_word(Kind, Name, Word) :-
    (   candidate(Name, Word), reads_as(Kind, Word, Name) -> true
    ;   encoded(Name, Code), atom_concat('pygame_search:', Code, Word)
    ).

candidate(Name, Name).
candidate(Name, Word) :- atom_concat('kif:', Word, Name).

reads_as(relation(0), Word, Name) :- bracketed(Word, Inner), !, Word == Name, token(Inner).
reads_as(constant, Word, Name) :- bracketed(Word, Inner), !, Word == Name, token(Inner).
reads_as(Kind, Word, Name) :-
    token(Word),
    (   Kind = relation(N) -> relation_name(Word, N, Read)
    ;   Kind == functor -> term_name(Word, Read)
    ;   constant(Word, Read)
    ),
    Read == Name.

bracketed(Word, Inner) :-
    atom_concat('(', Rest, Word),
    atom_concat(Inner, ')', Rest).

token('[]') :- !.
token(Word) :-
    atom_codes(Word, Codes),
    Codes = [C|_], C \== 0'?,
    \+ own_word(Word, _),
    \+ ( member(D, Codes), ( memberchk(D, `();,[]`) ; code_type(D, space) ; steering(D) ) ),
    Word \== (<=).

%   own_word(+Word, -Name) is semidet: Word is the prefix `pygame_search:` and Name, in which
%   some characters are written as %XX.

own_word(Word, Name) :-
    atom_concat('pygame_search:', Code, Word),
    atom_codes(Code, Codes),
    decoded(Codes, NameCodes),
    atom_codes(Name0, NameCodes),
    ( Name0 == nil -> Name = [] ; Name = Name0 ).

decoded([], []).
decoded([0'%, 0'u, A, B, C, D, E, F|Cs], [X|Ds]) :-
    hexadecimal([A, B, C, D, E, F], X), X =< 0x10ffff, !,
    decoded(Cs, Ds).
decoded([0'%, A, B|Cs], [X|Ds]) :-
    hexadecimal([A, B], X), !,
    decoded(Cs, Ds).
decoded([C|Cs], [C|Ds]) :- decoded(Cs, Ds).

hexadecimal(Digits, X) :-
    \+ ( member(D, Digits), \+ code_type(D, xdigit(_)) ),
    number_codes(X, [0'0, 0'x|Digits]).

encoded(Name, Code) :-
    atom_codes(Name, Codes),
    encoded_codes(Codes, Code0),
    atom_codes(Code, Code0).

encoded_codes([], []).
encoded_codes([C|Cs], Ds0) :-
    (   ( memberchk(C, `();,[]%?:`) ; code_type(C, space) ; steering(C) )
    ->  (   C < 256 -> format(codes(Hex), '%~`0t~16r~3|', [C])
        ;   format(codes(Hex), '%u~`0t~16r~8|', [C])
        ),
        append(Hex, Ds, Ds0)
    ;   Ds0 = [C|Ds]
    ),
    encoded_codes(Cs, Ds).

%   steering(+Code) is semidet: Code steers a terminal, as in pygame_search/support/escapes.py.

steering(C) :-
    steering(From, To),
    C >= From, C =< To, !.

steering(0x00, 0x1f).
steering(0x7f, 0x9f).
steering(0x61c, 0x61c).
steering(0x200e, 0x200f).
steering(0x2028, 0x202e).
steering(0x2066, 0x2069).
