:- encoding(utf8).
:- module(json_text, [ json_text/2 ]).      % +Json, -Text
:- use_module(library(apply), [maplist/3]).

/** <module> JSON as Python's json.dumps(.., ensure_ascii=False) writes it
*/

%!  json_text(+Json, -Text) is det.
%
%   Json is a string, a number, `true`, `false`, `null`, a list, or a dict, as the JSON library has
%   them.

json_text(Json, Text) :- json(Json, Atom), atom_string(Atom, Text).

json(Json, Text) :-
    (   string(Json)
    ->  quoted(Json, Text)
    ;   is_list(Json)
    ->  maplist(json, Json, Parts), joined('[', Parts, ']', Text)
    ;   is_dict(Json)
    ->  dict_pairs(Json, _, Pairs), maplist(member_text, Pairs, Parts), joined('{', Parts, '}', Text)
    ;   format(atom(Text), '~w', [Json])
    ).

joined(Open, Parts, Close, Text) :-
    atomic_list_concat(Parts, ', ', Inner),
    atomic_list_concat([Open, Inner, Close], Text).

member_text(Key-Json, Text) :-
    quoted(Key, Name),
    json(Json, Value),
    atomic_list_concat([Name, ': ', Value], Text).

quoted(Text, Quoted) :-
    atom_codes(Text, Codes),
    maplist(written, Codes, Parts),
    atomic_list_concat(Parts, Inner),
    atomic_list_concat(['"', Inner, '"'], Quoted).

written(0'", '\\"') :- !.
written(0'\\, '\\\\') :- !.
written(0'\n, '\\n') :- !.
written(0'\r, '\\r') :- !.
written(0'\t, '\\t') :- !.
written(0'\b, '\\b') :- !.
written(0'\f, '\\f') :- !.
written(Code, Escape) :- Code < 32, !, format(atom(Escape), '\\u~|~`0t~16r~4+', [Code]).
written(Code, Char) :- char_code(Char, Code).
