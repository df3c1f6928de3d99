:- encoding(utf8).
:- module(certificate_requests,
          [ certificate_request/3       % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [last/2, member/2, memberchk/2, nth0/3]).
:- use_module(logic(checker/messages)).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/certificate_words)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/user_text)).
:- use_module(logic(solving/certificate)).
:- use_module(logic(solving/certificate_form)).

/** <module> Requests to verify a certificate

`certificate_open` is the first request, `certificate_close` the last.  Between them the lines of
the certificate are sent to `certificate_lines` in batches, in their order, and twice: to be read,
and to be checked.  An empty batch ends each of the two.  The reply has the verdict at the first
fault, or after the second end; before that it is null.

A line is a JSON object or its text (certificate_form.pl).  An entry may also be a list of numbers:
that of its outcome, then those of the fluents of its state.  They count from 0 in the tables of
`certificate_open`: a list of outcomes for each part, each [Value, Distance, Move], and a list of
the texts of fluents.

Besides the facts of certificate.pl, the module of a certificate has these:

    text(Number, Text)          the table of fluents
    fluent(Key, Fluent)         Key is a number or a text
    outcomes(Outcomes)          of each part that has not been read yet
    turn(Turn)                  read or check
    line(N)                     the last one of this turn, from 1
*/

%!  certificate_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

certificate_request(certificate_form, In, _{}) :-
    forall(nth0(I, In.heads, Head),
           ( must_be_head(Head),
             nth0(I, In.outcomes, Outcomes),
             forall(member([Value, Distance, Move], Outcomes),
                    must_be_outcome(Value, Distance, Move, Head)) )).
certificate_request(certificate_open, In, _{certificate: Certificate}) :-
    in_game(In, Game),
    open_certificate(Game, Certificate),
    dynamic([ Certificate:text/2, Certificate:fluent/2, Certificate:outcomes/1,
              Certificate:turn/1, Certificate:line/1 ]),
    forall(nth0(I, In.fluents, Text), assertz(Certificate:text(I, Text))),
    forall(member(Outcomes, In.outcomes), assertz(Certificate:outcomes(Outcomes))),
    begin_turn(Certificate, read).
certificate_request(certificate_lines, In, _{verdict: Verdict}) :-
    Certificate = In.certificate,
    Certificate:turn(Turn),
    (   In.lines == []
    ->  ended(Turn, Certificate, Verdict)
    ;   member(Line, In.lines),
        line_fault(Certificate, Turn, Line, Found)
    ->  fault_verdict(Certificate, Found, Verdict)
    ;   Verdict = null
    ).
certificate_request(certificate_close, In, _{}) :-
    close_certificate(In.certificate).

begin_turn(Certificate, Turn) :-
    retractall(Certificate:turn(_)),
    retractall(Certificate:line(_)),
    assertz(Certificate:turn(Turn)),
    assertz(Certificate:line(0)).

ended(read, Certificate, null) :-
    ( heads(Certificate, []) -> not_sent("a head") ; true ),
    begin_checks(Certificate),
    begin_turn(Certificate, check).
ended(check, Certificate, Verdict) :-
    (   rest(Certificate, Found) -> fault_verdict(Certificate, Found, Verdict)
    ;   \+ all_checked(Certificate) -> not_sent("what was read")
    ;   parts_fault(Certificate, Fault)
    ->  heads(Certificate, [Head|_]),
        fault_verdict(Certificate, found(Fault, Head.position, none), Verdict)
    ;   proof_verdict(Certificate, Verdict)
    ).

not_sent(What) :-
    format(string(Text), "expected ~w, found none", [What]),
    throw(error(certificate_form(Text), _)).

% ---- lines -----------------------------------------------------------------

%   line_fault(+Certificate, +Turn, +Line, -Found) is semidet: succeeds only if there is a fault.
%   Found is found(Fault, State, Entry), with the texts of the fluents of State, or null, and what
%   the file says of it, or none.

line_fault(Certificate, Turn, Line, Found) :-
    retract(Certificate:line(N0)),
    N is N0 + 1,
    assertz(Certificate:line(N)),
    catch(( line_kind(Line, Kind), kind_fault(Kind, Turn, Certificate, Found) ),
          error(certificate_form(Text0), _),
          ( format(string(Text), "line ~D: ~w", [N, Text0]),
            throw(error(certificate_form(Text), _)) )).

%   line_kind(+Line, -Kind) is det: Kind is head(Parts, Head), with so many parts before it, or
%   entry(Outcome, Keys), where Outcome is a number or the object of the line.

line_kind([Number|Keys], Kind) :- !,
    Kind = entry(Number, Keys).
line_kind(Line, Kind) :-
    line_object(Line, Object),
    (   is_dict(Object), get_dict(state, Object, Keys) -> Kind = entry(Object, Keys)
    ;   is_dict(Object), get_dict(rival, Object, Head) -> Kind = head(1, Head)
    ;   Kind = head(0, Object)
    ).

kind_fault(head(Parts, Head), read, Certificate, found(Fault, null, none)) :-
    heads(Certificate, Heads),
    ( length(Heads, Parts) -> true ; not_sent("the head of a role, perhaps that of its rival") ),
    must_be_head(Head),
    (   part_fault(Certificate, Head, Fault) -> true
    ;   once(retract(Certificate:outcomes(Outcomes))),
        fault_of(table_fault(Certificate, Outcomes), Fault)
    ).
