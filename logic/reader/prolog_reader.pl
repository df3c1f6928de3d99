:- encoding(utf8).
:- module(prolog_reader,
          [ read_rules/3,               % +Text, -Rules, -Faults
            read_rules/4,               % +Syntax, +Text, -Rules, -Faults
            read_theory/4,              % +Syntax, +Text, -Rules, -Faults
            read_clauses/4,             % +Syntax, +Text, -Clauses, -Faults
            read_ground_term/2,         % +Text, -Term
            read_terms/2,               % +Text, -Terms
            named_term/3,               % +Term, +Variables, -Named
            operators/2                 % ?Syntax, ?Module
          ]).
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/after), [with_role/3]).
:- use_module(logic(language/decimals)).
:- use_module(logic(language/equations)).
:- use_module(logic(language/literals)).
:- use_module(logic(language/local_variables)).
:- use_module(logic(reader/cilog)).
:- use_module(logic(reader/clause_scanner)).

/** <module> Read a rule file as rules with their places

A rule file is *read*, never consulted: it is data.  Nothing in it is executed, directives
are not obeyed, and operators cannot be declared.  All faults of a text are returned at
once, each with its range of characters.

A rule is rule(Head, Body, Source).  Body is a list of literals `Place:Literal`
(literals.pl).  A Place is `From-To`, offsets in characters from the start of the
text.  Source is `source(Place, HeadPlace, Variables)`, where Variables holds a
`variable(Name, Variable, Places)` for each variable, named `_` when it has no name.
A fault is `fault(Severity, Code, Place, Arguments)`; messages.pl has the messages.

If Faults has an error, the rules are only for static_checks.pl, which looks for more faults:
a literal with a fault is broken(Literal), a head with a fault is '$head'(Head), and a clause
that cannot be read is unreadable(Name), where Name is its first word.
*/

% The rule language has the operators of standard Prolog, whatever the process has loaded:
% they are looked up in this module, which declares none of its own.
:- set_module(rulebook_syntax:class(user)).

%!  operators(?Syntax, ?Module) is nondet.
%
%   The operators of Syntax are those of Module.

operators(prolog, rulebook_syntax).
operators(cilog, cilog_syntax).

most_syntax_faults(100).
most_literals(1000).
most_arguments(1000).
deepest(250).

%!  read_rules(+Text, -Rules, -Faults) is det.
%!  read_rules(+Syntax, +Text, -Rules, -Faults) is det.
%
%   Read all the rules of Text.  Syntax is `prolog`, the default, or `cilog`.  After a
%   fault, reading continues with the next clause.

read_rules(Text, Rules, Faults) :- read_rules(prolog, Text, Rules, Faults).

read_rules(Syntax, Text, Rules, Faults) :- read_rules(resolved, Syntax, Text, Rules, Faults).

%!  read_theory(+Syntax, +Text, -Rules, -Faults) is det.
%
%   As read_rules/4, for clauses that are tried in their order: X = Y is call(X = Y) in a body.

read_theory(Syntax, Text, Rules, Faults) :- read_rules(called, Syntax, Text, Rules, Faults).

read_rules(Equations, Syntax, Text, Rules, Faults) :-
    read_items(Text, Syntax, Items0),
    own_words(Equations, Items0, Own),
    foldl(rule_items(Equations, Own), Items0, Items, []),
    split(Items, Rules, Faults).

%!  read_clauses(+Syntax, +Text, -Clauses, -Faults) is det.
%
%   As read_rules/4, for clauses whose bodies are goals of Prolog: a clause is
%   clause(Head, Body, BodyPlaces, Source), BodyPlaces as from read_term/3.  A directive or a
%   question, which is a fault, too, is ordered(Kind, Goal, GoalPlaces, Source).  Kind is `question`,
%   `declaration` for what says how Prolog keeps or finds clauses, or `run`.

read_clauses(Syntax, Text, Clauses, Faults) :-
    read_items(Text, Syntax, Items),
    split(Items, Clauses, Faults).

read_items(Text, Syntax, Items) :-
    most_syntax_faults(Most),
    clause_regions(Text, Most, Regions),
    read_regions(Regions, Syntax, Text, Most, Items).

split([], [], []).
split([Item|Items], Rules, Faults) :-
    (   Item = fault(_, _, _, _)
    ->  Rules = Rules1, Faults = [Item|Faults1]
    ;   Rules = [Item|Rules1], Faults = Faults1
    ),
    split(Items, Rules1, Faults1).

