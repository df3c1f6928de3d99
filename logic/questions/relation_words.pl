:- encoding(utf8).
:- module(relation_words,
          [ relation_words/5            % +Game, ?PredicateIndicator, -Kind, -Text, -About
          ]).
:- use_module(library(apply), [foldl/6, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(language/vocabulary), [argument_sorts/2, relation/3 as word]).
:- use_module(logic(language/program_words), [program_relation/2]).
:- use_module(logic(questions/ask)).
:- use_module(logic(questions/knowledge), [knowledge_meaning/2]).
:- use_module(logic(questions/states), [state_relation/1]).
:- use_module(logic(reader/writer)).

/** <module> What can be asked, for a list to choose from
*/

%!  relation_words(+Game, ?PredicateIndicator, -Kind, -Text, -About) is nondet.
%
%   The relation can be asked of a position. Text is an atom of it in the syntax of the game, with
%   variables that say what its arguments are, and About says what it means, or is empty.  Kind
%   is `language` if the rule language has the relation, `own` for another one of the rules,
%   `search`, `knowledge` for what a role knows, or `states` for a relation over all states.

relation_words(Game, PI, Kind, Text, About) :-
    can_be_asked(Game, PI),
    \+ Game:needs_step(PI),
    once(described(Game, PI, Kind, Atom, Names0, About)),
    Game:syntax(Syntax),
    maplist(proper(Syntax), Names0, Names),
    body_text(Syntax, [call(Atom)], Names, Text).

proper(Syntax, variable(Name0, V, Place), variable(Name, V, Place)) :-
    variable_name(Syntax, Name0, Name).

described(Game, PI, language, Atom, Names, About) :-
    ( PI == true/1 -> true ; Game:defined(PI) ),
    word(PI, _, About),
    argument_sorts(PI, Sorts),
    named_atom(PI, Sorts, Atom, Names).
described(Game, PI, own, Atom, Names, "") :-
    Game:defined(PI),
    PI = Name/Arity,
    functor(Head, Name, Arity),
    findall(Head-Vs, Game:written(Head, _, source(_, _, Vs)), Heads),
    findall(Argument, ( between(1, Arity, I), argument_name(I, Heads, Argument) ), Arguments),
    named_atom(PI, Arguments, Atom, Names).
described(_, PI, search, Atom, Names, About) :-
    search_meaning(PI, Meaning),
    meant(Meaning, Atom, Names, About).
described(_, PI, knowledge, Atom, Names, About) :-
    (   knowledge_meaning(PI, Meaning)
    ;   member(PI, [percepts/3, view/2, believed/3]), program_relation(PI, Meaning)
    ),
    meant(Meaning, Atom, Names, About).
described(_, PI, states, Atom, Names, About) :-
    state_relation(PI),
    (   PI == position/1 -> Meaning = "position(S): S is the state of the question"
    ;   program_relation(PI, Meaning)
    ),
    meant(Meaning, Atom, Names, About).

%   argument_name(+I, +Heads, -Name): that of the first variable in this place of a clause.

argument_name(I, Heads, Name) :-
    (   member(Head-Vs, Heads),
        arg(I, Head, X), var(X),
        member(variable(Name, V, _), Vs), V == X,
        \+ sub_atom(Name, 0, 1, _, '_')
    ->  true
    ;   Name = x
    ).

%   named_atom(+PredicateIndicator, +Words, -Atom, -Names): the arguments are variables that have
%   the words as names, with a number after a word that has occurred.

named_atom(Name/_, Words, Atom, Names) :-
    foldl(variable_named, Words, Vs, Names, [], _),
    Atom =.. [Name|Vs].

variable_named(Word, V, variable(Name, V, []), Before, [Word|Before]) :-
    findall(x, member(Word, Before), Xs), length(Xs, N),
    ( N =:= 0 -> Name = Word ; atom_concat(Word, N, Name) ).

%   meant(+Meaning, -Atom, -Names, -About): Meaning is as "role(R): R is a role".

meant(Meaning, Atom, Names, About) :-
    once(sub_string(Meaning, Before, 2, After, ": ")),
    sub_string(Meaning, 0, Before, _, Text),
    sub_string(Meaning, _, After, 0, About),
    term_string(Atom, Text, [variable_names(Pairs)]),
    maplist(source_variable, Pairs, Names).

source_variable(Name=V, variable(Name, V, [])).
