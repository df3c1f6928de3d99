:- encoding(utf8).
:- module(infix,
          [ read_infix_rules/4          % +Style, +Text, -Rules, -Faults
          ]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(reader/gdl_sentences)).
:- use_module(logic(reader/gdl_words), [own_word/2]).

/** <module> Read infix GDL and HRF

Two styles of one grammar, which write the rules of GDL with the signs of Prolog:

    infix   next(cell(C, R, P)) :- does(P, mark(C, R)), not busy(P).
    hrf     next(cell(C,R,P)) :- does(P,mark(C,R)) & ~busy(P)

    clause  ::= term [":-" [body]] "."          hrf: no full stop, each on a line of its own
    body    ::= both {("|" | ";") both}
    both    ::= literal {("," | "&") literal}   hrf: "&" alone
    literal ::= ("not" | "~") literal | "(" body ")" | ("or" | "and") "(" both {"," both} ")"
              | term ["!=" term]
    term    ::= name ["(" [terms] ")"] | number | variable | text | "(" [terms] ")"

Within the parentheses of `or` and `and` a comma separates literals, and `&` joins them.  A
variable begins with a capital, or with `_` and a capital; each `_` is another one.  A term
without a name, in infix GDL alone, is a tuple of pyggp: its name is '()'.  A text in double
quotes is a constant of its own, with its quotes.  A name in single quotes may have any
characters; only this program writes such names.  `%` begins a comment.

The sentences are those of KIF (gdl_sentences.pl), and so are the rules.
*/

most_faults(100).
longest_name(1000).

%!  read_infix_rules(+Style, +Text, -Rules, -Faults) is det.
%
%   Style is `infix` or `hrf`.  After a fault, reading continues with the next clause.

read_infix_rules(Style, Text, Rules, Faults) :-
    string_codes(Text, Codes),
    tokens(Codes, 0, line(0), Style, Tokens),
    most_faults(Most),
    clauses(Tokens, Style, Text, none, Most, Sentences, Faults0),
    sheet_rules(Sentences, Rules0, Faults1),
    ( Faults0 == [] -> Rules = Rules0 ; Rules = [unreadable(_)|Rules0] ),
    append(Faults0, Faults1, Faults).

%   clauses(+Tokens, +Style, +Text, +Before, +Left, -Sentences, -Faults): Before is the column
%   where the clause before began, if it has a body, else `none`.

clauses([t(eof, _, _, _)], _, _, _, _, [], []) :- !.
clauses([t(_, At, To, _)|_], _, _, _, 0, [], [fault(error, too_many, At-To, [Most])]) :- !,
    most_faults(Most).
clauses(Tokens, Style, Text, Before, Left, Sentences, Faults) :-
    Tokens = [First|Others],
    catch(( begins(Style, Before, First),
            clause(Style, Tokens, Rest, Sentence) ),
          infix_fault(Fault0, Failed), true),
    (   var(Fault0)
    ->  Sentences = [Sentence|Sentences1],
        Faults = Faults1, Left1 = Left,
        ( Sentence = sentence(_, [_|_], _) -> arg(4, First, Column) ; Column = none )
    ;   told(Fault0, Style, Text, Fault),
        Sentences = Sentences1,
        Faults = [Fault|Faults1], Left1 is Left - 1,
        arg(4, First, Margin),
        (   \+ same_length_lists(Failed, Tokens)
        ->  resumed(Failed, Style, Margin, Rest)
        ;   First = t(eof, _, _, _) -> Rest = Tokens
        ;   First = t('.', _, _, _) -> Rest = Others
        ;   resumed(Others, Style, Margin, Rest)
        ),
        Column = none
    ),
    clauses(Rest, Style, Text, Column, Left1, Sentences1, Faults1).

%   Both are ends of one list of tokens.

same_length_lists([t(_, At, _, _)|_], [t(_, At, _, _)|_]).

%   begins(+Style, +Before, +Token): in HRF a clause begins on a line, and not further right than
%   the rule before it, which `&` would continue.

