:- encoding(utf8).
:- module(clause_scanner,
          [ clause_regions/3,           % +Text, +Most, -Regions
            comment_fault/3,            % +Text, +From, -Fault
            syntax_fault/6              % +Syntax, +Text, +Region, +What, +At, -Fault
          ]).
:- use_module(library(lists), [append/3, member/2, nth0/3]).

/** <module> Where clauses begin and end, and why a clause cannot be read

A text is split into clauses before any of them is read, for three reasons: a missing
quotation mark or full stop spoils one clause and not the rest of the file; text that would
be dangerous to read, such as brackets nested a million deep, is never read; and a fault can
be described in terms of rules.

A region is

    region(From, To, Faults)    From-To are the offsets of a clause without its full
                                stop; Faults is a list of at most one fault
    unreadable(From, To, Fault) a clause that must not be read

The cost is linear in the length of the text.
*/

%   Limits that no sensible clause exceeds.  Reading nested brackets takes C stack, and
%   reading a number takes time quadratic in its length.

most_brackets(200).
most_characters(100_000).
longest_name(1000).

%!  clause_regions(+Text, +Most, -Regions) is det.
%
%   Regions are the clauses of Text.  Scanning ends after Most faults.

clause_regions(Text, Most, Regions) :-
    string_codes(Text, Codes),
    token(Codes, 0, start, Token, Rest, P),
    clauses(Token, Rest, P, Most-Most, Regions).

%   clauses(+Token, +Codes, +P, +Left, -Regions): Token is the first token of a clause;
%   Codes follow it, from offset P.  Left is Left-Most: Left of Most faults may still come.

clauses(t(eof, _, _), _, _, _, Regions) => Regions = [].
clauses(t(_, From, _), _, _, 0-Most, Regions) =>
    To is From + 1,
    Regions = [unreadable(From, To, fault(error, too_many, From-To, [Most]))].
clauses(t(end, From, _), Codes, P, Left, Regions) =>
    faulty(unreadable(From, P, fault(error, syntax, From-P, [stray_stop])),
           Codes, P, Left, Regions).
clauses(Token, Codes, P, Left, Regions) =>
    Token = t(_, From, _),
    inside(Token, Codes, P, c(From, From, 0, start, 0, none), Left, Regions).

%   faulty(+Region, ..., -Regions): Region has a fault; the other Regions follow it.

faulty(Region, Codes, P, Left, Regions) :-
    token(Codes, P, mid, Token, Rest, P1),
    faulty(Region, Token, Rest, P1, Left, Regions).

faulty(Region, Token, Codes, P, Left0-Most, [Region|Regions]) :-
    Left is Left0 - 1,
    clauses(Token, Codes, P, Left-Most, Regions).

%   inside(+Token, +Codes, +P, +Clause, +Left, -Regions).  Clause is c(From, Last,
%   Depth, Before, Necks, Line): where it began, where its last token ended, the number
%   of open brackets, whether the token before ends a term, the number of `:-` so far,
%   and the last line that begins with a name, as line(Last, Token, Codes, P).

inside(t(eof, _, _), _, _, c(From, Last, _, _, _, _), _, Regions) =>
    Stop is Last + 1,
    Regions = [region(From, Last, [fault(error, missing_stop, Last-Stop, [end_of_file])])].
inside(t(end, At, _), Codes, P, c(From, _, _, _, _, _), Left, Regions) =>
    most_characters(Most),
    (   At - From > Most
    ->  To is From + 1,
        faulty(unreadable(From, At, fault(error, too_long, From-To, [Most])),
               Codes, P, Left, Regions)
    ;   Regions = [region(From, At, [])|Regions1],
        token(Codes, P, mid, Token, Rest, P1),
        clauses(Token, Rest, P1, Left, Regions1)
    ).
inside(t(bad(Code), At, _), Codes, P, c(From, _, _, _, _, _), Left, Regions) =>
    bad_token(Code, At, P, Codes, From, Left, Regions).
inside(t(Kind, At, line), Codes, P, c(From, Last, 0, term, _, _), Left, Regions),
        starts_clause(Kind) =>
    missing_stop(From, Last, t(Kind, At, line), Codes, P, Left, Regions).