%   read_regions(+Regions, +Syntax, +Text, +Left, -Items): after Left more unreadable
%   clauses the text is not considered to be rules, and reading ends.

read_regions([], _, _, _, []).
read_regions([Region|Regions], Syntax, Text, Left, Items) :-
    (   Left =:= 0
    ->  arg(1, Region, From), To is From + 1,
        most_syntax_faults(Most),
        Items = [unreadable(_), fault(error, too_many, From-To, [Most])]
    ;   region_items(Region, Syntax, Text, Items, Items1),
        ( Items = [unreadable(_)|_] -> Left1 is Left - 1 ; Left1 = Left ),
        read_regions(Regions, Syntax, Text, Left1, Items1)
    ).

region_items(unreadable(From, To, Fault), _, Text, [unreadable(Name), Fault|Items], Items) :-
    first_word(Text, From-To, Name).
region_items(region(From, To, Faults0), Syntax, Text, Items, More) :-
    maplist(precise_fault(Text, From), Faults0, Faults),
    read_region(Syntax, Text, From-To, Term0, Places, Names, What, At),
    (   var(What)
    ->  plain_term(Syntax, Term0, Places, Term, Refused),
        append(Faults, Items1, Items),
        append(Refused, Items2, Items1),
        clause_items(Term, Places, Names, Items2, More)
    ;   Items = [unreadable(Name)|Items1],
        first_word(Text, From-To, Name),
        (   Faults == []
        ->  syntax_fault(Syntax, Text, From-To, What, At, Fault), Items1 = [Fault|More]
        ;   append(Faults, More, Items1)
        )
    ).

plain_term(prolog, Term, _, Term, []).
plain_term(cilog, Term0, Places, Term, Faults) :-
    plain_clause(Term0, Places, Term, Faults).

%   A clause without a full stop may be a comment in another language, or end with a semicolon, or,
%   if the text begins with a bracket, be in KIF.

precise_fault(Text, From, Fault0, Fault) :-
    (   Fault0 = fault(_, missing_stop, _, _), comment_fault(Text, From, Comment)
    ->  Fault = Comment
    ;   Fault0 = fault(Severity, missing_stop, End-_, []),
        At is End - 1, sub_string(Text, At, 1, _, ";")
    ->  Fault = fault(Severity, missing_stop, At-End, [semicolon])
    ;   Fault0 = fault(Severity, missing_stop, _, [end_of_file]),
        sub_string(Text, From, 1, _, "(")
    ->  To is From + 1,
        Fault = fault(Severity, missing_stop, From-To, [kif])
    ;   Fault = Fault0
    ).

%   read_region(+Syntax, +Text, +Region, -Term, -Places, -Names, -What, -At): What is a
%   syntax error found at offset At, unbound if there is none.

read_region(Syntax, Text, From-To, Term, Places, Names, What, At) :-
    Length is To - From,
    sub_string(Text, From, Length, _, Clause),
    string_concat(Clause, "\n.", Ended),
    setup_call_cleanup(
        open_string(Ended, In),
        catch(read_one(Syntax, In, Term, Places0, Names, Count),
              error(syntax_error(What0), Where), true),
        close(In)),
    (   nonvar(What0)
    ->  What = What0,
        ( Where = stream(_, _, _, At0) -> At is From + At0 ; At = From )
    ;   Count =\= Length + 2
    ->  What = end_of_clause_expected, At is From + Count
    ;   (   sub_string(Clause, _, _, _, "\"")
        ->  text_places(Places0, Places1)
        ;   Places1 = Places0
        ),
        shifted(Places1, From, Places)
    ).

read_one(Syntax, In, Term, Places, Names, Count) :-
    operators(Syntax, Module),
    read_term(In, Term,
              [ module(Module),
                subterm_positions(Places),
                variable_names(Names),
                double_quotes(chars),
                back_quotes(symbol_char),
                quasi_quotations(_),
                syntax_errors(error)
              ]),
    stream_property(In, position(Position)),
    stream_position_data(char_count, Position, Count).

%   text_places(+Places0, -Places): the place of a text in double quotes is From-To.

text_places(string_position(From, To), From-To) :- !.
text_places(P0, P) :-
    (   compound(P0)
    ->  compound_name_arguments(P0, Name, As0),
        maplist(text_places, As0, As),
        compound_name_arguments(P, Name, As)
    ;   P = P0
    ).

