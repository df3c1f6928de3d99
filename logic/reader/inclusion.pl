:- encoding(utf8).
:- module(inclusion,
          [ composed/3                  % +Text, +Files, -Reply
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/2, append/3, member/2, memberchk/2, nth1/3, reverse/2]).
:- use_module(logic(reader/clause_scanner), [clause_regions/3]).
:- use_module(logic(reader/prolog_reader), [read_rules/3]).
:- use_module(logic(reader/term_text), [value_text/2]).

/** <module> A rule file made of others

The fact include(chess) in a rule file says that the clauses of the file chess stand here, too, except
those of relations that the including file defines.  Of the parameters, each stands for itself.
include(hexapawn(columns = 4)) gives parameters other defaults.

The whole is one text: the including file, and then those that it includes, in which a space stands in
place of each character of a clause that does not count.  So places in the whole are easily found in
the files.

Whoever asks says what the files hold.  This module opens none.
*/

%   The most files of a whole, and the most characters.
most_files(50).
most_characters(4_000_000).

%!  composed(+Text, +Files, -Reply) is det.
%
%   Text is a rule file with clauses of include/1.  Files is a list of Name-found(Text) and
%   Name-missing(Why).  Reply is one of
%
%       whole(Text, Parts)          Parts are part(Name, Offset, Length, How, Within), in their order:
%                                   Length characters of the whole.  If How is `text` they are from
%                                   Offset in the file Name, '' for the including one; if it is `at`, all
%                                   of them have that place.  Within is the place of the fact in the
%                                   including file that led to the part, `none` for that file itself
%       needs(Name)                 Files must say what the file Name holds, or why there is none
%       fault(Name, Fault)          a fault in the file Name

composed(Text, Files, Reply) :-
    catch(( pieces('', Text, hidden([], []), [], Files, Pieces, _),
            joined(Pieces, Reply) ),
          composition(Reply),
          true).

joined(Pieces, whole(Text, Parts)) :-
    findall(T, member(piece(_, _, _, _, T), Pieces), Texts),
    most_characters(Most),
    atomic_list_concat(Texts, Text0),
    atom_string(Text0, Text),
    string_length(Text, Length),
    (   Length > Most, Pieces = [_, _|_]
    ->  throw(composition(fault('', fault(error, include, 0-1, [long(Most)]))))
    ;   true
    ),
    findall(part(Name, Offset, L, How, Within),
            ( member(piece(Name, Offset, How, Within, T), Pieces), string_length(T, L) ),
            Parts).

%   pieces(+Name, +Text, +Hidden, +Chain, +Files, -Pieces, -Parameters): Pieces are those of the file
%   Name and of what it includes, without the relations and parameters of hidden(PIs, Names).
%   Parameters are the names of all its parameters.

pieces(Name, Text, hidden(PIs, Names), Chain, Files, [piece(Name, 0, text, none, Bare)|Pieces], Parameters) :-
    read_rules(Text, Rules, _),
    findall(Place-Term-Body,
            member(rule(include(Term), Body, source(Place, _, _)), Rules), Inclusions),
    findall(At, ( member(rule(Head, _, source(At, _, _)), Rules), blank(Head, PIs, Names) ), Places),
    blanked(Places, Text, Bare0),
    (   Inclusions == [], Name == '' -> Bare = Bare0
    ;   string_concat(Bare0, "\n", Bare)
    ),
    findall(N/A, ( member(rule(Head, _, _), Rules), functor(Head, N, A),
                   \+ memberchk(N/A, [include/1, parameter/2]) ), Own0),
    findall(P, ( member(rule(parameter(P, _), _, _), Rules), atom(P) ), Own1),
    append(Own0, PIs, PIs1), sort(PIs1, PIs2),
    append(Own1, Names, Names1), sort(Names1, Names2),
    foldl(included(Name, hidden(PIs2, Names2), Chain, Files), Inclusions, []-Own1, Pieces0-Parameters),
    Pieces = Pieces0.

blank(include(_), _, _) :- !.
blank(parameter(Name, _), _, Names) :- memberchk(Name, Names), !.
blank(Head, PIs, _) :- functor(Head, N, A), memberchk(N/A, PIs).