inside(t(neck, _, _), _, _, c(From, _, 0, _, Necks, line(Last, Token, Codes, P)),
       Left, Regions), Necks > 0 =>
    missing_stop(From, Last, Token, Codes, P, Left, Regions).
inside(Token, Codes, P, Clause, Left, Regions) =>
    Token = t(Kind, At, Line),
    Clause = c(From, Last, Depth0, _, Necks0, Line0),
    depth(Kind, Depth0, Depth),
    most_brackets(Most),
    (   Depth > Most
    ->  To is At + 1,
        skipped(Codes, P, From, fault(error, too_deep, At-To, [Most]), Left, Regions)
    ;   ( ends_term(Kind) -> After = term ; After = open ),
        ( Kind == neck -> Necks is Necks0 + 1 ; Necks = Necks0 ),
        (   Line == line, Depth0 =:= 0, At > From, starts_clause(Kind)
        ->  Line1 = line(Last, Token, Codes, P)
        ;   Line1 = Line0
        ),
        token(Codes, P, mid, Token1, Rest, P1),
        inside(Token1, Rest, P1, c(From, P, Depth, After, Necks, Line1), Left, Regions)
    ).

missing_stop(From, Last, Token, Codes, P, Left, Regions) :-
    Stop is Last + 1,
    faulty(region(From, Last, [fault(error, missing_stop, Last-Stop, [])]),
           Token, Codes, P, Left, Regions).

%   A quotation must end on its line; the rest of that line is skipped.
bad_token(open_quote, At, P, Codes, From, Left, Regions) =>
    to_next_line(Codes, P, Codes1, P1),
    token(Codes1, P1, line, Token, Rest, P2),
    faulty(unreadable(From, P1, fault(error, open_quote, At-P, [])),
           Token, Rest, P2, Left, Regions).
bad_token(open_comment, At, P, _, From, _, Regions) =>
    To is At + 2,
    Regions = [unreadable(From, P, fault(error, open_comment, At-To, []))].
bad_token(number_gap, At, P, Codes, From, Left, Regions) =>
    To is P + 2,
    skipped(Codes, P, From, fault(error, number_gap, At-To, []), Left, Regions).
bad_token(Code, At, P, Codes, From, Left, Regions) =>
    skipped(Codes, P, From, fault(error, Code, At-P, []), Left, Regions).

%   Continue after the next full stop.
skipped(Codes, P, From, Fault, Left, Regions) :-
    token(Codes, P, mid, t(Kind, At, Line), Rest, P1),
    (   Kind == eof
    ->  Regions = [unreadable(From, At, Fault)]
    ;   Kind == end
    ->  faulty(unreadable(From, At, Fault), Rest, P1, Left, Regions)
    ;   Kind = bad(Code), memberchk(Code, [open_quote, open_comment])
    ->  faulty(unreadable(From, At, Fault), t(Kind, At, Line), Rest, P1, Left, Regions)
    ;   skipped(Rest, P1, From, Fault, Left, Regions)
    ).

%   A name at the start of a line, after a complete term, starts another clause, unless it
%   is an operator.
starts_clause(quoted) :- !.
starts_clause(word(Name)) :- \+ memberchk(Name, ["is", "mod", "rem", "xor"]).

depth(open(_), D0, D) => D is D0 + 1.
depth(close(_), D0, D) => D is max(0, D0 - 1).
depth(_, D0, D) => D = D0.

ends_term(word(_)).
ends_term(variable).
ends_term(number).
ends_term(quoted).
ends_term(close(_)).