%   shifted(+Position0, +From, -Position): a subterm position, shifted by From.

shifted(P, 0, P) :- !.
shifted(P0, From, P) :-
    (   integer(P0) -> P is P0 + From
    ;   compound(P0)
    ->  compound_name_arguments(P0, Name, As0),
        shifted_all(As0, From, As),
        compound_name_arguments(P, Name, As)
    ;   P = P0
    ).

shifted_all([], _, []).
shifted_all([P0|Ps0], From, [P|Ps]) :- shifted(P0, From, P), shifted_all(Ps0, From, Ps).

%   first_word(+Text, +Region, -Name): the name that an unreadable clause begins with,
%   unbound if it is unknown.

first_word(Text, From-To, Name) :-
    Length is min(To - From, 60),
    sub_string(Text, From, Length, _, Start),
    split_string(Start, " \t\r\n(:.,;", "'\"", [Word|_]),
    ( Word == "" -> true ; lower_first(Word, Name) ).

%   A relation in capitals is meant in lower case.

lower_first(Word, Name) :-
    sub_string(Word, 0, 1, _, First0),
    sub_string(Word, 1, _, 0, Rest),
    string_lower(First0, First),
    atom_concat(First, Rest, Name).

% ---- one clause ------------------------------------------------------------

clause_items(Term00, Places, Names, Items, More) :-
    ( decimal_weight(Term00, Term0) -> true ; Term0 = Term00 ),
    place(Places, Place),
    misfits(Term0, Places, 0, Misfits, []),
    (   member(fault(_, too_deep, _, _), Misfits)
    ->  Items = [unreadable(_)|Items1],
        append(Misfits, More, Items1)
    ;   ( Misfits == [] -> Term = Term0 ; repaired(Term0, Term) ),
        append(Misfits, Items1, Items),
        head_and_body(Term, Places, Head, HeadPlace, Body, BodyPlaces, What),
        (   nonvar(What), order(Term, Places, What, Kind, Goal, GoalPlaces)
        ->  variables(Names, Term0, Places, Variables),
            Items1 = [ordered(Kind, Goal, GoalPlaces, source(Place, Place, Variables))|Items2]
        ;   Items1 = Items2
        ),
        (   nonvar(What), What = no_effect(Of)
        ->  Items2 = [fault(warning, no_effect, Place, [Of])|More]
        ;   nonvar(What)
        ->  first_name(Term, Name),
            Items2 = [unreadable(Name), fault(error, What, Place, [])|More]
        ;   variables(Names, Term0, Places, Variables),
            Items2 = [clause(Head, Body, BodyPlaces, source(Place, HeadPlace, Variables))|More]
        )
    ).

%   order(+Term, +Places, +What, -Kind, -Goal, -GoalPlaces) is semidet: Term is a directive or a question.

order(Term, Places, What, Kind, Goal, GoalPlaces) :-
    compound(Term),
    (   ( Term = (:- Goal) ; Term = (?- Goal) )
    ->  arguments(Places, [GoalPlaces])
    ;   compound_name_arity(Term, Name, 1), current_op(1150, fx, rulebook_syntax:Name)
    ->  Goal = Term, GoalPlaces = Places
    ),
    (   What = no_effect(question) -> Kind = question
    ;   What = no_effect(_) -> Kind = declaration
    ;   Kind = run
    ).

%   decimal_weight(+Clause0, -Clause): a weight with a point is a name (decimals.pl).
decimal_weight(weight(Name, Float), weight(Name, Decimal)) :-
    float(Float),
    decimal_written(Float, Decimal).

%   The first name in a directive or in a clause of another kind.
first_name(Term, Name) :-
    (   compound(Term), compound_name_arguments(Term, _, [Left, _]), callable(Left)
    ->  functor(Left, Name, _)
    ;   Name = ''
    ).

%   own_words(+Equations, +Items, -PIs): a file that has clauses for after/2, after/3 or occurred/1 has
%   a relation of that name, and not the word of the language.  Clauses that are tried in their order
%   have no after/2 or after/3 either.

own_words(called, _, [after/2, after/3]) :- !.
own_words(resolved, Items, Own) :-
    findall(Name/Arity,
            ( member(Name/Arity, [after/2, after/3, occurred/1]), functor(Head, Name, Arity),
              once(member(clause(Head, _, _, _), Items)) ),
            Own).

