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
:- use_module(logic(reader/prolog_reader), [order_kind/2]).

/** <module> A rule file made from a program that was written for Prolog itself

The edits of foreign_edits.pl are made, and what the new file does not need becomes a comment.
*/

%!  skeleton(+Text, +Kind, -Skeleton) is semidet.
%
%   Skeleton is a text made from a foreign Text: its start, goal and moves under the names of this
%   language, and the rest as comments with the reason.

skeleton(Text, kind(game, foreign(Clauses, Structure), _), Skeleton) :-
    win_lose(Clauses, Structure, Rules, Kept), !,
    findall(PI, ( defined(Clauses, PI), \+ memberchk(PI, Kept) ), Out),
    with_output_to(string(Skeleton),
        ( orders_left_out(Text, Clauses),
          format('% Two players move by turns, and who cannot move loses. Play without end is a draw.~n'),
          forall(member(Rule, Rules), format('~s~n', [Rule])),
          nl,
          ( Kept == [] -> true ; kept(Text, Clauses, Out, []), nl ),
          clause_places_of(Clauses, Out, Places),
          part_left_out(Text, 'Left out, because it is above, or `solve` and `best` find it here:', Places),
          unread_left_out(Text, Clauses) )).
skeleton(Text, kind(game, foreign(Clauses, Structure), _), Skeleton) :- !,
    (   part(fluents, Structure, Fluents)
    ->  rules_of_position(Clauses, Structure, Kept),
        findall(fluent(PI), member(PI, Fluents), Changes),
        Why = 'Left out, because it changes or prints facts, or searches; `best` and `solve` search here:'
    ;   tables(Clauses, Structure, Kept), Fluents = [], Changes = [],
        Why = 'Not taken over: its positions are terms, and the rules of a game are about facts (docs/rules.md).'
    ),
    findall(PI, ( defined(Clauses, PI), \+ memberchk(PI, Kept) ), Out),
    clause_places_of(Clauses, Out, Places),
    with_output_to(string(Skeleton),
        ( orders_left_out(Text, Clauses),
          forall(member(PI, Fluents), fluent_told(PI)),
          format('% Write role, init, legal, next, terminal and goal. This writes an example, or with~n\
% --kind puzzle one for a single role:~n\
%   pygame-search new NAME --kind two-player~n~n'),
          initial_facts(Clauses, Fluents),
          ( Kept == [] -> true ; kept(Text, Clauses, Out, Changes), nl ),
          part_left_out(Text, Why, Places),
          unread_left_out(Text, Clauses) )).
skeleton(Text, kind(Name, foreign(Clauses, Structure), _), Skeleton) :-
    findall(Edit, ( foreign_edit(Name, Clauses, Structure, Edit) ), Edits),
    (   Name == program
    ->  findall(PI, ( part(prints, Structure, Ps), member(PI, Ps) ), Out), Why = 'it prints'
    ;   left_out(Clauses, Structure, Out), Why = none
    ),
    findall(N-Here, member(rename(N, Here), Edits), Renames),
    with_output_to(string(Skeleton),
        ( orders_left_out(Text, Clauses),
          forall(( member(Edit, Edits), clause_of_edit(Edit, Added) ), format('~s~n', [Added])),
          forall(member(unknown(Here), Edits),
                 format('% ~w(..): which state? Write a fact of ~w/1.~n', [Here, Here])),
          forall(member(unsure(T, M), Edits),
                 format('% The file does not tell whether ~w is the next state, or ~w: see to it.~n', [T, M])),
          forall(member(questions(Names), Edits),
                 ( listed(Names, L), format('% ~w: write the clause that asks the search.~n', [L]) )),
          ( Name == space -> kept_members(Clauses, Out, Members) ; Members = [] ),
          forall(member(members(_, Facts), Members), format('~s~n', [Facts])),
          ( Edits = [_|_], \+ ( member(Edit, Edits), Edit \= rename(_, _) ) -> true ; nl ),
          append(Renames, Members, Changes), kept(Text, Clauses, Out, Changes),
          forall(reason(Name, Structure, Clauses, Out, Why, Reason, PIs),
                 ( nl, clause_places_of(Clauses, PIs, Places1), part_left_out(Text, Reason, Places1) )),
          unread_left_out(Text, Clauses) )).

%   initial_facts(+Clauses, +Fluents): print what holds at the start, as far as the file has it as facts.

initial_facts(Clauses, Fluents) :-
    forall(( member(clause(Fact, true, _, _), Clauses), callable(Fact), ground(Fact),
             functor(Fact, Name, Arity), memberchk(Name/Arity, Fluents) ),
           ( print_term_plain(init(Fact)), format('.~n') )).

%   fluent_told(+PI): say how facts of PI are written in a game.

fluent_told(Name/Arity) :-
    functor(Fact, Name, Arity),
    Fact =.. [_|Arguments],
    letters(Arguments, 'A'),
    with_output_to(string(F), print_term_plain(Fact)),
    format('% ~q: these facts change, so each is a fluent. init(~w) gives those at the start,~n', [Name/Arity, F]),
    format('% next(~w) those after a move, and true(~w) asks for one.~n', [F, F]).

orders_left_out(Text, Clauses) :-
    forall(left_out_order(Clauses, Reason, Places), ( part_left_out(Text, Reason, Places), nl )).

unread_left_out(Text, Clauses) :-
    unread(Text, Clauses, Unread),
    (   Unread == [] -> true
    ;   nl, part_left_out(Text, 'Left out, because it cannot be read:', Unread)
    ).