kind_fault(head(_, _), check, Certificate, Found) :-
    (   rest(Certificate, Found) -> true
    ;   check_part(Certificate, Head) -> root(Certificate, Head, Found)
    ;   not_sent("what was read")
    ).
kind_fault(entry(Outcome, Keys), read, Certificate, found(Fault, Texts, none)) :-
    fault_of(read_fault(Certificate, Outcome, Keys), Fault),
    key_texts(Certificate, Keys, Texts).
kind_fault(entry(_, Keys), check, Certificate, found(Fault, Texts, Entry)) :-
    ( maplist(key_fluent(Certificate), Keys, Facts) -> true ; not_sent("what was read") ),
    fault_of(state_fault(Certificate, Facts), Fault),
    key_texts(Certificate, Keys, Texts),
    file_entry(Certificate, Facts, Entry).

%   table_fault(+Certificate, +Outcomes, -Fault) is failure: add the outcomes of a part.

table_fault(Certificate, Outcomes, _) :-
    forall(member([V, D, M], Outcomes),
           ( outcome_term(Certificate, V, D, M, Outcome),
             add_outcome(Certificate, Outcome, _) )),
    fail.

read_fault(Certificate, Outcome, Keys, Fault) :-
    entry_outcome(Outcome, Certificate, Number),
    (   maplist(key_fluent(Certificate), Keys, Facts)
    ->  entry_fault(Certificate, Facts, Number, Fault)
    ;   Fault = no_text
    ).

entry_outcome(Outcome, _, Number) :-
    integer(Outcome), !,
    Number is Outcome + 1.
entry_outcome(Entry, Certificate, Number) :-
    heads(Certificate, Heads),
    ( last(Heads, Head) -> must_be_entry(Entry, Head) ; not_sent("a head") ),
    outcome_term(Certificate, Entry.value, Entry.distance, Entry.move, Outcome),
    outcome_number(Certificate, Outcome, Number).

outcome_term(Certificate, V0, D0, M0, outcome(V, D, Move)) :-
    Certificate:game(Game),
    or_none(V0, V),
    or_none(D0, D),
    ( M0 == null -> Move = '$none' ; read_in(Game, M0, Move) ).

%   key_fluent(+Certificate, +Key, -Fluent) is semidet: fails if a table has no such number.

key_fluent(Certificate, Key, Fluent) :-
    (   Certificate:fluent(Key, Fluent0)
    ->  Fluent = Fluent0
    ;   key_text(Certificate, Key, Text),
        Certificate:game(Game),
        read_in(Game, Text, Fluent),
        assertz(Certificate:fluent(Key, Fluent))
    ).

key_text(Certificate, Key, Text) :-
    ( string(Key) -> Text = Key ; Certificate:text(Key, Text) ).

key_texts(Certificate, Keys, Texts) :-
    findall(Text, ( member(Key, Keys), key_text(Certificate, Key, Text) ), Texts).

% ---- parts -----------------------------------------------------------------

rest(Certificate, found(Fault, null, none)) :-
    rest_fault(Certificate, Fault).

%   root(+Certificate, +Head, -Found) is semidet: the position of the head is no state, or has no
%   entry that agrees with the head.

root(Certificate, Head, found(Fault, Head.position, none)) :-
    fault_of(position_fault(Certificate, Head.position), Fault0),
    ( Fault0 = unreadable(Message) -> Fault = no_root(Message) ; Fault = Fault0 ).

position_fault(Certificate, Position, Fault) :-
    Certificate:game(Game),
    ( Game:syntax(kif) -> Between = ' ' ; Between = ', ' ),
    atomic_list_concat(Position, Between, Inner),
    format(string(Text), "[~w]", [Inner]),
    read_state(Game, Text, State),
    Game:facts(State, Facts),
    maplist(term_text(Game), Facts, Texts),
    (   \+ same_texts(Texts, Position) -> Fault = no_root
    ;   root_fault(Certificate, State, Fault)
    ).

same_texts(Texts1, Texts2) :- sort(Texts1, Texts), sort(Texts2, Texts).

:- meta_predicate fault_of(1, -).

%   fault_of(:Goal, -Fault) is semidet: Goal finds Fault, or meets an error that is a fault of the
%   certificate: a text is no fluent or move, or the rules say nothing of a state.

fault_of(Goal, Fault) :-
    catch(call(Goal, Fault0), error(Formal, Context), true),
    (   var(Formal) -> Fault = Fault0
    ;   error_fault(Formal, Name)
    ->  error_text(error(Formal, _), Message),
        Fault =.. [Name, Message]
    ;   throw(error(Formal, Context))
    ).

error_fault(Formal, Fault) :-
    functor(Formal, Kind, _),
    (   wrong(Wrong, Kinds), memberchk(Kind, Kinds)
    ->  fault_name(Wrong, Fault)
    ;   \+ memberchk(Kind, [ huge_number, huge_term, resource_error, too_many_joint_moves,
                             too_many_roles ]),
        Fault = unjudged
    ).

fault_name(move, unreadable).
fault_name(no_goal, unjudged).