%   own_named(+Own, +Way, +Term0, -Term): Term is Term0 with the names of Own, from own_words/3, `hidden`
%   from what reads a body, or `shown` again.

own_named([], _, Term, Term) :- !.
own_named(Own, Way, Term0, Term) :-
    (   compound(Term0)
    ->  compound_name_arguments(Term0, Name0, As0),
        length(As0, Arity),
        ( member(Word/Arity, Own), own_name(Way, Word, Name0, Name) -> true ; Name = Name0 ),
        maplist(own_named(Own, Way), As0, As),
        compound_name_arguments(Term, Name, As)
    ;   Term = Term0
    ).

own_name(hidden, Word, Word, Hidden) :- atom_concat('$own ', Word, Hidden).
own_name(shown, Word, Hidden, Word) :- atom_concat('$own ', Word, Hidden).

%   rule_items(+Equations, +Own, +Item, ?Items, ?More): the rule that a clause is, and its faults.

rule_items(Equations, Own, clause(Head0, Body0, BodyPlaces, Source), Items, More) :- !,
    Source = source(Place, HeadPlace, Variables0),
    named_term(Head0, Variables0, Named),
    head_faults(Head0, Named, HeadPlace, HeadFaults),
    (   HeadFaults == [], \+ misfit(Head0) -> Head = Head0 ; Head = '$head'(Head0) ),
    own_named(Own, hidden, Body0, Body01),
    body(Body01, BodyPlaces, Body02, [], Faults0, []),
    own_named(Own, shown, Body02, Body03),
    with_role(Head, Body03, Body1),
    named_term(Faults0, Variables0, Faults),
    append(HeadFaults, Faults, Faults1),
    literal_count(Body1, Count),
    most_literals(Most),
    (   Count =< Most
    ->  locals_apart(Head, Body1, Variables0, Body2, Variables1),
        rule_versions(Equations, Head, Body2, Variables1, Versions),
        foldl(version_items(Place, HeadPlace), Versions, Items2, []),
        append(Faults1, Items2, Items1)
    ;   functor(Head0, Name, _),
        Place = From-_, To is From + 1,
        Items1 = [unreadable(Name), fault(error, too_many_literals, From-To, [Most])|Faults1]
    ),
    append(Items1, More, Items).
rule_items(_, _, ordered(_, _, _, _), More, More) :- !.
rule_items(_, _, Item, [Item|More], More).

%   rule_versions(+Equations, +Head, +Body, +Variables, -Rules): Rules has a Head-Rule, Rule as from
%   without_equations/4, for each rule for which the clause stands.

rule_versions(resolved, Head, Body, Variables, Rules) :-
    versions(Head, Body, Variables, Versions),
    maplist(resolved, Versions, Rules).
rule_versions(called, Head, Body0, Variables, [Head-rule(Body, Variables, [], [])]) :-
    equations_called(Body0, Body).

resolved(version(Head, Body, Variables), Head-Rule) :-
    without_equations(Head, Body, Variables, Rule).

version_items(Place, HeadPlace, Head-rule(Body, Variables, Facts, Faults0), Items, More) :-
    named_term(Faults0, Variables, Faults),
    findall(rule(Fact, [], source(P, P, [])), member(P-Fact, Facts), FactRules),
    append([rule(Head, Body, source(Place, HeadPlace, Variables))|Faults], FactRules, Items1),
    append(Items1, More, Items).

head_and_body(Variable, _, _, _, _, _, variable_clause) :- var(Variable), !.
head_and_body((?- _), _, _, _, _, _, no_effect(question)) :- !.
head_and_body((:- Order), _, _, _, _, _, What) :- !, ordered(Order, What).
head_and_body(Order, Places, _, _, _, _, What) :-
    compound(Order),
    compound_name_arity(Order, Name, 1),
    current_op(1150, fx, rulebook_syntax:Name),
    term_end(Places, End),
    arguments(Places, [Argument]),
    term_end(Argument, End), !,
    ordered(Order, What).
head_and_body((_ --> _), _, _, _, _, _, grammar_rule) :- !.
head_and_body((_ => _), _, _, _, _, _, single_sided) :- !.
head_and_body((Head :- Body), Places, Head, HeadPlace, Body, BodyPlaces, _) :- !,
    arguments(Places, [HeadPlaces, BodyPlaces]),
    place(HeadPlaces, HeadPlace).
