:- encoding(utf8).
:- module(messages,
          [ fault_text/4,               % +Code, +Arguments, -Message, -Fix
            fault_text/5,               % +Syntax, +Code, +Arguments, -Message, -Fix
            program_mend/2,             % ?PredicateIndicator, -Mend
            listed/2,                   % +Terms, -Text
            error_text/2,               % +Error, -Message
            wrong/2                     % ?Wrong, -Kinds
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth1/3]).
:- use_module(logic(language/aggregates), [aggregate_word/2]).
:- use_module(logic(language/vocabulary)).
:- use_module(logic(reader/syntaxes), [sheet_syntax/1]).
:- use_module(logic(language/literals), [sum/1]).
:- use_module(logic(reader/term_text), [plain_text/2]).
:- use_module(logic(support/json_text)).

:- discontiguous text/4.

/** <module> The texts of all faults and errors

A message states what was expected and what was found.  The fix is one line that states
the remedy.  Both are in lower case, without a full stop at the end.
*/

%!  fault_text(+Code, +Arguments, -Message, -Fix) is det.
%!  fault_text(+Syntax, +Code, +Arguments, -Message, -Fix) is det.
%
%   Syntax is the syntax of the rule file, by default `prolog`; the fix is written in it.

fault_text(Syntax, Code, Arguments0, Message, Fix) :-
    ( sheet_syntax(Syntax) -> without_prefix(Arguments0, Arguments) ; Arguments = Arguments0 ),
    fault_text(Code, Arguments, Message, Fix0),
    ( fix_in(Syntax, Code, Arguments, Fix1) -> atom_string(Fix1, Fix) ; Fix = Fix0 ).

%   without_prefix(+Term0, -Term): Term has the names of the rule sheet, without `kif:`
%   (gdl_words.pl).

without_prefix(Term0, Term) :-
    (   atom(Term0)
    ->  ( atom_concat('kif:', Name, Term0) -> Term = Name ; Term = Term0 )
    ;   compound(Term0)
    ->  compound_name_arguments(Term0, Name0, As0),
        ( atom(Name0) -> without_prefix(Name0, Name) ; Name = Name0 ),
        maplist(without_prefix, As0, As),
        compound_name_arguments(Term, Name, As)
    ;   Term = Term0
    ).

fix_in(cilog, syntax, [Side],
        'literals are separated by `&`, arguments by commas, and ~ ~ by a space') :-
    functor(Side, side_by_side, _).
fix_in(cilog, syntax, [What], 'a clause is `head.` or `head <- literal & literal.`') :-
    once(syntax_text(What, _, Fix-_)),
    Fix == 'a clause is `head.` or `head :- literal, literal.`'.
fix_in(kif, unknown_predicate, [Name/Arity, fluent], Fix) :-
    ( Arity =:= 0 -> Form = '~w' ; Form = '(~w ..)' ),
    atom_concat('it is a fluent: write (true ', Form, Start),
    atom_concat(Start, ')', Format),
    format(atom(Fix), Format, [Name]).
fix_in(kif, no_init, [Name/Arity, _], Fix) :-
    ( Arity =:= 0 -> Form = '~w' ; Form = '(~w ..)' ),
    atomic_list_concat(['write (init ', Form, ') for what holds at the start'], Format),
    format(atom(Fix), Format, [Name]).
fix_in(kif, unbound, [_, none],
        'bind it by a positive literal of this rule: (true ..), (does ..) or a relation').
fix_in(kif, unbound, [_, fact],
        'a fact has no variables: write a name, or a body that binds it').
fix_in(kif, unbound, [_, alternatives], 'each alternative of `or` must bind it').
fix_in(kif, unbound, [_, negation], Fix) :-
    Fix = 'it occurs only in the negation: for (not (p ?x ?y)) write \c
           (<= (q ?x) (p ?x ?y)) and (not (q ?x))'.
fix_in(kif, depends, [_, true/1],
        'it is the same in all states, so it cannot use (true ..) or a relation that does').
fix_in(kif, depends, [_, does/2],
        'only next and sees can use (does ..) or a relation that does').
fix_in(kif, reserved_head, _,
        'a rule is (<= head body ..), and its head has a name of your own').
fix_in(kif, singleton, [Name|_], Fix) :-
    format(atom(Fix), 'if it is not a slip, write ?_~w', [Name]).
fix_in(Syntax, Code, Arguments, Fix) :-
    memberchk(Syntax, [infix, hrf]),
    fix_in_infix(Code, Syntax, Arguments, Fix).
fix_in(cilog, unbound, [_, negation],
        'it occurs only in the negation: write q(X) <- p(X, Y), and ~q(X) for ~p(X, Y)').
fix_in(cilog, reserved_head, _,
        'a rule is `head <- body.`, and its head has a name of your own').

%   fix_in_infix(+Code, +Syntax, +Arguments, -Fix) is semidet.

fix_in_infix(unbound, hrf, [_, fact],
             'a fact has no variables; a rule goes on after `&`, at the end of the line').
fix_in_infix(unbound, infix, [_, fact],
             'a fact has no variables: write a name, or a body that binds it').
fix_in_infix(unbound, hrf, [_, negation],
             'it occurs only in the negation: write q(X) :- p(X,Y), and ~q(X) for ~p(X,Y)').
fix_in_infix(unbound, infix, [_, negation],
             'it occurs only in the negation: write q(X) :- p(X, Y), and not q(X) for not p(X, Y)').
fix_in_infix(reserved_head, hrf, _,
             'a rule is `head :- body`, and its head has a name of your own').
fix_in_infix(kif_arity, hrf, _, 'as in ~p(X), distinct(X,Y)').
fix_in_infix(kif_arity, infix, _, 'as in not p(X), distinct(X, Y)').

fault_text(Code, Arguments, Message, Fix) :-
    (   text(Code, Arguments, Format-As, FixFormat-FixAs)
    ->  true
    ;   Format-As = '~w ~w'-[Code, Text], brief(Arguments, Text), FixFormat-FixAs = ''-[]
    ),
    format(string(Message), Format, As),
    format(string(Fix), FixFormat, FixAs).

%   brief(+Term, -Text): Term as in a rule file, shortened if it is long.

brief(Term, Text) :-
    with_output_to(string(Long),
        write_term(Term, [ quoted(true), portray_goal(variable_name), portray(true),
                           max_depth(20), spacing(next_argument),
                           character_escapes(true) ])),
    shortened(Long, Text).

%   A variable is written as in its rule file; in KIF it has a question mark.

variable_name('$VAR'(Name), _) :-
    atom(Name),
    (   sub_atom(Name, 0, 1, _, First),
        char_type(First, csymf), \+ char_type(First, lower)
    ->  true
    ;   write(?)
    ),
    write(Name).

shortened(Long, Text) :-
    string_length(Long, Length),
    (   Length =< 60 -> Text = Long
    ;   sub_string(Long, 0, 57, _, Start), string_concat(Start, "...", Text)
    ).

% ---- texts that are not clauses --------------------------------------------

text(syntax, [What], 'syntax error: ~w'-[Words], Fix) :- syntax_text(What, Words, Fix).
text(missing_stop, [semicolon], 'a clause cannot end with `;`'-[], 'write a full stop in its place'-[]).
text(missing_stop, [], 'a full stop is missing here: a clause begins on the next line'-[],
     'end each clause with a full stop'-[]).
text(missing_stop, [end_of_file], 'the file ends inside a clause: a full stop is missing'-[],
     'end each clause with a full stop'-[]).
text(missing_stop, [kif], 'a bracket opens here, and no full stop ends a clause'-[],
     'rules in KIF, such as (role white), belong in a file whose name ends in .kif'-[]).
text(open_quote, [], 'a quotation mark is not closed on its line'-[],
     'close it; an apostrophe inside quotation marks is written twice: \'Don\'\'t\''-[]).
text(open_comment, [], 'a comment is not closed'-[], 'close it with */'-[]).
text(number_gap, [], 'a number with a space in it'-[], 'write a comma between two numbers'-[]).
text(long_name, [], 'a name or number of more than 1,000 characters'-[],
     'is this a rule file?'-[]).
text(too_deep, [Most], 'brackets or operators more than ~D deep'-[Most],
     'use names for the parts'-[]).
text(list_name, [], '`[]` is a list, not the name of a term'-[],
     'write a name before the bracket'-[]).
text(too_wide, [Most], 'a term with more than ~D arguments'-[Most], 'use a list, or facts'-[]).
text(too_long, [Most], 'a clause of more than ~D characters'-[Most],
     'write several clauses'-[]).
text(too_many_literals, [Most], 'a rule of more than ~D literals'-[Most],
     'write several rules'-[]).
text(too_many, [Most], '~D faults so far: the rest of the file is not checked'-[Most],
     'fix these first'-[]).

syntax_text(cilog, 'the clauses are written as in CILOG: `<-`, `&` and `~`',
            'give the file a name that ends in .cil, or say `--from cilog`'-[]).
syntax_text(stray_stop, 'a full stop with no clause before it', 'remove it'-[]).
syntax_text(stop_touches, 'no space between a full stop and the next clause',
            'write a space or a new line after the full stop'-[]).
syntax_text(second_neck, 'a second `:-` in one clause',
            'end the clause before with a full stop, or write a comma'-[]).
syntax_text(unclosed(Bracket), Words, 'close it'-[]) :-
    format(string(Words), '`~w` is not closed', [Bracket]).
