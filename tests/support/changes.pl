/*  Print the single changes that can be made to a Prolog file, one a line:

        Kind TAB Begin TAB End TAB Replacement

    Begin and End count characters.  Left out are directives and what only words a message.

        swipl tests/support/changes.pl -- FILE
*/

:- module(changes, []).

:- use_module(library(lists), [last/2, member/2]).

:- initialization(main, main).

main :-
    current_prolog_flag(argv, Argv),
    last(Argv, File),
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]),
                       clauses(In, Clauses), close(In)),
    forall(( member(Clause, Clauses),
             change(Clauses, Clause, Kind, Begin-End, Text)
           ),
           format("~w\t~d\t~d\t~w~n", [Kind, Begin, End, Text])).

clauses(In, Clauses) :-
    read_term(In, Term, [subterm_positions(Place), module(changes)]),
    (   Term == end_of_file
    ->  Clauses = []
    ;   Term = (:- Directive)
    ->  (   Directive = op(P, T, Name0)
        ->  strip_module(Name0, _, Name),
            op(P, T, Name)
        ;   true
        ),
        clauses(In, Clauses)
    ;   Clauses = [Term-Place|Clauses0],
        clauses(In, Clauses0)
    ).

change(Clauses, Term-Place, clause, Begin-End, '') :-
    name_of(Term, Name),
    findall(x, ( member(Other-_, Clauses), name_of(Other, Name) ), [_, _|_]),
    arg(1, Place, Begin),
    arg(2, Place, End0),
    End is End0 + 1.
change(_, Term-Place, Kind, Span, Text) :-
    parts(Term, Place, Neck, Head-HeadPlace, Body-BodyPlace),
    (   within(Head, HeadPlace, Kind, Span, Text)
    ;   Body \== true,
        goal(Body, BodyPlace, Neck, Kind, Span, Text)
    ;   within(Body, BodyPlace, Kind, Span, Text)
    ).

name_of(Term, Neck-Name/Arity) :-
    parts(Term, _, Neck, Head0-_, _),
    (   nonvar(Head0), Head0 = (Head, _) -> true ; Head = Head0 ),
    callable(Head),
    functor(Head, Name, Arity).

parts(Term, Place, Neck, Head-HeadPlace, Body-BodyPlace) :-
    (   compound(Term), Term =.. [Neck, Head, Body],
        memberchk(Neck, [:-, =>, -->])
    ->  (   nonvar(Place) -> arg(5, Place, [HeadPlace, BodyPlace]) ; true )
    ;   Neck = (:-), Head = Term, HeadPlace = Place, Body = true, BodyPlace = 0-0
    ).

%   goal(+Goal, +Place, +Neck, -Kind, -Span, -Text): a goal is left out.

goal(Goal, parentheses_term_position(_, _, Place), Neck, Kind, Span, Text) =>
    goal(Goal, Place, Neck, Kind, Span, Text).
goal(Goal, Place, Neck, Kind, Span, Text), control(Goal) =>
    Goal =.. [_|Goals],
    arg(5, Place, Places),
    pairwise(Goals, Places, Inner, InnerPlace),
    goal(Inner, InnerPlace, Neck, Kind, Span, Text).
goal({Goal}, brace_term_position(_, _, Place), _, Kind, Span, Text) =>
    goal(Goal, Place, (:-), Kind, Span, Text).
goal(\+ _, term_position(Begin, _, _, End, _), _, Kind, Span, Text) =>
    Kind = not, Span = Begin-End, Text = ''.
goal(Goal, Place, Neck, Kind, Span, Text) =>
    callable(Goal),
    \+ memberchk(Goal, [!, true, fail, false, []]),
    \+ words(Goal),
    Kind = goal,
    arg(1, Place, Begin),
    arg(2, Place, End),
    Span = Begin-End,
    ( Neck == (-->) -> Text = [] ; Text = true ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).

pairwise([X|_], [Y|_], X, Y).
pairwise([_|Xs], [_|Ys], X, Y) :-
    pairwise(Xs, Ys, X, Y).

%   words(?Goal): it only checks arguments, or words a message.

words(throw(_)).
words(must_be(_, _)).
words(type_error(_, _)).
words(domain_error(_, _)).
words(format(_, _)).
words(format(_, _, _)).
words(print_message(_, _)).

%   within(+Term, +Place, -Kind, -Span, -Text): a comparison, a sign or a number differs.

within(Term, _, _, _, _) :-
    ( var(Term) ; words(Term) ; Term = error(_, _) ; Term = _/_ ),
    !,
    fail.
within(Term, parentheses_term_position(_, _, Place), Kind, Span, Text) :-
    !,
    within(Term, Place, Kind, Span, Text).
within(Number, Begin-End, number, Begin-End, Text) :-
    integer(Number),
    !,
    Text is Number + 1.
within({Term}, brace_term_position(_, _, Place), Kind, Span, Text) :-
    !,
    within(Term, Place, Kind, Span, Text).
within(List, list_position(_, _, Places, _), Kind, Span, Text) :-
    !,
    pairwise(List, Places, Term, Place),
    within(Term, Place, Kind, Span, Text).
within(Term, term_position(_, _, Begin, End, Places), Kind, Span, Text) :-
    compound(Term),
    compound_name_arguments(Term, Name, Terms),
    (   other(Name, Terms, Other),
        Kind = Name, Span = Begin-End, Text = Other
    ;   pairwise(Terms, Places, Inner, Place),
        within(Inner, Place, Kind, Span, Text)
    ).

other(Name, [_, _], Other) :-
    memberchk(Name-Others,
              [ (<)-[=<, >=], (=<)-[<, >], (>)-[>=, =<], (>=)-[>, <],
                (=:=)-[=\=], (=\=)-[=:=], (==)-[\==], (\==)-[==], (@<)-[@>], (@>)-[@<],
                (+)-[-], (-)-[+], (*)-[+], (//)-[*], max-[min], min-[max]
              ]),
    member(Other, Others).