head_and_body(Head, Places, Head, Place, true, Places, _) :-
    place(Places, Place).

%   ordered(+Order, -What): a declaration says how Prolog keeps or finds clauses, which is all the
%   same here; other orders would do something.

ordered(Order, What) :-
    (   callable(Order), functor(Order, Name, Arity), declaration(Name/Arity)
    ->  What = no_effect(declaration(Name))
    ;   What = directive
    ).

declaration(Name/1) :-
    memberchk(Name, [ dynamic, discontiguous, multifile, table, use_module, ensure_loaded,
                      style_check ]).
declaration(Name/2) :- memberchk(Name, [module, use_module, set_prolog_flag]).

term_end(Position, End) :- arg(2, Position, End).

head_faults(Head, _, Place, [fault(error, variable_head, Place, [])]) :- var(Head), !.
head_faults(Head, Named, Place, [fault(error, head_not_callable, Place, [Named])]) :-
    \+ atom_or_term(Head), !.
head_faults(Head, _, _, []) :- misfit(Head), !.
head_faults(_:_, _, Place, [fault(error, module, Place, [])]) :- !.
head_faults((A, B), _, Place, [fault(error, several_heads, Place, Why)]) :- !,
    ( no_head((A, B), Place) -> Why = [body] ; Why = [] ).
head_faults(Head, _, Place, [fault(error, reserved_head, Place, [Name/Arity])]) :-
    functor(Head, Name, Arity),
    reserved(Name, Arity), !.
head_faults(_, _, _, []).

%   no_head(+Conjunction, +Place) is semidet: a part of it cannot be a head, so it is part of a body.

no_head((A, B), Place) :- !, ( no_head(A, Place) -> true ; no_head(B, Place) ).
no_head(Head, Place) :- head_faults(Head, Head, Place, [_|_]).

%   Reserved: the connectives of the language, and operators of any syntax, because rules
%   for them could not be converted to that syntax.
reserved(Name, Arity) :-
    functor(Goal, Name, Arity),
    connective(Goal), !.
reserved(Name, 2) :- infix(Name), \+ letters(Name).
reserved(Name, _) :- memberchk(Name, [not, or, distinct]).
reserved(~, 1).
reserved(&, 2).
reserved(<-, 2).

infix(Name) :-
    current_op(_, Type, rulebook_syntax:Name),
    memberchk(Type, [xfx, xfy, yfx]), !.

letters(Name) :- sub_atom(Name, 0, 1, _, C), char_type(C, csymf).

% ---- what a rule cannot contain --------------------------------------------

%   misfits(+Term, +Position, +Depth, ?Faults, ?Tail): the parts of Term that SWI-Prolog
%   can read but the rule language does not have.  Depth does not count the length of lists
%   and conjunctions.

misfits(Term, P, _, Fs0, Fs) :-
    var(Term), !,
    (   P = quasi_quotation_position(From, To, _, _, _)
    ->  Term = '$misfit',
        Fs0 = [fault(error, quasi_quotation, From-To, [])|Fs]
    ;   Fs0 = Fs
    ).
misfits([_|_], _-_, _, Fs, Fs) :- !.  % a quoted text
misfits(Term, P0, Depth, Fs0, Fs) :-
    stripped(P0, P),
    (   atomic(Term)
    ->  atomic_misfits(Term, P, Fs0, Fs)
    ;   deepest(Deepest), Depth > Deepest
    ->  arg(1, P, From), To is From + 1,
        Fs0 = [fault(error, too_deep, From-To, [Deepest])|Fs]
    ;   compound_misfits(Term, P, Depth, Fs0, Fs)
    ).

atomic_misfits(Term, P, Fs0, Fs) :-
    (   P = From-To,
        (   number(Term), \+ integer(Term) -> Code = number
        ;   atom(Term), Term \== $, private(Term) -> Code = private_name
        )
    ->  Fs0 = [fault(error, Code, From-To, [Term])|Fs]
    ;   Fs0 = Fs
    ).

%   Names that begin with $ are for internal use, except $ alone as a constant.
private(Name) :- sub_atom(Name, 0, 1, _, $).

compound_misfits(Term, P, _, [fault(error, dict, From-To, [])|Fs], Fs) :-
    ( is_dict(Term) ; P = dict_position(_, _, _, _, _) ), !,
    arg(1, P, From), arg(2, P, To).