syntax_text(closes_nothing(Bracket), Words, 'remove it, or open it before'-[]) :-
    format(string(Words), '`~w` closes nothing', [Bracket]).
syntax_text(closes_other(Close, Open), Words, 'close each bracket with the matching one'-[]) :-
    format(string(Words), '`~w` cannot close `~w`', [Close, Open]).
syntax_text(capital(Name), Words, 'start the name of a relation in lower case'-[]) :-
    format(string(Words), '`~w` starts with a capital or _, so it is a variable', [Name]).
syntax_text(space_before_bracket(Name), Words, 'write ~w( without the space'-[Name]) :-
    format(string(Words), 'a space between `~w` and its bracket', [Name]).
syntax_text(instead(Word, "%"), Words, 'a comment begins with %'-[]) :- !,
    format(string(Words), '`~w` has no meaning here', [Word]).
syntax_text(instead(Word, "\\=="), Words, 'write `\\==`, or `=\\=` between numbers'-[]) :- !,
    format(string(Words), '`~w` has no meaning here', [Word]).
syntax_text(instead(Word, Instead), Words, 'write `~w`'-[Instead]) :-
    format(string(Words), '`~w` has no meaning here', [Word]).
syntax_text(side_by_side(Word), Words, 'literals and arguments are separated by commas'-[]) :-
    format(string(Words), 'a comma or an operator is missing before `~w`', [Word]).
syntax_text(side_by_side(Word, clause), Words,
            'literals are separated by commas, and a clause ends with a full stop'-[]) :-
    format(string(Words), 'a comma, an operator or a full stop is missing before `~w`', [Word]).
syntax_text(nothing_beside(Word), Words, 'remove it, or write what is missing'-[]) :-
    format(string(Words), 'something is missing before or after `~w`', [Word]).
syntax_text(What, Words, 'a clause is `head.` or `head :- literal, literal.`'-[]) :-
    syntax_words(What, Words).

syntax_words(operator_expected, 'a comma or an operator is missing') :- !.
syntax_words(operator_clash, 'these operators cannot be combined') :- !.
syntax_words(operator_balance, 'an operator lacks one of its sides') :- !.
syntax_words(cannot_start_term, 'a term cannot start here') :- !.
syntax_words(end_of_clause, 'the clause ends too early') :- !.
syntax_words(end_of_clause_expected, 'the end was expected here') :- !.
syntax_words(end_of_file, 'the text ends too early') :- !.
syntax_words(end_of_file_in_quoted(_), 'a quotation mark is not closed') :- !.
syntax_words(end_of_file_in_block_comment, 'a comment /* is not closed') :- !.
syntax_words(quoted_punctuation, 'something is missing beside a comma') :- !.
syntax_words(list_rest, 'expected one tail after `|` in a list') :- !.
syntax_words(illegal_character, 'a character that cannot occur in a clause') :- !.
syntax_words(illegal_number, 'not a number') :- !.
syntax_words(undefined_char_escape(C), Words) :- !,
    format(string(Words), 'no such escape: \\~w', [C]).
syntax_words(fault(Code, Arguments), Words) :- !,
    fault_text(Code, Arguments, Words, _).
syntax_words(What, Words) :-
    term_to_atom(What, Atom),
    atomic_list_concat(Parts, '_', Atom),
    atomic_list_concat(Parts, ' ', Words).

% ---- clauses that are not rules --------------------------------------------

text(kif_open, [], 'this parenthesis is not closed'-[],
     'add a ) at the end of the sentence'-[]).
text(kif_close, [], 'a ) without a ('-[], 'take it out'-[]).
text(kif_empty, [], 'expected a name after the parenthesis'-[], 'write (name ...)'-[]).
text(kif_name, [], 'expected a name after the parenthesis, found a variable or a list'-[],
     'write (name ...)'-[]).
text(kif_arity, [Word, N], '~w takes ~d argument~w'-[Word, N, S],
     'as in (not (p)), (distinct ?x ?y)'-[]) :-
    plural(N, S).
text(infix_syntax, [Style, What, Found, Why], 'expected ~w, found ~w'-[What, Found], Fix) :-
    infix_fix(Why, Style, Fix).
text(underscore, [Word], '~w is a constant: a variable begins with ?'-[Word], 'write ?~w'-[Name]) :-
    ( Word == '_' -> Name = '_x' ; Name = Word ).
text(underscore, [], 'a name that begins with `_` and no capital'-[],
     'pyggp reads a constant here, and Prolog a variable: write x or X'-[]).
text(no_effect, [declaration(Name)], '`~w` has no effect in a rule file'-[Name],
     'remove it: rules need no declaration'-[]).
text(no_effect, [question], 'a question in a rule file has no effect'-[],
     'remove it, and ask it at the prompt of `pygame-search repl`'-[]).
text(directive, [], 'directives are not allowed'-[],
     'the file is data and cannot run anything: remove it'-[]).
text(grammar_rule, [], 'a rule file cannot have grammar rules (-->)'-[],
     'write `head :- body.`'-[]).
text(single_sided, [], 'a rule file cannot have single-sided rules (=>)'-[],
     'write `head :- body.`'-[]).
text(variable_clause, [], 'expected a clause, found a variable'-[],
     'a name that starts with a capital or _ is a variable: start it in lower case'-[]).
text(variable_head, [], 'expected a relation before `:-`, found a variable'-[],
     'write the relation that the rule defines'-[]).
text(several_heads, [body],
     'this reads as a clause of its own, because a full stop stands before it'-[],
     'if it belongs to the clause before it, write a comma in place of that full stop'-[]).
text(several_heads, [], 'a comma joins several heads here'-[],
     'write a clause for each, and end each with a full stop'-[]).
text(head_not_callable, [Head], 'expected a relation, found ~w'-[Text],
     'the name of a relation starts in lower case'-[]) :- brief(Head, Text).
text(reserved_head, [(=)/2], 'a rule has `:-` between its head and its body, not `=`'-[],
     'write `:-`'-[]).
text(reserved_head, [true/1], 'true(F) asks whether F holds, and cannot be defined'-[],
     'write init(F) for the start, and next(F) for what holds after a step'-[]).
text(reserved_head, [PI], '~q belongs to the language and cannot be defined'-[PI],
     'a rule is `head :- body.`, and its head has a name of your own'-[]) :-
    \+ memberchk(PI, [(=)/2, true/1]).
text(variable_goal, [], 'expected a literal, found a variable'-[],
     'write the relation that must hold'-[]).
text(goal_not_callable, [Goal], 'expected a literal, found ~w'-[Text],
     'the name of a relation starts in lower case'-[]) :- brief(Goal, Text).
text(module, [], 'a rule file has no modules: `:` has no meaning here'-[],
     'write `:-` after a head, and no module before a condition'-[]).
text(cut, [], 'a rule file cannot have a cut (!)'-[],
     'exclude the other cases with \\+ or \\=='-[]).
text(if_then_else, [], 'a rule file cannot have if-then-else (->)'-[],
     'write a comma if there is no else; else a rule for each case, one with \\+ condition'-[]).
text(dict, [], 'a rule file cannot have dictionaries'-[], 'write a plain term: name(value)'-[]).
text(dot, [], 'a full stop between two terms'-[],
     'write a space or a new line after the full stop of a clause'-[]).
text(empty_brackets, [], 'empty brackets'-[], 'write the name alone if it has no arguments'-[]).
text(quasi_quotation, [], 'a rule file cannot have quasi quotations ({|...|})'-[],
     'use a quoted name'-[]).
text(private_name, [Name], 'names that start with $ are reserved: ~q'-[Name],
     'choose another name'-[]).
text(number, [Number], 'expected a whole number, found ~w'-[Number], Fix) :-
    whole_fix(Number, Fix).
text(not_arithmetic, [Name], 'expected a number, found the name ~w'-[Text], Fix) :-
    atom(Name), !,
    brief(Name, Text), arithmetic_fix(Name, Fix).
text(not_arithmetic, [Term], 'expected integer arithmetic, found ~w'-[Text], Fix) :-
    brief(Term, Text), arithmetic_fix(Term, Fix).
text(wide_range, [Most], 'between/3 over more than ~D numbers'-[Most],
     'to test a known number, write Low =< N, N =< High'-[]).
text(cilog_word, [Word], '`~w` is not ~w here'-[Word, What], 'use `~w`'-[Instead]) :-
    cilog_word(Word, What, Instead).
text(not_whole, [Term], 'expected a whole number or a variable, found ~w'-[Text], Fix) :-
    brief(Term, Text),
    (   compound(Term) -> Fix = 'compute it first: Value is ~w'-[Text]
    ;   Fix = 'write a whole number, or a variable that has one'-[]
    ).

whole_fix(Value, 'write ~w without quotes'-[Number]) :-
    atom(Value), catch(atom_number(Value, Number), _, fail), integer(Number), !.
whole_fix(Value, 'multiply all such values by one number that makes them whole'-[]) :-
    ( float(Value) ; Value = _ / _ ), !.
whole_fix(_, 'write a whole number; higher is better'-[]).

%   infix_fix(+Why, +Style, -Fix): infix.pl gives the reason.

