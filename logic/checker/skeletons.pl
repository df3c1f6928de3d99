:- encoding(utf8).
:- module(skeletons,
          [ skeleton/3                  % +Text, +Kind, -Skeleton
          ]).
:- use_module(library(lists), [append/3, list_to_set/2, member/2, memberchk/2]).
:- use_module(logic(checker/changing_facts), [rules_of_position/3, tables/3]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/clause_texts)).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/foreign_edits)).
:- use_module(logic(checker/messages), [listed/2]).
:- use_module(logic(checker/win_lose)).
:- use_module(logic(reader/clause_scanner), [clause_regions/3]).
:- use_module(logic(reader/prolog_reader), [named_term/3]).

/** <module> A rule file made from a program that was written for Prolog itself

The edits of foreign_edits.pl are made; for a game, its rules are written as far as they are known.  What
the new file does not need becomes a comment, with the reason.  A clause that is kept is copied from
the text, with *changes*:

    name(PI, Name)          PI is called Name
    members(List, Name)     member(X, List) is Name(X), because facts of Name have the members of List
    fluent(PI)              an atom A of PI is true(A)
*/

%!  skeleton(+Text, +Kind, -Skeleton) is semidet.
%
%   Skeleton is a text made from a foreign Text: its start, goal and moves under the names of this
%   language, and the rest as comments with the reason.

skeleton(Text, kind(Name, foreign(Clauses, Structure), _), Skeleton) :-
    with_output_to(string(Skeleton),
        ( orders_left_out(Text, Clauses),
          once(write_rules(Name, Text, Clauses, Structure)),
          unread_left_out(Text, Clauses) )).

%   write_rules(+Name, +Text, +Clauses, +Structure) is det: write the new file, for the kind Name.

write_rules(game, Text, Clauses, Structure) :-
    win_lose(Clauses, Structure, Rules, Kept), !,
    format('% Two players move by turns, and who cannot move loses. Play without end is a draw.~n'),
    forall(member(Rule, Rules), format('~s~n', [Rule])),
    nl,
    write_kept(Text, Clauses, Kept, [],
               'Left out, because it is above, or `solve` and `best` find it here:').
write_rules(game, Text, Clauses, Structure) :-
    (   part(fluents, Structure, Fluents)
    ->  rules_of_position(Clauses, Structure, Kept),
        Why = 'Left out, because it changes or prints facts, or searches; `best` and `solve` search here:'
    ;   Fluents = [],
        tables(Clauses, Structure, Kept),
        Why = 'Not taken over: its positions are terms, and the rules of a game are about facts (docs/rules.md).'
    ),
    forall(member(PI, Fluents), fluent_told(PI)),
    format('% Write role, init, legal, next, terminal and goal. This writes an example, or with~n\
% --kind puzzle one for a single role:~n\
%   pygame-search new NAME --kind two-player~n~n'),
    initial_facts(Clauses, Fluents),
    findall(fluent(PI), member(PI, Fluents), Changes),
    write_kept(Text, Clauses, Kept, Changes, Why).
write_rules(space, Text, Clauses, Structure) :-
    findall(Edit, foreign_edit(space, Clauses, Structure, Edit), Edits),
    left_out(Clauses, Structure, Out),
    kept_members(Clauses, Out, Members),
    write_edits(Edits, Members),
    findall(members(List, Name), member(members(List, Name, _), Members), OfMembers),
    write_edited(Text, Clauses, Out, Edits, OfMembers),
    forall(reason(Structure, Out, Reason, PIs),
           ( nl, part_left_out(Text, Clauses, Reason, PIs) )).
write_rules(program, Text, Clauses, Structure) :-
    findall(Edit, foreign_edit(program, Clauses, Structure, Edit), Edits),
    part(prints, Structure, Out),
    write_edits(Edits, []),
    write_edited(Text, Clauses, Out, Edits, []),
    ( Out == [] -> true ; nl, part_left_out(Text, Clauses, 'Left out, because it prints:', Out) ).

%   write_kept(+Text, +Clauses, +Kept, +Changes, +Why): write the clauses of Kept, and the others as a
%   comment for the reason Why.

write_kept(Text, Clauses, Kept, Changes, Why) :-
    findall(PI, ( defined(Clauses, PI), \+ memberchk(PI, Kept) ), Out),
    ( Kept == [] -> true ; write_clauses(Text, Clauses, Out, Changes), nl ),
    part_left_out(Text, Clauses, Why, Out).

write_edited(Text, Clauses, Out, Edits, Changes) :-
    findall(name(PI, Name), member(edit(Name, rename(PI)), Edits), Renames),
    append(Renames, Changes, All),
    write_clauses(Text, Clauses, Out, All).