%   left_out_order(+Clauses, -Reason, -Places) is nondet: the directives and questions of the file.

left_out_order(Clauses, Reason, Places) :-
    member(Kind-Reason,
           [ run-'Left out, because nothing of a rule file is run:',
             declaration-'Left out, because rules need no declaration:',
             question-'Left out, because questions are asked by `ask` and in `repl`:' ]),
    findall(Place,
            ( member(Order, Clauses), order_kind(Order, Kind),
              Order = ordered(_, _, _, source(Place, _, _)) ),
            Places),
    Places \== [].

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

%   reason(+Name, +Structure, +Clauses, +Out, +Why, -Reason, -PIs) is nondet.

reason(program, _, _, Out, _, 'Left out, because it prints:', Out) :- !, Out \== [].
reason(_, Structure, _, Out, _, 'Left out, because `path` searches here:', PIs) :-
    part(search, Structure, Search), part(drivers, Structure, Drivers),
    findall(PI, ( member(PI, Out), ( memberchk(PI, Search) ; memberchk(PI, Drivers) ) ), PIs),
    PIs \== [].
reason(_, Structure, _, Out, _, 'Left out, because `path` and `show` print here:', PIs) :-
    part(search, Structure, Search), part(drivers, Structure, Drivers),
    part(prints, Structure, Prints),
    findall(PI, ( member(PI, Out), memberchk(PI, Prints),
                  \+ memberchk(PI, Search), \+ memberchk(PI, Drivers) ), PIs),
    PIs \== [].
reason(_, Structure, _, Out, _, 'Left out, because a state is one term here, as above:', PIs) :-
    findall(PI, ( member(PI, Out), spread_end(Structure, PI) ), PIs),
    PIs \== [].
reason(_, Structure, _, Out, _, 'Left out, because neither start, goal nor moves need it:', PIs) :-
    part(search, Structure, Search), part(drivers, Structure, Drivers),
    part(prints, Structure, Prints),
    findall(PI, ( member(PI, Out), \+ memberchk(PI, Prints), \+ spread_end(Structure, PI),
                  \+ memberchk(PI, Search), \+ memberchk(PI, Drivers) ), PIs),
    PIs \== [].

kept(Text, Clauses, Out, Renames) :-
    forall(( member(C, Clauses), C = clause(Head, _, _, source(From-To, _, _)), callable(Head),
             functor(Head, N, A), \+ memberchk(N/A, Out) ),
           ( findall(At-(Old-New), name_at(C, Renames, At, Old, New), Ats0),
             sort(Ats0, Ats),
             renamed(Ats, Text, From, To, Copy),
             format('~s.~n', [Copy]) )).

%   name_at(+Clause, +Changes, -At, -Old, -New) is nondet: what stands at At, a name or text(Length), is
%   New there.

name_at(clause(Head, _, _, source(_, At-_, _)), Renames, At, Old, New) :-
    functor(Head, Old, A), memberchk(Old/A-New, Renames).
name_at(Clause, Renames, At, Old, New) :-
    member(Old/A-New, Renames),
    called([Clause], Old/A, At-_).
name_at(Clause, Changes, At, text(Length), New) :-
    Clause = clause(_, _, _, source(_, _, Variables)),
    asks(Clause, Goal, At-To, _),
    Goal = member(X, List),
    memberchk(members(List-Name, _), Changes),
    Length is To - At,
    named(X, Variables, Named),
    New0 =.. [Name, Named],
    with_output_to(string(New), print_term_plain(New0)).

name_at(Clause, Changes, At, text(0), New) :-
    asks(Clause, Goal, From-To, _),
    callable(Goal), functor(Goal, Name, Arity), memberchk(fluent(Name/Arity), Changes),
    ( At = From, New = "true(" ; At = To, New = ")" ).

%   kept_members(+Clauses, +Out, -Members): a members(List-Name, Facts) for each list whose members a
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
    ;   findall(Text,
                ( member(X, List), Fact =.. [Name, X],
                  with_output_to(string(Text), ( print_term_plain(Fact), write('.') )) ),
                Texts0),
        list_to_set(Texts0, Texts),
        atomic_list_concat(Texts, ' ', Facts),
        Members = [members(List-Name, Facts)|Members1], Rest = Lists
    ),
    members_facts(Rest, Next, Clauses, Members1).

%   renamed(+Ats, +Text, +From, +To, -Copy): Copy is From-To of Text, with other names.

renamed([], Text, From, To, Copy) :-
    Length is To - From,
    sub_string(Text, From, Length, _, Copy).
renamed([At-(Old-New)|Ats], Text, From, To, Copy) :-
    Before is At - From,
    sub_string(Text, From, Before, _, First),
    (   Old = text(Length) -> Next is At + Length, Name = New
    ;   written(Old, Text, At, Length)
    ->  Next is At + Length, format(string(Name), '~q', [New])
    ;   Next = At, Name = ""
    ),
    renamed(Ats, Text, Next, To, Rest),
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

%   part_left_out(+Text, +Reason, +Places): print Places of Text as comments.

part_left_out(Text, Reason, Places) :-
    format('% ~w~n', [Reason]),
    forall(member(From-To, Places),
           ( Length is To - From,
             sub_string(Text, From, Length, _, Copy),
             split_string(Copy, "\n", "", Lines),
             atomic_list_concat(Lines, '\n% ', Commented),
             format('% ~w.~n', [Commented]) )).