infix_fix(no_stops, _, 'HRF has no full stops; rules with full stops are infix GDL'-[]).
infix_fix(no_commas, _, 'literals are joined by `&`'-[]).
infix_fix(line, _, 'literals are joined by `&`, and each clause begins on a line of its own'-[]).
infix_fix(stop, _, 'end each clause with a full stop; rules without full stops are HRF'-[]).
infix_fix(parenthesis, _, 'a parenthesis before it is not closed'-[]).
infix_fix(kif, _, 'a rule in KIF begins with a parenthesis; this text is not read as KIF'-[]).
infix_fix(negation, infix, 'write `not p(X)`'-[]).
infix_fix(negation, hrf, 'write `~~p(X)`'-[]).
infix_fix(implication, _, 'an implication is written `:-`'-[]).
infix_fix(variable, _, 'a variable begins with a capital'-[]).
infix_fix(epilog, _, 'this is a sign of Epilog, which GDL does not have'-[]).
infix_fix(arithmetic, _,
          'GDL has neither arithmetic nor comparisons: write facts, and distinct(X, Y)'-[]).
infix_fix(list, _, 'GDL has no lists: write a term, as in cons(a, nil)'-[]).
infix_fix(none, infix, 'a clause is `head.` or `head :- literal, not literal.`'-[]).
infix_fix(none, hrf, 'a clause is `head` or `head :- literal & ~~literal`'-[]).

cilog_word((:-), 'an implication', <-).
cilog_word((','), 'a conjunction', &).
cilog_word((\+), 'a negation', ~).
cilog_word(not, 'a negation', ~).
cilog_word((\==), 'an inequality', \=).

arithmetic_fix(_ / _, '// divides whole numbers'-[]) :- !.
arithmetic_fix(Power, 'write it as a product'-[]) :-
    ( Power = _ ** _ ; Power = _ ^ _ ), !.
arithmetic_fix(Name, 'write a number, or a variable, which starts with a capital'-[]) :-
    atom(Name), !.
arithmetic_fix(_, 'the functions are + - * // mod rem xor min max abs sign'-[]).

% ---- the arguments of the language's own relations -------------------------

text(parameter_name, [Name, Relation], 'expected the name of a parameter, found ~w'-[Text],
     'write ~w'-[Form]) :-
    brief(Name, Text),
    (   Relation == parameter -> Form = 'parameter(name, default)'
    ;   Form = 'position_parameter(name)'
    ).
text(parameter_type, [Name, Value],
     'expected a whole number, a name or a list of these for parameter ~q, found ~w'
     -[Name, Text], 'write parameter(~q, default)'-[Name]) :- brief(Value, Text).
text(parameter_type, [Name, Value, position],
     'expected a text as the default of parameter ~q, which describes a position, found ~w'
     -[Name, Text], 'write parameter(~q, "text")'-[Name]) :- brief(Value, Text).
text(parameter_twice, [Name], 'the parameter ~q has a value already'-[Name],
     'write one default for each parameter'-[]).
text(header_rule, [PI, _], '~q is a fact, not a rule'-[PI], 'remove the body'-[]).
text(include, [Why], Message, Fix) :- inclusion_text(Why, Message, Fix).
text(sum_type, [Sum], 'expected a whole number as the sum of the two players\' goals, found ~w'
     -[Text], 'write a whole number, as in constant_sum(100)'-[]) :- brief(Sum, Text).
text(weight_type, [Role, role],
     'only the moves of random have a likelihood, found weight(~w, M, W)'-[Text],
     'write weight(random, M, W), or weight(F, W) for a feature F'-[]) :- brief(Role, Text).
text(weight_type, [Weight, chance],
     'expected a whole number of at least 1, and less than 2^31, as the weight of a move of random, \c
      found ~w'-[Text],
     'only their proportion counts: write 1 and 2 for 0.5 and 1'-[]) :-
    brief(Weight, Text).
text(weight_type, [Name, Weight],
     'the weight of ~w is ~w, which is not a number of at most 6 digits after the point'
     -[NameText, Text], 'write a number, as in weight(~w, 3) or weight(~w, 0.5)'-[NameText, NameText]) :-
    brief(Name, NameText), brief(Weight, Text).
text(weight_type, [Name, Weight, large],
     'expected a weight of less than 2^49 in magnitude for ~w, found ~w'-[NameText, Text],
     'a search could not tell larger values from a win or a loss'-[]) :-
    brief(Name, NameText), brief(Weight, Text).
text(argument_type, [Relation, Argument], 'expected ~w in ~q, found ~w'
     -[Expected, Relation, Text], 'write ~w, as in ~w'-[What, Example]) :-
    argument_expected(Relation, Expected, What, Example), brief(Argument, Text).
text(goal_type, [Role, Value], 'expected a whole number as the goal value of ~w, found ~w'
     -[RoleText, Text], Fix) :-
    brief(Role, RoleText), brief(Value, Text), whole_fix(Value, Fix).
text(undrawn, [Column, Row],
     'expected whole numbers as the column and row of a square, found ~w and ~w'
     -[ColumnText, RowText], 'count columns and rows from 1, as in draw(1, 2, x)'-[]) :-
    brief(Column, ColumnText), brief(Row, RowText).
text(start_twice, [], 'a second start node'-[], 'a state space has only one'-[]).
text(neighbours_type, [Ns], 'expected a list of neighbours, found ~w'-[Text],
     'write neighbours(node, [node, node])'-[]) :- brief(Ns, Text).
text(wrong_cost, [Cost], 'expected a whole number, 0 or more, as the cost of an arc, found ~w'-[Text],
     Fix) :-
    brief(Cost, Text), cost_fix(Cost, Fix).
text(visited_list, [PI], '~q asks for visited states: the search itself keeps those that it has visited'
     -[PI], 'remove this condition, and the list from the states'-[]).
text(not_a_fluent, [F], 'expected a fluent, found ~w'-[Text],
     'a fluent is a name or a term, as in cell(1, 1, x)'-[]) :- brief(F, Text).
text(unevaluated, [Sum], '~w is a term here, and is not evaluated'-[Text],
     'evaluate it in the body: Value is ~w, and write Value'-[Text]) :- brief(Sum, Text).

%   cost_fix(+Cost, -Fix): how to write a cost that is no whole number, 0 or more.

cost_fix(Cost, Fix) :-
    (   quoted_number(Cost, Number), Number >= 0
    ->  Fix = 'write ~d, without quotation marks'-[Number]
    ;   sum(Cost) -> Fix = 'evaluate it in the body: C is ~w, and write C'-[Text], brief(Cost, Text)
    ;   atom(Cost) -> Fix = '~w is a name: write a number, such as 5'-[Text], brief(Cost, Text)
    ;   Fix = 'write a whole number, such as 5'-[]
    ).

quoted_number(Name, Number) :-
    atom(Name),
    catch(atom_number(Name, Number), error(_, _), fail),
    integer(Number).

%   inclusion_text(+Why, -Message, -Fix): why other rule files cannot stand in one (inclusion.pl).

inclusion_text(form, 'expected the name of a rule file'-[],
               'write include(name), or include(name(parameter = 4)), as a fact: a name of letters, digits and _, and no path'-[]).
inclusion_text(circle(Names), 'a rule file includes itself: ~w'-[Text], 'remove this clause, or another of the circle'-[]) :-
    atomic_list_concat(Names, ' -> ', Text).
inclusion_text(many(Most), 'expected at most ~d rule files in one'-[Most], 'include fewer'-[]).
inclusion_text(long(Most), 'expected at most ~D characters in all rule files together'-[Most], 'include fewer'-[]).
inclusion_text(missing(Name, Why), 'there is no rule file ~w to include: ~w'-[Name, Why],
               'name a game that `pygame-search games` lists, or a rule file in the same folder'-[]).
inclusion_text(no_parameter(Name, P), '~w has no parameter ~w'-[Name, P], 'remove it, or correct its name'-[]).
inclusion_text(here, 'include is not followed here'-[],
               'write the clauses themselves; a rule file in Prolog\'s syntax may have it'-[]).

argument_expected(expand/1, 'a whole number of plies, 0 or more,', 'a number', 'expand(2)').
argument_expected(advice/3, 'a whole number as the rank', 'a number', 'advice(1, R, M)').
argument_expected(repetition/1, 'draw or a whole number', 'one of them', 'repetition(draw)').
argument_expected(repetition/2, 'a whole number', 'a number', 'repetition(R, 0)').
argument_expected(rows/1, 'from_below or from_above', 'one of them, or give a relation of your own another name', 'rows(from_below)').
argument_expected(draw_colour/2, 'red, orange, brown, green, blue or purple', 'one of them', 'draw_colour(r, red)').
argument_expected(title/1, 'a text or a name', 'it in quotes', 'title(\'Tic-tac-toe\')').
argument_expected(source/1, 'a text or a name', 'it in quotes', 'source(\'Knuth, 1975\')').
argument_expected(reason/2, 'an atom, or one with \\+ before it', 'a relation with its arguments',
                  'reason(line(P), [P, \' has a line\'])').
argument_expected(about/1, 'a text or a name', 'it in quotes', 'about(\'Three in a row win.\')').

% ---- variables -------------------------------------------------------------

text(unbound, [Name, name(Lower)], 'nothing binds the variable ~w'-[Name],
     '~w in this rule is a name: did you mean ~w?'-[Lower, Name]).
text(unbound, [Name, alone(Other, _)], Message, 'did you mean ~w, which occurs nowhere else?'-[Other]) :-
    text(unbound, [Name, none], Message, _).
text(unbound, [Name, computed(Sum)], 'nothing binds the variable ~w'-[Name],
     'to compute it, write ~w is ~w'-[Name, Text]) :- brief(Sum, Text).
