:- encoding(utf8).
:- module(vocabulary,
          [ relation/3,                 % ?Name/Arity, ?Kind, ?Use
            relation_layer/2,           % ?Name/Arity, ?Layer
            relation_mark/2,            % ?Name/Arity, ?Mark
            network_output/2,           % +Asked, ?Name/Arity
            argument_sort/3,            % ?Name/Arity, ?I, ?Sort
            argument_sorts/2,           % ?Name/Arity, ?Sorts
            colour/1                    % ?Colour
          ]).
:- use_module(library(lists), [member/2]).

/** <module> The vocabulary of the rule language

Each relation of the language is a row of row/5, and everything else reads the rows: the
checker, the compiler, the converters, the grounder, and through it the network of the
native tier.
*/

%   row(?Signature, ?Kind, ?Layer, ?Marks, ?Use) is nondet.
%
%   Signature has the name of the relation and the sort of each argument: `role`, `fluent`,
%   `move`, `node`, `number`, `name` or `text`; any other word is a plain term, as is
%   `instance`, which the network does not keep.
%
%   Kind is `game` for the relations of the Game Description Language, `option` for
%   optional relations of a rule file, `space` for a state space in the form of Poole,
%   Mackworth and Goebel, `literal` for relations that occur in bodies only, and
%   `builtin` for built-in literals, which no rule defines.
%
%   Layer is what the relation may depend on: `static` on nothing, `state` on the fluents
%   that hold, `step` also on the moves of the step.  No rule defines one of layer `none`.
%   For the kind `space` it holds only in a file that defines start/1.
%
%   Marks are a list of
%
%       needed          every game defines it
%       offered         the module of a game offers it to searches (compile_lists.pl)
%       offered(Name)   as `offered`, under another name
%       first           only its first answer counts
%       output          an output of the network, which the native tier computes; of layer
%                       `state` (legal/2 and next/1 are the network itself)
%       output(asked)   as `output`, but only in a network for which it is asked
%       input(N)        it is called with its first N arguments given, whose variables
%                       need no other literal to bind them
%       display         its arguments are for human readers

row(role(name),               game,    static, [needed], 'a player').
row(init(fluent),             game,    static, [], 'a fluent that holds at the start').
row(legal(role, move),        game,    state,  [needed, offered], 'a move that a role may do now').
row(next(fluent),             game,    step,   [], 'a fluent that holds after the step').
row(terminal,                 game,    state,  [needed, offered, first, output], 'the game is over').
row(goal(role, number),       game,    state,  [needed, offered, output], 'the utility of the state for a role').
row(sees(role, percept),      game,    step,   [], 'what a role perceives').
row(base(fluent),             game,    static, [], 'a fluent that may hold').
row(input(role, move),        game,    static, [], 'a move that may be legal').
row(true(fluent),             literal, none,   [], 'a fluent that holds now').
row(does(role, move),         literal, none,   [], 'a move that a role does in this step').
row(not(goal),                builtin, none,   [], 'its argument does not hold').
row(distinct(term, term),     builtin, none,   [], 'two terms differ').
row(dif(term, term),          builtin, none,   [], 'two terms differ').
row(between(number, number, number), builtin, none,   [], 'a whole number from the first to the second').
row(count(template, goal, number), builtin, none,   [], 'how many instances of a template hold').
row(sum(number, key, goal, number), builtin, none, [], 'the sum of a number over the instances of a goal').
row(max(number, goal, number), builtin, none,   [], 'the largest number for which a goal holds').
row(min(number, goal, number), builtin, none,   [], 'the smallest number for which a goal holds').
row(list(term, key, goal, terms), builtin, none, [], 'the list of the terms for which a goal holds, in order').
row(after(role, move, goal), builtin, none, [], 'a goal holds in the state after a move of a role').
row(after(move, goal),         builtin, none, [], 'a goal holds in the state after a move of the role of the head').
row(title(text),              option,  static, [offered, display], 'the name of the game').
row(source(text),             option,  static, [offered, display], 'where the game is from').
row(about(text),              option,  static, [offered, display], 'what the game is about').
row(convention(name),         option,  static, [], 'whose conventions hold, own or gdl').
row(include(name),            option,  static, [], 'a rule file whose clauses stand here too').
row(parameter(name, value),   option,  static, [], 'a parameter and its default').
row(constant_sum(number),     option,  static, [offered(declared_sum)], 'what the goals of two players add up to').
row(repetition(worth),        option,  static, [offered], 'what endless play is worth to each role, or draw').
row(repetition(role, number), option,  static, [offered], 'what endless play is worth to a role').
row(feature(role, name, instance), option, state, [offered, output], 'a distinct instance that counts for a role').
row(feature_value(role, name, number), option, state, [offered, output], 'a whole number that a feature is for a role').
row(weight(name, number),     option,  static, [offered], 'what each instance of a feature is worth').
row(weight(role, move, number), option, state, [offered, output], 'how likely a move of random is').
row(position_part(term),      option,  state,  [offered, output(asked)], 'a part of the position, which occurred/1 counts').
row(occurred(number),         option,  step,   [], 'how often the position has occurred in this game, now included').
row('occurred after'(role, move, number), option, step, [input(2)], 'what after(R, M, occurred(N)) is read as').
row(quiet,                    option,  state,  [offered, first, output], 'the evaluation may be trusted now').
row(mid_turn,                 option,  state,  [offered, first, output], 'a turn goes on: the step that led here did not end it').
row(expand(number),           option,  state,  [offered, first, input(1)], 'a search continues from here, this number of plies past its depth').
row(noisy(role, move),        option,  state,  [offered, first, input(2), output], 'a move that quiescence looks at past the depth').
row(advice(rank, role, move), option,  state,  [offered], 'a move that knowledge advises, by rank').
row(draw(number, number, text), option, state, [offered, display], 'the text on a square of the board').
row(draw_column(number, text), option, static, [offered, display], 'the text at the edge of a column of the board').
row(draw_row(number, text),   option,  static, [offered, display], 'the text at the edge of a row of the board').
row(draw_name(number, number, text), option, static, [offered, display], 'the name that a square of the board has in moves').
row(draw_line(number, number, number, number), option, static, [offered, display], 'a line of the board from the middle of a square to that of another').
row(draw_colour(text, colour), option, static, [offered, display], 'the colour of a text in pictures of the board').
row(hexagonal,                option,  static, [offered, first, display], 'pictures draw hexagons, each two columns wide').
row(chequered,                option,  static, [offered, first, display], 'pictures draw the squares light and dark by turns').
row(rows(order),              option,  static, [offered], 'whether the rows of the board count from_below or from_above').
row(symbol(text, text),        option,  static, [offered, display], 'what a picture of the board shows in place of a text').
row(position_text(text),      option,  state,  [offered, first, display], 'the position as people write it').
row(position_parameter(name), option,  static, [], 'the parameter that reads a position as people write it').
row(no_position(text),        option,  state,  [display], 'why the text of a user is not a position').
row(notation(move, text),     option,  static, [offered, first, input(1), display], 'a move as people write it').
row(notation(role, move, text), option, state, [offered, input(2), display], 'a move as people write it in this position').
row(notation_suffix(text),    option,  state,  [offered, first, display], 'what is written after the notation of the move that led here').
row(reason(atom, text),       option,  state,  [offered, input(1), display], 'an atom, or its negation, in words').
row(h(number),                option,  state,  [offered(estimate), first, output(asked)], 'an estimate of the cost from here to a goal').
row(start(node),              space,   static, [], 'the start node').
row(arc(node, node),          space,   static, [input(1)], 'an arc from a node to its neighbour').
row(arc(node, node, number),  space,   static, [input(1)], 'an arc and its cost').
row(neighbours(node, node),   space,   static, [input(1)], 'a node and the list of its neighbours').
row(is_goal(node),            space,   static, [input(1)], 'a goal node').
row(h(node, number),          space,   static, [input(1)], 'an estimate of the cost from a node to a goal').

