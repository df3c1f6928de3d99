:- encoding(utf8).
:- module(syntaxes,
          [ syntax/1,                   % ?Syntax
            sheet_syntax/1,             % ?Syntax
            read_syntax/4,              % +Syntax, +Text, -Rules, -Faults
            read_theory_in/4,           % +Syntax, +Text, -Rules, -Faults
            as_rule/3                   % +Syntax, -Before, -After
          ]).
:- use_module(logic(reader/infix)).
:- use_module(logic(reader/kif)).
:- use_module(logic(reader/prolog_reader)).

/** <module> The syntaxes of rule files

`prolog`, `cilog` (cilog.pl), `kif` (kif.pl), and `infix` and `hrf` (infix.pl).  The last three are
those of rule sheets of General Game Playing, which have the conventions of GDL.  How a text is
recognised, and the suffixes of files, are in pygame_search/rules/syntaxes.py; writer.pl writes
all of them.
*/

%   row(Syntax, Conventions, Before, After): Before and After make a rule of the body between
%   them.

row(prolog, own, "ask :- ", " .").
row(cilog, own, "ask <- ", " .").
row(kif, gdl, "(<= ask ", ")").
row(infix, gdl, "ask :- ", " .").
row(hrf, gdl, "ask :- ", "").

%!  syntax(?Syntax) is nondet.

syntax(Syntax) :- row(Syntax, _, _, _).

%!  sheet_syntax(?Syntax) is nondet.
%
%   Syntax is one of rule sheets.

sheet_syntax(Syntax) :- row(Syntax, gdl, _, _).

%!  as_rule(+Syntax, -Before, -After) is det.
%
%   Before, a body and After are a rule for ask/0.

as_rule(Syntax, Before, After) :- row(Syntax, _, Before, After), !.

%!  read_syntax(+Syntax, +Text, -Rules, -Faults) is det.
%
%   Rules and Faults are those of prolog_reader.pl.

read_syntax(kif, Text, Rules, Faults) :- !, read_kif_rules(Text, Rules, Faults).
read_syntax(Syntax, Text, Rules, Faults) :-
    sheet_syntax(Syntax), !,
    read_infix_rules(Syntax, Text, Rules, Faults).
read_syntax(Syntax, Text, Rules, Faults) :- read_rules(Syntax, Text, Rules, Faults).

%!  read_theory_in(+Syntax, +Text, -Rules, -Faults) is det.
%
%   As read_syntax/4, for clauses that are tried in their order; see read_theory/4.

read_theory_in(Syntax, Text, Rules, Faults) :-
    (   sheet_syntax(Syntax) -> read_syntax(Syntax, Text, Rules, Faults)
    ;   read_theory(Syntax, Text, Rules, Faults)
    ).