text(unbound, [Name, given(PI, I)],
     '~w must have a value before ~q is asked, and nothing binds it'-[Which, PI],
     'a rule of ~q gives no value to its ~w: add a condition here that does'-[PI, Argument]) :-
    argument_words(PI, I, Argument),
    ( Name == '_' -> Which = 'this variable' ; atom_concat('the variable ', Name, Which) ).
text(unbound, [Name, asked(PI)], Message,
     'write a name in lower case, add a body that binds it, or bind it in each rule that asks ~q'-[PI]) :-
    text(unbound, [Name, fact], Message, _).
text(unbound, ['_', Why], 'nothing binds this variable'-[], Fix) :- unbound_fix(Why, Fix).
text(unbound, [Name, Why], 'nothing binds the variable ~w'-[Name], Fix) :-
    Name \== '_', atom(Why), unbound_fix(Why, Fix).
text(equated_sum, [Other, Sum], '= computes nothing: ~w would be the term ~w'-[Text, SumText],
     'write ~w is ~w, or =:= to compare numbers'-[Text, SumText]) :-
    brief(Other, Text), brief(Sum, SumText).
text(never_equal, [A, B], '~w and ~w are never equal'-[TextA, TextB],
     'correct a side, or remove what can never hold'-[]) :- brief(A, TextA), brief(B, TextB).
text(singleton, [Name], 'the variable ~w occurs only once'-[Name],
     'if it is not a slip, write _~w or _'-[Name]).
text(singleton, [Name, apart],
     'the variable ~w occurs only once in this negation or count; elsewhere ~w is another variable'
     -[Name, Name],
     'if both are meant, negate a relation of your own that asks both; else write _~w or _'-[Name]).

unbound_fix(none,
     'add a condition that gives it a value: a relation or true(..), not negated'-[]).
unbound_fix(between, 'write between(Low, High, N): the third argument gets the values'-[]).
unbound_fix(fact,
     'write a name in lower case, or add a body that gives the variable a value'-[]).
unbound_fix(lacks,
     'the text names it: write it in the argument before the text, or bind it in the body'-[]).
unbound_fix(alternatives, 'each alternative of `;` must bind it'-[]).
unbound_fix(negation,
     'it occurs only in the negation: write q(X) :- p(X, Y), and \\+ q(X) for \\+ p(X, Y)'-[]).

% ---- relations -------------------------------------------------------------

text(unknown_predicate, [Name/Arity, fluent], 'no rule defines ~q'-[Name/Arity],
     'it is a fluent: write true(~w)'-[Text]) :- pattern(Name, Arity, Text).
text(unknown_predicate, [PI, goal], 'no rule defines ~q'-[PI],
     'a goal stands before the last argument of ~q, as in ~w'-[PI, Example]) :-
    aggregate_word(PI, How), aggregate_example(How, Example).
text(unknown_predicate, [knows/2, none], 'no rule defines ~q'-[knows/2],
     'what a role knows can only be asked about a position, as in ask GAME "knows(R, Goal)"; if it is a \
relation of the file, write rules for it'-[]) :- !.
text(unknown_predicate, [PI, none], 'no rule defines ~q'-[PI],
     'write rules for it, or remove the condition'-[]).
text(unknown_predicate, [PI, question], 'no rule defines ~q'-[PI],
     'only a question has a position: it passes the state on, as in position(S), path(S, Path); \
play begins in initial(S)'-[]).
text(unknown_predicate, [PI, conjunction], 'no rule defines ~q'-[PI],
     'separate literals by commas; inside another literal, give a conjunction its own rule'-[]).
text(unknown_predicate, [PI, asked], 'no rule defines ~q'-[PI],
     'ask a relation of the rules; true/1, best_move/3, minimax/3, perft/2, path/2 or knows/2; or a \
relation over states, such as initial/1, legal/3 or successor/3'-[]).
text(unknown_predicate, [Name/Arity, Name/Other], 'no rule defines ~q'-[Name/Arity],
     '~q takes ~d argument~w, not ~d'-[Name, Other, S, Arity]) :- plural(Other, S).
text(unknown_predicate, [Name/Arity, Closest/Other], 'no rule defines ~q'-[Name/Arity],
     'did you mean ~q?'-[Closest/Other]) :- Closest \== Name.
text(other_name, [ends, Edits], Told, Mend) :-
    ends_told(Edits, Told0),
    Told = '~w'-[Told0],
    edits_text(Edits, Text), Mend = '~w'-[Text].
text(other_name, [step(PI), Edits], '~q leads from state to state, as arc does in a rule file'-[PI],
     '~w'-[Text]) :-
    edits_text(Edits, Text).
text(other_name, [taken(PI), Edits], '~q means something else in a rule file'-[PI], '~w'-[Text]) :-
    edits_text(Edits, Text).
text(other_name, [asks(PI), []],
     '~q is asked and has no clauses; a search program asks the relations of a game'-[PI],
     'add clauses for it, which ask legal/3, successor/3, terminal/1, goal/3 or estimate/3'-[]).
text(other_name, [asks(PI), Edits],
     '~q is asked and has no clauses; a search program asks the relations of a game'-[PI],
     '~w'-[Text]) :-
    Edits = [_|_],
    edits_text(Edits, Text).
text(own_search, [space, PI, PIs], '~q searches: `path` does that here, and prints the result'-[PI],
     'remove ~w'-[Text]) :-
    listed(PIs, Text).
text(own_search, [game, PI, _], '~q searches: `best` and `solve` do that here'-[PI],
     'write the rules of the game alone: they say nothing of a search'-[]).
text(no_game, [PIs, fluents],
     '~w: assert and retract change its facts, which are fluents in the rules of a game'-[L],
     'write init(F), next(F) and true(F) for them; `pygame-search new NAME --from FILE` begins the file'
     -[]) :-
    !, listed(PIs, L).
text(no_game, [PI, Sort],
     '~q leads from position to position, but the rules of a game are about the facts of one'-[PI],
     Mend-[]) :-
    (   Sort == win_lose
    ->  Mend = 'who cannot move loses: `pygame-search new NAME --from FILE` writes the rules'
    ;   Mend = 'write role, init, legal, next, terminal and goal; \
`pygame-search new NAME --kind two-player` writes an example'
    ).
text(no_question, [PI, [edit(_, add(Text))]],
     '~q searches, but none of value/4, best/5 and path/2 is defined, which are asked'-[PI],
     'add: ~w'-[Text]).
text(no_question, [PI, [edit(_, write(PIs))]],
     '~q searches, but none of value/4, best/5 and path/2 is defined, which are asked'-[PI],
     'write ~w with it'-[Text]) :-
    listed(PIs, Text).
text(forbidden_builtin, [PI, program], 'a search program cannot call ~q of Prolog'-[PI],
     Mend-[]) :- program_mend(PI, Mend).
text(forbidden_builtin, [PI, program], 'a search program cannot call ~q of Prolog'-[PI],
     'it may call its own clauses, the relations of a game, and what docs/guide/teach.md lists'-[]).
text(forbidden_builtin, [PI, members(Members)],
     '~q is a Prolog builtin, which rule files do not have'-[PI],
     'write a fact for each member, as in ~w, and ask choice(X)'-[Facts]) :-
    first_facts(Members, Facts).
text(forbidden_builtin, [PI], '~q is a Prolog builtin, which rule files do not have'-[PI],
     Fix-[]) :-
    builtin_fix(PI, Fix).
text(arity, [Name/Arity, Expected], '~q takes ~d argument~w, not ~d'
     -[Name, Expected, S, Arity], 'write ~w: ~w'-[Form, Use]) :-
    plural(Expected, S),
    relation(Name/Expected, _, Use),
    form(Name/Expected, Form).
text(head_only, [PI], '~q can be defined but not used in a body'-[PI],
     'make its conditions a relation of their own, and ask that in both rules'-[]).
text(after_role, [PI], 'after/2 is about the role of the head, and ~q has none'-[PI],
     'name the role: after(R, M, Goal)'-[]).
text(after_chain, [[]], 'a goal of after/3 cannot have after/3 in it'-[],
     'only one move can be looked ahead'-[]).
text(after_chain, [Chain], 'what holds after a move cannot ask after/3 again: ~w'-[Text],
     'only one move can be looked ahead: ask a relation that does not lead to after/3'-[]) :-
    cycle_text(Chain, Text).
text(after_moves, [PI], '~q asks for moves, and after a move none is made yet'-[PI],
     'ask for what holds in the state that comes: true(..), or a relation that does'-[]).
text(after_unbound, [PI], 'this rule of ~q does not bind the role and the move of after/3'-[PI],
     'bind both by positive literals of this rule, whoever asks it: legal(R, M), or a relation'-[]).
text(after_circle, [PI], 'what binds the move of after/3 here depends on ~q itself'-[PI],
     'take the moves from a relation that does not ask this one'-[]).
text(negative_cycle, [Cycle], 'a relation depends on its own negation, count or sum: ~w'-[Text],
     'break the cycle: what is negated, counted or added must be known first'-[]) :-
    cycle_text(Cycle, Text).
text(unbounded_recursion, [PI], 'the recursion of ~q can go on for ever'-[PI],
     'limit what grows by a condition outside the recursion, such as between(0, 10, N)'-[]).
text(unbounded_recursion, [PI, given], 'the recursion of ~q can go on for ever'-[PI],
     'an argument that callers bind must become a part of itself in each call, as T of [H|T], or a number nearer to a limit, as M is N - 1 beside N > 0'-[]).
