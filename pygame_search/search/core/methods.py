"""The methods of choosing a move, by name and with their parameters.

A method is written as in `alphabeta(depth=6, order=history, table=true)`. Some methods
do not look ahead: players that know the rules, or a little more (Genesereth).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pygame_search.search.core.tiers import TIERS, doers
from pygame_search.support.errors import InputError, did_you_mean, no_effect
from pygame_search.support.validation import must_be_text

Value = bool | int | float | str

#: The move orders; game_tree/move_order.py describes them.
ORDERS = ("rule", "advice", "killer", "history", "optimal", "pessimal")
NATIVE_ORDERS = ("rule", "killer", "history")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method.

    Attributes:
        name: its name.
        kind: `plies`, `depth`, `count`, `positive`, `number`, `score`, `seconds`,
            `yes or no`, or the words allowed.
        about: what it does, in one line.
        default: the value if none is given; None for no default.
    """

    name: str
    kind: str | tuple[str, ...]
    about: str
    default: Value | None = None

    def read(self, text: str) -> Value:
        """Parse a value.

        Raises:
            InputError: the text is not of the kind.
        """
        value = _value(self.kind, text.strip())
        if value is None:
            raise InputError(f"{self.name}: expected {self.expected}, found {text!r}")
        return value

    @property
    def expected(self) -> str:
        """The allowed values, in words."""
        if isinstance(self.kind, tuple):
            return f"one of {', '.join(self.kind)}"
        return _EXPECTED[self.kind]


_EXPECTED = {
    "plies": "a number of plies of 1 or more",
    "depth": "a number of plies of 0 or more",
    "count": "a whole number of 0 or more",
    "positive": "a whole number of 1 or more",
    "number": "a number of 0 or more",
    "score": "a whole number",
    "seconds": "a number of seconds above 0",
    "yes or no": "true or false",
}


def _value(kind: str | tuple[str, ...], text: str) -> Value | None:
    if isinstance(kind, tuple):
        return text if text in kind else None
    if kind == "yes or no":
        return {"true": True, "false": False}.get(text)
    try:
        number = float(text) if kind in ("seconds", "number") else int(text)
    except ValueError:
        return None
    if kind == "seconds":
        return number if 0 < number < float("inf") else None
    if kind == "number":
        return number if 0 <= number < float("inf") else None
    least = {"plies": 1, "depth": 0, "count": 0, "positive": 1}.get(kind)
    return number if least is None or number >= least else None