compound_misfits(Term, P, _, [fault(error, empty_brackets, From-To, [])|Fs], Fs) :-
    compound_name_arity(Term, _, 0), !,
    arg(1, P, From), arg(2, P, To).
compound_misfits(Term, P, _, [fault(error, list_name, From-To, [])|Fs], Fs) :-
    compound_name_arity(Term, Name, _),
    \+ atom(Name), !,
    arg(1, P, From), To is From + 2.
compound_misfits(Term, term_position(_, _, From, To, _), _,
                 [fault(error, dot, From-To, [])|Fs], Fs) :-
    compound_name_arity(Term, Name, _),
    dot(Name), !.
compound_misfits(Term, P, _, [fault(error, too_wide, From-To, [Most])|Fs], Fs) :-
    compound_name_arity(Term, Name, Arity),
    most_arguments(Most), Arity > Most, !,
    arg(1, P, From), atom_length(Name, Length), To is From + Length.
compound_misfits([A|As], list_position(_, _, [P|Ps], Tail), Depth, Fs0, Fs) :- !,
    Deeper is Depth + 1,
    list_misfits([P|Ps], [A|As], Tail, Deeper, Fs0, Fs).
compound_misfits(Term, P, Depth, Fs0, Fs) :-
    compound_name_arguments(Term, Name, As),
    (   private(Name)
    ->  arg(1, P, From), atom_length(Name, Length), To is From + Length,
        Fs0 = [fault(error, private_name, From-To, [Name])|Fs1]
    ;   Fs0 = Fs1
    ),
    arguments(P, Ps),
    ( memberchk(Name, [(','), ;, '|', :-]) -> Last = Depth ; Last is Depth + 1 ),
    Deeper is Depth + 1,
    argument_misfits(As, Ps, Deeper, Last, Fs1, Fs).

argument_misfits([A], [P], _, Depth, Fs0, Fs) :- !,
    misfits(A, P, Depth, Fs0, Fs).
argument_misfits([A|As], [P|Ps], Depth, Last, Fs0, Fs) :-
    misfits(A, P, Depth, Fs0, Fs1),
    argument_misfits(As, Ps, Depth, Last, Fs1, Fs).

list_misfits([], T, Tail, Depth, Fs0, Fs) :-
    ( Tail == none -> Fs0 = Fs ; misfits(T, Tail, Depth, Fs0, Fs) ).
list_misfits([P|Ps], [A|As], Tail, Depth, Fs0, Fs) :-
    misfits(A, P, Depth, Fs0, Fs1),
    list_misfits(Ps, As, Tail, Depth, Fs1, Fs).

%   The names that SWI-Prolog gives to x.y, the access to a dictionary.
dot(dict).
dot(.).
dot('$dicts').

%   repaired(+Term0, -Term): each misfit becomes '$misfit', so that the rest of the clause
%   can be checked.

repaired(Term0, Term) :-
    (   compound(Term0)
    ->  (   ( is_dict(Term0) ; compound_name_arity(Term0, _, 0) ; wide(Term0) ; nameless(Term0) )
        ->  Term = '$misfit'
        ;   compound_name_arguments(Term0, Name0, As0),
            ( ( private(Name0) ; dot(Name0) ) -> Name = '$misfit' ; Name = Name0 ),
            maplist(repaired, As0, As),
            compound_name_arguments(Term, Name, As)
        )
    ;   ( number(Term0), \+ integer(Term0) ; atom(Term0), Term0 \== $, private(Term0) )
    ->  Term = '$misfit'
    ;   Term = Term0
    ).

nameless(Term) :- compound_name_arity(Term, Name, _), \+ atom(Name).

wide(Term) :- compound_name_arity(Term, _, Arity), most_arguments(Most), Arity > Most.

% ---- variables -------------------------------------------------------------

%   variables(+Names, +Term, +Places, -Variables)

variables(Names, Term, Places, Variables) :-
    variable_places(Term, Places, Found, []),
    keysort(Found, Sorted),
    maplist(variable_first, Names, Named0),
    keysort(Named0, Named),
    variable_entries(Sorted, Named, Variables).

variable_first(Name=Variable, Variable-Name).