to_next_line([], P, Codes, P1) => Codes = [], P1 = P.
to_next_line([0'\n|Cs], P, Codes, P1) => Codes = Cs, P1 is P + 1.
to_next_line([_|Cs], P, Codes, P1) => P2 is P + 1, to_next_line(Cs, P2, Codes, P1).

% ---- tokens ----------------------------------------------------------------

%   token(+Codes, +P, +Line, -Token, -Rest, -End).  Codes start at offset P, which
%   is at the `start` of the text, at the start of a `line`, or in the `mid` of a line.
%   Token is t(Kind, From, Line).  Kind is word(Name), variable, number, quoted, neck,
%   symbol, punctuation, open(Code), close(Code), end, eof, or bad(FaultCode).

token([], P, Line, Token, Rest, End) =>
    Token = t(eof, P, Line), Rest = [], End = P.
token([C|Cs], P, Line, Token, Rest, End) =>
    P1 is P + 1,
    class(C, Class),
    token(Class, C, Cs, P, P1, Line, Token, Rest, End).

token(newline, _, Cs, _, P1, _, Token, Rest, End) =>
    token(Cs, P1, line, Token, Rest, End).
token(layout, _, Cs, _, P1, _, Token, Rest, End) =>
    token(Cs, P1, mid, Token, Rest, End).
token(percent, _, Cs, _, P1, _, Token, Rest, End) =>
    comment_line(Cs, P1, Cs1, P2),
    token(Cs1, P2, mid, Token, Rest, End).
token(symbol, 0'/, [0'*|Cs], P, P1, Line, Token, Rest, End) =>
    P2 is P1 + 1,
    (   comment_end(Cs, P2, Cs1, P3)
    ->  token(Cs1, P3, Line, Token, Rest, End)
    ;   Token = t(bad(open_comment), P, Line), Rest = [], length(Cs, N), End is P2 + N
    ).
token(symbol, 0'., Cs, P, P1, Line, Token, Rest, End), stop_follows(Cs) =>
    Token = t(end, P, Line), Rest = Cs, End = P1.
token(symbol, C, Cs, P, P1, Line, Token, Rest, End) =>
    symbols(Cs, P1, Rest, End),
    (   End =:= P + 2, Cs = [0'-|_], ( C =:= 0': ; C =:= 0'< )
    ->  Token = t(neck, P, Line)
    ;   Token = t(symbol, P, Line)
    ).
token(punctuation, _, Cs, P, P1, Line, Token, Rest, End) =>
    Token = t(punctuation, P, Line), Rest = Cs, End = P1.
token(open, C, Cs, P, P1, Line, Token, Rest, End) =>
    Token = t(open(C), P, Line), Rest = Cs, End = P1.
token(close, C, Cs, P, P1, Line, Token, Rest, End) =>
    Token = t(close(C), P, Line), Rest = Cs, End = P1.
token(quote, C, Cs, P, P1, Line, Token, Rest, End) =>
    (   quoted(Cs, P1, C, Cs1, P2)
    ->  Token = t(quoted, P, Line), Rest = Cs1, End = P2
    ;   Token = t(bad(open_quote), P, Line), Rest = Cs, End = P1
    ).
token(digit, 0'0, [0''|Cs], P, P1, Line, Token, Rest, End), character(Cs, Rest0, N) =>
    Token = t(number, P, Line), Rest = Rest0, End is P1 + 1 + N.
token(digit, C, Cs, P, P1, Line, Token, Rest, End) =>
    word(Cs, P1, Cs1, P2),
    longest_name(Most),
    (   P2 - P > Most
    ->  Token = t(bad(long_name), P, Line), Rest = Cs1, End = P2
    ;   Cs1 = [0' , D|_], code_type(D, digit(_)), digits([C|Cs], Cs1)
    ->  Token = t(bad(number_gap), P, Line), Rest = Cs1, End = P2
    ;   Token = t(number, P, Line), Rest = Cs1, End = P2
    ).
token(variable, _, Cs, P, P1, Line, Token, Rest, End) =>
    word(Cs, P1, Rest, End),
    named(P, End, variable, Line, Token).
token(letter, C, Cs, P, P1, Line, Token, Rest, End) =>
    word(Cs, P1, Rest, End),
    (   End - P =< 40 -> short_text([C|Cs], Rest, Name) ; Name = "" ),
    named(P, End, word(Name), Line, Token).

named(P, End, Kind, Line, Token) :-
    longest_name(Most),
    (   End - P > Most
    ->  Token = t(bad(long_name), P, Line)
    ;   Token = t(Kind, P, Line)
    ).

class(C, Class) :-
    (   C =< 0' -> ( C =:= 0'\n -> Class = newline ; Class = layout )
    ;   C < 128 -> ascii(C, Class)
    ;   code_type(C, space) -> Class = layout
    ;   code_type(C, prolog_var_start) -> Class = variable
    ;   code_type(C, prolog_atom_start) -> Class = letter
    ;   code_type(C, prolog_identifier_continue) -> Class = letter
    ;   Class = symbol
    ).

ascii(C, Class) :-
    (   C >= 0'a, C =< 0'z -> Class = letter
    ;   C >= 0'0, C =< 0'9 -> Class = digit
    ;   C >= 0'A, C =< 0'Z -> Class = variable
    ;   C =:= 0'_ -> Class = variable
    ;   solo(C, Class0) -> Class = Class0
    ;   Class = symbol
    ).

solo(0'(, open).
solo(0'[, open).
solo(0'{, open).
solo(0'), close).
solo(0'], close).
solo(0'}, close).
solo(0',, punctuation).
solo(0'|, punctuation).
solo(0';, punctuation).
solo(0'!, punctuation).
solo(0'%, percent).
solo(0'', quote).
solo(0'", quote).
solo(127, layout).

stop_follows([]).
stop_follows([C|_]) :- ( C =< 0' -> true ; C =:= 0'% -> true ; code_type(C, space) ).

comment_line([], P, Rest, End) => Rest = [], End = P.
comment_line([0'\n|Cs], P, Rest, End) => Rest = [0'\n|Cs], End = P.
comment_line([_|Cs], P, Rest, End) => P1 is P + 1, comment_line(Cs, P1, Rest, End).

comment_end([0'*, 0'/|Cs], P, Rest, End) => Rest = Cs, End is P + 2.
comment_end([_|Cs], P, Rest, End) => P1 is P + 1, comment_end(Cs, P1, Rest, End).
comment_end([], _, _, _) => fail.

symbols([C|Cs], P, Rest, End), class(C, symbol) =>
    P1 is P + 1, symbols(Cs, P1, Rest, End).
symbols(Cs, P, Rest, End) => Rest = Cs, End = P.

word([C|Cs], P, Rest, End), in_word(C) => P1 is P + 1, word(Cs, P1, Rest, End).
word(Cs, P, Rest, End) => Rest = Cs, End = P.

in_word(C) :-
    (   C >= 0'a, C =< 0'z -> true
    ;   C < 128 -> ( C >= 0'0, C =< 0'9 -> true ; C >= 0'A, C =< 0'Z -> true ; C =:= 0'_ )
    ;   code_type(C, prolog_identifier_continue)
    ).

%   quoted(+Codes, +P, +Quote, -Rest, -End) fails at the end of the line.
quoted([Q, Q|Cs], P, Q, Rest, End) => P1 is P + 2, quoted(Cs, P1, Q, Rest, End).
quoted([Q|Cs], P, Q, Rest, End) => Rest = Cs, End is P + 1.
quoted([0'\\, _|Cs], P, Q, Rest, End) => P1 is P + 2, quoted(Cs, P1, Q, Rest, End).
quoted([0'\n|_], _, _, _, _) => fail.
quoted([_|Cs], P, Q, Rest, End) => P1 is P + 1, quoted(Cs, P1, Q, Rest, End).
quoted([], _, _, _, _) => fail.

%   The character of 0'c.
character([0'', 0''|Cs], Rest, N) => Rest = Cs, N = 2.
character([0'\\, _|Cs], Rest, N) => Rest = Cs, N = 2.
character([0''|_], _, _) => fail.
character([0'\n|_], _, _) => fail.
character([_|Cs], Rest, N) => Rest = Cs, N = 1.
character([], _, _) => fail.

digits(Cs, Cs) :- !.
digits([C|Cs], Rest) :- code_type(C, digit(_)), digits(Cs, Rest).

short_text(Codes, Rest, Text) :-
    taken(Codes, Rest, Taken),
    string_codes(Text, Taken).

taken(Codes, Rest, Taken) :-
    (   Codes == Rest -> Taken = []
    ;   Codes = [C|Cs], Taken = [C|Taken1], taken(Cs, Rest, Taken1)
    ).

% ---- why a clause cannot be read -------------------------------------------

%!  syntax_fault(+Syntax, +Text, +Region, +What, +At, -Fault) is det.
%
%   Fault says why the clause in Region, From-To, cannot be read.  What is the syntax
%   error of read_term/3, and At the offset in Text where it stopped reading.

syntax_fault(Syntax, Text, From-To, What, At, fault(error, syntax, Place, [Why])) :-
    Length is To - From,
    sub_string(Text, From, Length, _, Clause),
    string_codes(Clause, Codes),
    all_tokens(Codes, From, Tokens),
    (   reason(Tokens, Syntax-Text, What, At, Why0, Place0)
    ->  Why = Why0, Place = Place0
    ;   Why = What, place_at(Tokens, At, Place)
    ).

all_tokens(Codes, P, Tokens) :-
    token(Codes, P, mid, t(Kind, From, _), Rest, End),
    (   Kind == eof -> Tokens = []
    ;   Tokens = [t(Kind, From, End)|Tokens1],
        all_tokens(Rest, End, Tokens1)
    ).

%   The first token that ends after At.
place_at(Tokens, At, From-To) :-
    member(t(_, From, To), Tokens), To > At, !.
place_at(_, At, At-To) :- To is At + 1.

reason([t(_, From, _)|_], _-Text, _, _, Why, Place) :-
    comment_fault(Text, From, fault(_, _, Place, [Why])), !.
reason(Tokens, _-Text, _, _, Why, Place) :- brackets(Tokens, [], Text, Why, Place), !.
reason(Tokens, Syntax-Text, _, _, Why, Place) :-
    pairwise(Tokens, Syntax, Text, Why, Place), !.
reason(_, _, undefined_char_escape(C), At, undefined_char_escape(C), At-To) :-
    !, To is At + 2.
reason(Tokens, _-Text, quoted_punctuation, At, nothing_beside(Word), From-To) :-
    member(t(punctuation, From, To), Tokens), From >= At, !,
    text_of(Text, From-To, Word).
reason(Tokens, _-Text, _, _, nothing_beside(Word), From-End) :-
    member(t(symbol, From, To), Tokens),
    To - From > 1,
    text_of(Text, From-To, Symbol),
    string_concat(Word, ".", Symbol), !,
    End is To - 1.
reason(Tokens, _-Text, operator_expected, At, Why, From-To) :-
    member(t(Kind, From, To), Tokens), To > At, !,
    text_of(Text, From-To, Word),
    (   Kind == neck -> Why = operator_clash
    ;   inside(Tokens, From) -> Why = side_by_side(Word)
    ;   Why = side_by_side(Word, clause)
    ).
reason(Tokens, _-Text, operator_clash, _, instead("=>", ">="), From-To) :-
    append(_, [t(neck, _, _)|Body], Tokens),
    member(t(symbol, From, To), Body),
    text_of(Text, From-To, "=>"), !.
reason(Tokens, _, operator_clash, _, second_neck, From-To) :-
    findall(F-T, member(t(neck, F, T), Tokens), [_, From-To|_]), !.
reason(Tokens, _-Text, What, At, nothing_beside(Word), From-To) :-
    memberchk(What, [operator_balance, end_of_clause, cannot_start_term]),
    last_before(Tokens, At, Kind, From-To),
    memberchk(Kind, [symbol, neck, punctuation]),
    text_of(Text, From-To, Word).

%!  comment_fault(+Text, +From, -Fault) is semidet.
%
%   A comment in the syntax of another language begins at From.

comment_fault(Text, From, fault(error, syntax, From-To, [instead(Mark, "%")])) :-
    member(Mark, ["#", "//", "--", ";"]),
    string_length(Mark, Length),
    sub_string(Text, From, Length, _, Mark), !,
    To is From + Length.

%   last_before(+Tokens, +At, -Kind, -Place): the last token that starts at or before At.
last_before(Tokens, At, Kind, Place) :-
    findall(K-(F-T), ( member(t(K, F, T), Tokens), F =< At ), Found),
    append_last(Found, Kind-Place).

append_last([X], X) :- !.
append_last([_|Xs], X) :- append_last(Xs, X).

%   inside(+Tokens, +At) is semidet: At stands between brackets, which match.

inside(Tokens, At) :-
    findall(x, ( member(t(open(_), F, _), Tokens), F < At ), Opened),
    findall(x, ( member(t(close(_), F, _), Tokens), F < At ), Closed),
    length(Opened, N), length(Closed, M),
    N > M.

%   Brackets that do not match.
brackets([], [C-Place|_], _, unclosed(Word), Place) :- char_text(C, Word).
brackets([t(Kind, From, To)|Tokens], Open, Text, Why, Place) :-
    (   Kind = open(C)
    ->  brackets(Tokens, [C-(From-To)|Open], Text, Why, Place)
    ;   Kind = close(C)
    ->  (   Open = [D-_|Open1]
        ->  (   closes(C, D)
            ->  brackets(Tokens, Open1, Text, Why, Place)
            ;   char_text(C, Close), char_text(D, Opened),
                Why = closes_other(Close, Opened), Place = From-To
            )
        ;   char_text(C, Close), Why = closes_nothing(Close), Place = From-To
        )
    ;   brackets(Tokens, Open, Text, Why, Place)
    ).

closes(0'), 0'().
closes(0'], 0'[).
closes(0'}, 0'{).

char_text(C, Text) :- string_codes(Text, [C]).

%   Words of other languages, and faults that show in a pair of adjacent tokens.
pairwise(Tokens, Syntax, Text, Why, Place) :-
    nth0(I, Tokens, t(Kind, From, To)),
    text_of(Text, From-To, Word),
    (   foreign(Word, Instead0),
        written(Syntax, Instead0, Instead), Instead \== Word
    ->  Why = instead(Word, Instead), Place = From-To
    ;   J is I + 1, nth0(J, Tokens, t(Kind2, From2, To2)),
        text_of(Text, From2-To2, Word2),
        pair(Kind, Word, To, Kind2, Word2, From2, Why0),
        (   Why0 = instead(Bad, Good0)
        ->  written(Syntax, Good0, Good), Why = instead(Bad, Good)
        ;   Why = Why0
        ),
        ( Why = instead("!=", _) -> Place = From-To2 ; Place = From-To )
    ), !.

pair(variable, Word, At, open(0'(), _, At, capital(Word)).
pair(word(_), "not", _, Kind, _, _, instead("not", "\\+")) :- ends_term(Kind).
pair(word(_), Word, _, Kind, _, _, instead(Word, Instead)) :-
    connecting(Word, Instead),
    memberchk(Kind, [word(_), variable, quoted, symbol]).
pair(punctuation, "!", At, symbol, "=", At, instead("!=", "\\==")).
pair(symbol, ".", At, Kind, _, At, stop_touches) :- Kind \== symbol.
pair(punctuation, "|", At, punctuation, "|", At, instead("||", ";")).
pair(word(_), Word, At1, open(0'(), _, At2, space_before_bracket(Word)) :-
    At2 > At1,
    \+ memberchk(Word, ["is", "mod", "rem", "xor"]).

connecting("if", ":-").
connecting("and", ",").
connecting("or", ";").

foreign("<>", "\\==").
foreign("/=", "\\==").
foreign("~=", "\\==").
foreign("<=", "=<").
foreign("&&", ",").
foreign("&", ",").
foreign("<-", ":-").
foreign("\u2190", ":-").
foreign("\u2260", "\\==").
foreign("\u2264", "=<").
foreign("\u2265", ">=").
foreign("\u2013", "-").
foreign("\u2212", "-").
foreign("\u00D7", "*").
foreign("\u2227", ",").
foreign("\u2228", ";").
foreign("\u00AC", "\\+").
foreign("\u3002", ".").
foreign("\uFF0C", ",").
foreign("\uFF08", "(").
foreign("\uFF09", ")").
foreign("`", "'").
foreign("\u2018", "'").
foreign("\u2019", "'").
foreign("\u201C", "'").
foreign("\u201D", "'").

%   written(+Syntax, +Word, -Written): Syntax writes the connective Word of Prolog as
%   Written.

written(cilog, ":-", Word) => Word = "<-".
written(cilog, ",", Word) => Word = "&".
written(cilog, "\\+", Word) => Word = "~".
written(cilog, "\\==", Word) => Word = "\\=".
written(_, Word0, Word) => Word = Word0.

text_of(Text, From-To, Word) :-
    Length is min(To - From, 40),
    sub_string(Text, From, Length, _, Word).
