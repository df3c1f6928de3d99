"""The rule behind each diagnostic code, with a wrong and a right clause.

`logic/checker/messages.pl` words the message of a fault; this explains why it is a
fault.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from pygame_search.support.errors import InputError


@dataclass(frozen=True, slots=True)
class Code:
    """What a diagnostic code stands for.

    Attributes:
        name: the code, as it stands in brackets behind a message.
        severity: `error` or `warning`, as in our own files; `rule` tells where a GDL
            sheet differs.
        rule: what the language demands and why.
        wrong: the shortest clauses that break the rule.
        right: the same, fixed; empty if no short clause would show it.
        syntax: that of the clauses, `prolog`, `kif` or `cilog`.
    """

    name: str
    severity: str
    rule: str
    wrong: str
    right: str
    syntax: str = "prolog"


def explained(name: str) -> Code:
    """Return the code of a name.

    Raises:
        InputError: there is no such code.
    """
    if name in CODES:
        return CODES[name]
    close = difflib.get_close_matches(name.lower(), CODES, n=1)
    meant = f": did you mean {close[0]}?" if close else ""
    raise InputError(f"no diagnostic code {name!r}{meant}")


def page() -> str:
    """Return the page of all codes, `docs/codes.md`, in Markdown."""
    parts = [
        "# What `check` says",
        "",
        "Each diagnostic has a code in brackets at its end; `pygame-search check "
        "--explain CODE` shows its entry here. This page is made from "
        "`pygame_search/rules/codes.py`.",
    ]
    for code in CODES.values():
        parts += ["", f"## {code.name}", "", f"*{code.severity}*. {code.rule.strip()}"]
        for title, text in (("Wrong", code.wrong), ("Right", code.right)):
            if text:
                language = _LANGUAGES[code.syntax]
                parts += ["", f"{title}:", "", f"```{language}", text, "```"]
    return "\n".join(parts) + "\n"


#: How Markdown calls a syntax.
_LANGUAGES = {"prolog": "prolog", "cilog": "prolog", "kif": "lisp"}

# ---- sentences and clauses that several codes share --------------------------

_DATA = "A rule file is data: it is read, never run. "
_LIMIT = (
    "No rule written by a person comes near this limit. It is there so that a text "
    "that is not a rule file is refused at once, and cannot fill the memory. "
)
_LOWER = (
    "The name of a relation starts with a small letter; a word that starts with a "
    "capital letter or _ is a variable. "
)
_WHOLE = (
    "All numbers of the language are whole numbers, so that every computer finds the "
    "same values, and equal states are recognised as equal. "
)
_GDL = "the GDL specification (Love et al. 2008)"
_BOOK = "Computational Intelligence (Poole, Mackworth and Goebel)"
_SENTENCE = (
    "In KIF a sentence or term with arguments is written (name argument ...): the name "
    "comes first, behind the parenthesis. "
)
_SAFE = (
    "Every variable of a rule must be bound by a positive literal of its body, so that "
    "the rule has finitely many instances: it is safe, in the words of " + _GDL + ". "
)

# A robot walks from square 1 to square 3.
_SQUARES = "(role robot)\n(init (at 1))\n(after 1 2)\n(after 2 3)\n"
_MOVE = "(legal robot step)\n"
_STEP = "(<= (next (at ?n)) (does robot step) (true (at ?m)) (after ?m ?n))\n"
_WALK = _SQUARES + _MOVE + _STEP
_END = "(<= terminal (true (at 3)))\n"
_WON = "(<= (goal robot 100) (true (at 3)))\n"
_LOST = "(<= (goal robot 0) (not (true (at 3))))"

# Two roles count to 6 by turns.
_TURNS = (
    "role(a).\nrole(b).\ninit(n(0)).\ninit(turn(a)).\n"
    "legal(P, step) :- true(turn(P)).\n"
    "next(n(M)) :- true(n(N)), M is N + 1.\n"
    "terminal :- true(n(6)).\ngoal(P, 1) :- role(P).\n"
)
_ALTERNATE = "next(turn(b)) :- true(turn(a)).\nnext(turn(a)) :- true(turn(b)).\n"
_OTHER = "other(a, b).\nother(b, a)."

# ---- what reading finds, and what static_checks.pl finds ---------------------

_READ = (
    Code(
        "arity",
        "error",
        "Each relation of the language has a fixed number of arguments: legal(R, M) "
        "has a role and a move, true(F) a fluent, terminal none. With another number "
        "it would be another relation, which nothing asks.",
        "legal(go) :- true(control(white)).",
        "legal(white, go) :- true(control(white)).",
    ),
    Code(
        "cilog_word",
        "error",
        "CILOG, the language of " + _BOOK + ", has connectives of its own: <- for an "
        "implication, & for a conjunction, ~ for a negation and \\= for an inequality. "
        "A file in CILOG uses these alone, so that CILOG can read it too.",
        "idle(P) :- role(P), \\+ true(control(P)).",
        "idle(P) <- role(P) & ~true(control(P)).",
        syntax="cilog",
    ),
    Code(
        "cut",
        "error",
        "A rule says when something holds, whatever the order of the rules. A cut "
        "makes the order count, and so has no meaning here: say in the rule itself "
        "when it does not apply.",
        "first(white) :- role(white), !.\nfirst(black) :- role(black).",
        "first(white) :- role(white).\nfirst(black) :- role(black), \\+ role(white).",
    ),
    Code(
        "depends",
        "error",
        "role, init and what describes the game are the same in all states, so they "
        "cannot ask true(..). What is legal, terminal or a goal is settled before a "
        "move is made, so only next and sees can ask does(..). The same is "
        "demanded by " + _GDL + ".",
        "legal(P, stay) :- does(P, go).",
        "legal(P, stay) :- true(control(P)).",
    ),
    Code(
        "dict",
        "error",
        "Dictionaries belong to SWI-Prolog alone. A term with a name and arguments "
        "holds the same, and every reader of the language knows it.",
        "square(_{column: 1, row: 2}).",
        "square(column(1), row(2)).",
    ),
    Code(
        "directive",
        "error",
        _DATA + "A directive is an order to Prolog, and a file that could give orders "
        "could also delete files. Tables and libraries need no declaration here.",
        ":- use_module(library(lists)).",
        "member_of(a, [a, b]).\nmember_of(b, [a, b]).",
    ),
    Code(
        "dot",
        "error",
        "A full stop ends a clause only where white space or the end of the file "
        "follows it. Between two terms that touch it is read as an operator, which "
        "the language does not have.",
        "square(1, 1).square(1, 2).",
        "square(1, 1).\nsquare(1, 2).",
    ),
    Code(
        "empty_brackets",
        "error",
        "What has no arguments is written as the name alone. To Prolog idle() and idle "
        "are two different things, and a rule about one would never answer for the "
        "other.",
        "idle() :- true(control(white)).",
        "idle :- true(control(white)).",
    ),
    Code(
        "forbidden_builtin",
        "error",
        "A rule file has few builtins: comparison, integer arithmetic, distinct/2, "
        "between/3, count/3 and negation. Each other relation must have rules in the "
        "file, so that a rule cannot run anything and means the same in every form of "
        "the engine.",
        "same(X, Y) :- role(X), role(Y), X == Y.",
        "same(X, X) :- role(X).",
    ),
    Code(
        "goal_not_callable",
        "error",
        "A body is made of literals: relations with their arguments. "
        + _LOWER
        + "A number or a list says nothing that could be true or false.",
        "lucky(X) :- role(X), 3.",
        "lucky(X) :- role(X), dice(3).\ndice(3).",
    ),
    Code(
        "goal_type",
        "error",
        "goal(R, V) gives a role its utility, and search compares utilities, so V is a "
        "whole number: the more the better. In GDL it is one from 0 to 100.",
        "goal(P, win) :- true(control(P)).",
        "goal(P, 1) :- true(control(P)).",
    ),
    Code(
        "grammar_rule",
        "error",
        "A rule file holds facts and rules with `:-`. A grammar rule (-->) is an "
        "abbreviation that Prolog expands as it loads a file, and a rule file is not "
        "loaded but read.",
        "greeting --> [hello].",
        "greeting(hello).",
    ),
    Code(
        "head_not_callable",
        "error",
        "What a rule says stands before `:-`: a relation with its arguments. "
        + _LOWER
        + "A number or a list cannot hold.",
        "[a, b].",
        "listed([a, b]).",
    ),
    Code(
        "head_only",
        "error",
        "next(F) says what holds after the step, and is asked when the step is made. A "
        "rule that could ask it would look one step ahead of the moves. Ask the same "
        "conditions in a relation of your own.",
        "moved :- next(control(black)).",
        "moved :- true(control(white)).",
    ),
    Code(
        "header_rule",
        "error",
        "A parameter's default stands in the file as a fact, because it is known "
        "before any rule is asked: hexapawn(rows=5) puts another value in its place.",
        "parameter(size, N) :- count(R, role(R), N).",
        "parameter(size, 2).",
    ),
    Code(
        "if_then_else",
        "error",
        "Which branch of an if-then-else is taken depends on the first answer that is "
        "found, and rules have no first answer. Write one rule for each case, the "
        "second with the negated condition.",
        "other(P, Q) :- role(P), role(Q), ( P \\== Q -> true ; true(alone) ).",
        "other(P, Q) :- role(P), role(Q), P \\== Q.\n"
        "other(P, P) :- role(P), true(alone).",
    ),
    Code(
        "kif_arity",
        "error",
        "In KIF, not takes one sentence and distinct two terms. With another number of "
        "arguments they have no meaning.",
        "(<= (idle ?p) (role ?p) (not (true (control ?p)) (role ?p)))",
        "(<= (idle ?p) (role ?p) (not (true (control ?p))))",
        syntax="kif",
    ),
    Code(
        "kif_close",
        "error",
        "In KIF each parenthesis that closes has one that opens. One too many is most "
        "often left over from a change of the sentence before it.",
        "(legal white stay))",
        "(legal white stay)",
        syntax="kif",
    ),
    Code(
        "kif_empty",
        "error",
        _SENTENCE + "Nothing can stand between empty parentheses.",
        "(<= (idle ()) (role white))",
        "(<= (idle white) (role white))",
        syntax="kif",
    ),
    Code(
        "kif_name",
        "error",
        _SENTENCE
        + "It cannot be a variable or a list, because rules speak about terms "
        "and not about the names of relations.",
        "(<= (?p idle) (role ?p))",
        "(<= (idle ?p) (role ?p))",
        syntax="kif",
    ),
    Code(
        "kif_open",
        "error",
        "In KIF each parenthesis that opens is closed, and a sentence ends where its "
        "first one is. A sentence that does not end swallows those behind it.",
        "(<= (idle ?p) (role ?p)",
        "(<= (idle ?p) (role ?p))",
        syntax="kif",
    ),
    Code(
        "long_name",
        "error",
        "A name or number has at most 1,000 characters. " + _LIMIT.strip(),
        "title(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...).",
        "title(a).",
    ),
    Code(
        "missing",
        "error",
        "A game cannot be played without role, legal, terminal and goal; all other "
        "relations may have no rules, and then nothing of their kind holds. A state "
        "space needs start, is_goal and arc or neighbours. In a GDL sheet this is a "
        "warning.",
        "role(white).\n"
        "init(door(shut)).\n"
        "legal(white, open).\n"
        "next(door(open)) :- does(white, open).\n"
        "goal(white, 1) :- true(door(open)).",
        "role(white).\n"
        "init(door(shut)).\n"
        "legal(white, open).\n"
        "next(door(open)) :- does(white, open).\n"
        "terminal :- true(door(open)).\n"
        "goal(white, 1) :- true(door(open)).",
    ),
    Code(
        "missing_stop",
        "error",
        "Each clause ends with a full stop; the end of a line ends nothing. Without it "
        "the clause goes on with the words of the next one.",
        "square(1)\nsquare(2).",
        "square(1).\nsquare(2).",
    ),
    Code(
        "misspelt",
        "error",
        "The words of the language are known by their exact names. A relation whose "
        "name is nearly one of them, which nothing asks while the word itself has no "
        "rules, is most likely that word. It is a warning where a game can do without "
        "the word.",
        "leagl(P, go) :- true(control(P)).",
        "legal(P, go) :- true(control(P)).",
    ),
    Code(
        "module",
        "error",
        "In Prolog a:b asks b in the module a. A rule file has one name for each "
        "relation and no modules, so that no rule can reach what lies outside the "
        "file.",
        "first(X) :- lists:member(X, [a, b]).",
        "first(a).\nfirst(b).",
    ),
    Code(
        "negative_cycle",
        "error",
        "Negation and counting must be stratified: what is negated or counted must be "
        "known first, and so cannot depend on what asks for it. A relation that holds "
        "exactly when it does not hold has no meaning. The same is "
        "demanded by " + _GDL + ".",
        "won(P) :- role(P), \\+ lost(P).\nlost(P) :- role(P), \\+ won(P).",
        "won(P) :- role(P), \\+ lost(P).\nlost(P) :- true(control(P)).",
    ),
    Code(
        "neighbours_type",
        "error",
        "neighbours(N, Ns) gives all neighbours of a node at once, so Ns is a list, "
        "also "
        "when there is one neighbour or none. The form is that of " + _BOOK + ".",
        "start(a).\nneighbours(a, b).\nneighbours(b, []).\nis_goal(b).",
        "start(a).\nneighbours(a, [b]).\nneighbours(b, []).\nis_goal(b).",
    ),
    Code(
        "never_legal",
        "warning",
        "does(R, M) holds only for a legal move. Where no legal gives a move of this "
        "name and number of arguments, the literal never holds: most often the name is "
        "misspelt.",
        "next(moved) :- does(white, goo).",
        "next(moved) :- does(white, go).",
    ),
    Code(
        "never_true",
        "warning",
        "true(F) holds only for what an init or a next has made true. Where none "
        "gives a fluent of this name and number of arguments, the literal never "
        "holds: most often the name is misspelt.",
        "idle(P) :- role(P), \\+ true(contrl(P)).",
        "idle(P) :- role(P), \\+ true(control(P)).",
    ),
    Code(
        "no_rules",
        "error",
        "A rule file holds at least one clause. An empty file, or one in which all is "
        "a comment, describes no game: perhaps it is the wrong file, or was not saved.",
        "% role(white).",
        "role(white).",
    ),
    Code(
        "not_a_fluent",
        "error",
        "A state is a set of fluents, and a fluent is a name or a term with arguments, "
        "which say what the number is the number of. A number alone is no fluent.",
        "init(3).",
        "init(step(3)).",
    ),
    Code(
        "not_arithmetic",
        "error",
        _WHOLE + "An expression has whole numbers, variables, + - * // mod rem xor min "
        "max abs and sign; // is the division that leaves out the rest.",
        "half(X, Y) :- between(1, 9, X), Y is X / 2.",
        "half(X, Y) :- between(1, 9, X), Y is X // 2.",
    ),
    Code(
        "not_whole",
        "error",
        "The bounds of between/3 and the results of `is` and count/3 are whole numbers "
        "or variables. Only `is` and comparisons evaluate an expression.",
        "parameter(columns, 3).\n"
        "column(C) :- parameter(columns, N), between(1, N - 1, C).",
        "parameter(columns, 3).\n"
        "column(C) :- parameter(columns, N), M is N - 1, between(1, M, C).",
    ),
    Code(
        "number",
        "error",
        _WHOLE
        + "Scale the values up: what is worth half a pawn is worth 1 where a pawn "
        "is worth 2.",
        "worth(pawn, 0.5).",
        "worth(pawn, 1).",
    ),
    Code(
        "number_gap",
        "error",
        "Two numbers with a space between them are read by Prolog as one number. Most "
        "often a comma is missing; if one number is meant, write its digits together, "
        "or 1_000.",
        "pair(1 2).",
        "pair(1, 2).",
    ),
    Code(
        "open_comment",
        "error",
        "A comment that begins with /* ends with */. One that does not end makes a "
        "comment of all rules behind it.",
        "/* The squares\nsquare(1).",
        "/* The squares */\nsquare(1).",
    ),
    Code(
        "open_quote",
        "error",
        "A quoted name ends on its line with the mark that began it. An apostrophe "
        "inside is written twice, or else it ends the name.",
        "about('White's opening').",
        "about('White''s opening').",
    ),
    Code(
        "parameter_name",
        "error",
        "parameter(Name, Default) declares what a user may set, as in "
        "hexapawn(rows=5). So its name is a name, and neither a number nor a variable.",
        "parameter(3, 4).",
        "parameter(size, 4).",
    ),
    Code(
        "parameter_twice",
        "error",
        "A parameter has one value, and so one default. With two it would not be known "
        "which is in force.",
        "parameter(size, 3).\nparameter(size, 4).",
        "parameter(size, 3).",
    ),
    Code(
        "parameter_type",
        "error",
        "The value of a parameter is a whole number, a name or a list of these: what "
        "can be written on a command line and compared.",
        "parameter(board, size(3, 4)).",
        "parameter(board, [3, 4]).",
    ),
    Code(
        "private_name",
        "error",
        "Names that start with $ are for the engine itself, in Prolog as here. A file "
        "that could use them could be mistaken for it.",
        "init(cell('$empty')).",
        "init(cell(empty)).",
    ),
    Code(
        "quasi_quotation",
        "error",
        _DATA
        + "A quasi quotation {|...|} calls a program to read the text inside it. A "
        "quoted name holds a text without one.",
        "page({|html||<b>white</b>|}).",
        "page('<b>white</b>').",
    ),
    Code(
        "reserved_head",
        "error",
        "The state defines true and the moves define does; the language defines "
        "comparison, arithmetic, distinct, between, count and the connectives. A "
        "rule cannot add to them: init and next say what is true.",
        "true(control(white)).",
        "init(control(white)).",
    ),
    Code(
        "several_heads",
        "error",
        "A rule says that one relation holds. Where two hold on the same condition, "
        "each has a rule of its own.",
        "first(X), second(X) :- role(X).",
        "first(X) :- role(X).\nsecond(X) :- first(X).",
    ),
    Code(
        "single_sided",
        "error",
        "A rule with => takes its clause and leaves out those behind it, so that their "
        "order counts. Rules of a game hold together, in any order: write `:-`.",
        "half(X, Y), between(1, 9, X) => Y is X // 2.",
        "half(X, Y) :- between(1, 9, X), Y is X // 2.",
    ),
    Code(
        "singleton",
        "warning",
        "A variable that occurs once in a rule connects nothing, so it may be "
        "misspelt. If it is intended, start its name with _, or write _ alone.",
        "busy(P) :- role(P), true(control(Player)).",
        "busy(P) :- role(P), true(control(_Player)).",
    ),
    Code(
        "start_twice",
        "error",
        "A search in a state space begins at one node. Where several may be the first, "
        "give one start and arcs from it to these.",
        "start(a).\nstart(b).\narc(a, c).\narc(b, c).\nis_goal(c).",
        "start(s).\narc(s, a).\narc(s, b).\narc(a, c).\narc(b, c).\nis_goal(c).",
    ),
    Code(
        "syntax",
        "error",
        "A clause is `head.` or `head :- literal, literal.`, in the syntax of Prolog: "
        "brackets match, commas stand between literals and between arguments, and a "
        "name and its opening bracket touch. The message tells what cannot be read.",
        "both(X) :- role(X) true(control(X)).",
        "both(X) :- role(X), true(control(X)).",
    ),
    Code(
        "too_deep",
        "error",
        "Brackets and operators may stand at most some 200 levels deep. "
        + _LIMIT
        + "Lists and conjunctions are not counted as deep.",
        "p(f(f(f(f(f(f(f(...)))))))).",
        "p(f(7)).",
    ),
    Code(
        "too_long",
        "error",
        "A clause has at most 100,000 characters. " + _LIMIT + "A long list is better "
        "written as facts, one for each member.",
        "squares([a1, a2, a3, ..., h8]).",
        "square(a1).\nsquare(a2).\nsquare(a3).",
    ),
    Code(
        "too_many",
        "error",
        "After 100 clauses that cannot be read, or 500 faults, the rest of a file is "
        "left out. Most of them probably have one cause, or the text is not a rule "
        "file at all. Fix the first ones and check again.",
        "10 PRINT 1.\n10 PRINT 2.\n10 PRINT 3.\n...",
        "",
    ),
    Code(
        "too_many_literals",
        "error",
        "A rule has at most 1,000 literals. " + _LIMIT + "A long condition is better "
        "written as several rules, or as a relation with a fact for each case.",
        "full :- true(cell(1)), true(cell(2)), true(cell(3)), ... .",
        "open :- cell(C), \\+ true(cell(C)).\nfull :- \\+ open.\ncell(1).\ncell(2).",
    ),
    Code(
        "too_wide",
        "error",
        "A term has at most 1,000 arguments. " + _LIMIT + "A board is better "
        "described by a fluent for each square, so that a rule can ask one of them.",
        "init(board(0, 0, 0, 0, 0, 0, ...)).",
        "init(cell(1, 0)).\ninit(cell(2, 0)).",
    ),
    Code(
        "unbound",
        "error",
        _SAFE + "Negations and comparisons bind nothing: they only ask about what is "
        "known; `is` binds what stands on its left.",
        "free(C) :- \\+ true(cell(C)).\ninit(cell(1)).",
        "free(C) :- between(1, 9, C), \\+ true(cell(C)).\ninit(cell(1)).",
    ),
    Code(
        "unbounded_recursion",
        "error",
        "A relation that depends on itself must not make ever new terms, or it would "
        "have no last instance. What grows must be bound by a literal outside the "
        "recursion; this is the recursion restriction of " + _GDL + ".",
        "number(0).\nnumber(N) :- number(M), N is M + 1.",
        "number(0).\nnumber(N) :- number(M), between(0, 10, N), N =:= M + 1.",
    ),
    Code(
        "undrawn",
        "error",
        "draw(C, R, T) puts a text on the square in column C and row R, which are "
        "whole numbers. If a rule computes anything else, or thousands of squares, no "
        "board is drawn, and the fluents are listed instead.",
        "draw(left, 1, P) :- true(control(P)).",
        "draw(1, 1, P) :- true(control(P)).",
    ),
    Code(
        "unevaluated",
        "warning",
        "N + 1 as an argument is a term with a plus in it, and not the number that "
        "comes after N. Only `is` and comparisons evaluate a sum.",
        "init(step(1)).\nnext(step(N + 1)) :- true(step(N)), N < 4.",
        "init(step(1)).\nnext(step(M)) :- true(step(N)), N < 4, M is N + 1.",
    ),
    Code(
        "unknown_predicate",
        "error",
        "Each relation that a rule asks has a rule or a fact, or belongs to the "
        "language. One that has none never holds: its name or its number of arguments "
        "is most likely wrong. In a GDL sheet this is a warning, because there it "
        "simply fails.",
        "opponent(white, black).\nrival(P, Q) :- oponent(P, Q).",
        "opponent(white, black).\nrival(P, Q) :- opponent(P, Q).",
    ),
    Code(
        "sum_type",
        "error",
        _WHOLE + "So the sum of two players' goals is a whole number.",
        "constant_sum(zero).",
        "constant_sum(0).",
    ),
    Code(
        "variable_clause",
        "error",
        "A clause says that a relation holds. " + _LOWER + "A variable alone would say "
        "that everything holds.",
        "White.",
        "white.",
    ),
    Code(
        "variable_goal",
        "error",
        "Each literal names its relation. A variable in its place could become any "
        "literal while the game is played, so the dependencies between relations could "
        "not be known in advance.",
        "holds(X) :- role(X), X.",
        "holds(X) :- role(X), true(control(X)).",
    ),
    Code(
        "variable_head",
        "error",
        "A rule is about the relation that it names before `:-`. " + _LOWER.strip(),
        "Idle :- true(control(white)).",
        "idle :- true(control(white)).",
    ),
    Code(
        "weight_type",
        "error",
        _WHOLE + "So the worth of a feature is a whole number; for finer differences "
        "multiply all weights by the same number.",
        "feature(P, turn, P) :- true(control(P)).\nweight(turn, heavy).",
        "feature(P, turn, P) :- true(control(P)).\nweight(turn, 5).",
    ),
    Code(
        "wide_range",
        "error",
        "between/3 gives all numbers of its range one by one, so a range has at most "
        "1,000,000 of them. To test a number that is known, compare it with the "
        "bounds.",
        "far(N) :- distance(N), between(10, 1000000000, N).\ndistance(12).",
        "far(N) :- distance(N), N >= 10.\ndistance(12).",
    ),
)

# ---- names that are doubtful, and what only running shows ---------------------

_ADDED = (
    Code(
        "arities",
        "warning",
        "In GDL each name of a relation or of a term has one number of arguments. "
        "With another number it is another name that looks the same; most often an "
        "argument was forgotten. In a GDL sheet this is an error.",
        "(init (cell 1 blank))\n(<= (next (cell 1)) (true (cell 1 blank)))",
        "(init (cell 1 blank))\n(<= (next (cell 1 x)) (true (cell 1 blank)))",
        syntax="kif",
    ),
    Code(
        "capitals",
        "warning",
        "Some players treat small and capital letters in KIF as the same, and others "
        "do not. Two names that differ only in capitals would mean one thing to the "
        "first and two things to the others. In a GDL sheet this is an error.",
        "(nextRank 1 2)\n(<= (higher ?m ?n) (nextrank ?m ?n))",
        "(nextRank 1 2)\n(<= (higher ?m ?n) (nextRank ?m ?n))",
        syntax="kif",
    ),
    Code(
        "goal_range",
        "warning",
        "In GDL a goal value is a whole number from 0 to 100 (Love et al. 2008), so "
        "that what a player wins can be compared from game to game. Our own rule "
        "files may use any whole number.",
        "(<= (goal ?p 200) (true (control ?p)))",
        "(<= (goal ?p 100) (true (control ?p)))",
        syntax="kif",
    ),
    Code(
        "list_name",
        "error",
        "A term begins with its name. `[]` is the empty list, and names nothing.",
        "p([](a)).",
        "p([a]).",
    ),
    Code(
        "keyword",
        "warning",
        "The words of the language, as role, true and terminal, have a meaning of "
        "their own. As the name of a fluent, a move or a constant such a word is "
        "legal and misleading: most often a bracket stands in the wrong place.",
        "next(terminal) :- true(control(black)).\nlost :- true(terminal).",
        "next(over) :- true(control(black)).\nlost :- true(over).",
    ),
    Code(
        "never_next",
        "warning",
        "What holds after a step is what next gives, and nothing else: a fluent of "
        "init that no next gives is gone after the first step. What stays needs a rule "
        "that says so. (A fluent that is a name alone, as ready, may be meant so.)",
        "init(piece(knight)).\nwon :- true(piece(knight)).",
        "init(piece(knight)).\n"
        "next(piece(P)) :- true(piece(P)).\n"
        "won :- true(piece(knight)).",
    ),
    Code(
        "no_feature",
        "warning",
        "weight(Name, W) says what each instance of the feature Name is worth. Where "
        "no rule gives such a feature it counts for nothing. A heuristic for any game, "
        "as mobility, is weighed by --weight.",
        "weight(pawn, 3).",
        "weight(pawn, 3).\nfeature(P, pawn, P) :- true(control(P)).",
    ),
    Code(
        "no_init",
        "warning",
        "What holds at the start is what init gives. Without it nothing does, and "
        "where each rule of legal asks for a true(..) nobody has a move.",
        "role(white).\nlegal(P, go) :- true(control(P)).\n"
        "next(control(P)) :- true(control(P)).\nterminal :- \\+ true(control(white)).\n"
        "goal(P, 1) :- role(P).",
        "role(white).\ninit(control(white)).\nlegal(P, go) :- true(control(P)).\n"
        "next(control(P)) :- true(control(P)).\nterminal :- \\+ true(control(white)).\n"
        "goal(P, 1) :- role(P).",
    ),
    Code(
        "no_parameter",
        "warning",
        "parameter(Name, V) gives the value in force of a parameter that the file "
        "declares by a fact with its default. Of any other name it never holds: most "
        "often the name is misspelt.",
        "parameter(limit, 6).\nlong(N) :- parameter(limt, N).",
        "parameter(limit, 6).\nlong(N) :- parameter(limit, N).",
    ),
    Code(
        "no_role",
        "warning",
        "Moves, goals, features and percepts belong to a role. Those of a name that no "
        "role(..) gives are never used; most often the name is misspelt.",
        "legal(whit, pass) :- true(control(black)).",
        "legal(white, pass) :- true(control(black)).",
    ),
    Code(
        "no_weight",
        "warning",
        "A feature counts as often as weight(Name, W) says; without a weight it is not "
        "looked at, and --weight and `learn` do not know it. 0 is a weight.",
        "feature(P, tempo, P) :- true(control(P)).",
        "feature(P, tempo, P) :- true(control(P)).\nweight(tempo, 1).",
    ),
    Code(
        "unused_sum",
        "warning",
        "Searches use the sum of the goals of two players, of whom one loses what the "
        "other gains. Among three, a constant sum does not tell who loses what one "
        "gains, so no search uses it. The role random is no player.",
        "role(red).\nconstant_sum(100).",
        "role(random).\nconstant_sum(100).",
    ),
    Code(
        "look_alike",
        "warning",
        "A name that occurs once, and is nearly another that occurs more often, is "
        "most likely a misspelling of that name. Constants need no declaration, so no "
        "other check would find it.",
        "init(piece(knight)).\n"
        "next(piece(knight)) :- true(piece(knight)).\n"
        "won :- true(piece(knigth)).",
        "init(piece(knight)).\n"
        "next(piece(knight)) :- true(piece(knight)).\n"
        "won :- true(piece(knight)).",
    ),
    Code(
        "never_asked",
        "warning",
        "A fluent that init or next makes and that no true(..) asks tells apart states "
        "that are the same in all else. Search then meets each position many times.",
        "init(step(1)).\nnext(step(2)) :- true(control(white)).",
        "init(step(1)).\nnext(step(2)) :- true(step(1)).",
    ),
    Code(
        "never_used",
        "warning",
        "A relation that has rules, is no word of the language and is asked by no "
        "rule has no part in the game. Its name may be misspelt, or a literal was "
        "forgotten.",
        "rival(white, black).",
        "rival(white, black).\nlegal(P, tease(Q)) :- true(control(P)), rival(P, Q).",
    ),
    # What only running shows: the clauses are a whole game.
    Code(
        "endless",
        "warning",
        "Each line of play must come to an end: a game of GDL terminates (Love et al. "
        "2008). Here a state repeats, or the end is deeper than the check has gone. "
        "Most games count their steps, and the last one is terminal.",
        _SQUARES
        + _MOVE
        + "(legal robot stay)\n"
        + _STEP
        + "(<= (next (at ?n)) (does robot stay) (true (at ?n)))\n"
        + _END
        + _WON
        + _LOST,
        _SQUARES
        + "(init (time 1))\n"
        + _MOVE
        + "(legal robot stay)\n"
        + _STEP
        + "(<= (next (at ?n)) (does robot stay) (true (at ?n)))\n"
        + "(<= (next (time ?n)) (true (time ?m)) (after ?m ?n))\n"
        + "(<= terminal (true (time 3)))\n"
        + _WON
        + _LOST,
        syntax="kif",
    ),
    Code(
        "goal_outside",
        "warning",
        "In every state that is reached a goal value is a whole number from 0 to 100 "
        "(Love et al. 2008). Here a rule computes a different value, which shows only "
        "when the game is run.",
        _WALK
        + _END
        + "(worth 1 0)\n(worth 2 50)\n(worth 3 150)\n"
        + "(<= (goal robot ?v) (true (at ?n)) (worth ?n ?v))",
        _WALK
        + _END
        + "(worth 1 0)\n(worth 2 50)\n(worth 3 100)\n"
        + "(<= (goal robot ?v) (true (at ?n)) (worth ?n ?v))",
        syntax="kif",
    ),
    Code(
        "goal_sum",
        "error",
        "The sum that constant_sum declares must hold in every terminal state. "
        "Searches rely on it: they evaluate a position by the difference between the "
        "players.",
        "role(a).\nrole(b).\ninit(open).\nlegal(R, take) :- role(R).\n"
        "next(taken(R)) :- does(R, take).\nterminal :- true(taken(_)).\n"
        "goal(R, 1) :- true(taken(R)).\ngoal(R, 0) :- role(R), true(open).\n"
        "constant_sum(0).",
        "role(a).\nrole(b).\ninit(open).\nlegal(R, take) :- role(R).\n"
        "next(taken(R)) :- does(R, take).\nterminal :- true(taken(_)).\n"
        "goal(R, 1) :- true(taken(R)).\ngoal(R, 0) :- role(R), true(open).\n"
        "constant_sum(2).",
    ),
    Code(
        "goal_twice",
        "warning",
        "In every state a role has at most one goal value (Love et al. 2008). With "
        "two it is not known what the state is worth: two rules apply where one "
        "should rule out the other.",
        _WALK + _END + _WON + "(goal robot 0)",
        _WALK + _END + _WON + _LOST,
        syntax="kif",
    ),
    Code(
        "goal_undefined",
        "warning",
        "In every terminal state each role has a goal value (Love et al. 2008). Where "
        "no rule gives one, nobody can say how the game ended: a case was forgotten.",
        _SQUARES
        + _MOVE
        + "(legal robot rest)\n"
        + _STEP
        + "(<= (next resting) (does robot rest))\n"
        + _END
        + "(<= terminal (true resting))\n"
        + _WON.strip(),
        _SQUARES
        + _MOVE
        + "(legal robot rest)\n"
        + _STEP
        + "(<= (next resting) (does robot rest))\n"
        + _END
        + "(<= terminal (true resting))\n"
        + _WON
        + "(<= (goal robot 0) (true resting))",
        syntax="kif",
    ),
    Code(
        "no_answer",
        "warning",
        "The rules must have an answer in every state that is reached. Here arithmetic "
        "has none, as in a division by zero, or where a name stands for a number. "
        "(Arithmetic is no part of GDL: in KIF its words begin with pygame_search:.)",
        _WALK
        + _END
        + "(<= (goal robot ?v) (true (at ?n))\n"
        + "    (pygame_search:is ?v\n"
        + "        (pygame_search:// 100 (pygame_search:- 3 ?n))))",
        _WALK
        + _END
        + "(<= (goal robot ?v) (true (at ?n))\n"
        + "    (pygame_search:is ?v\n"
        + "        (pygame_search:// 100 (pygame_search:- 4 ?n))))",
        syntax="kif",
    ),
    Code(
        "at_once",
        "warning",
        "In a turn-based game one role has a choice in each state. If most states are "
        "like that, but several roles move in a few, a rule of legal probably does not "
        "check whose turn it is.",
        _TURNS + _ALTERNATE + "legal(b, jump) :- true(n(2)).",
        _TURNS + _ALTERNATE + "legal(b, jump) :- true(n(2)), true(turn(b)).",
    ),
    Code(
        "idle_noop",
        "warning",
        "A role without a legal move does noop, a move that no rule mentions. A "
        "variable in place of the move, as in does(P, _), also matches noop. So a "
        "rule meant for the role that moves also holds for the roles that wait. GDL "
        "sheets state every move, noop included.",
        _TURNS + "next(turn(Q)) :- does(P, _), other(P, Q).\n" + _OTHER,
        _TURNS + "next(turn(Q)) :- does(P, step), other(P, Q).\n" + _OTHER,
    ),
    Code(
        "turns",
        "warning",
        "A fluent such as control(white) says whose turn it is. At the start it holds "
        "for one role. If it later holds for several roles that move, or for none when "
        "nobody can move, a rule of next gives it too often, or not at all.",
        _TURNS + "next(turn(b)).\nnext(turn(a)) :- true(turn(b)).",
        _TURNS + _ALTERNATE.rstrip(),
    ),
    Code(
        "stuck",
        "warning",
        "In every state that is not terminal each role has a legal move: a game of GDL "
        "is playable (Love et al. 2008). A role that is not to move has a move that "
        "changes nothing, as noop. Our own rule files need not write it.",
        _SQUARES
        + "(<= (legal robot step) (true (at 1)))\n"
        + _STEP
        + _END
        + _WON
        + _LOST,
        _SQUARES + "(legal robot step)\n" + _STEP + _END + _WON + _LOST,
        syntax="kif",
    ),
    Code(
        "unwinnable",
        "warning",
        "For each role some line of play leads to its highest goal value: a game of "
        "GDL is weakly winnable (Love et al. 2008). Where none does, that goal asks "
        "for what the rules never bring about.",
        _WALK
        + _END
        + "(<= (goal robot 100) (true (at 4)))\n"
        + "(<= (goal robot 0) (not (true (at 4))))",
        _WALK + _END + _WON + _LOST,
        syntax="kif",
    ),
)

# ---- limits, which only running reaches ---------------------------------------

_TWO = "role(white). role(black). other(white, black). other(black, white).\n"
_TURNS = (
    _TWO + "init(control(white)). next(control(Q)) :- true(control(P)), other(P, Q).\n"
)
_ENDS = "terminal :- true(step(5)).\ngoal(P, 0) :- role(P)."
_STEPS = "init(step(1)). next(step(M)) :- true(step(N)), M is N + 1.\n"
_GO = "legal(P, go) :- true(control(P)).\n"

_REACHED = (
    Code(
        "huge_number",
        "error",
        "A number has at most 10,000 bits. A number that is squared in each step "
        "doubles its length each time; sums grow too, but more slowly. A state that "
        "reaches the limit cannot be expanded. The message names the rule.",
        _TURNS
        + _GO
        + "init(n(10)). next(n(M)) :- true(n(N)), M is N * N.\n"
        + "terminal :- true(n(0)).\ngoal(P, 0) :- role(P).",
        _TURNS
        + _GO
        + "init(n(10)). next(n(M)) :- true(n(N)), M is N * N, M < 100000.\n"
        + "terminal :- true(n(10000)).\ngoal(P, 0) :- role(P).",
    ),
    Code(
        "huge_term",
        "error",
        "A term has at most 10,000 parts, names and numbers, each counted as often as "
        "it occurs. A rule that puts a term twice into a larger one doubles its size "
        "each time, and a state with such a term could be neither compared nor shown.",
        _TURNS
        + _GO
        + "init(t(a)). next(t(f(X, X))) :- true(t(X)).\n"
        + "terminal :- true(t(b)).\ngoal(P, 0) :- role(P).",
        _TURNS + _GO + _STEPS + _ENDS,
    ),
    Code(
        "out_of_memory",
        "error",
        "A query of the rules may use at most 2 GB, or a quarter of the machine's "
        "memory if that is less. A state with very many moves, or a count over very "
        "many instances, can reach the limit.",
        "d(X) :- between(1, 100, X).\n"
        "legal(white, m(A, B, C, D)) :- d(A), d(B), d(C), d(D).",
        "d(X) :- between(1, 100, X).\nlegal(white, m(A)) :- d(A).",
    ),
    Code(
        "too_many_joint_moves",
        "error",
        "A state has at most 1,000,000 joint moves. If several roles move at once, "
        "the numbers of their moves are multiplied.",
        _TWO + "legal(P, m(X)) :- role(P), between(1, 1001, X).\n" + _STEPS + _ENDS,
        _TWO + "legal(P, m(X)) :- role(P), between(1, 5, X).\n" + _STEPS + _ENDS,
    ),
    Code(
        "too_many_roles",
        "error",
        "A game has at most 100 roles.",
        "role(X) :- between(1, 1000, X).",
        "role(X) :- between(1, 2, X).",
    ),
    Code(
        "too_much_work",
        "error",
        "The work for a game is limited: 30 seconds of processor time to prepare the "
        "rules, 5 for a request about one state, and a number of inferences. "
        "Time that other programs use does not count. The message names the relation "
        "that was being computed. Most often one rule joins literals that share no "
        "variable; bind them, or split the rule.",
        "d(X) :- between(1, 100, X).\n"
        "far :- d(A), d(B), d(C), d(D), A + B + C + D > 400.",
        "d(X) :- between(1, 100, X).\nfar :- d(A), A > 100.",
    ),
)

#: All codes by name, in the order of the alphabet.
CODES: dict[str, Code] = {
    code.name: code
    for code in sorted(_READ + _ADDED + _REACHED, key=lambda code: code.name)
}