begins(hrf, Before, Token) :-
    arg(4, Token, Column),
    (   Column == none
    ->  expected('a new line before the next clause', [Token])
    ;   integer(Before), Column > Before
    ->  expected('`&`, or the next clause at the margin', [Token])
    ;   true
    ).
begins(infix, _, _).

%   resumed(+Tokens, +Style, +Margin, -Rest): Rest begins with the next clause.

resumed([t(eof, A, B, C)], _, _, [t(eof, A, B, C)]) :- !.
resumed([t('.', _, _, _)|Tokens], infix, _, Tokens) :- !.
resumed(Tokens, _, Margin0, Tokens) :-
    Tokens = [t(Kind, _, _, Column)|_],
    integer(Column),
    ( integer(Margin0) -> Margin = Margin0 ; Margin = 0 ),
    Column =< Margin,
    ( Kind = name(_) ; Kind = quoted(_) ), !.
resumed([_|Tokens], Style, Margin, Rest) :- resumed(Tokens, Style, Margin, Rest).

% ---- faults ----------------------------------------------------------------

%   expected(+What, +Tokens): throws the fault that the first of Tokens is not What.

expected(What, Tokens) :-
    Tokens = [t(Kind, From, To, Column)|_],
    (   Kind = bad(Code) -> Fault = fault(error, Code, From-To, [])
    ;   Fault = expected(What, t(Kind, From, To, Column))
    ),
    throw(infix_fault(Fault, Tokens)).

told(Fault, _, _, Fault) :- Fault = fault(_, _, _, _), !.
told(expected(What, Token), Style, Text,
     fault(error, infix_syntax, From-To, [Style, What, Found, Why])) :-
    Token = t(Kind, From0, To0, _),
    (   Kind == eof
    ->  Found = 'the end of the file', From is max(0, From0 - 1), To is max(1, To0)
    ;   From = From0, To = To0,
        Length is min(To - From, 30),
        sub_string(Text, From, Length, _, Word),
        format(atom(Found), '`~w`', [Word])
    ),
    ( reason(Style, What, Token, Why0) -> Why = Why0 ; Why = none ).

%   reason(+Style, +What, +Token, -Why) is semidet: Why is a frequent reason for the fault;
%   messages.pl has its words.

reason(hrf, _, t('.', _, _, _), no_stops).
reason(hrf, _, t(',', _, _, _), no_commas).
reason(hrf, _, t(name(_), _, _, none), line).
reason(hrf, '`&`, or the next clause at the margin', _, line).
reason(infix, What, t(Kind, _, _, Column), stop) :-
    memberchk(What, ['`:-` or a full stop', '`,` or a full stop']),
    ( Kind == eof ; Kind = name(_), integer(Column) ), !.
reason(_, What, t(Kind, _, _, _), parenthesis) :-
    memberchk(What, ['`)`', '`,` or `)`']),
    memberchk(Kind, [eof, '.', :-]), !.
reason(_, 'a clause, which begins with the name of a relation', t('(', _, _, _), kif).
reason(_, _, t(symbol(Sign), _, _, _), Why) :- sign(Sign, Why).
reason(_, _, t(open_list, _, _, _), list).

