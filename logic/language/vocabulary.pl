:- encoding(utf8).
:- module(vocabulary,
          [ relation/3,                 % ?Name/Arity, ?Kind, ?Use
            input_relation/1            % ?Name/Arity
          ]).

/** <module> The vocabulary of the rule language

One table for the checker, the compiler and the documents.
*/

%!  relation(?Name/Arity, ?Kind, ?Use) is nondet.
%
%   Kind is `game` for the relations of the Game Description Language, `option` for
%   optional relations of a rule file, `space` for a state space in the form of Poole,
%   Mackworth and Goebel, `literal` for relations that occur in bodies only, and
%   `builtin` for built-in literals, which no rule defines.

relation(role/1,       game,    'a player').
relation(init/1,       game,    'a fluent that holds at the start').
relation(legal/2,      game,    'a move that a role may do now').
relation(next/1,       game,    'a fluent that holds after the step').
relation(terminal/0,   game,    'the game is over').
relation(goal/2,       game,    'the utility of the state for a role').
relation(sees/2,       game,    'what a role perceives').
relation(base/1,       game,    'a fluent that may hold').
relation(input/2,      game,    'a move that may be legal').
relation(true/1,       literal, 'a fluent that holds now').
relation(does/2,       literal, 'a move that a role does in this step').
relation(not/1,        builtin, 'its argument does not hold').
relation(distinct/2,   builtin, 'two terms differ').
relation(dif/2,        builtin, 'two terms differ').
relation(between/3,    builtin, 'a whole number from the first to the second').
relation(count/3,      builtin, 'how many instances of a template hold').
relation(title/1,      option,  'the name of the game').
relation(source/1,     option,  'where the game is from').
relation(about/1,      option,  'what the game is about').
relation(convention/1, option, 'whose conventions hold, own or gdl').
relation(parameter/2,  option,  'a parameter and its default').
relation(constant_sum/1, option, 'what the goals of two players add up to').
relation(feature/3,    option,  'a distinct instance that counts for a role').
relation(weight/2,     option,  'what each instance of a feature is worth').
relation(quiet/0,      option,  'the evaluation may be trusted now').
relation(advice/3,     option,  'a move that knowledge advises, by rank').
relation(draw/3,       option,  'the text on a square of the board').
relation(notation/2,   option,  'a move as people write it').
relation(h/1,          option,  'an estimate of the cost from here to a goal').
relation(start/1,      space,   'the start node').
relation(arc/2,        space,   'an arc from a node to its neighbour').
relation(arc/3,        space,   'an arc and its cost').
relation(neighbours/2, space,   'a node and the list of its neighbours').
relation(is_goal/1,    space,   'a goal node').
relation(h/2,          space,   'an estimate of the cost from a node to a goal').

%!  input_relation(?Name/Arity) is nondet.
%
%   Relations that are only called with their first argument given: its variables
%   need no binder.

input_relation(notation/2).
input_relation(arc/2).
input_relation(arc/3).
input_relation(neighbours/2).
input_relation(is_goal/1).
input_relation(h/2).