%!  colour(?Colour) is nondet.
%
%   Colour is one that draw_colour/2 may name.

colour(red).
colour(orange).
colour(brown).
colour(green).
colour(blue).
colour(purple).

%   relation_row(?Name/Arity, -Signature, -Kind, -Layer, -Marks, -Use) is nondet.  Where the
%   name and the arity are known, the row is found by its first argument.

relation_row(Name/Arity, Signature, Kind, Layer, Marks, Use) :-
    (   var(Name) -> true
    ;   atom(Name),
        ( nonvar(Arity) -> true ; between(0, 4, Arity) ),
        functor(Signature, Name, Arity)
    ),
    row(Signature, Kind, Layer, Marks, Use),
    functor(Signature, Name, Arity).

%!  relation(?Name/Arity, ?Kind, ?Use) is nondet.
%
%   Kind and Use are those of row/5; Use says what the relation is for.

relation(PI, Kind, Use) :- relation_row(PI, _, Kind, _, _, Use).

%!  relation_layer(?Name/Arity, ?Layer) is nondet.
%
%   Layer, one of row/5, is what the rules of the relation may depend on.

relation_layer(PI, Layer) :- relation_row(PI, _, _, Layer, _, _).

%!  relation_mark(?Name/Arity, ?Mark) is nondet.
%
%   Mark is one of row/5.

relation_mark(PI, Mark) :-
    relation_row(PI, _, _, _, Marks, _),
    ( nonvar(Mark) -> memberchk(Mark, Marks) ; member(Mark, Marks) ).

%!  network_output(+Asked, ?Name/Arity) is nondet.
%
%   The relation is an output of a network for which the names Asked are asked.

network_output(_, PI) :- relation_mark(PI, output).
network_output(Asked, Name/Arity) :-
    relation_mark(Name/Arity, output(asked)),
    memberchk(Name, Asked).

%!  argument_sort(?Name/Arity, ?I, ?Sort) is nondet.
%
%   Argument I, from 1, is of Sort.

argument_sort(PI, I, Sort) :-
    relation_row(PI, Signature, _, _, _, _),
    compound(Signature),
    arg(I, Signature, Sort).

%!  argument_sorts(?Name/Arity, ?Sorts) is nondet.

argument_sorts(PI, Sorts) :-
    relation_row(PI, Signature, _, _, _, _),
    Signature =.. [_|Sorts].
