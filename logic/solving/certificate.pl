:- encoding(utf8).
:- module(certificate,
          [ open_certificate/2,         % +Game, -Certificate
            close_certificate/1,        % +Certificate
            heads/2,                    % +Certificate, -Heads
            part_fault/3,               % +Certificate, +Head, -Fault
            add_outcome/3,              % +Certificate, +Outcome, -Number
            outcome_number/3,           % +Certificate, +Outcome, -Number
            entry_fault/4,              % +Certificate, +Facts, +Number, -Fault
            begin_checks/1,             % +Certificate
            check_part/2,               % +Certificate, -Head
            root_fault/3,               % +Certificate, +Root, -Fault
            state_fault/3,              % +Certificate, +Facts, -Fault
            file_entry/3,               % +Certificate, +Facts, -Entry
            rest_fault/2,               % +Certificate, -Fault
            all_checked/1,              % +Certificate
            parts_fault/2,              % +Certificate, -Fault
            checked_states/2,           % +Certificate, -Count
            proved/2,                   % +Certificate, -Proved
            or_none/2                   % +Value0, -Value
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2, sum_list/2]).
:- use_module(logic(game/joint_moves), [chance/2]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(solving/certificate_form)).
:- use_module(logic(solving/rules_hash)).
:- use_module(logic(solving/solution_table)).
:- use_module(logic(solving/verify)).
:- use_module(logic(support/own_modules)).

/** <module> Check a certificate

A certificate has one part, or two: that of a role, and that of its rival.  A part is a head, a
JSON object (certificate_form.pl), and the entries of a solution (solution_table.pl).  First all
parts are read, each with its entries; then the entries of each part are checked, in any order.

While it is checked, a certificate is a module:

    game(Game)
    part(I, Head, Book)         from 1, in the order of the file
    at(I)                       the part that is read or checked
    root(I, State)
    left(N)                     so many states of this part are to be checked
    checked(N)                  a part with N states was found right

The predicates whose names end in `fault` succeed only if there is a fault, which is a term of
certificate_words.pl or of verify.pl.
*/

%!  open_certificate(+Game, -Certificate) is det.
%
%   @error certificate_of_chance

open_certificate(Game, Certificate) :-
    ( chance(Game, _) -> throw(error(certificate_of_chance, _)) ; true ),
    own_module('certificate ', Certificate),
    dynamic([ Certificate:part/3, Certificate:at/1, Certificate:root/2, Certificate:left/1,
              Certificate:checked/1 ]),
    assertz(Certificate:game(Game)).

%!  close_certificate(+Certificate) is det.
%
%   Free its memory.

close_certificate(Certificate) :-
    forall(catch(Certificate:part(_, _, Book), error(_, _), fail), drop_book(Book)),
    drop_module(Certificate).

%!  heads(+Certificate, -Heads) is det.

heads(Certificate, Heads) :-
    findall(Head, Certificate:part(_, Head, _), Heads).

at(Certificate, Head, Book) :-
    Certificate:at(I),
    Certificate:part(I, Head, Book).

go_to(Certificate, I) :-
    retractall(Certificate:at(_)),
    assertz(Certificate:at(I)).

% ---- read ------------------------------------------------------------------

%!  part_fault(+Certificate, +Head, -Fault) is semidet.
%
%   Begin to read the next part, with the form of Head checked.
%
%   @error other_parameters(Expected, Found), other_rules(Expected, Found)

part_fault(Certificate, Head, Fault) :-
    Certificate:game(Game),
    heads(Certificate, Heads),
    (   Heads == []
    ->  must_be_about(Head, Game),
        I = 1
    ;   I = 2
    ),
    (   head_fault(Heads, Game, Head, Fault0)
    ->  Fault = Fault0
    ;   role(Game, Head, Role),
        ( Head.finite == true -> Draw = none ; or_none(Head.draw, Draw) ),
        ( Head.solved == "strong" -> Strong = true ; Strong = false ),
        new_book(Game, about(Role, Strong, Draw), Book),
        assertz(Certificate:part(I, Head, Book)),
        go_to(Certificate, I),
        fail
    ).

must_be_about(Head, Game) :-
    parameters(Game, Pairs),
    findall([Name, Value], ( get_dict(Key, Head.parameters, Value), atom_string(Key, Name) ),
            Pairs0),
    sort(Pairs0, Expected),
    ( Expected == Pairs -> true ; throw(error(other_parameters(Expected, Pairs), _)) ),
    rules_hash(Game, Hash),
    ( Hash == Head.rules -> true ; throw(error(other_rules(Head.rules, Hash), _)) ).

