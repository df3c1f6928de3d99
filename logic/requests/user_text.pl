:- encoding(utf8).
:- module(reading,
          [ read_in/3,                  % +Game, +Text, -Term
            read_state/3,               % +Game, +Text, -State
            must_be_kif/2,              % +Game, +Text
            understood/4,               % +Game, +State, +Move, -Joint
            moves_written/5,            % +Game, +State, +Roles, +Text, -RoleMoves
            moves_begun/4               % +Game, +State, +Text, -Begun
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth1/3]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/notations)).
:- use_module(logic(questions/states), [state_of/3]).
:- use_module(logic(reader/kif)).
:- use_module(logic(reader/prolog_reader)).
:- use_module(logic(reader/term_text)).

/** <module> Read moves and fluents

Moves and fluents stay text until they are read here, in the syntax of the rule file.  If a
text is in the other syntax, the error shows it in the right one.
*/

%!  read_in(+Game, +Text, -Term) is det.
%
%   Term is a fluent, a move, or a list of these; in KIF a list is written [a (b c)].
%
%   Throws: other_syntax, and what kif.pl and prolog_reader.pl throw.

read_in(Game, Text, Term) :-
    term_syntax(Game, Syntax),
    catch(read_value(Syntax, Text, Term), error(Formal, Context),
          ( must_be_in_syntax(Game, Text), throw(error(Formal, Context)) )).

term_syntax(Game, Syntax) :- ( Game:syntax(kif) -> Syntax = kif ; Syntax = prolog ).

read_value(kif, Text, Term) :- read_kif_value(Text, Term).
read_value(prolog, Text, Term) :- read_ground_term(Text, Term).

%   must_be_in_syntax(+Game, +Text): Text is not in the other syntax.

must_be_in_syntax(Game, Text) :-
    term_syntax(Game, Syntax),
    (   in_other_syntax(Syntax, Text, Term)
    ->  value_text(Game, Term, Right),
        throw(error(other_syntax(Syntax, Right, Text), _))
    ;   true
    ).

%!  must_be_kif(+Game, +Text) is det.
%
%   Text is not written as in Prolog: KIF reads [a(b), c] as [a (b) c].
%
%   Throws: other_syntax.

must_be_kif(Game, Text) :-
    ( Game:syntax(kif) -> must_be_in_syntax(Game, Text) ; true ).

in_other_syntax(Syntax, Text, Term) :-
    opening(Text, Name),
    ( Syntax == kif -> Name = name, Other = prolog ; Name = none, Other = kif ),
    catch(read_value(Other, Text, Term), error(_, _), fail).

%   opening(+Text, -Name) is semidet: Name is `name` if each parenthesis of Text follows a
%   name, as in Prolog, and `none` if none does, as in KIF.

opening(Text, Name) :-
    string_codes(Text, Codes),
    findall(N, ( append(_, [B, 0'(|_], [0'\s|Codes]), behind(B, N) ), Names),
    sort(Names, [Name]).

