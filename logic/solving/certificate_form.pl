:- encoding(utf8).
:- module(certificate_form,
          [ line_object/2,              % +Line, -Object
            must_be_head/1,             % +Head
            must_be_entry/2,            % +Entry, +Head
            must_be_outcome/4,          % +Value, +Distance, +Move, +Head
            role_value_in/3             % +Values, +Role, -Value
          ]).
:- if(exists_source(library(json))).    % SWI-Prolog 10
:- use_module(library(json), [atom_json_dict/3]).
:- else.
:- use_module(library(http/json), [atom_json_dict/3]).
:- endif.
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(logic(support/json_text)).

/** <module> The form of the lines of a certificate

A certificate as lines of JSON has a head, then an entry for each state; the head of a rival's
part is the member `rival` of a line.  JSON objects are dicts.

    text, number, count, decimal, truth, strength, plies, move, value
    list(Form)          a list of any length
    object(Form)        an object whose members have any names
    or_null(Form)

What is wrong is thrown as error(certificate_form(Text), _): what was expected, and what was found.
*/

%   The format that is read; Python writes it (pygame_search/solving/certificate_header.py).

version(2).

head_form([ game-text, parameters-object(text), rules-text, role-text, position-list(text),
            solved-strength, values-object(value), distance-plies,
            cycle-or_null(list(list(text))), states-count, nodes-count, seconds-decimal,
            method-text, tier-text, draw-value, finite-truth, longest-plies, lead-count ]).

entry_form([ state-list(text), value-value, distance-plies, move-move ]).

%!  line_object(+Line, -Object) is det.
%
%   Object is the JSON object of Line, a text or the object itself.

line_object(Line, Object) :-
    (   string(Line)
    ->  catch(atom_json_dict(Line, Object, []), error(_, _),
              wrong("expected JSON, found ~w", [Line]))
    ;   Object = Line
    ).

%!  must_be_head(+Head) is det.
%
%   Head has the form of a head, of the version that is read.

must_be_head(Head) :-
    must_have([version-number], Head),
    version(Version),
    (   Head.version =:= Version
    ->  true
    ;   get_dict(solved, Head, "equilibrium")
    ->  wrong("expected the solution of an open game, found an equilibrium of one with hidden \c
              information, which `pygame-search verify` checks", [])
    ;   wrong("version: expected ~d, found ~d", [Version, Head.version])
    ),
    head_form(Form),
    must_have(Form, Head),
    (   role_value_in(Head.values, Head.role, Value)
    ->  must_agree(Value, Head.distance, Head)
    ;   wrong("values: expected that for '~w', found none", [Head.role])
    ).

%!  must_be_entry(+Entry, +Head) is det.
%
%   Entry has the form of an entry in the part of Head.

must_be_entry(Entry, Head) :-
    entry_form(Form),
    must_have(Form, Entry),
    must_agree(Entry.value, Entry.distance, Head).

%!  must_be_outcome(+Value, +Distance, +Move, +Head) is det.
%
%   An entry in the part of Head may have these members.

must_be_outcome(Value, Distance, Move, Head) :-
    must_be_entry(_{state: [], value: Value, distance: Distance, move: Move}, Head).

%!  role_value_in(+Values, +Role, -Value) is semidet.
%
%   Value is that of Role, a text, in the object Values.

role_value_in(Values, Role, Value) :-
    get_dict(Key, Values, Value0),
    atom_string(Key, Role), !,
    Value = Value0.

%   must_agree(+Value, +Distance, +Head): a state without a distance has the value of endless play,
%   which is null where no rule gives it one.

must_agree(Value, Distance, Head) :-
    Draw = Head.draw,
    (   Value == Draw, Value \== null, Head.finite \== true,
        Head.solved == "strong", integer(Distance), Distance > 0
    ->  wrong("expected a state with the value of endless play to be without a distance, found ~w",
              [Distance])
    ;   ( Value == null, ( Distance \== null ; Draw \== null )
        ; Distance == null, ( Value \== Draw ; Head.finite == true )
        )
    ->  wrong("expected a value with a distance to the end, found value ~w and distance ~w",
              [Value, Distance])
    ;   true
    ).

% ---- forms -----------------------------------------------------------------

must_have(Form, Object) :-
    ( is_dict(Object) -> true ; unlike("", object(_), Object) ),
    forall(member(Name-Each, Form),
           (   get_dict(Name, Object, Part)
           ->  format(string(Place), "~w: ", [Name]),
               must_fit(Each, Part, Place)
           ;   words(Each, Words),
               wrong("expected '~w', ~w, found none", [Name, Words])
           )).

must_fit(Form, Data, Place) :-
    ( fits(Form, Data) -> true ; unlike(Place, Form, Data) ),
    forall(part(Form, Data, Name, Part, Each),
           ( format(string(Inner), "~w~w: ", [Place, Name]), must_fit(Each, Part, Inner) )).

part(list(Form), Data, I, Part, Form) :- nth1(I, Data, Part).
part(object(Form), Data, Name, Part, Form) :- get_dict(Name, Data, Part).
part(or_null(Form), Data, Name, Part, Each) :- Data \== null, part(Form, Data, Name, Part, Each).

fits(text, Data) :- string(Data).
fits(number, Data) :- integer(Data).
fits(count, Data) :- integer(Data), Data >= 0.
fits(decimal, Data) :- number(Data).
fits(truth, Data) :- memberchk(Data, [true, false, null]).
fits(strength, Data) :- memberchk(Data, ["weak", "strong"]).
fits(plies, Data) :- ( Data == null -> true ; fits(count, Data) ).
fits(value, Data) :- ( Data == null -> true ; integer(Data) ).
fits(move, Data) :- ( Data == null -> true ; string(Data) ).
fits(list(_), Data) :- is_list(Data).
fits(object(_), Data) :- is_dict(Data).
fits(or_null(Form), Data) :- ( Data == null -> true ; fits(Form, Data) ).

words(text, 'a text').
words(number, 'a number').
words(count, 'a number of 0 or more').
words(decimal, 'a number or a decimal number').
words(truth, 'true or false or null').
words(strength, 'one of weak, strong').
words(plies, 'plies or null').
words(value, 'a number or null').
words(move, 'a text or null').
words(list(text), 'a list of texts') :- !.
words(list(list(text)), 'a list of lists of texts').
words(object(_), 'a JSON object').
words(or_null(Form), Words) :- words(Form, Words0), atom_concat(Words0, ' or null', Words).

unlike(Place, Form, Data) :-
    words(Form, Words),
    json_text(Data, Text0),
    (   string_length(Text0, Length), Length > 60
    ->  sub_string(Text0, 0, 59, _, Start), string_concat(Start, "\u2026", Text)
    ;   Text = Text0
    ),
    wrong("~wexpected ~w, found ~w", [Place, Words, Text]).

wrong(Format, Arguments) :-
    format(string(Text), Format, Arguments),
    throw(error(certificate_form(Text), _)).
