:- module(test_vocabulary, []).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2]).
:- use_module(library(plunit)).
:- use_module(library(readutil), [read_file_to_string/3]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(checker/static_checks)).
:- use_module(logic(language/vocabulary)).
:- use_module(logic(reader/prolog_reader)).

:- dynamic folder/1.
:- prolog_load_context(directory, Folder), assertz(folder(Folder)).

%   may_depend(+Layer, -Literals): what the rules of a relation of Layer may ask.

may_depend(static, []).
may_depend(state, ["true(f)"]).
may_depend(step, ["true(f)", "does(a, m)"]).

%   codes(+PI, +Literal, -Codes): the faults of a game with a rule for PI that asks Literal.

codes(Name/Arity, Literal, Codes) :-
    functor(Head, Name, Arity),
    Head =.. [_|Arguments],
    maplist(=(1), Arguments),
    ( relation(Name/Arity, space, _) -> Kind = space ; Kind = game ),
    format(string(Text), "role(a). init(f). legal(a, m). next(f). ~q :- ~s.~n", [Head, Literal]),
    read_rules(Text, Rules, _),
    check_rules(Kind, Rules, Faults),
    findall(Code, member(fault(_, Code, _, _), Faults), Codes).

:- begin_tests(vocabulary).

test(each_row_is_found_by_its_name, [forall(relation(PI, Kind, Use)), true(Kinds == [Kind-Use])]) :-
    findall(K-U, relation(PI, K, U), Kinds).

test(a_layer_is_what_rules_may_depend_on,
     [forall(( relation_layer(PI, Layer), may_depend(Layer, Allowed),
               member(Literal, ["true(f)", "does(a, m)"]) ))]) :-
    codes(PI, Literal, Codes),
    (   memberchk(Literal, Allowed) -> \+ memberchk(depends, Codes)
    ;   memberchk(depends, Codes)
    ).

test(each_relation_has_its_place_in_the_documents,
     [forall(( relation(Name/Arity, Kind, _), Kind \== builtin, Name \== 'occurred after' ))]) :-
    folder(Folder),
    findall(Text,
            ( member(File, ['rules.md', 'gdl.md']),
              atomic_list_concat([Folder, '/../../../docs/', File], Path),
              read_file_to_string(Path, Text, [encoding(utf8)]) ),
            Texts),
    ( Arity =:= 0 -> Word = Name ; atom_concat(Name, '(', Word) ),
    atom_concat('`', Word, Quoted),
    once(( member(Text, Texts), sub_string(Text, _, _, _, Quoted) )).

:- end_tests(vocabulary).