text(depends, [Head, true/1], '~q cannot depend on the state'-[Head],
     'it is the same in all states: it cannot ask true(..), directly or through a relation'-[]).
text(depends, [Head, does/2], '~q cannot depend on the moves of the step'-[Head],
     'only rules of next and sees can ask does(..), directly or through a relation'-[]).
text(after_goal, [PI], '~q asks how often the position has occurred; in after/3 only occurred(N) itself can ask that'-[PI],
     'write after(R, M, occurred(N)) beside the other conditions'-[]).
text(no_position, ['occurred after'/3], Message, Hint) :- !, text(no_position, [after/3], Message, Hint).
text(no_position, [Word], '~q asks how often the position has occurred, and no rule says what the position is'
     -[Word],
     'say which fluents are part of it, as in position_part(cell(X, Y, P)) :- true(cell(X, Y, P)).'-[]).
text(constant_position, [], 'position_part/1 does not depend on the state, so the position never changes'-[],
     'ask for the fluents, as in position_part(cell(X, Y, P)) :- true(cell(X, Y, P)).'-[]).
text(after_cycle, [], 'next cannot depend on after/3, which asks what next gives'-[],
     'ask after/3 in legal, or in terminal and goal'-[]).
text(missing, [Name/Arity], 'no rule defines ~q'-[Name/Arity],
     'a rule file needs it: ~w'-[Use]) :-
    relation(Name/Arity, _, Use).
text(no_rules, [], 'the file has no rules'-[],
     'a game needs role, legal, terminal and goal; a state space needs start, arc and is_goal'-[]).
text(misspelt, [Name/Arity, Name/Expected], '~q takes ~d argument~w, not ~d'
     -[Name, Expected, S, Arity], 'write ~w: ~w'-[Form, Use]) :-
    plural(Expected, S),
    relation(Name/Expected, _, Use),
    form(Name/Expected, Form).
text(misspelt, [PI, Meant], 'no rule defines ~q, and no rule uses ~q'-[Meant, PI],
     'did you mean ~q?'-[Meant]) :- PI = Name/_, Meant \= Name/_.
text(impossible_value, [Literal, PI, I, Constant, Values, Closest], Message, Fix) :-
    impossible_value_text(PI, I, Constant, Values, Message),
    brief(Constant, Given),
    (   Closest \== none
    ->  brief(Closest, Text), Fix = 'did you mean ~w?'-[Text]
    ;   Literal = true/1
    ->  Fix = 'so this never holds: write a value that it has, or let init or next give ~w'-[Given]
    ;   Literal == relation
    ->  PI = Name/_,
        Fix = 'so this never holds: write a value that it has, or a clause of ~w that gives ~w'-[Name, Given]
    ;   Fix = 'so this is never done: write a value that it has, or let legal give ~w'-[Given]
    ).
text(any_value, [Fluent, Move, Free],
     'any value will do here, so ~w can replace what another move put there'-[MoveText],
     'write what must be there, as in true(~w)'-[FluentText]) :-
    Fluent =.. Parts0,
    append(Keys, [Last], Parts0),
    ( Free == none -> Value = Last ; Value = Free ),
    append(Keys, [Value], Parts),
    Named =.. Parts,
    brief(Move, MoveText), brief(Named, FluentText).
text(instance_value, [Feature, count],
     'the third argument of feature only tells instances apart: any number counts as one'-[],
     'write feature(Role, ~w, Instance) without count: it holds for each instance; \
or feature_value(Role, ~w, Number)'-[Text, Text]) :-
    brief(Feature, Text).
text(instance_value, [Feature, Value],
     'the third argument of feature only tells instances apart: ~w counts as one'-[Value],
     'say what each instance is worth by weight(~w, W)'-[Text]) :-
    integer(Value), brief(Feature, Text).
text(text_value, [Name], '"~w" is a list of characters here, not the name ~w'-[Name, Text],
     'write ~w without double quotes'-[Text]) :- brief(Name, Text).
text(clause_twice, [], 'this clause stands in the file twice'-[], 'remove one of them'-[]).
text(same_variable, [Name, Sum],
     '~w is ~w compares, and computes nothing: ~w has one value in a rule'-[Name, Text, Name],
     'give the result a variable of its own, as in New is ~w'-[Text]) :- brief(Sum, Text).
text(never_true, [PI, none], 'no rule of init or next gives ~q'-[PI],
     'so it never holds: write a rule for it, or remove the condition'-[]).
text(never_true, [Name/Arity, relation], 'no rule of init or next gives ~q'-[Name/Arity],
     'write init(~w) if it holds at the start, or ask ~w without true'-[Text, Text]) :-
    pattern(Name, Arity, Text).
text(never_true, [PI, Closest], 'no rule of init or next gives ~q'-[PI],
     'did you mean ~q?'-[Closest]) :- Closest \== none, Closest \== relation.
text(never_legal, [Name/Arity, none], 'no rule of legal gives a move ~w'-[Text],
     'so this is never done: write a rule of legal for it, or remove the condition'-[]) :-
    pattern(Name, Arity, Text).
text(never_legal, [Name/Arity, Name/Other], '~w takes ~d argument~w in legal, and ~d here'
     -[Name, Other, S, Arity], 'write ~w with ~d argument~w'-[Name, Other, S]) :- plural(Other, S), !.
text(never_legal, [Name/Arity, Closest/Other], 'no rule of legal gives a move ~w'-[Text],
     'did you mean ~w?'-[Meant]) :- pattern(Name, Arity, Text), pattern(Closest, Other, Meant).
text(unused_reason, [covered, Term], 'the reason for ~w comes first, and covers this one'-[Text],
     'write the special reason first, or remove it'-[]) :- brief(Term, Text).
text(unused_reason, [never, Atom], 'no clause gives ~w, so no explanation uses its reason'-[Text],
     'write an atom that a clause of the file can give'-[]) :- brief(Atom, Text).

text(never_used, [parameter(Name)], 'no rule reads the parameter ~w'-[Text],
     'read it in a rule, as in parameter(~w, N), or remove it'-[Text]) :- brief(Name, Text).
text(never_used, [PI, none], Message, Fix) :- text(never_used, [PI], Message, Fix).
text(never_used, [PI, Closest], 'nothing uses ~w'-[Text],
     'did you mean ~q?'-[Closest]) :- Closest \== none, brief(PI, Text).
text(never_used, [PI], 'no rule uses ~w'-[Text],
     'use it, or remove its rules'-[]) :- brief(PI, Text).
text(fluent_fact, [Name/Arity], '~q is asked only as a fluent, and this clause gives no fluent'
     -[Name/Arity], 'write init(~w) if it holds at the start'-[Text]) :- pattern(Name, Arity, Text).
text(open_gap, [N], 'gap ~w is still open'-[Text],
     'write what is asked for in place of gap(~w)'-[Text]) :- brief(N, Text).
text(never_asked, [PI, itself], 'only the rules of next for ~w ask for it'-[Text],
     'ask for it where it matters, as legal does for whose turn it is, or remove it'-[]) :-
    brief(PI, Text).
text(never_asked, [PI], 'no rule uses the fluent ~w'-[Text],
     'ask for it in a rule, or remove it'-[]) :- brief(PI, Text).

text(no_init, [], 'no rule defines init/1: nothing holds at the start, and no move is legal'-[],
     'write init(F) for each fluent F that holds at the start'-[]).
text(no_init, [Name/Arity, Why], Message-[Name/Arity], 'write init(~w) for what holds at the start'-[Text]) :-
    no_init_text(Why, Message),
    pattern(Name, Arity, Text).
text(never_next, [PI], 'no rule of next gives ~q: it holds only at the start'-[PI],
     'write a rule of next for it: otherwise it no longer holds after a step'-[]).
text(no_role, [Role, none], '~w is not a role'-[Text],
     'write role(~w), or the name of a role'-[Text]) :- brief(Role, Text).
text(no_role, [Roles, several], 'a role has one name, and ~w is a list'-[Text],
     'write a clause for each role: role(x). role(o).'-[]) :- brief(Roles, Text).
text(no_role, [Role, first(Atom)], '~w is not a role'-[Text], 'the role comes first: ~w'-[Other]) :-
    brief(Role, Text), brief(Atom, Other).
text(no_role, [Role, Closest], '~w is not a role'-[Text], 'did you mean ~w?'-[Other]) :-
    Closest \== none, Closest \== several, Closest \= first(_), brief(Role, Text), brief(Closest, Other).
text(sees_unread, [random], 'this rule has no effect: random moves by chance, whatever it perceives'-[],
     'leave the rule out, or name the player who perceives this'-[]).
text(sees_unread, [only(Role)],
     'sees has no effect: ~w is the only role, so it knows the state from its own moves'-[Text],
     'leave out the rules for sees; what happens by chance is a move of the role random'-[]) :-
    brief(Role, Text).
text(repetition, Arguments, Message, Fix) :- text(no_role, Arguments, Message, Fix).
text(no_parameter, [Name, value], '~w is only a name here, not the value of the parameter'-[Text],
     'write parameter(~w, N) in the body, and N here'-[Text]) :- brief(Name, Text).
text(no_parameter, [Name, none], 'no parameter is called ~w'-[Text],
     'give it a default: parameter(~w, value)'-[Text]) :- brief(Name, Text).