%   write_edits(+Edits, +Members): write the clauses that Edits bring and what a person must see to, then
%   the facts of Members.  A blank line follows, unless there are only new names.

write_edits(Edits, Members) :-
    forall(( member(Edit, Edits), clause_of_edit(Edit, Text) ), format('~s~n', [Text])),
    forall(member(edit(Name, unknown), Edits),
           format('% ~w(..): which state? Write a fact of ~w/1.~n', [Name, Name])),
    forall(member(edit(_, unsure(T, M)), Edits),
           format('% The file does not tell whether ~w is the next state, or ~w: see to it.~n', [T, M])),
    forall(member(edit(_, write(PIs)), Edits),
           ( listed(PIs, L), format('% ~w: write the clause that asks the search.~n', [L]) )),
    forall(member(members(_, _, Facts), Members), format('~s~n', [Facts])),
    ( Edits = [_|_], \+ ( member(Edit, Edits), Edit \= edit(_, rename(_)) ) -> true ; nl ).

%   initial_facts(+Clauses, +Fluents): write what holds at the start, as far as the file has it as facts.

initial_facts(Clauses, Fluents) :-
    forall(( clause_of(Clauses, PI, clause(Fact, true, _, _)), ground(Fact), memberchk(PI, Fluents) ),
           ( fact_text(init(Fact), Text), format('~s~n', [Text]) )).

%   fluent_told(+PI): say how facts of PI are written in a game.

fluent_told(PI) :-
    pi(Fact, PI),
    Fact =.. [_|Arguments],
    letters(Arguments, 'A'),
    term_text(Fact, F),
    format('% ~q: these facts change, so each is a fluent. init(~w) gives those at the start,~n', [PI, F]),
    format('% next(~w) those after a move, and true(~w) asks for one.~n', [F, F]).

% ---- what is left out ------------------------------------------------------

%   part_left_out(+Text, +Clauses, +Reason, +PIs): write the clauses of PIs as comments.

part_left_out(Text, Clauses, Reason, PIs) :-
    clause_places_of(Clauses, PIs, Places),
    places_left_out(Text, Reason, Places).

places_left_out(Text, Reason, Places) :-
    format('% ~w~n', [Reason]),
    forall(member(From-To, Places),
           ( Length is To - From,
             sub_string(Text, From, Length, _, Copy),
             split_string(Copy, "\n", "", Lines),
             atomic_list_concat(Lines, '\n% ', Commented),
             format('% ~w.~n', [Commented]) )).

%   orders_left_out(+Text, +Clauses): write the directives and questions of the file as comments.

orders_left_out(Text, Clauses) :-
    forall(( order_reason(Kind, Reason), order_places(Clauses, Kind, Places), Places \== [] ),
           ( places_left_out(Text, Reason, Places), nl )).

order_reason(run, 'Left out, because nothing of a rule file is run:').
order_reason(declaration, 'Left out, because rules need no declaration:').
order_reason(question, 'Left out, because questions are asked by `ask` and in `repl`:').

order_places(Clauses, Kind, Places) :-
    findall(Place, order_clause(Clauses, Kind, clause(_, _, _, source(Place, _, _))), Places).

unread_left_out(Text, Clauses) :-
    unread(Text, Clauses, Unread),
    (   Unread == [] -> true
    ;   nl, places_left_out(Text, 'Left out, because it cannot be read:', Unread)
    ).

%   unread(+Text, +Clauses, -Places): the regions of Text that are not among Clauses.

unread(Text, Clauses, Places) :-
    clause_regions(Text, 100, Regions),
    findall(From-To,
            ( member(Region, Regions), Region =.. [_, From, To, _],
              \+ ( member(Clause, Clauses), read_at(Clause, From-To) ) ),
            Places).

read_at(Clause, From-To) :-
    ( Clause = clause(_, _, _, Source) ; Clause = ordered(_, _, _, Source) ),
    Source = source(At-_, _, _), At >= From, At =< To.

%   reason(+Structure, +Out, -Reason, -PIs) is nondet: PIs, of Out, are left out of a puzzle for Reason.

reason(Structure, Out, Reason, PIs) :-
    member(Why-Reason,
           [ searches-'Left out, because `path` searches here:',
             prints-'Left out, because `path` and `show` print here:',
             spread-'Left out, because a state is one term here, as above:',
             no_need-'Left out, because neither start, goal nor moves need it:' ]),
    findall(PI, ( member(PI, Out), why_out(Structure, PI, Why) ), PIs),
    PIs \== [].

