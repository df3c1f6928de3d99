:- module(messages,
          [ fault_text/4,               % +Code, +Arguments, -Message, -Mend
            error_text/2                % +Error, -Message
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(language).

/** <module> The wording of faults and errors, all in one place

A message says what was expected and what came; the mend says in one line what
to do.  Lower case, no full stop at the end.
*/

%!  fault_text(+Code, +Arguments, -Message, -Mend) is det.

fault_text(Code, Arguments, Message, Mend) :-
    (   text(Code, Arguments, Format-As, MendFormat-MendAs)
    ->  true
    ;   Format-As = '~q ~q'-[Code, Arguments], MendFormat-MendAs = ''-[]
    ),
    format(string(Message), Format, As),
    format(string(Mend), MendFormat, MendAs).

text(syntax, [What], 'syntax error: ~w'-[Words],
     'a clause is `head.` or `head :- literal, literal.`'-[]) :-
    syntax_words(What, Words).
text(directive, [], 'a rule file holds no directives'-[],
     'a rule file is data and cannot run anything: take the line out'-[]).
text(grammar_rule, [], 'a rule file holds no grammar rules (-->)'-[],
     'write `head :- body.`'-[]).
text(single_sided, [], 'a rule file holds no single-sided rules (=>)'-[],
     'write `head :- body.`'-[]).
text(variable_clause, [], 'expected a clause, found a variable'-[],
     'a name that starts with a capital or _ is a variable: start it in lower case'-[]).
text(variable_head, [], 'expected a relation before `:-`, found a variable'-[],
     'name the relation that the rule is about'-[]).
text(variable_goal, [], 'expected a literal, found a variable'-[],
     'name the relation that is to hold'-[]).
text(head_not_callable, [Head], 'expected a relation, found ~q'-[Head],
     'the name of a relation starts in lower case'-[]).
text(goal_not_callable, [Goal], 'expected a literal, found ~q'-[Goal],
     'the name of a relation starts in lower case'-[]).
text(reserved_head, [PI], '~q belongs to the language and cannot be defined'-[PI],
     'choose another name'-[]).
text(module, [], 'a rule file knows no modules: `:` has no meaning here'-[],
     'write the literal alone'-[]).
text(cut, [], 'a rule file holds no cut (!)'-[],
     'say with \\+ or \\== when a rule does not apply'-[]).
text(if_then_else, [], 'a rule file holds no if-then-else (->)'-[],
     'write one rule a case, the second with \\+ condition'-[]).
text(dict, [], 'a rule file holds no dictionaries'-[], 'write a plain term'-[]).
text(text_object, [], 'a rule file holds no strings'-[], 'use a quoted atom'-[]).
text(number, [], 'numbers are whole numbers'-[], 'scale the values up'-[]).
text(not_arithmetic, [Term], 'expected integer arithmetic, found ~q'-[Term],
     'there are + - * // mod rem xor min max abs sign'-[]).
text(unbound, ['_'], 'nothing binds this variable'-[],
     'bind it by a positive literal, or ask a helper relation that does'-[]).
text(unbound, [Name], 'nothing binds the variable ~w'-[Name],
     'bind it by a positive literal of this rule: true(..), does(..) or a relation'-[]).
text(singleton, [Name], 'the variable ~w occurs only once'-[Name],
     'if that is meant write _~w, or _'-[Name]).
text(unknown_predicate, [PI, none], 'no rule defines ~q'-[PI],
     'define it, or take the literal out'-[]).
text(unknown_predicate, [PI, Closest], 'no rule defines ~q'-[PI],
     'did you mean ~q?'-[Closest]) :- Closest \== none.
text(forbidden_builtin, [PI, _], '~q is a Prolog builtin, which rule files do not have'-[PI],
     'there are comparisons, integer `is`, between/3, count/3, \\+ and ;'-[]) .
text(arity, [Name/Arity, Expected], '~q takes ~d argument~w, not ~d'
     -[Name, Expected, S, Arity], 'it means: ~w'-[Use]) :-
    plural(Expected, S),
    relation(Name/Expected, _, Use).
text(negative_cycle, [Cycle], 'a negation or count goes round in a circle: ~w'-[Text],
     'what is negated must be known first: break the circle'-[]) :-
    cycle_text(Cycle, Text).
text(unbounded_recursion, [PI], 'the recursion of ~q can go on for ever'-[PI],
     'bind what grows by a literal outside the recursion, as between(0, 10, N)'-[]).
text(depends, [Head, true/1], '~q cannot depend on the state'-[Head],
     'it is the same in all states: leave true(..) out'-[]).
text(depends, [Head, does/2], '~q cannot depend on the moves of the step'-[Head],
     'only next and sees can ask does(..)'-[]).
text(missing, [Name/Arity], 'no rule defines ~q'-[Name/Arity],
     'a rule file needs it: ~w'-[Use]) :-
    relation(Name/Arity, _, Use).
text(parameter_name, [Name], 'expected the name of a parameter, found ~p'-[Name],
     'write parameter(name, default)'-[]).
text(parameter_type, [Name, Value],
     'expected a whole number, a name or a list of these for parameter ~q, found ~p'
     -[Name, Value], 'write parameter(~q, default)'-[Name]).
text(header_rule, [PI, _], '~q is a fact, not a rule'-[PI], 'take the body out'-[]).
text(weight_type, [Name, Weight], 'expected a whole number for weight ~q, found ~q'
     -[Name, Weight], 'scale the weights up'-[]).
text(never_true, [PI, none], 'no init or next makes ~q true'-[PI], 'define it'-[]).
text(never_true, [PI, Closest], 'no init or next makes ~q true'-[PI],
     'did you mean ~q?'-[Closest]) :- Closest \== none.
text(never_legal, [PI, none], 'no legal gives a move ~q'-[PI], 'define it'-[]).
text(never_legal, [PI, Closest], 'no legal gives a move ~q'-[PI],
     'did you mean ~q?'-[Closest]) :- Closest \== none.

plural(1, '') :- !.
plural(_, s).

cycle_text([PI], Text) :- !, format(string(Text), '~q', [PI]).
cycle_text([PI|PIs], Text) :-
    cycle_text(PIs, Rest),
    format(string(Text), '~q -> ~w', [PI, Rest]).

syntax_words(operator_expected, 'two terms stand side by side (a comma or a full stop is missing)') :- !.
syntax_words(operator_clash, 'operators that cannot stand together') :- !.
syntax_words(operator_balance, 'an operator lacks one of its sides') :- !.
syntax_words(cannot_start_term, 'a term cannot start here') :- !.
syntax_words(end_of_clause, 'the clause ends too soon') :- !.
syntax_words(end_of_clause_expected, 'the clause should end here') :- !.
syntax_words(end_of_file, 'the file ends inside a clause (a full stop is missing)') :- !.
syntax_words(end_of_file_in_quoted(_), 'a quotation mark is not closed') :- !.
syntax_words(end_of_file_in_block_comment, 'a comment /* is not closed') :- !.
syntax_words(illegal_number, 'not a number') :- !.
syntax_words(undefined_char_escape(C), Words) :- !,
    format(atom(Words), 'no such escape: \\~w', [C]).
syntax_words(What, Words) :-
    term_to_atom(What, Atom),
    atomic_list_concat(Parts, '_', Atom),
    atomic_list_concat(Parts, ' ', Words).

%!  error_text(+Error, -Message) is det.
%
%   Message is the wording of an error term that a question met while it ran.

error_text(error(Formal, _), Message) :-
    formal(Formal, Format-As), !,
    format(string(Message), Format, As).
error_text(Error, Message) :-
    format(string(Message), 'internal error: ~p', [Error]).

formal(expected_one_term(Text), 'expected one term, found `~w`'-[Text]).
formal(unreadable_term(Text, What), 'cannot read `~w`: ~w'-[Text, Words]) :-
    syntax_words(What, Words).
formal(not_ground(Text), 'expected a term without variables, found `~w`'-[Text]).
formal(no_parameter(Name, []), 'this file has no parameters, so no ~q'-[Name]).
formal(no_parameter(Name, Names), 'no parameter ~q: expected one of ~w'-[Name, Words]) :-
    atomic_list_concat(Names, ', ', Words).
formal(parameter_value(Name, Value, Expected),
       'parameter ~q: expected ~w, found ~q'-[Name, Expected, Value]).
formal(parameters(Term), 'expected parameters as in name(size=4), found ~q'-[Term]).
formal(not_a_state(Term), 'expected a state as in [fluent, fluent], found ~q'-[Term]).
formal(no_role(Role, Roles), 'no role ~q: expected one of ~w'-[Role, Words]) :-
    atomic_list_concat(Roles, ', ', Words).
formal(no_such_state(Id), 'no state has the number ~w'-[Id]).
formal(not_a_space(Roles),
       'paths are for one agent: this is a game of ~d roles'-[Count]) :-
    length(Roles, Count).
formal(no_estimate, 'this method needs an estimate: the file defines no h'-[]).
formal(negative_cost(From, To, Cost),
       'expected a cost of 0 or more on the arc from ~q to ~q, found ~q'-[From, To, Cost]).
formal(type_error(evaluable, Name), 'expected a number in arithmetic, found ~q'-[Name]).
formal(type_error(integer, Term), 'expected a whole number, found ~q'-[Term]).
formal(type_error(Type, Term), 'expected ~q, found ~q'-[Type, Term]).
formal(evaluation_error(zero_divisor), 'a division by zero'-[]).
formal(evaluation_error(What), 'arithmetic has no value: ~q'-[What]).
formal(not_functional(Fluent), 'two values for one key: ~q'-[Fluent]).
formal(no_goal(Role), 'no goal value is defined for ~q in this state'-[Role]).
formal(no_roles, 'no role is defined: the game has no player'-[]).
formal(no_moves(Role), 'no move is legal for ~q in a state that is not terminal'-[Role]).
formal(endless, 'the game can go on for ever: give a depth or a time'-[]).