text(no_parameter, [Name, Closest], 'no parameter is called ~w'-[Text],
     'did you mean ~w?'-[Other]) :-
    Closest \== none, Closest \== value, brief(Name, Text), brief(Closest, Other).
text(no_feature, [Name, none], 'no feature is called ~w'-[Text],
     'write rules for feature(Role, ~w, Instance)'-[Text]) :- brief(Name, Text).
text(no_feature, [Name, Closest], 'no feature is called ~w'-[Text],
     'did you mean ~w?'-[Other]) :-
    Closest \== none, brief(Name, Text), brief(Closest, Other).
text(no_weight, [Name], 'the feature ~w has no weight, and so no effect'-[Text],
     'give it one: weight(~w, 1)'-[Text]) :- brief(Name, Text).
text(unused_sum, [Count], 'constant_sum has no effect: it is for two players, and there ~w'-[Words],
     'remove it'-[]) :-
    ( Count =:= 1 -> Words = 'is one' ; format(atom(Words), 'are ~D', [Count]) ).

% ---- names -----------------------------------------------------------------

text(capitals, [Name, Other], '~w differs from ~w only in capitals'-[Text, OtherText],
     'write it in the same way everywhere'-[]) :-
    brief(Name, Text), brief(Other, OtherText).
text(arities, [Name, Arity, Other], '~w has ~d arguments here, and ~d elsewhere'
     -[Text, Arity, Other], 'give it one number of arguments, or another name'-[]) :-
    brief(Name, Text).
text(keyword, [Name], '~w is a keyword of the language'-[Text],
     'it misleads as another name: choose a different one'-[]) :- brief(Name, Text).
text(look_alike, [Name/Arity, Word], 'no rule uses ~q'-[Name/Arity], 'did you mean ~q?'-[Word]).
text(look_alike, [Name, Other], '~w occurs once, and ~w more often'-[Text, OtherText],
     'did you mean ~w?'-[OtherText]) :- brief(Name, Text), brief(Other, OtherText).
text(goal_range, [Value], 'expected a goal value from 0 to 100, found ~d'-[Value],
     'scale the values: other systems take 0 as a loss, 100 as a win'-[]).

plural(1, '') :- !.
plural(_, s).

%   A long cycle is abbreviated to its first and its last relations.
cycle_text(PIs0, Text) :-
    length(PIs0, Length),
    (   Length =< 8 -> PIs = PIs0
    ;   length(First, 5), append(First, _, PIs0),
        length(Last, 2), append(_, Last, PIs0),
        append(First, ['...'|Last], PIs)
    ),
    maplist(cycle_word, PIs, Words),
    atomic_list_concat(Words, ' -> ', Text).

cycle_word(PI, Word) :-
    ( PI == '...' -> Word = PI ; format(atom(Word), '~q', [PI]) ).

%   form(+Name/Arity, -Form): Form shows the arguments of a relation of the language.

form(Name/Arity, Form) :-
    argument_sorts(Name/Arity, Sorts),
    (   Sorts == [] -> Form = Name
    ;   maplist(capitalised, Sorts, Words),
        atomic_list_concat(Words, ', ', Arguments),
        format(atom(Form), '~w(~w)', [Name, Arguments])
    ).

capitalised(Sort, Word) :-
    sub_atom(Sort, 0, 1, _, First0),
    sub_atom(Sort, 1, _, 0, Rest),
    upcase_atom(First0, First),
    atom_concat(First, Rest, Word).

%   pattern(+Name, +Arity, -Text): Text is `name(..)`, or the name alone if Arity is 0.

pattern(Name, 0, Text) :- !, brief(Name, Text).
pattern(Name, _, Text) :- brief(Name, Text0), string_concat(Text0, "(..)", Text).

%   argument_words(+Name/Arity, +I, -Words)

argument_words(PI, I, Words) :-
    (   PI = _/1 -> Words = argument
    ;   nth1(I, [first, second, third, fourth, fifth, sixth, seventh, eighth], Nth)
    ->  atom_concat(Nth, ' argument', Words)
    ;   atom_concat('argument ', I, Words)
    ).

%   no_init_text(+Why, -Format)

no_init_text(passed, 'no rule of init gives ~q, and next gives it only where it holds: it never holds').
no_init_text(moved, 'no rule of init gives ~q, and each rule of legal asks for it: nobody ever has a move').

%   impossible_value_text(+Name/Arity, +I, +Constant, +Values, -Message)

impossible_value_text(PI, I, Constant, Values,
                      'the ~w of ~q is never ~w: it is ~w'-[Place, PI, Text, Words]) :-
    argument_words(PI, I, Place),
    brief(Constant, Text),
    maplist(value_words, Values, Texts),
    choice_words(Texts, Words).

value_words(number(any), 'a number') :- !.
value_words(Value, Text) :- brief(Value, Text).

choice_words([Text], Text) :- !.
choice_words(Texts, Words) :-
    length(Texts, Length),
    (   Length =< 6
    ->  append(Firsts, [Last], Texts), Rest = Last
    ;   length(Firsts, 5), append(Firsts, _, Texts),
        Others is Length - 5, format(atom(Rest), 'one of ~d others', [Others])
    ),
    atomic_list_concat(Firsts, ', ', First),
    format(atom(Words), '~w or ~w', [First, Rest]).

%   first_facts(+Members, -Text): facts for the first members.

first_facts([A], Text) :- !, fact_of(A, Text).
first_facts([A, B|_], Text) :-
    fact_of(A, TextA), fact_of(B, TextB),
    format(atom(Text), '~w ~w', [TextA, TextB]).

fact_of(Member, Text) :- brief(Member, M), format(atom(Text), 'choice(~w).', [M]).

aggregate_example(count, 'count(X, p(X), N)').
aggregate_example(sum, 'sum(X, Key, p(Key, X), N)').
aggregate_example(max, 'max(X, p(X), N)').
aggregate_example(min, 'min(X, p(X), N)').
aggregate_example(list, 'list(X, Key, p(Key, X), Xs)').

%   builtin_fix(+Name/Arity, -Fix): Fix says what to write instead.

builtin_fix(PI, Fix) :- instead(PIs, Fix), memberchk(PI, PIs), !.
builtin_fix(_, 'write rules for it, or use comparisons, `is`, between/3, count/3, \\+ and ;').

instead([unify_with_occurs_check/2], 'write =').
instead([(=@=)/2], 'write ==').
instead([(\=@=)/2, (?=)/2], 'write \\==, or =\\= between numbers').
instead([(@<)/2, (@>)/2, (@=<)/2, (@>=)/2, compare/3],
        'only whole numbers have an order: <, =<, >, >=').
instead([(=..)/2, functor/3, arg/3, copy_term/2, term_variables/2],
        'write the term with variables for its parts').
instead([findall/3, findall/4, bagof/3, setof/3, aggregate_all/3, aggregate_all/4, length/2],
        'to ask whether there is one, write the goal, or \\+ for none; count/3 counts them').
instead([forall/2], 'write \\+ exception, and a rule for exception').
instead([call/1, call/2, call/3, call/4, once/1, ignore/1, apply/2],
        'write the literal itself').
instead([fail/0, false/0, repeat/0], 'what no rule proves is false: remove the rule').
instead([nth0/3], 'write a clause for each place of the list, as in at([A, _, _], 0, A).').
instead([nth1/3], 'write a clause for each place of the list, as in at([A, _, _], 1, A).').
instead([member/2, memberchk/2, append/2, append/3, select/3, last/2,
         reverse/2, msort/2, sort/2, sort/4, permutation/2, subtract/3, delete/3, sum_list/2,
         sumlist/2, max_list/2, min_list/2, max_member/2, min_member/2, numlist/3],
        'write its clauses in this file (each rule that asks it must give the list), or a fact for each member').
instead([plus/3], 'write Z is X + Y').
instead([succ/2], 'for succ(X, Y) write Y is X + 1, or X is Y - 1').
instead([var/1, nonvar/1, ground/1, atom/1, number/1, integer/1, atomic/1, compound/1,
         callable/1, is_list/1],
        'remove it, or list the values as facts of your own').
instead([write/1, print/1, writeln/1, nl/0, format/1, format/2, format/3, write_canonical/1,
         writeq/1, write_term/2, put_char/1, tab/1, print_message/2],
        'a rule file only describes a game: the program that reads it writes the output').
instead([halt/0, halt/1, shell/0, shell/1, shell/2, system/1, consult/1, load_files/2,
         use_module/1, use_module/2, open/3, open/4, close/1, see/1, tell/1, read/1,
         read/2, read_term/2,
         process_create/3, delete_file/1, getenv/2, setenv/2],
        'a rule file cannot run anything: remove it').
instead([assert/1, asserta/1, assertz/1, retract/1, retractall/1, abolish/1, nb_setval/2,
         nb_getval/2, b_setval/2, b_getval/2],
        'what changes is a fluent: init(F) and next(F) give it, true(F) asks for it').
instead([catch/3, throw/1, setup_call_cleanup/3, call_cleanup/2], 'remove it').
instead([random/1, random/3, random_between/3, random_member/2],
        'chance is a role: role(random)').
instead([atom_concat/3, atom_length/2, sub_atom/5, atom_codes/2, atom_chars/2, atom_number/2,
         atomic_list_concat/2, atomic_list_concat/3, number_codes/2, char_code/2,
         upcase_atom/2],
        'names have no parts: write facts').

%!  program_mend(?PredicateIndicator, -Mend) is nondet.
%
%   Mend says what a search program uses instead of a predicate of Prolog.