why_out(Structure, PI, Why) :-
    (   ( part(search, Structure, PIs) ; part(drivers, Structure, PIs) ), memberchk(PI, PIs)
    ->  Why = searches
    ;   part(prints, Structure, PIs), memberchk(PI, PIs) -> Why = prints
    ;   spread_end(Structure, PI) -> Why = spread
    ;   Why = no_need
    ).

% ---- what is kept ----------------------------------------------------------

%   write_clauses(+Text, +Clauses, +Out, +Changes): write the clauses that are not of Out.

write_clauses(Text, Clauses, Out, Changes) :-
    forall(( clause_of(Clauses, PI, Clause), \+ memberchk(PI, Out) ),
           ( findall(At-(Old-New), change_at(Clause, Changes, At, Old, New), Ats0),
             sort(Ats0, Ats),
             Clause = clause(_, _, _, source(From-To, _, _)),
             changed(Ats, Text, From, To, Copy),
             format('~s.~n', [Copy]) )).

%   change_at(+Clause, +Changes, -At, -Old, -New) is nondet: what stands at At, a name or text(Length), is
%   New there.

change_at(clause(Head, _, _, source(_, At-_, _)), Changes, At, Old, New) :-
    pi(Head, PI), PI = Old/_, memberchk(name(PI, New), Changes).
change_at(Clause, Changes, At, Old, New) :-
    member(name(PI, New), Changes), PI = Old/_,
    called([Clause], PI, At-_).
change_at(Clause, Changes, At, text(Length), New) :-
    Clause = clause(_, _, _, source(_, _, Variables)),
    asks(Clause, member(X, List), At-To, _),
    memberchk(members(List, Name), Changes),
    Length is To - At,
    named_term(X, Variables, Named),
    Goal =.. [Name, Named],
    term_text(Goal, New).
change_at(Clause, Changes, At, text(0), New) :-
    asks(Clause, Goal, From-To, _),
    pi(Goal, PI), memberchk(fluent(PI), Changes),
    ( At = From, New = "true(" ; At = To, New = ")" ).

%   kept_members(+Clauses, +Out, -Members): a members(List, Name, Facts) for each list whose members a
%   clause that is kept asks by member/2, as member(X, [1, 2]).  Facts of Name have them.

kept_members(Clauses, Out, Members) :-
    findall(List,
            ( clause_of(Clauses, PI, Clause), \+ memberchk(PI, Out),
              asks(Clause, Goal), Goal = member(_, List), is_list(List), ground(List),
              List \== [], \+ defined(Clauses, member/2) ),
            Lists0),
    list_to_set(Lists0, Lists),
    members_facts(Lists, 1, Clauses, Members).

members_facts([], _, _, []).
members_facts([List|Lists], N, Clauses, Members) :-
    atom_concat(choice_, N, Name),
    Next is N + 1,
    (   defined(Clauses, Name/1) -> Members = Members1, Rest = [List|Lists]
    ;   findall(Text, ( member(X, List), Fact =.. [Name, X], fact_text(Fact, Text) ), Texts0),
        list_to_set(Texts0, Texts),
        atomic_list_concat(Texts, ' ', Facts),
        Members = [members(List, Name, Facts)|Members1], Rest = Lists
    ),
    members_facts(Rest, Next, Clauses, Members1).

%   changed(+Ats, +Text, +From, +To, -Copy): Copy is From-To of Text, with the changes at Ats.

changed([], Text, From, To, Copy) :-
    Length is To - From,
    sub_string(Text, From, Length, _, Copy).
changed([At-(Old-New)|Ats], Text, From, To, Copy) :-
    Before is At - From,
    sub_string(Text, From, Before, _, First),
    (   Old = text(Length) -> Next is At + Length, Name = New
    ;   written(Old, Text, At, Length)
    ->  Next is At + Length, format(string(Name), '~q', [New])
    ;   Next = At, Name = ""
    ),
    changed(Ats, Text, Next, To, Rest),
    atomic_list_concat([First, Name, Rest], Copy0),
    atom_string(Copy0, Copy).

%   written(+Name, +Text, +At, -Length) is semidet: Name stands there, perhaps in quotes.

written(Name, Text, At, Length) :-
    atom_length(Name, Length),
    sub_string(Text, At, Length, _, Found), atom_string(Name, Found), !.
written(Name, Text, At, Length) :-
    sub_string(Text, At, 1, _, "'"),
    sub_string(Text, At, _, 0, Rest),
    atom_length(Name, Plain), Most is 12 * Plain + 2,     % an escape is \x10ffff\ at the longest
    sub_string(Rest, End, 1, _, "'"), End > 0,
    ( End =< Most -> true ; !, fail ),
    Length is End + 1,
    sub_string(Rest, 0, Length, _, Quoted),
    catch(term_string(Found, Quoted), error(syntax_error(_), _), fail), Found == Name, !.