behind(Code, Name) :-
    ( ( code_type(Code, csym) ; Code =:= 0'\' ) -> Name = name ; Name = none ).

value_text(Game, Term, Text) :-
    (   is_list(Term)
    ->  maplist(term_text(Game), Term, Texts),
        atomic_list_concat(Texts, ', ', Inner),
        format(string(Text), '[~w]', [Inner])
    ;   term_text(Game, Term, Text)
    ).

%!  read_state(+Game, +Text, -State) is det.
%
%   Text is the list of the fluents of State.
%
%   Throws: what read_in/3 throws, not_a_state, not_possible.

read_state(Game, Text, State) :-
    read_in(Game, Text, Term),
    catch(state_of(Game, Term, State), error(Formal, _), told_in(Game, Text, Formal)).

%   told_in(+Game, +Text, +Formal): throws the error about Text, with its term in the syntax of the
%   rule file.

told_in(Game, Text, Formal) :-
    must_be_kif(Game, Text),
    (   Game:syntax(kif), in_kif(Formal, InKif)
    ->  throw(error(InKif, _))
    ;   throw(error(Formal, _))
    ).

in_kif(not_possible(Term), not_possible_text(Text)) :- kif_text(Term, Text).
in_kif(not_a_state(Term), not_a_state_text(Text)) :-
    ( is_list(Term) -> Text = Term ; kif_text(Term, Text) ).

%!  understood(+Game, +State, +Move, -Joint) is semidet.
%
%   Move is a joint move, as a list of moves in the order of the roles, or the move of one
%   role if the others have no choice.  A joint move is never empty, so [] in KIF is the name.

understood(Game, State, [], Joint) :-
    Game:syntax(kif), !,
    understood(Game, State, '[]', Joint).
understood(Game, State, Moves, Joint) :-
    is_list(Moves), !,
    findall(R, Game:role(R), Rs),
    length(Rs, N), length(Moves, N),
    forall(nth1(I, Rs, R),
           ( role_moves(Game, State, R, Legal), nth1(I, Moves, M), memberchk(M, Legal) )),
    Joint =.. [d|Moves].
understood(Game, State, Move, Joint) :-
    joint_moves(Game, State, Joints),
    by_choice(Game, State, Joints, Move, Joint).

%!  moves_written(+Game, +State, +Roles, +Text, -RoleMoves) is det.
%
%   RoleMoves are the legal moves of Roles whose first notation in State is Text; if there
%   are none, those of which another notation is.  The suffix may be omitted.

moves_written(Game, State, Roles, Text, RoleMoves) :-
    findall(RM, notated_move(Game, State, Roles, RM), RMs),
    suffix_joints(Game, State, Joints),
    (   setof(RM, first_reads(Game, State, Joints, Text, RMs, RM), RoleMoves) -> true
    ;   setof(RM, any_reads(Game, State, Joints, Text, RMs, RM), RoleMoves) -> true
    ;   RoleMoves = []
    ).

first_reads(Game, State, Joints, Text, RMs, Role-Move) :-
    member(Role-Move, RMs),
    once(stem(Game, State, Role, Move, Stem)),
    reads(Game, State, Joints, Text, Move, Stem).

any_reads(Game, State, Joints, Text, RMs, Role-Move) :-
    member(Role-Move, RMs),
    stem(Game, State, Role, Move, Stem),
    reads(Game, State, Joints, Text, Move, Stem).

notated_move(Game, State, Roles, Role-Move) :-
    member(Role, Roles),
    role_moves(Game, State, Role, Moves),
    member(Move, Moves),
    Move \== noop.

reads(Game, State, Joints, Text, Move, Stem) :-
    string_concat(Stem, Rest, Text),
    ( Rest == "" -> true ; suffix(Game, State, Joints, Move, Suffix), Suffix == Rest ).

%!  moves_begun(+Game, +State, +Text, -Begun) is det.
%
%   Begun has Length-Move for each legal move of a notation in State with which Text begins, and
%   how many characters of Text that is, with the suffix or without.  In order, without duplicates.

moves_begun(Game, State, Text, Begun) :-
    findall(Role, Game:role(Role), Roles),
    suffix_joints(Game, State, Joints),
    findall(Length-Move,
            ( notated_move(Game, State, Roles, Role-Move),
              stem(Game, State, Role, Move, Stem), Stem \== "",
              begins(Game, State, Joints, Text, Move, Stem, Length) ),
            Found),
    sort(Found, Begun).

begins(Game, State, Joints, Text, Move, Stem, Length) :-
    string_concat(Stem, Rest, Text),
    string_length(Stem, N),
    (   Length = N
    ;   Rest \== "",
        suffix(Game, State, Joints, Move, Suffix), Suffix \== "",
        string_concat(Suffix, _, Rest), string_length(Suffix, M), Length is N + M
    ).