@dataclass(frozen=True, slots=True)
class Method:
    """A method of choosing a move.

    Attributes:
        name: its name.
        about: what it does, in one line.
        source: lecture, book or paper.
        parameters: its parameters.
        module: the name of its files, in `logic/search/` and `pygame_search/search/`,
            and of the search in them; None if it does not look ahead.
        folder: the folder of its procedure in `pygame_search/search/`.
        door: the function that answers a request for it, as `module:function`, the
            module in `pygame_search/search/`.
        window: whether it has a window of alpha and beta.
        scouts: whether it tries to prove, with a null window, that no later move is
            better than the first.
        chance: whether it supports chance moves.
        twins: whether its clauses and its procedure emit the same events.
        tiers: the tiers that have it, the default first.
        trace: whether it has a trace although it has no twin.
        kernel: whether the native tier has a kernel for it. Without one, that tier only
            records it: the search then runs in Python over the network.
        informed: whether it searches from what a role knows, in a game with hidden
            information; the others see the whole state.
    """

    name: str
    about: str
    source: str
    parameters: tuple[Parameter, ...] = ()
    module: str | None = None
    window: bool = False
    scouts: bool = False
    chance: bool = False
    folder: str = "game_tree"
    door: str = "game_tree.answer:answer"
    twins: bool = True
    tiers: tuple[str, ...] = doers("search")
    trace: bool = False
    kernel: bool = False
    informed: bool = False

    @property
    def searches(self) -> bool:
        """Whether it looks ahead."""
        return self.module is not None

    def has(self, name: str) -> bool:
        """Return whether it has a parameter of that name."""
        return any(parameter.name == name for parameter in self.parameters)

    @property
    def twofold(self) -> bool:
        """Whether it has both clauses and a procedure, with the same events."""
        return self.searches and self.twins

    @property
    def by_depth(self) -> bool:
        """Whether it searches to a depth, fixed or by iterative deepening."""
        return self.searches and self.folder == "game_tree"

    @property
    def move_known(self) -> bool:
        """Whether it assumes that roles that move together know this role's move."""
        return self.folder in ("game_tree", "proof") and self.name != "maxn"

    @property
    def traced(self) -> bool:
        """Whether it has a trace."""
        return self.twofold or self.trace

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of its source files."""
        procedure = f"pygame_search/search/{self.folder}/{self.module}.py"
        clauses = f"logic/search/{self.module}.pl"
        return (clauses, procedure) if "clauses" in self.tiers else (procedure,)

    def parameter(self, name: str) -> Parameter:
        """Return a parameter by its name.

        Raises:
            InputError: it has no such parameter; the message lists those it has.
        """
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        names = [parameter.name for parameter in self.parameters]
        if not names:
            raise InputError(f"{self.name} has no parameters, found {name!r}")
        raise InputError(
            f"{self.name} has no parameter {name!r}: expected one of "
            f"{', '.join(names)}{did_you_mean(name, names)}"
        )


@dataclass(frozen=True, slots=True)
class MethodCall:
    """A method and the values given for its parameters.

    Attributes:
        method: the method.
        given: the values, by the names of the parameters.
    """

    method: Method
    given: Mapping[str, Value] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """Return the value of a parameter, given or default, or None without one."""
        if name in self.given:
            return self.given[name]
        for parameter in self.method.parameters:
            if parameter.name == name:
                return parameter.default
        return None

    @property
    def module(self) -> str | None:
        """The name of its files, as in `Method.module`; fail-hard has its own files."""
        return "fail_hard" if self["fail"] == "hard" else self.method.module

    @property
    def one_depth(self) -> str | None:
        """The name of the files of its search to one depth."""
        search = self["search"]
        return METHODS[search].module if search in METHODS else search or self.module

    @property
    def window(self) -> bool:
        """Whether its search to one depth has a window."""
        search = METHODS.get(self["search"] or "")
        return self["search"] == "fail_hard" or (search or self.method).window

    @property
    def scouts(self) -> bool:
        """Whether its search to one depth tries later moves with a null window."""
        return METHODS.get(self["search"] or "", self.method).scouts

    @property
    def weighs(self) -> bool:
        """Whether it evaluates positions by the weighted features."""
        return bool(self["evaluation"] == "features")

    def must_be_twofold(self) -> None:
        """Check that it has both clauses and a procedure.

        Raises:
            InputError: it does not.
        """
        self.must_be_traced(SEARCHES)
        if not self.method.twofold:
            raise InputError(
                f"{self.method.name} is a procedure that has no clauses beside it: "
                f"expected one of {', '.join(SEARCHES)}"
            )

    def must_be_traced(self, expected: Sequence[str] = ()) -> None:
        """Check that it looks ahead and has a trace.

        Args:
            expected: the methods to suggest; by default all that have a trace.

        Raises:
            InputError: it does not.
        """
        if not self.method.traced:
            does = "does not look ahead"
            if self.method.searches:
                does = "has no trace"
            names = ", ".join(expected or TRACED)
            raise InputError(f"{self.method.name} {does}: expected one of {names}")

    def must_choose(self, depth: int | None = None) -> None:
        """Check that it chooses a move.

        Args:
            depth: the depth that is given besides, or None.

        Raises:
            InputError: the depth is 0, which evaluates the position but chooses no
                move.
        """
        if 0 in (depth, self["depth"]):
            raise InputError(
                f"{self}: depth 0 values the position and chooses no move: expected a "
                "depth of at least 1 ply"
            )

    def must_count(self) -> None:
        """Check that each given value has an effect.

        Raises:
            InputError: a value has no effect with the others, or alpha is not below
                beta.
        """
        for names, expected, counts in _TOGETHER:
            for name, value in self.given.items():
                if name in names and value not in (False, "rule") and not counts(self):
                    raise no_effect(name, expected, str(self))
        alpha, beta = self["alpha"], self["beta"]
        if alpha is not None and beta is not None and not alpha < beta:
            raise InputError(f"{self}: expected an alpha below beta")

    def must_run_natively(self, heuristics: Collection[str], record: bool) -> None:
        """Check that the native tier can run it.

        Args:
            heuristics: the general heuristics with a weight.
            record: whether the search is recorded, which needs no kernel.

        Raises:
            InputError: it cannot; the message says what it can run.
        """
        instead = "use clauses or procedural"
        if heuristics:
            raise InputError(
                "the native tier weighs the features of the rule file alone, found "
                f"{', '.join(heuristics)}: {instead}"
            )
        if record:
            return
        if self.one_depth not in _KERNELS:
            raise InputError(
                f"the native tier knows {', '.join(_KERNELS)} and deepening, found "
                f"{self.one_depth}: {instead}"
            )
        order = self["order"] or "rule"
        if order not in NATIVE_ORDERS:
            raise InputError(
                f"the native tier knows the orders {', '.join(NATIVE_ORDERS)}, found "
                f"{order}: {instead}"
            )

    def with_values(self, **values: Value | None) -> MethodCall:
        """Return the call with further values, leaving out those that are None."""
        more = {name: value for name, value in values.items() if value is not None}
        return MethodCall(self.method, {**self.given, **more})

    def __str__(self) -> str:
        words = [f"{name}={_text(value)}" for name, value in self.given.items()]
        return f"{self.method.name}({', '.join(words)})" if words else self.method.name


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


#: Parameters that require another one: their names, the requirement in words, and a
#: test whether a call meets it.
_TOGETHER: tuple[tuple[tuple[str, ...], str, Callable[[MethodCall], bool]], ...] = (
    (("swing",), "quiescence", lambda call: "quiescence" in call.given),
    (
        ("order", "table", "aspiration"), "a search with a window",
        lambda call: call.window,
    ),
)  # fmt: skip

DEPTH = Parameter(
    "depth", "depth", "how far to look ahead; 0 for the position's own estimate"
)
EVALUATION = Parameter(
    "evaluation", ("features", "zero"),
    "at the limit: the weighted features, or 0 as in Genesereth's lecture", "features",
)  # fmt: skip
QUIESCENCE = Parameter(
    "quiescence", "count",
    "how many plies further a state is searched that is not quiet", 0,
)  # fmt: skip
SWING = Parameter(
    "swing", "count",
    "without quiet/0: a step that changes the estimate by more is not quiet", 0,
)  # fmt: skip
SOONER = Parameter(
    "sooner", "yes or no",
    "a sooner win, and a later loss, is better; else only the goal values count", True,
)  # fmt: skip
ORDER = Parameter("order", ORDERS, "the order in which moves are tried", "rule")
TABLE = Parameter("table", "yes or no", "a transposition table", False)
ALPHA = Parameter("alpha", "score", "the window: what the role has for sure")
BETA = Parameter("beta", "score", "the window: what the others can hold it to")
FAIL = Parameter(
    "fail", ("soft", "hard"),
    "soft as in CS4480, or hard as in SP.268: what a score beyond the window means",
    "soft",
)  # fmt: skip

SECONDS = Parameter("seconds", "seconds", "how long to think; 5 without a number")
NODES = Parameter("nodes", "positive", "how many states to look at")
MOST_NODES = Parameter(
    "nodes", "positive",
    "how many states to visit: the answer is that of the last depth finished",
)  # fmt: skip
SIMULATIONS = Parameter("simulations", "positive", "how many random games, at least")
SEED = Parameter("seed", "count", "of the random numbers", 1)

_LEAVES = (EVALUATION, QUIESCENCE, SWING, SOONER)
_ORDERED = (ORDER, TABLE)
_PRUNED = (DEPTH, *_LEAVES, *_ORDERED, ALPHA, BETA, FAIL)

_PLAYER = "rule_players:answer"

_ONE_DEPTH = (
    Method(
        "legal", "the first legal move in rule order", "Genesereth", door=_PLAYER,
    ),
    Method(
        "random", "any legal move", "Genesereth",
        (Parameter("seed", "count", "makes the choices repeat"),), door=_PLAYER,
    ),
    Method(
        "advice", "a legal move of the lowest rank that the rule file advises",
        "M. Genesereth, M. Thielscher, General Game Playing, 2014", door=_PLAYER,
    ),
    Method(
        "minimax", "the best that the role can choose when all others are against it",
        "CPSC 322, lecture 18; SP.268; CS4480", (DEPTH, *_LEAVES), "minimax",
        kernel=True,
    ),
    Method(
        "breadth", "minimax with the tree built level by level, the scores backed up",
        "CPSC 322, lecture 18; SP.268; CS4480", (DEPTH, *_LEAVES), "breadth",
    ),
    Method(
        "alphabeta", "minimax that cuts off what cannot matter", "SP.268; CS4480",
        _PRUNED, "alphabeta", window=True, kernel=True,
    ),
    Method(
        "paranoid", "alphabeta by its name for more than two roles: all others are "
        "against me", "N. Sturtevant, R. Korf, On pruning techniques for multi-player "
        "games, 2000", _PRUNED, "alphabeta", window=True, kernel=True,
    ),
    Method(
        "maxn", "max^n: each role chooses what is best for itself",
        "C. Luckhardt, K. Irani, An algorithmic solution of n-person games, 1986",
        (DEPTH, *_LEAVES), "maxn",
    ),
    Method(
        "expectimax", "minimax with the mean of the moves of the role `random`",
        "D. Michie, Game-playing and game-learning automata, 1966; M. Thielscher, A "
        "general game description language for incomplete information games, 2010",
        (DEPTH, MOST_NODES, *_LEAVES), "expectimax", chance=True,
    ),
    Method(
        "pvs", "principal variation search: all moves but the first have to prove "
        "that they are better", "T. Marsland, M. Campbell, Parallel search of strongly "
        "ordered game trees, 1982",
        (DEPTH, *_LEAVES, *_ORDERED, ALPHA, BETA), "pvs", window=True, scouts=True,
        kernel=True,
    ),
)  # fmt: skip


def _deepened() -> tuple[str, ...]:
    """Return the searches for iterative deepening, those with a window first."""
    found: list[str | None] = []
    for method in _ONE_DEPTH:
        if method.window:
            found += [
                method.module,
                *(["fail_hard"] if FAIL in method.parameters else []),
            ]
    found += [method.module for method in _ONE_DEPTH if method.kernel]
    return tuple(dict.fromkeys(name for name in found if name is not None))


_ALL = (
    *_ONE_DEPTH,
    Method(
        "proof_number", "proof-number search: the value, proved, by a tree that grows "
        "where a proof or a disproof is nearest",
        "L. V. Allis, Searching for solutions in games and artificial intelligence, "
        "1994; SP.268",
        (
            Parameter("threshold", "score", "asks only: is it worth that at least?"),
            Parameter("nodes", "count", "how many a question may take", 1_000_000),
            Parameter("seconds", "seconds", "how long to think"),
        ),
        "proof_number", folder="proof", door="proof.answer:answer",
        tiers=doers("prove"),
    ),
    Method(
        "deepening", "iterative deepening: depth 1, 2, ... until the time is over",
        "D. Slate, L. Atkin, Chess 4.5, 1977; CS4480; R. Korf, Depth-first "
        "iterative-deepening, 1985",
        (
            Parameter("depth", "depth", "the greatest depth"),
            Parameter("seconds", "seconds", "how long to think"),
            MOST_NODES,
            Parameter(
                "search", _deepened(),
                "what is done to each depth", "alphabeta",
            ),
            Parameter(
                "aspiration", "count",
                "the margin of the window around the last score; none without",
            ),
            *_LEAVES,
            Parameter("order", ORDERS, ORDER.about, "history"),
            Parameter("table", "yes or no", TABLE.about, True),
        ),
        "deepening", kernel=True,
    ),
    Method(
        "montecarlo", "flat Monte Carlo: random games after each move, and their means",
        "B. Brügmann, Monte Carlo Go, 1993", (SIMULATIONS, SECONDS, SEED),
        "monte_carlo", chance=True, folder="monte_carlo", twins=False, kernel=True,
        door="monte_carlo.methods:montecarlo", tiers=doers("montecarlo"),
    ),
    Method(
        "uct", "a tree grown by random games, its moves chosen by upper confidence "
        "bounds", "L. Kocsis, C. Szepesvári, Bandit based Monte-Carlo planning, 2006; "
        "M. Winands et al., Monte-Carlo tree search solver, 2008; T. Cazenave, "
        "A. Saffidine, Score bounded Monte-Carlo tree search, 2010",
        (
            SIMULATIONS, SECONDS, SEED,
            Parameter(
                "exploration", "number",
                "the weight of what is not known well, where goals go from 0 to 1", 0.7,
            ),
            Parameter(
                "batch", "positive",
                "random games from each new state; natively more than 1 for a start",
            ),
            Parameter("solver", "yes or no", "whether it proves values", True),
        ),
        "uct", chance=True, folder="monte_carlo", door="monte_carlo.methods:uct",
        twins=False,
        tiers=doers("uct"), trace=True, kernel=True,
    ),
    Method(
        "mcpns", "Monte Carlo proof-number search: a proof, led by random games",
        "J. Saito, G. Chaslot, J. Uiterwijk, J. van den Herik, Monte-Carlo "
        "proof-number search for computer Go, 2006",
        (
            NODES, SECONDS,
            Parameter("playouts", "positive", "random games from each new state", 10),
            SEED,
        ),
        "mcpns", folder="proof", door="proof.mcpns:answer", twins=False,
        tiers=("procedural",),
    ),
    Method(
        "conspiracy", "conspiracy-number search: expands the leaves that a change of "
        "the value hangs on", "D. McAllester, Conspiracy numbers for min-max search, "
        "1988; J. Schaeffer, Conspiracy numbers, 1990",
        (
            Parameter(
                "threshold", "positive",
                "how many leaves may not be wrong together", 3,
            ),
            Parameter("width", "count", "by how much the value may be wrong", 0),
            NODES, SECONDS, EVALUATION,
        ),
        "conspiracy", folder="proof", door="proof.conspiracy:answer", twins=False,
        tiers=("procedural",),
    ),
    Method(
        "matrix", "a mixed strategy for moves made at once, by linear programming",
        "J. von Neumann, Zur Theorie der Gesellschaftsspiele, 1928; L. Shapley, "
        "Stochastic games, 1953",
        (Parameter("depth", "plies", "how far to look ahead"), SECONDS, EVALUATION),
        "matrix_game", chance=True, folder="simultaneous",
        door="simultaneous.backward_induction:answer", twins=False,
        tiers=("procedural",),
    ),
    Method(
        "belief_expectimax", "expectimax over what the only player believes: exact",
        "K. Åström, Optimal control of Markov processes with incomplete state "
        "information, 1965; S. Russell, P. Norvig, Artificial Intelligence, 2020",
        (SECONDS,),
        "belief_expectimax", chance=True, folder="hidden",
        door="hidden.belief_expectimax:answer", twins=False, tiers=("procedural",),
        informed=True,
    ),
    Method(
        "pimc", "perfect information Monte Carlo: the mean over possible worlds, each "
        "searched face up",
        "D. Levy, The million pound bridge program, 1989; J. Long, N. Sturtevant, "
        "M. Buro, T. Furtak, Understanding the success of perfect information Monte "
        "Carlo sampling in game tree search, 2010",
        (
            Parameter("worlds", "positive", "how many worlds at most", 20),
            Parameter("depth", "plies", "how far to look ahead in each"),
            SECONDS, SEED,
        ),
        "pimc", chance=True, folder="hidden", door="hidden.pimc:answer", twins=False,
        tiers=doers("pimc"), informed=True, kernel=True,
    ),
    Method(
        "ismcts", "information set Monte Carlo tree search: a tree of what the players "
        "know, grown by random games",
        "P. Cowling, E. Powley, D. Whitehouse, Information set Monte Carlo tree "
        "search, 2012",
        (
            SIMULATIONS, SECONDS, SEED,
            Parameter(
                "exploration", "number",
                "the weight of what is not known well, where goals go from 0 to 1", 0.7,
            ),
            Parameter(
                "observer", ("multiple", "single"),
                "a tree for each player, by what it knows, or one for all by what the "
                "role knows", "multiple",
            ),
        ),
        "ismcts", chance=True, folder="hidden", door="hidden.ismcts:answer",
        twins=False, tiers=doers("ismcts"), informed=True, kernel=True,
    ),
)  # fmt: skip

_PATHS = (
    ("breadth", "the oldest path first, so the shortest paths first", "CPSC 322"),
    ("depth", "the newest path first", "CPSC 322"),
    (
        "iterative", "depth first within a bound on the length, which grows by one",
        "R. Korf, Depth-first iterative-deepening, 1985",
    ),
    (
        "ida_star", "depth first within a bound on the cost and the estimate h, which "
        "grows", "R. Korf, Depth-first iterative-deepening, 1985",
    ),
    ("lowest_cost", "the cheapest path first", "E. Dijkstra, 1959"),
    (
        "best_first", "the path first whose end is nearest to a goal by the estimate h",
        "D. Poole, A. Mackworth, R. Goebel, Computational Intelligence, 1998",
    ),
    (
        "a_star", "the path first with the least sum of its cost and the estimate h",
        "P. Hart, N. Nilsson, B. Raphael, 1968",
    ),
)  # fmt: skip

#: The methods of path search by name; `breadth` is also a name in METHODS.
PATH_METHODS: Mapping[str, Method] = {
    name: Method(
        name, about, source,
        (
            Parameter(
                "prune", ("paths", "cycles", "none"),
                "paths to nodes reached before, or only those with a cycle",
            ),
            Parameter("limit", "positive", "how many paths to expand at most"),
        ),
        "path_search", folder="state_space", door="paths:paths",
        tiers=doers("path"),
    )
    for name, about, source in _PATHS
}  # fmt: skip

#: Other names that lectures use for the methods of path search.
ALIASES = {
    "bfs": "breadth",
    "breadth_first": "breadth",
    "dfs": "depth",
    "depth_first": "depth",
    "ids": "iterative",
    "ida*": "ida_star",
    "idastar": "ida_star",
    "iterative_deepening": "iterative",
    "ucs": "lowest_cost",
    "uniform_cost": "lowest_cost",
    "greedy": "best_first",
    "a*": "a_star",
    "astar": "a_star",
}

#: All methods by name.
METHODS: Mapping[str, Method] = {method.name: method for method in _ALL}

#: Methods that look ahead, as clauses and as a procedure, with a trace.
SEARCHES = tuple(method.name for method in _ALL if method.twofold)

#: The searches to one depth for which the native tier has a kernel.
_KERNELS = tuple(m.name for m in _ALL if m.kernel and m.twofold and not m.has("search"))

#: All methods with a trace.
TRACED = tuple(method.name for method in _ALL if method.traced)

#: Options that not all methods support: the requirement in words, and a test whether a
#: call meets it in a tier.
_OPTIONS: Mapping[str, tuple[str, Callable[[MethodCall, str | None], bool]]] = {
    "memory": (
        "the tier native, and a method with a table or a tree",
        lambda call, tier: (
            tier is not None
            and "memory" in TIERS[tier].options
            and bool(call["table"] or not call.method.twofold)
        ),
    ),
    "threads": (
        "the tier native, and alpha-beta with a table and no limit of nodes",
        lambda call, tier: (
            tier is not None
            and "threads" in TIERS[tier].options
            and call.window
            and bool(call["table"])
            and call["nodes"] is None
        ),
    ),
    "weights": (
        "a method with an evaluation of features",
        lambda call, _: call.weighs,
    ),
    "all": (
        "a method that compares moves",
        lambda call, _: call.method.searches and call.method.name != "proof_number",
    ),
    "exact": (
        "a method that looks at all moves up to a depth",
        lambda call, _: call.method.by_depth,
    ),
    "tier": ("a method that searches", lambda call, _: call.method.searches),
}


def must_support(
    call: MethodCall, tier: str | None, options: Mapping[str, object]
) -> None:
    """Check that the options given with a method have an effect.

    Args:
        call: the method.
        tier: the tier in which it runs, or None.
        options: the values by the names of _OPTIONS; an empty value means not given.

    Raises:
        InputError: an option has no effect; the message says what it requires.
    """
    for name, value in options.items():
        expected, supports = _OPTIONS[name]
        if value and not supports(call, tier):
            where = "" if tier is None else f" in the tier {tier}"
            raise no_effect(name, expected, f"{call}{where}")


_CALL = re.compile(r"\s*(\w+\*?)\s*(?:\((.*)\)\s*)?", re.DOTALL)


def read_method(text: str) -> MethodCall:
    """Parse a method call such as `alphabeta(depth=6, table=true)`.

    Raises:
        InputError: an unknown method or parameter, or a value of the wrong kind; the
            message lists what is expected.

    >>> str(read_method("alphabeta( order=killer,depth=4 )"))
    'alphabeta(order=killer, depth=4)'
    """
    return _read(text, METHODS)


def read_search(text: str) -> MethodCall:
    """Parse a method call; the method may also be a path search.

    Raises:
        InputError: as from `read_method`.

    >>> str(read_search("ids(prune=none)"))
    'iterative(prune=none)'
    """
    names = {**{name: PATH_METHODS[of] for name, of in ALIASES.items()}, **PATH_METHODS}
    return _read(text, {**names, **METHODS})


def _read(text: str, methods: Mapping[str, Method]) -> MethodCall:
    must_be_text("a method", text)
    match = _CALL.fullmatch(text)
    if match is None:
        raise InputError(
            f"expected a method as in alphabeta(depth=6, table=true), found {text!r}"
        )
    name, inside = match.groups()
    method = methods.get(name)
    if method is None:
        known = dict.fromkeys(method.name for method in methods.values())
        raise InputError(
            f"no method {name!r}: expected one of "
            f"{', '.join(known)}{did_you_mean(name, known)}"
        )
    given: dict[str, Value] = {}
    for word in inside.split(",") if inside and inside.strip() else ():
        key, equals, value = word.partition("=")
        if not equals:
            raise InputError(
                f"{name}: expected a parameter as in depth=6, found {word.strip()!r}"
            )
        parameter = method.parameter(key.strip())
        if parameter.name in given:
            raise InputError(f"{name}: the parameter {parameter.name} is given twice")
        given[parameter.name] = parameter.read(value)
    return MethodCall(method, given)