head_fault(_, Game, Head, other_roles(Roles)) :-
    role_texts(Game, Roles),
    (   Role = Head.role
    ;   get_dict(Key, Head.values, _), atom_string(Key, Role)
    ),
    \+ memberchk(Role, Roles), !.
head_fault(_, Game, Head, endless(Low, High, Draw)) :-
    Draw = Head.draw,
    Draw \== null,
    role(Game, Head, Role),
    goal_values(Game, Role, Low, High),
    Low < High,
    \+ between(Low, High, Draw), !.
head_fault([First], Game, Head, rival) :-
    \+ rivals(Game, First, Head).

%   rivals(+Game, +Head1, +Head2): the parts are about the same position, each from the point of
%   view of one of two players, and agree in what it is worth.

rivals(Game, First, Other) :-
    role_texts(Game, [_, _]),
    First.solved == "weak",
    Other.solved == "weak",
    First.role \== Other.role,
    sort(First.position, Position),
    sort(Other.position, Position),
    root_value(Other, Value),
    ( role_value_in(First.values, Other.role, Known) -> or_none(Known, Value) ; Value = none ),
    (   ( First.draw == null ; Other.draw == null )
    ->  First.draw == Other.draw
    ;   known_values(First, Values),
        sum_list(Values, Sum),
        Sum =:= First.draw + Other.draw
    ).

%!  add_outcome(+Certificate, +Outcome, -Number) is det.
%
%   Outcome, a term outcome(Value, Distance, Move), is one of the part that is read.

add_outcome(Certificate, Outcome, Number) :-
    at(Certificate, _, Book),
    book_outcome(Book, Outcome, Number).

%!  outcome_number(+Certificate, +Outcome, -Number) is det.
%
%   As add_outcome/3, but an outcome that is there already is not added.

outcome_number(Certificate, Outcome, Number) :-
    at(Certificate, _, Book),
    Outcome = outcome(Value, Distance, Move),
    (   Book:outcome(Number0, Value, Distance, Move)
    ->  Number = Number0
    ;   book_outcome(Book, Outcome, Number)
    ).

%!  entry_fault(+Certificate, +Facts, +Number, -Fault) is semidet.
%
%   Add an entry to the part that is read, that of the state with Facts.  Number is that of its
%   outcome.

entry_fault(Certificate, Facts, Number, Fault) :-
    Certificate:game(Game),
    at(Certificate, Head, Book),
    catch(book_state(Game, Facts, State), error(_, _), true),
    (   var(State) -> Fault = impossible
    ;   \+ add_entry(Book, State, Number) -> Fault = twice
    ;   Book:outcome(Number, none, _, _),
        role(Game, Head, Role),
        \+ Game:goal_worths(Role, [_|_])
    ->  Fault = unnamed_goals(Head.role)
    ).

book_state(Game, Facts0, State) :-
    sort(Facts0, Facts),
    Game:from_facts(Facts, State).

% ---- check -----------------------------------------------------------------

%!  begin_checks(+Certificate) is det.
%
%   All parts have been read.

begin_checks(Certificate) :-
    ( heads(Certificate, [_, _]) -> total(Certificate, Sum) ; Sum = none ),
    forall(Certificate:part(_, _, Book), add_sum(Book, Sum)),
    retractall(Certificate:at(_)).

%   total(+Certificate, -Total): the sum of the goals of two players.

total(Certificate, Total) :-
    Certificate:game(Game),
    heads(Certificate, [First, Other]),
    known_values(First, Values),
    (   Values = [_, _]
    ->  sum_list(Values, Total)
    ;   role(Game, First, Role1), goal_values(Game, Role1, Low, _),
        role(Game, Other, Role2), goal_values(Game, Role2, _, High),
        Total is Low + High
    ).

%!  check_part(+Certificate, -Head) is semidet.
%
%   Begin to check the next part, whose head is Head.

check_part(Certificate, Head) :-
    ( Certificate:at(I0) -> I is I0 + 1 ; I = 1 ),
    Certificate:part(I, Head, Book),
    go_to(Certificate, I),
    entries(Book, Count),
    retractall(Certificate:left(_)),
    assertz(Certificate:left(Count)).

%!  root_fault(+Certificate, +Root, -Fault) is semidet.
%
%   Root is the state of the position of the head.

root_fault(Certificate, Root, Fault) :-
    at(Certificate, Head, Book),
    root_value(Head, Value),
    or_none(Head.distance, Distance),
    (   \+ entry(Book, Root, _, _, _) -> Fault = no_root_entry
    ;   entry(Book, Root, V, D, _), V-D \== Value-Distance
    ->  Fault = root_entry(V, D, Value, Distance)
    ;   Certificate:at(I),
        assertz(Certificate:root(I, Root)),
        fail
    ).

%!  state_fault(+Certificate, +Facts, -Fault) is semidet.
%
%   Check the entry of the state with Facts.