program_mend(PI, Mend) :- in_program(PIs, Mend), member(PI, PIs).

in_program([write/1, print/1, writeln/1, nl/0, format/1, format/2, write_canonical/1, writeq/1,
            tab/1],
           'leave it out: `ask` and `compare` print the answers').
in_program([assert/1, asserta/1, assertz/1, retract/1, retractall/1, nb_setval/2, nb_getval/2,
            b_setval/2, b_getval/2],
           'a search program stores nothing: pass the value on in an argument').
in_program([bagof/3, setof/3, aggregate_all/3, aggregate_all/4],
           'use findall/3, and then sort/2, length/2, sum_list/2, max_list/2 or min_list/2').
in_program([maplist/2, maplist/3, maplist/4, foldl/4, foldl/5, include/3, exclude/3, call/1,
            call/2, call/3, call/4],
           'use findall/3, or a recursive relation of your own').

%!  error_text(+Error, -Message) is det.
%
%   Message is the text of an error term.

error_text(error(existence_error(procedure, PI), context(Caller, _)), Message) :-
    nonvar(Caller), !,  % only if someone edits a search
    format(string(Message), '~q calls ~q, which no clause defines', [Caller, PI]).
error_text(error(Formal, _), Message) :-
    formal(Formal, Format-As), !,
    format(string(Message), Format, As).
error_text(Error, Message) :-
    format(string(Message), 'internal error: ~p', [Error]).

%!  wrong(?Wrong, -Kinds) is nondet.
%
%   What is wrong in errors of these kinds, the functors of their terms: a move or a position,
%   the rest of a question, the tier, a certificate, or recorded events.  In all others it is the
%   rules.

wrong(move, [ wrong_history, expected_kif_term, expected_one_term, not_a_state, not_a_state_text,
              not_functional, not_ground, not_legal, not_possible, not_possible_text,
              not_single, other_syntax, unreadable_term ]).
wrong(input, [ another_view, certificate_of_chance, expected_one_atom,
               expected_one_question, expected_plies, goal_failed, hidden_information,
               instantiation_error, knowledge_elsewhere, no_answer_number, no_beginning, no_estimate,
               no_feasible_moves, no_method, no_parameter, no_percepts, no_role, no_step, no_view,
               not_a_space, not_true_or_false, parameter_value, parameters, position_withheld,
               program_answer, sees_all, twice ]).
wrong(tier, [internal, no_answer, no_slots, no_such_state, not_grounded]).
wrong(no_goal, [no_goal]).
wrong(chance_weight, [chance_weight]).
wrong(goal_sum, [goal_sum_unknown]).
wrong(certificate, [certificate_form, other_parameters, other_rules]).
wrong(events, [no_bound, no_cut]).

brief_hash(Hash, Brief) :- ( sub_string(Hash, 0, 12, _, Brief) -> true ; Brief = Hash ).

beginning_words(no_position(Why), Words) :- plain_text(Why, Words).
beginning_words(start, 'there is no start node').
beginning_words(role, 'there is no role').
beginning_words(fluent, 'no fluent holds at the start').
beginning_words(move, 'no role has a move at the start, and the game is not over').

formal(expected_one_term(Text), 'expected one term, found `~w`'-[Short]) :-
    shortened(Text, Short).
formal(expected_kif_term(Text),
       'expected one term in KIF, as in (name 1 2), found `~w`'-[Short]) :-
    shortened(Text, Short).
formal(other_syntax(Syntax, Right, Text),
       'this game is ~w: expected `~w`, found `~w`'-[Where, RightShort, Short]) :-
    ( Syntax == kif -> Where = 'in KIF' ; Where = 'not in KIF' ),
    shortened(Right, RightShort),
    shortened(Text, Short).
formal(expected_one_question(Text), 'expected one question, found `~w`'-[Short]) :-
    shortened(Text, Short).
formal(no_step(Name/Arity),
       '~w/~w depends on a move, and no move is made while a question is answered'-[Name, Arity]).
formal(huge_term(Most, relation(PI, Line)),
       '~q (line ~D) builds a term of more than ~D parts'-[PI, Line, Most]).
formal(too_many_roles(Most, Line),
       'role/1 (line ~D) gives more than ~D roles'-[Line, Most]).
formal(too_many_joint_moves(Most),
       'a state has more than ~D joint moves'-[Most]).
formal(huge_number(Most, relation(PI, Line)),
       '~q (line ~D) computes a number of more than ~D bits'-[PI, Line, Most]).
formal(huge_number(Most, nowhere), 'a number of more than ~D bits'-[Most]).
formal(goal_failed(Text), 'SWI-Prolog says: ~w'-[Text]).
formal(certificate_form(Text), '~w'-[Text]).
formal(certificate_of_chance,
       'the game has the role random: a state has no certain value in a game with chance'-[]).
formal(other_parameters(Expected0, Found0),
       'the rules have changed: expected those with the parameters ~w, found ~w'
       -[Expected, Found]) :-
    maplist(json_text, [Expected0, Found0], [Expected, Found]).
formal(other_rules(Expected0, Found0),
       'the rules have changed: expected those with the hash ~w\u2026, found others with ~w\u2026'
       -[Expected, Found]) :-
    maplist(brief_hash, [Expected0, Found0], [Expected, Found]).
formal(no_answer_number(N), 'there is no answer number ~d'-[N]).
formal(no_cut, 'expected a cut of one move after another'-[]).
formal(no_bound(Bound), 'expected the events of a search, found the bound ~w'-[Bound]).
formal(not_legal(Text), '~w is not legal here'-[Short]) :- shortened(Text, Short).
formal(expected_plies(N), 'expected a number of plies of 1 or more, found ~w'-[Text]) :-
    ( var(N) -> Text = 'a variable' ; brief(N, Text) ).