variable_entries([], _, []).
variable_entries([V-P|Found], Named, Variables) :-
    (   Named = [W-Name|Named1], W == V
    ->  same_variable(Found, V, Ps, Found1),
        Variables = [variable(Name, V, [P|Ps])|Variables1],
        variable_entries(Found1, Named1, Variables1)
    ;   Variables = [variable('_', V, [P])|Variables1],
        variable_entries(Found, Named, Variables1)
    ).

same_variable([W-P|Found], V, Ps, Rest) :-
    W == V, !,
    Ps = [P|Ps1],
    same_variable(Found, V, Ps1, Rest).
same_variable(Rest, _, [], Rest).

variable_places(V, P, [V-Place|Fs], Fs) :- var(V), !, place(P, Place).
variable_places(T, P0, Fs0, Fs) :-
    compound(T), !,
    stripped(P0, P),
    (   P = list_position(_, _, Es, Tail)
    ->  list_variable_places(Es, Tail, T, Fs0, Fs)
    ;   arguments(P, Ps)
    ->  compound_name_arguments(T, _, As),
        all_variable_places(As, Ps, Fs0, Fs)
    ;   Fs0 = Fs
    ).
variable_places(_, _, Fs, Fs).

all_variable_places([], _, Fs, Fs).
all_variable_places([A|As], [P|Ps], Fs0, Fs) :-
    variable_places(A, P, Fs0, Fs1),
    all_variable_places(As, Ps, Fs1, Fs).

list_variable_places([], Tail, T, Fs0, Fs) :-
    (   Tail == none -> Fs0 = Fs ; variable_places(T, Tail, Fs0, Fs) ).
list_variable_places([P|Ps], Tail, [A|As], Fs0, Fs) :-
    variable_places(A, P, Fs0, Fs1),
    list_variable_places(Ps, Tail, As, Fs1, Fs).

%!  named_term(+Term, +Variables, -Named) is det.
%
%   Named is Term with its variables replaced by '$VAR'(Name), for writing.

named_term(Term, Variables, Named) :-
    (   ground(Term) -> Named = Term
    ;   copy_term(Term-Variables, Named-Copies),
        maplist(name_variable, Copies),
        term_variables(Named, Others),
        maplist(=('$VAR'('_')), Others)
    ).

name_variable(variable(Name, Variable, _)) :-
    ( var(Variable) -> Variable = '$VAR'(Name) ; true ).

% ---- single terms: moves, states, parameters -------------------------------

%!  read_ground_term(+Text, -Term) is det.
%
%   Term is the only term in Text, and ground; a full stop is optional.
%   @error unreadable_term(Text, Why), not_ground(Text), expected_one_term(Text)

read_ground_term(Text, Term) :-
    read_terms(Text, Terms),
    (   Terms = [Term] -> true
    ;   throw(error(expected_one_term(Text), _))
    ).

%!  read_terms(+Text, -Terms) is det.
%
%   Terms are the ground terms in Text, separated by `;` outside brackets.
%   @error unreadable_term(Text, Why), not_ground(Text)

read_terms(Text, Terms) :-
    split_string(Text, "", " \t\r\n.", [Bare]),
    clause_regions(Bare, 1, Regions),
    (   Regions == [] -> Terms = []
    ;   Regions = [region(From, To, _)]
    ->  read_region(prolog, Bare, From-To, Term, Places, _, What, _),
        ( var(What) -> true ; throw(error(unreadable_term(Text, What), _)) ),
        misfits(Term, Places, 0, Misfits, []),
        (   Misfits = [fault(_, Code, _, Arguments)|_]
        ->  throw(error(unreadable_term(Text, fault(Code, Arguments)), _))
        ;   ground(Term) -> semicolons(Term, Places, Terms, [])
        ;   throw(error(not_ground(Text), _))
        )
    ;   member(unreadable(_, _, fault(_, Code, _, Arguments)), Regions)
    ->  throw(error(unreadable_term(Text, fault(Code, Arguments)), _))
    ;   throw(error(unreadable_term(Text, end_of_clause_expected), _))
    ).

%   A semicolon in brackets, or before them, belongs to a term.

semicolons((A ; B), term_position(_, _, From, _, [PlaceA, PlaceB]), Ts0, Ts) :-
    arg(2, PlaceA, EndA), EndA =< From, !,
    semicolons(A, PlaceA, Ts0, Ts1),
    semicolons(B, PlaceB, Ts1, Ts).
semicolons(T, _, [T|Ts], Ts).