included(Name, hidden(PIs, Names), Chain, Files, Place-Term-Body, Pieces0-Parameters0, Pieces-Parameters) :-
    (   Body == [], ground(Term), call_of(Term, Called, Given)
    ->  true
    ;   refuse(Name, Place, form)
    ),
    (   memberchk(Called, Chain)
    ->  reverse([Called|Chain], Circle), refuse(Name, Place, circle(Circle))
    ;   true
    ),
    most_files(Most),
    length(Chain, Depth), length(Pieces0, Before),
    ( Depth + Before >= Most -> refuse(Name, Place, many(Most)) ; true ),
    (   memberchk(Called-Found, Files) -> true ; throw(composition(needs(Called))) ),
    (   Found = found(Text) -> true ; Found = missing(Why), refuse(Name, Place, missing(Called, Why)) ),
    findall(P, member(P=_, Given), Ps),
    append(Ps, Names, Names1),
    pieces(Called, Text, hidden(PIs, Names1), [Called|Chain], Files, Pieces1, Its),
    (   member(P, Ps), \+ memberchk(P, Its) -> refuse(Name, Place, no_parameter(Called, P)) ; true ),
    Place = From-_,
    findall(piece(Name, From, at, none, Line),
            ( member(P=V, Given), \+ memberchk(P, Names),
              value_text(V, ValueText),
              format(string(Line), '~nparameter(~q, ~w).~n', [P, ValueText]) ),
            Values),
    append(Pieces1, Values, Pieces2),
    findall(P2, ( member(P1, Pieces2), led(Name, From, P1, P2) ), Pieces3),
    append(Pieces0, Pieces3, Pieces),
    length(Pieces, Count),
    ( Count > Most -> refuse(Name, Place, many(Most)) ; true ),
    append(Parameters0, Its, Parameters).

%   led(+Name, +From, +Piece0, -Piece): the outermost fact counts.

led('', From, piece(N, Offset, How, _, T), piece(N, Offset, How, From, T)) :- !.
led(_, _, Piece, Piece).

refuse(Name, Place, Why) :- throw(composition(fault(Name, fault(error, include, Place, [Why])))).

%   call_of(+Term, -Name, -Given) is semidet: Term is the name of a file, or a name with parameters.

call_of(Name, Name, []) :- atom(Name), plain(Name), !.
call_of(Term, Name, Given) :-
    compound(Term),
    Term =.. [Name|Given],
    atom(Name), plain(Name),
    \+ ( member(G, Given), \+ ( nonvar(G), G = (P=_), atom(P) ) ),
    \+ ( nth1(I, Given, P=_), nth1(J, Given, P=_), I < J ).

%   plain(+Name) is semidet: letters, digits and _ alone, so that it is no path.

plain(Name) :-
    Name \== [],
    atom_codes(Name, [C|Cs]),
    code_type(C, alpha), C < 128,
    \+ ( member(D, Cs), \+ ( D < 128, code_type(D, csym) ) ).

%   blanked(+Places, +Text, -Bare): the clauses at Places are spaces; line ends are kept.

blanked([], Text, Text) :- !.
blanked(Places, Text, Bare) :-
    clause_regions(Text, 100, Regions),
    findall(From-To, ( member(region(From, To, _), Regions),
                       once(( member(At-_, Places), At >= From, At < To )) ), Spans0),
    sort(Spans0, Spans),
    string_codes(Text, Codes0),
    spaces(Spans, 0, Codes0, Codes),
    string_codes(Bare, Codes).

spaces([], _, Codes, Codes).
spaces([From-To|Spans], P, Codes0, Codes) :- spaces_(Codes0, P, From, To, Spans, Codes).

%   The full stop is at To.

spaces_([], _, _, _, _, []).
spaces_([C|Cs], P, From, To, Spans, Codes) :-
    (   P < From -> Codes = [C|Codes1]
    ;   ( C =:= 0'\n -> Codes = [C|Codes1] ; Codes = [0'\s|Codes1] )
    ),
    P1 is P + 1,
    (   P >= To -> spaces(Spans, P1, Cs, Codes1)
    ;   spaces_(Cs, P1, From, To, Spans, Codes1)
    ).
