:- encoding(utf8).
:- module(rules_hash,
          [ rules_hash/2,               % +Game, -Hash
            parameters/2                % +Game, -Pairs
          ]).
:- use_module(library(sha), [hash_atom/2, sha_hash/3]).
:- use_module(logic(reader/term_text), [value_text/2]).
:- use_module(logic(support/json_text)).

/** <module> The hash by which a certificate names its rules

Python writes the same hash into a certificate (pygame_search/solving/solution.py): the SHA-256 of
three texts with line ends between them: the syntax, the parameters in force, and the rule file.
The parameters are pairs of name and text, sorted by name, as JSON.
*/

%!  rules_hash(+Game, -Hash) is det.
%
%   Hash, a string, is that of the rules of Game.

rules_hash(Game, Hash) :-
    Game:syntax(Syntax),
    Game:text(Text),
    parameters(Game, Pairs),
    json_text(Pairs, Parameters),
    atomic_list_concat([Syntax, Parameters, Text], '\n', Hashed),
    sha_hash(Hashed, Bytes, [algorithm(sha256), encoding(utf8)]),
    hash_atom(Bytes, Atom),
    atom_string(Atom, Hash).

%!  parameters(+Game, -Pairs) is det.
%
%   Each of Pairs is [Name, Value], strings, for a parameter in force; they are sorted.

parameters(Game, Pairs) :-
    findall([Name, Value],
            ( Game:rule(parameter(Name0, Value0), []),
              atom_string(Name0, Name), value_text(Value0, Value) ),
            Pairs0),
    sort(Pairs0, Pairs).