formal(hidden_information,
       'the game has hidden information: by its `sees` rules each role sees only part of the \c
        state, but a search sees all of it, so its values would be wrong; --open (in \c
        Python game.face_up()) searches with all cards face up, and the methods ismcts and pimc of \c
        `best` search from what a role knows'-[]).
formal(no_view,
       'what a role knows depends on its own moves and percepts since the start: give the \c
        position by the moves that led to it (--after)'-[]).
formal(knowledge_elsewhere,
       'knows, possible and likelihood ask about the position itself: they cannot stand within \c
        after or within one another'-[]).
formal(another_view(One, Other),
       'the program has asked what ~w knows, so it may not ask what ~w knows: ask for one role at \c
        a time'-[One, Other]).
formal(sees_all,
       'view(R, Steps) is for games with hidden information that are not played face up: here each \c
        role sees the position, and believed(R, S, P) gives it'-[]).
formal(no_percepts,
       'percepts(S, R, Ps) is for games with hidden information that are not played face up: the \c
        states of this one hold no percepts'-[]).
formal(position_withheld(PI),
       'the game has hidden information: beside a program a question may ask the program and the \c
        relations over states, as in believed(R, S, P), but ~q would tell it of the position; --open (in \c
        Python game.face_up()) lets a program see all of it'-[PI]).
formal(belief_size(Most), 'more than ~D states are possible for the role'-[Most]).
formal(too_many_percepts(Most),
       'a role perceives more than ~D things in one step; a percept may be a term that holds \c
        several of them'-[Most]).
formal(no_method(Method, Methods), 'no method ~w: expected one of ~w'-[Text, Words]) :-
    brief(Method, Text),
    atomic_list_concat(Methods, ', ', Words).
formal(unreadable_term(Text, What), 'cannot read `~w`: ~w'-[Short, Words]) :-
    shortened(Text, Short),
    syntax_words(What, Words).
formal(not_ground(Text), 'expected a term without variables, found `~w`'-[Short]) :-
    shortened(Text, Short).
formal(no_parameter(Name, []), 'this file has no parameters: expected none, found ~q'-[Name]).
formal(no_parameter(Name, Names), 'no parameter ~q: expected one of ~w'-[Name, Words]) :-
    Names = [_|_],
    atomic_list_concat(Names, ', ', Words).
formal(parameter_value(Name, Value, Expected),
       'parameter ~q: expected ~w, found ~w'-[Name, Expected, Text]) :- brief(Value, Text).
formal(no_beginning([Name=Value], no_position(Why)),
       'expected a position, found ~q: ~w'-[Text, Words]) :-
    atom(Name), is_list(Value),
    atomic_list_concat(Value, Joined),
    atom_string(Joined, Text),
    plain_text(Why, Words).
formal(no_beginning(Parameters, Why), 'with ~w, ~w'-[Text, Words]) :-
    beginning_words(Why, Words),
    findall(T, ( member(Name=Value, Parameters), brief(Name=Value, T) ), Ts),
    atomic_list_concat(Ts, ', ', Text).
formal(parameters(Term), 'expected parameters as in name(size=4), found ~w'-[Text]) :-
    brief(Term, Text).
formal(not_possible_text(Text), 'no rule can make this hold: ~w'-[Text]).
formal(not_a_state_text(Text), 'expected a state as in [(step 1) (control x)], found ~w'-[Text]).
formal(twice(Name), 'the parameter ~w is given twice'-[Name]).
formal(not_a_state(Term), 'expected a state as in [fluent, fluent], found ~w'-[Text]) :-
    brief(Term, Text).
formal(not_possible(Fluent), 'no rule can make this hold: ~w'-[Text]) :- brief(Fluent, Text).
formal(not_functional(Fluent), 'expected one value for a key, found another: ~w'-[Text]) :-
    brief(Fluent, Text).
formal(not_single(One, Other), '~w and ~w cannot both hold'-[Text1, Text2]) :-
    brief(One, Text1), brief(Other, Text2).
formal(no_role(Role, Roles), 'no role ~w: expected one of ~w'-[Role, Words]) :-
    atomic_list_concat(Roles, ', ', Words).
formal(not_true_or_false(Value), 'expected `true` or `false`, found ~w'-[Text]) :-
    brief(Value, Text).
formal(goal_sum_unknown,
       'a search must know first whether the goals of the two players add up to a constant: \c
        expected a request `goal_sum`'-[]).
formal(no_such_state(Id), 'no state has the number ~w'-[Id]).
formal(domain_error(not_less_than_zero, N), 'expected a number of 0 or more, found ~w'-[N]).
formal(program_answer(Question, Expected, Answer),
       'expected ~s as the ~w of the search program, found ~w'-[Expected, Question, Text]) :-
    brief(Answer, Text).
formal(in_program(Line, Formal), 'line ~d of the search program: ~w'-[Line, Text]) :-
    formal(Formal, Format-Arguments),
    format(atom(Text), Format, Arguments).
formal(open_gap(N), 'gap ~w is still open'-[Text]) :- brief(N, Text).
formal(no_answer(Operation), 'the engine has no operation ~w'-[Operation]).
formal(no_slots(space),
       'a state space of this form has no slots: it has no fluents'-[]).
formal(wrong_history,
       'the history of this state does not fit its position: a state of a new game has none'-[]).
formal(no_slots(history),
       'the form with slots has no place for the earlier positions that occurred asks for'-[]).
formal(no_slots(recursion(PI)),
       'the form with slots cannot have recursion through the state that may be circular: ~w'-[PI]).
formal(no_slots(fluents),
       'the form with slots needs a list of the fluents that may hold: it is too long or endless'-[]).
formal(not_a_space(Roles),
       'paths are for one agent: this is a game of ~d roles'-[Count]) :-
    length(Roles, Count).
formal(no_gdl(space),
       'GDL has no state spaces: it describes games by legal and next'-[]).
formal(no_gdl(weights),
       'GDL has no weights of the moves of random, which are equally likely there: write each move \
as often as it weighs, as in roll(3, first) and roll(3, second)'-[]).
formal(no_gdl(history),
       'GDL has no histories: no rule of it can ask how often a position has occurred'-[]).
formal(no_gdl(fluents),
       'this game cannot be converted to GDL: it has too many possible fluents to list, \
perhaps because a number can grow without bound'-[]).
formal(no_gdl(list),
       'this game cannot be converted to GDL, which has no lists of what holds, and its moves, ends or \
goals need one: ask for the members where they are needed, or convert it to KIF'-[]).
formal(no_gdl(values),
       'this game cannot be converted to GDL: not all values of its arithmetic can be \
listed'-[]).
formal(not_grounded(space),
       'a state space of this form has no ground program: it has no fluents and moves'-[]).
formal(not_grounded(list),
       'list/4 does not ground, so the native tier cannot play this game; the clauses can'-[]).
formal(not_grounded(after),
       'the native tier can ask how often a position will have occurred after a move only in a rule of \
legal, and only of the move of its head: use clauses or procedural'-[]).
formal(not_grounded(legal),
       'a rule asks which moves are legal, and that depends on how often positions have occurred: the \
native tier does not support this, so use clauses or procedural'-[]).
formal(not_grounded(number(N)),
       'expected numbers of 32 bits in a ground program, found ~d'-[N]).
formal(no_start, 'no start node: start/1 has no answer'-[]).
formal(start_twice(First, Second),
       'start/1 gives two nodes, ~w and ~w: a state space has only one start'-[A, B]) :-
    brief(First, A), brief(Second, B).
formal(no_feasible_moves,
       'mobility_percent and focus_percent need a list of all moves that may be legal, and \
this game has too many'-[]).
formal(no_estimate, 'this method needs an estimate: the file defines no h'-[]).
formal(no_estimate(Node), 'h gives no estimate of ~w'-[Text]) :- brief(Node, Text).
formal(wrong_estimate(Node, Estimate),
       'expected a whole number as h of ~w, found ~w'-[NodeText, Text]) :-
    brief(Node, NodeText), brief(Estimate, Text).
formal(negative_cost(From, To, Cost),
       'expected a whole number, 0 or more, as the cost of the arc from ~w to ~w, found ~w'-Texts) :-
    maplist(brief, [From, To, Cost], Texts).
formal(wrong_neighbours(Node, Neighbours),
       'expected a list of neighbours of ~w, found ~w'-[NodeText, Text]) :-
    brief(Node, NodeText), brief(Neighbours, Text).
formal(no_goal(Role), 'no goal value is defined for ~q in this state'-[Role]).
formal(too_large(_), 'expected values of less than 2^49 in magnitude, found a larger one'-[]).
formal(no_roles, 'no role is defined: the game has no player'-[]).
formal(no_moves(Role, Position),
       'no move is legal for ~q in a state that is not terminal: ~w'-[Role, Position]).
formal(chance_weight([], Move, Position),
       'the move ~w of random has no weight in this state, and the rules weigh its moves: ~w'
       -[Move, Position]).
formal(chance_weight([Found], Move, Position),
       'expected a whole number of at least 1, and less than 2^31, as the weight of the move ~w of \c
        random, found ~w, in this state: ~w'-[Move, Found, Position]).
formal(chance_weight([A, B|More], Move, Position),
       'the move ~w of random has the weights ~w at once in this state: ~w'
       -[Move, Words, Position]) :-
    atomic_list_concat([A, B|More], ' and ', Words).
formal(no_end(Longest), 'a random game did not end within ~D plies'-[Longest]).
formal(endless, 'the game can go on for ever: give a depth or a time'-[]).
formal(type_error(evaluable, Name), 'expected a number in arithmetic, found ~w'-[Text]) :-
    ( Name = Atom/0 -> brief(Atom, Text) ; brief(Name, Text) ).
formal(type_error(integer, Term), 'expected a whole number, found ~w'-[Text]) :-
    brief(Term, Text).
formal(type_error(Type, Term), 'expected ~w, found ~w'-[Kind, Text]) :-
    ( Type == [] -> Kind = 'a number' ; Kind = Type ),
    brief(Term, Text).
formal(expected_one_atom(Text), 'expected one atom, found `~w`'-[Short]) :-
    shortened(Text, Short).
formal(instantiation_error,
       'a variable has no value yet where one is needed: bind it earlier'-[]).
formal(no_value, 'a variable in it has no value yet'-[]).
formal(too_many_digits(Most), 'a number of more than ~D digits'-[Most]).
formal(evaluation_error(zero_divisor), 'a division by zero'-[]).
formal(evaluation_error(What), 'arithmetic has no value: ~w'-[What]) :- What \== zero_divisor.

%   ends_told(+Edits, -Text): what is known of the start and the goal of a puzzle.

ends_told(Edits, Text) :-
    (   Edits = [edit(start, unknown), edit(is_goal, unknown)]
    ->  Text = 'neither the start nor the goal can be told from the file'
    ;   findall(T, ( member(E, Edits), end_told(E, T) ), Ts),
        listed(Ts, Text)
    ).

end_told(edit(Name, Way), T) :-
    called_here(Name, What),
    (   ( Way = rename(PI) ; Way = ask(PI, _) ; Way = replace(PI, _) )
    ->  format(atom(T), '~q is the ~w', [PI, What])
    ;   Way = unknown -> format(atom(T), 'the ~w cannot be told from the file', [What])
    ;   What == start -> T = 'the start stands in the call of the search'
    ;   T = 'the goal stands in the search'
    ).

called_here(start, start).
called_here(is_goal, goal).
called_here(h, estimate).

edits_text(Edits, Text) :-
    findall(T, ( member(E, Edits), edit_text(E, T) ), Ts),
    atomic_list_concat(Ts, '; ', Text).

edit_text(edit(Name, rename(PI)), T) :-
    PI = _/Arity, format(atom(T), 'rename ~q to ~q', [PI, Name/Arity]).
edit_text(edit(_, add(Text)), T) :- format(atom(T), 'add: ~w', [Text]).
edit_text(edit(_, ask(_, Text)), T) :- format(atom(T), 'add: ~w', [Text]).
edit_text(edit(_, replace(PI, Text)), T) :- format(atom(T), 'in place of ~q write: ~w', [PI, Text]).
edit_text(edit(_, unsure(T, M)), Text) :-
    format(atom(Text), 'the file does not tell whether ~w is the next state, or ~w: see to it', [T, M]).
edit_text(edit(Name, unknown), T) :- format(atom(T), 'add a fact ~w(State).', [Name]).

%!  listed(+Terms, -Text) is det.
%
%   Text names Terms, as in `a, b and c`.

listed([], nothing) :- !.
listed(Terms, Text) :-
    findall(T, ( member(Term, Terms), named(Term, T) ), Texts),
    append(Init, [Last], Texts), !,
    (   Init == [] -> Text = Last
    ;   atomic_list_concat(Init, ', ', First),
        format(atom(Text), '~w and ~w', [First, Last])
    ).

named(Term, Text) :-
    ( Term = _/_ -> format(atom(Text), '~q', [Term]) ; format(atom(Text), '~w', [Term]) ).