state_fault(Certificate, Facts, Fault) :-
    Certificate:game(Game),
    at(Certificate, _, Book),
    book_state(Game, Facts, State),
    ( entry(Book, State, _, _, _), retract(Certificate:left(Left)) -> true ; not_sent ),
    Fewer is Left - 1,
    assertz(Certificate:left(Fewer)),
    fault(Book, State, Fault).

%!  file_entry(+Certificate, +Facts, -Entry) is semidet.
%
%   Entry is entry(Role, Value, Distance, Move), what the part says of the state with Facts; Role is
%   a text.

file_entry(Certificate, Facts, entry(Role, V, D, Move)) :-
    Certificate:game(Game),
    at(Certificate, Head, Book),
    Role = Head.role,
    book_state(Game, Facts, State),
    entry(Book, State, V, D, Move).

%!  rest_fault(+Certificate, -Fault) is semidet.
%
%   The entries of the part were all checked, each by itself.

rest_fault(Certificate, Fault) :-
    at(Certificate, Head, Book),
    Certificate:at(I),
    ( Certificate:left(0), Certificate:root(I, Root) -> true ; not_sent ),
    (   not_reached(Book, Root, State)
    ->  Fault = unreached(State)
    ;   Head.solved == "strong", parted(Book, Below, AtLeast), Below >= AtLeast
    ->  Fault = unclear
    ;   entries(Book, Count),
        assertz(Certificate:checked(Count)),
        fail
    ).

not_sent :- throw(error(certificate_form("expected what was read, found none"), _)).

%!  all_checked(+Certificate) is semidet.
%
%   Each part was found right by itself.

all_checked(Certificate) :-
    heads(Certificate, Heads),
    aggregate_all(count, Certificate:checked(_), Count),
    length(Heads, Count).

%!  parts_fault(+Certificate, -Fault) is semidet.
%
%   All parts are right, each by itself.  Of two strategies without a value, each must hold off the
%   other.

parts_fault(Certificate, parts_unclear) :-
    heads(Certificate, [First, _]),
    root_value(First, none),
    total(Certificate, Total),
    \+ ( Certificate:part(1, _, Book1), parted(Book1, _, AtLeast1),
         Certificate:part(2, _, Book2), parted(Book2, _, AtLeast2),
         AtLeast1 > Total - AtLeast2 ).

%!  checked_states(+Certificate, -Count) is det.
%
%   Count is the number of states in the parts that were found right.

checked_states(Certificate, Count) :-
    aggregate_all(sum(N), Certificate:checked(N), Count).

%!  proved(+Certificate, -Proved) is det.
%
%   Proved is proved(AtLeast, AtMost, Least, Most): bounds on the value of the root for the role,
%   and on the plies to the end; `none` where none is proved.

proved(Certificate, Proved) :-
    Certificate:game(Game),
    heads(Certificate, [Head|Others]),
    root_value(Head, Value),
    or_none(Head.distance, Distance),
    role(Game, Head, Role),
    goal_values(Game, Role, Low, High),
    (   ( Value == none ; Head.solved == "strong" )
    ->  Proved = proved(Value, Value, Distance, Distance)
    ;   Others = [Rival], root_value(Rival, RivalValue), RivalValue \== none
    ->  total(Certificate, Total),
        AtMost is Total - RivalValue,
        or_none(Rival.distance, RivalDistance),
        (   Low < High, AtMost =:= Value, Value =:= Low
        ->  Proved = proved(Value, AtMost, Distance, RivalDistance)
        ;   Low < High, AtMost =:= Value, Value =:= High
        ->  Proved = proved(Value, AtMost, RivalDistance, Distance)
        ;   Proved = proved(Value, AtMost, none, none)    % each shows only its own length
        )
    ;   Low < High, Value =:= High
    ->  Proved = proved(Value, High, none, Distance)
    ;   Proved = proved(Value, none, none, none)
    ).

% ---- heads -----------------------------------------------------------------

role_texts(Game, Texts) :-
    findall(Text, ( Game:role(Role), term_text(Game, Role, Text) ), Texts).

role(Game, Head, Role) :-
    Game:role(Role),
    term_text(Game, Role, Head.role), !.

goal_values(Game, Role, Low, High) :-
    ( Game:goal_range(Role, range(Low0, High0)) -> Low = Low0, High = High0 ; Low = 0, High = 0 ).

root_value(Head, Value) :-
    role_value_in(Head.values, Head.role, Value0),
    or_none(Value0, Value).

known_values(Head, Values) :-
    findall(Value, ( get_dict(_, Head.values, Value), Value \== null ), Values).

or_none(Value0, Value) :- ( Value0 == null -> Value = none ; Value = Value0 ).