sign('\\+', negation).
sign(<-, implication).
sign(<=, implication).
sign(?, variable).
sign(==>, epilog).
sign(::, epilog).
sign(Sign, arithmetic) :-
    memberchk(Sign, [=, ==, <, >, =<, >=, \=, \==, =:=, =\=, +, -, *, /, //, <>]).

% ---- clauses ---------------------------------------------------------------

%   clause(+Style, +Tokens, -Rest, -Sentence)

clause(Style, Ts0, Ts, sentence(Head, Body, From-To)) :-
    head(Ts0, Ts1, Head, Style),
    arg(2, Head, From),
    (   Ts1 = [t(:-, _, NeckEnd, _)|Ts2]
    ->  (   no_body(Style, Ts2) -> Body = [], Ts3 = Ts2, To = NeckEnd
        ;   body(Ts2, Ts3, Body, 0, Style),
            last_end(Body, To)
        )
    ;   Body = [], Ts3 = Ts1, arg(3, Head, To)
    ),
    ended(Style, Body, Ts3, Ts).

no_body(infix, [t('.', _, _, _)|_]).

last_end(Body, To) :- append(_, [Last], Body), !, arg(3, Last, To).

ended(infix, _, [t('.', _, _, _)|Ts], Ts) :- !.
ended(infix, [], Ts, _) :- expected('`:-` or a full stop', Ts).
ended(infix, [_|_], Ts, _) :- expected('`,` or a full stop', Ts).
ended(hrf, _, Ts, Ts) :-
    Ts = [t(Kind, _, _, _)|_],
    ( Kind == eof ; Kind = name(_) ; Kind = quoted(_) ), !.
ended(hrf, [], Ts, _) :- expected('`:-` or the next clause', Ts).
ended(hrf, [_|_], Ts, _) :- expected('`&` or the next clause', Ts).

head(Ts0, Ts, Head, Style) :-
    Ts0 = [t(Kind, From, To, _)|_],
    (   ( Kind = name(_) ; Kind = quoted(_) )
    ->  term(Ts0, Ts, Head, 0, Style)
    ;   Kind = variable(_)
    ->  throw(infix_fault(fault(error, variable_head, From-To, []), Ts0))
    ;   expected('a clause, which begins with the name of a relation', Ts0)
    ).

%   body(+Tokens, -Rest, -Expressions, +Depth, +Style)

body(Ts0, Ts, Body, Depth, Style) :-
    both(Ts0, Ts1, Literals, Depth, Style),
    (   Ts1 = [t(Or, _, _, _)|Ts2], memberchk(Or, ['|', ;])
    ->  alternatives(Ts2, Ts, Others, Depth, Style),
        grouped(Literals, First),
        append([First|Others], [], Es),
        arg(2, First, From), last_end(Es, To),
        Body = [list([word(or, From, From)|Es], From, To)]
    ;   Ts = Ts1, Body = Literals
    ).

alternatives(Ts0, Ts, [E|Es], Depth, Style) :-
    both(Ts0, Ts1, Literals, Depth, Style),
    grouped(Literals, E),
    (   Ts1 = [t(Or, _, _, _)|Ts2], memberchk(Or, ['|', ;])
    ->  alternatives(Ts2, Ts, Es, Depth, Style)
    ;   Ts = Ts1, Es = []
    ).

grouped([E], E) :- !.
grouped(Es, list([word('pygame_search:all', From, From)|Es], From, To)) :-
    Es = [First|_], arg(2, First, From), last_end(Es, To).

both(Ts0, Ts, [E|Es], Depth, Style) :-
    literal(Ts0, Ts1, E, Depth, Style),
    (   Ts1 = [t(And, _, _, _)|Ts2], joins(Style, And)
    ->  both(Ts2, Ts, Es, Depth, Style)
    ;   Ts = Ts1, Es = []
    ).

joins(infix, (',')).
joins(_, &).
joins(inner, &).

%   literal(+Tokens, -Rest, -Expression, +Depth, +Style)

literal(Ts0, Ts, E, Depth, Style) :-
    Ts0 = [t(Kind, From, To, _)|Ts1],
    (   negates(Kind, Ts1)
    ->  deeper(Ts0, Depth, Depth1),
        literal(Ts1, Ts, Inner, Depth1, Style),
        arg(3, Inner, End),
        negated(Inner, From, To, End, E)
    ;   Kind == '('
    ->  deeper(Ts0, Depth, Depth1),
        ( Style == inner -> Within = infix ; Within = Style ),
        body(Ts1, Ts2, Body, Depth1, Within),
        closed(Ts2, Ts, '`)`', End),
        (   Body = [_] -> grouped(Body, E)
        ;   grouped(Body, list(Parts, _, _)), E = list(Parts, From, End)
        )
    ;   Kind = name(Word), memberchk(Word, [or, and]), Ts1 = [t('(', _, _, _)|Ts2]
    ->  deeper(Ts0, Depth, Depth1),
        (   Ts2 = [t(')', _, End, _)|Ts3] -> Es = [], Ts = Ts3
        ;   parts(Ts2, Ts, Es, Depth1, End)
        ),
        E = list([word(Word, From, To)|Es], From, End)
    ;   compared(Kind)
    ->  term(Ts0, Ts2, A, Depth, Style),
        (   Ts2 = [t('!=', F, T, _)|Ts3]
        ->  term(Ts3, Ts, B, Depth, Style),
            arg(3, B, End),
            E = list([word(distinct, F, T), A, B], From, End)
        ;   Kind = number(_), Style \== inner
        ->  expected('a literal', Ts0)
        ;   Kind = text(_), Style \== inner
        ->  expected('a literal', Ts0)
        ;   Ts = Ts2, E = A
        )
    ;   expected('a literal', Ts0)
    ).

%   The comma and `&` of the words `or` and `and`.

parts(Ts0, Ts, [E|Es], Depth, End) :-
    both(Ts0, Ts1, Literals, Depth, inner),
    grouped(Literals, E),
    (   Ts1 = [t((','), _, _, _)|Ts2] -> parts(Ts2, Ts, Es, Depth, End)
    ;   Es = [], closed(Ts1, Ts, '`,` or `)`', End)
    ).

%   `not` alone is a name.

negates(~, _).
negates(name(not), [t(Kind, _, _, _)|_]) :-
    (   memberchk(Kind, ['(', ~]) ; memberchk(Kind, [name(_), quoted(_), variable(_)]) ), !.

negated(Inner, From, To, End, list([word(not, From, To), Inner], From, End)).

compared(name(_)).
compared(quoted(_)).
compared(variable(_)).
compared(number(_)).
compared(text(_)).

closed([t(')', _, End, _)|Ts], Ts, _, End) :- !.
closed(Ts, _, What, _) :- expected(What, Ts).

deeper(Ts, Depth0, Depth) :-
    deepest(Most),
    (   Depth0 < Most -> Depth is Depth0 + 1
    ;   Ts = [t(_, At, To, _)|_],
        throw(infix_fault(fault(error, too_deep, At-To, [Most]), Ts))
    ).

%   term(+Tokens, -Rest, -Expression, +Depth, +Style)

term([t(Kind, From, To, _)|Ts0], Ts, E, Depth, Style) :-
    (   ( Kind = name(Word) ; Kind = quoted(Word) )
    ->  (   Ts0 = [t('(', At, Open, Column)|Ts1]
        ->  deeper([t('(', At, Open, Column)|Ts1], Depth, Depth1),
            arguments(Ts1, Ts, Es, Depth1, Style, End),
            (   Es == [], \+ own_word(Word, _) -> E = word(Word, From, End)
            ;   E = list([word(Word, From, To)|Es], From, End)
            )
        ;   Ts = Ts0, E = word(Word, From, To)
        )
    ;   ( Kind = number(Word) ; Kind = text(Word) )
    ->  Ts = Ts0, E = word(Word, From, To)
    ;   Kind = variable(Name)
    ->  Ts = Ts0, E = variable(Name, From, To)
    ;   Kind == '(', Style \== hrf
    ->  deeper([t(Kind, From, To, none)|Ts0], Depth, Depth1),
        arguments(Ts0, Ts, Es, Depth1, Style, End),
        (   Es == [] -> E = word('()', From, End)
        ;   E = list([word('()', From, To)|Es], From, End)
        )
    ;   expected('a term', [t(Kind, From, To, none)|Ts0])
    ).

arguments([t(')', _, End, _)|Ts], Ts, [], _, _, End) :- !.
arguments(Ts0, Ts, [E|Es], Depth, Style, End) :-
    term(Ts0, Ts1, E, Depth, Style),
    (   Ts1 = [t((','), _, _, _)|Ts2]
    ->  more_arguments(Ts2, Ts, Es, Depth, Style, End)
    ;   Es = [], closed(Ts1, Ts, '`,` or `)`', End)
    ).

more_arguments(Ts, _, _, _, _, _) :- Ts = [t(')', _, _, _)|_], !, expected('a term', Ts).
more_arguments(Ts0, Ts, Es, Depth, Style, End) :- arguments(Ts0, Ts, Es, Depth, Style, End).

% ---- tokens ----------------------------------------------------------------

%   tokens(+Codes, +At, +Line, +Style, -Tokens): each t(Kind, From, To, Column).  Column is an
%   integer for the first token of a line, for others `none`.  Line is line(Start) at the
%   beginning of a line, otherwise `within`.

tokens([], At, _, _, [t(eof, At, At, none)]).
tokens([C|Cs], At, Line, Style, Tokens) :-
    At1 is At + 1,
    (   C =:= 0'\n -> tokens(Cs, At1, line(At1), Style, Tokens)
    ;   code_type(C, space) -> tokens(Cs, At1, Line, Style, Tokens)
    ;   C =:= 0'% -> line_comment(Cs, At1, Rest, At2), tokens(Rest, At2, Line, Style, Tokens)
    ;   C =:= 0'/, Cs = [0'*|Cs1]
    ->  At2 is At + 2,
        (   block_comment(Cs1, At2, Rest, End) -> tokens(Rest, End, Line, Style, Tokens)
        ;   Tokens = [t(bad(open_comment), At, At2, none), t(eof, At2, At2, none)]
        )
    ;   token(C, Cs, At1, Style, Kind, Rest, End),
        ( Line = line(Start) -> Column is At - Start ; Column = none ),
        Tokens = [t(Kind, At, End, Column)|Tokens1],
        tokens(Rest, End, within, Style, Tokens1)
    ).

line_comment([], At, [], At).
line_comment([C|Cs], At, Rest, End) :-
    (   C =:= 0'\n -> Rest = [C|Cs], End = At
    ;   At1 is At + 1, line_comment(Cs, At1, Rest, End)
    ).

block_comment([0'*, 0'/|Cs], At, Cs, End) :- !, End is At + 2.
block_comment([_|Cs], At, Rest, End) :- At1 is At + 1, block_comment(Cs, At1, Rest, End).

%   token(+Code, +Codes, +At, +Style, -Kind, -Rest, -End): Code is before Codes, and At after it.

token(C, Cs, At, _, Kind, Rest, End) :-
    punctuation([C|Cs], Kind, Length), !,
    More is Length - 1,
    length(Taken, More), append(Taken, Rest, Cs),
    End is At + More.
token(0'', Cs, At, _, Kind, Rest, End) :- !,
    (   quoted(Cs, At, Codes, Rest, End) -> named(Codes, quoted, Kind)
    ;   Kind = bad(open_quote), Rest = Cs, End = At
    ).
token(0'", Cs, At, _, Kind, Rest, End) :- !,
    (   string(Cs, At, Codes, Rest, End) -> named([0'"|Codes], text, Kind)
    ;   Kind = bad(open_quote), Rest = Cs, End = At
    ).
token(C, Cs, At, Style, Kind, Rest, End) :-
    ( C =:= 0'- ; C =:= 0'+ ),
    Cs = [D|_], code_type(D, digit), !,
    word(Cs, At, Codes, Rest, End),
    number_kind(Style, [C|Codes], Kind).
token(C, Cs, At, Style, Kind, Rest, End) :-
    word_code(C), !,
    word(Cs, At, Codes, Rest, End),
    (   code_type(C, digit) -> number_kind(Style, [C|Codes], Kind)
    ;   C =:= 0'_ -> underscored([C|Codes], Kind)
    ;   code_type(C, upper) -> named([C|Codes], variable, Kind)
    ;   named([C|Codes], name, Kind)
    ).
token(C, Cs, At, _, symbol(Sign), Rest, End) :-
    symbols(Cs, At, Codes, Rest, End),
    atom_codes(Sign, [C|Codes]).

punctuation([0':, 0'-|_], :-, 2).
punctuation([0'!, 0'=|_], '!=', 2).
punctuation([C|Cs], Kind, 1) :-
    memberchk(C-Kind, [0'(-'(', 0')-')', 0',-(','), 0'.-'.', 0'&-(&), 0'~-(~), 0'|-'|', 0';-(;),
                       0'[-open_list]),
    \+ ( memberchk(C, `&|`), Cs = [C|_] ).

word_code(C) :- code_type(C, csym).

word([C|Cs], At, [C|Codes], Rest, End) :-
    word_code(C), !,
    At1 is At + 1,
    word(Cs, At1, Codes, Rest, End).
word(Cs, At, [], Cs, At).

symbols([C|Cs], At, [C|Codes], Rest, End) :-
    memberchk(C, `+-*/\\<>=:?@#$^&|!`), !,
    At1 is At + 1,
    symbols(Cs, At1, Codes, Rest, End).
symbols(Cs, At, [], Cs, At).

%   Inside single quotes, '' and \' are a quote, and \\ is a backslash.

quoted([0'', 0''|Cs], At, [0''|Codes], Rest, End) :- !,
    At1 is At + 2, quoted(Cs, At1, Codes, Rest, End).
quoted([0''|Cs], At, [], Cs, End) :- !, End is At + 1.
quoted([0'\\, C|Cs], At, [C|Codes], Rest, End) :-
    memberchk(C, `'\\`), !,
    At1 is At + 2, quoted(Cs, At1, Codes, Rest, End).
quoted([C|Cs], At, [C|Codes], Rest, End) :-
    C =\= 0'\n, C =\= 0'\\,
    At1 is At + 1, quoted(Cs, At1, Codes, Rest, End).

%   A text keeps its quotes and its escapes.

string([0'\\, C|Cs], At, [0'\\, C|Codes], Rest, End) :- !,
    C =\= 0'\n,
    At1 is At + 2, string(Cs, At1, Codes, Rest, End).
string([0'"|Cs], At, [0'"], Cs, End) :- !, End is At + 1.
string([C|Cs], At, [C|Codes], Rest, End) :-
    C =\= 0'\n,
    At1 is At + 1, string(Cs, At1, Codes, Rest, End).

named(Codes, Kind, Token) :-
    length(Codes, Length),
    longest_name(Most),
    (   Length > Most -> Token = bad(long_name)
    ;   atom_codes(Word, Codes), Token =.. [Kind, Word]
    ).

%   What begins with a digit is a number, or a name.  In infix GDL 007 is 7, as for pyggp and
%   Prolog; in HRF, as in KIF, it is a name.

number_kind(Style, Codes, Kind) :-
    named(Codes, name, Named),
    (   Named = bad(_) -> Kind = Named
    ;   digits(Codes)
    ->  (   Style == hrf -> Named = name(Word)
        ;   ( Codes = [0'+|Ds] -> true ; Ds = Codes ),
            number_codes(N, Ds), atom_number(Word, N)
        ),
        Kind = number(Word)
    ;   Kind = Named
    ).

digits([C|Cs]) :- ( memberchk(C, `+-`) -> Ds = Cs ; Ds = [C|Cs] ), all_digits(Ds).

all_digits([]).
all_digits([C|Cs]) :- C >= 0'0, C =< 0'9, all_digits(Cs).

%   pyggp reads _x as a constant, and Prolog as a variable.

underscored(`_`, variable(_)) :- !.
underscored(Codes, Kind) :-
    without_underscores(Codes, Bare),
    (   Bare = [C|_], code_type(C, upper) -> named(Codes, variable, Kind)
    ;   Kind = bad(underscore)
    ).

without_underscores([0'_|Cs0], Cs) :- !, without_underscores(Cs0, Cs).
without_underscores(Cs, Cs).
