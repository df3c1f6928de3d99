:- encoding(utf8).
:- module(gdl_words,
          [ relation_name/3,            % +Word, +Arity, -Name
            term_name/2,                % +Word, -Name
            constant/2,                 % +Word, -Term
            own_word/2,                 % +Word, -Name
            gdl_word/4,                 % +Form, +Kind, +Name, -Word
            kif_word/3                  % +Kind, +Name, -Word
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/literals), [connective/1]).
:- use_module(logic(language/vocabulary)).

/** <module> The names of rule sheets, and those of our own rules

Names that have a meaning in our own rule files but not in GDL (draw, between, <) are read with
the prefix `kif:`, and so have none.  What our rule files have and GDL does not (arithmetic,
count, draw, a name with a control character) is written as a word that begins with
`pygame_search:`, for other readers an ordinary name.
*/

%!  relation_name(+Word, +Arity, -Name) is det.
%
%   A keyword of GDL is recognised in any case; a name that only our own rule files give a
%   meaning gets the prefix `kif:`.

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

%!  term_name(+Word, -Name) is det.

term_name(W, Name) :-
    (   own_word(W, Own) -> Name = Own
    ;   (   sub_atom(W, 0, 1, _, $) ; sub_atom(W, 0, 4, _, 'kif:')
        ;   memberchk(W, ['.', dict])  % of Prolog's dictionaries
        )
    ->  atom_concat('kif:', W, Name)
    ;   Name = W
    ).

%!  constant(+Word, -Term) is det.
%
%   Term is a number if Word is its decimal form.

constant(W, Term) :-
    (   catch(atom_number(W, N), _, fail), integer(N), atom_number(Canonical, N),
        Canonical == W
    ->  Term = N
    ;   term_name(W, Term)
    ).

%!  gdl_word(+Form, +Kind, +Name, -Word) is det.
%
%   Word is read as Name where a `relation(Arity)`, the `functor` of a term or a `constant`
%   is expected.  For the kind `own`, Name is a word that GDL does not have.  Form is `token`
%   if a word ends at white space or a parenthesis, as in KIF, and `quoted` if it can have any
%   characters, because it stands in quotes.

gdl_word(_, own, Name, Word) :- !, atom_concat('pygame_search:', Name, Word).
gdl_word(_, _, Number, Number) :- integer(Number), !.
gdl_word(Form, _, [], Word) :- !, gdl_word(Form, own, nil, Word).
gdl_word(Form, Kind, Name, Word) :-
    (   candidate(Name, Word), reads_as(Form, Kind, Word, Name) -> true
    ;   encoded(Name, Code), atom_concat('pygame_search:', Code, Word)
    ).

%!  kif_word(+Kind, +Name, -Word) is det.
%
%   Word is that of gdl_word/4 in KIF.

kif_word(Kind, Name, Word) :- gdl_word(token, Kind, Name, Word).

candidate(Name, Name).
candidate(Name, Word) :- atom_concat('kif:', Word, Name).

reads_as(token, relation(0), Word, Name) :-
    bracketed(Word, Inner), !,
    Word == Name, token(Inner).
reads_as(token, constant, Word, Name) :-
    bracketed(Word, Inner), !,
    Word == Name, token(Inner).
reads_as(Form, Kind, Word, Name) :-
    ( Form == token -> token(Word) ; quotable(Word) ),
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

%   quotable(+Word): Word can stand in quotes.

quotable(Word) :-
    \+ own_word(Word, _),
    atom_codes(Word, Codes),
    \+ ( member(D, Codes), steering(D) ).

%!  own_word(+Word, -Name) is semidet.
%
%   Word is the prefix `pygame_search:` and Name, in which some characters are
%   written as %XX.

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
