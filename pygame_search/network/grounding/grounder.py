"""The process that runs clingo, by its public interface; see `process`.

Clingo cannot be stopped during a join, and it has no limit on its memory. This process
watches time and memory, and ends when a limit is exceeded.

The request is a line of JSON, with `seconds` of processor time, `memory` in bytes,
`lengths`, and whether the atoms are to be `named`, and then the program, or two forms
of it, of these lengths in bytes. Of two forms the first must not fail, and the one with
the smaller ground program is used. The reply is a line of JSON, and then the arrays of
the ground program; the line has the name, the type and the length of each, and the
shown atoms in words.
"""

from __future__ import annotations

import gc
import io
import json
import os
import resource
import sys
import threading
import time
from array import array
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from math import gcd
from pathlib import Path
from typing import Any, NoReturn

from clingo import Control, Number, Observer, Symbol, SymbolType

from pygame_search.network.grounding.names import Named, names_of
from pygame_search.support.memory import memory_used
from pygame_search.support.process import end, received

#: The arrays of the reply, in their order, with the types of their numbers.
ARRAYS = {
    "heads": "i",
    "starts": "q",
    "literals": "i",
    "facts": "i",
    "count_heads": "i",
    "count_bounds": "i",
    "count_starts": "q",
    "count_literals": "i",
    "shown": "i",
}

#: In seconds: how often clingo's time and memory are checked, how long clingo may take
#: to stop at most, and how long the search for the largest relations may take. The last
#: two are never longer than what clingo is given.
_LOOK, _PATIENCE, _COUNTING = 0.01, 4.0, 1.0

_LARGEST = 1 << 31

#: The largest sum of the weights of a rule, after division by what divides them all; a
#: literal is written as often as it counts.
_MOST_WEIGHT = 1 << 20


class _StoppedError(Exception):
    """Clingo is to stop."""


class _Program(Observer):
    """A ground program, written down as clingo makes it.

    Attributes:
        stop: why clingo is to stop, "" while it may go on.
        arrays: the arrays of `Ground`; `shown` has the number of each shown atom, 0
            when it always holds.
        texts: the shown atoms in words.
        names: gives the names of all atoms, once the program is ground.
    """

    names: Callable[[], Named]

    def __init__(self) -> None:
        self.stop = ""
        self.texts: list[str] = []
        self.arrays = {name: array(kind) for name, kind in ARRAYS.items()}
        self._heads, self._starts = self.arrays["heads"], self.arrays["starts"]
        self._literals, self._facts = self.arrays["literals"], self.arrays["facts"]
        self._starts.append(0)
        self.arrays["count_starts"].append(0)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Write a rule down, or a fact."""
        if self.stop:
            raise _StoppedError
        if len(head) != 1:
            return
        if not body:
            self._facts.append(head[0])
            return
        self._heads.append(head[0])
        self._literals.extend(body)
        self._starts.append(len(self._literals))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Write a rule with a bound down, a literal as often as it counts."""
        if self.stop:
            raise _StoppedError
        arrays = self.arrays
        arrays["count_heads"].append(head[0])
        unit = gcd(*(weight for _, weight in body)) or 1
        if sum(weight for _, weight in body) > _MOST_WEIGHT * unit:
            self.stop = "weight"
            raise _StoppedError
        for literal, weight in body:
            arrays["count_literals"].extend([literal] * (weight // unit))
        arrays["count_bounds"].append(-(-lower_bound // unit))
        arrays["count_starts"].append(len(arrays["count_literals"]))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        """Write a shown atom down."""
        if self.stop:
            raise _StoppedError
        self.texts.append(str(symbol))
        self.arrays["shown"].append(atom)

    def rules(self) -> int:
        """Return how many rules there are, facts among them."""
        return sum(len(self.arrays[x]) for x in ("heads", "facts", "count_heads"))

    def size(self) -> int:
        """Return how many rules and literals there are."""
        rules = len(self._heads) + len(self.arrays["count_heads"])
        return rules + len(self._literals) + len(self.arrays["count_literals"])

    def weight(self) -> int:
        """Return about how much work it is to make use of the program.

        An atom that always holds needs no gate.
        """
        lists = ("heads", "facts", "count_heads", "shown")
        atoms = max((max(self.arrays[x], default=0) for x in lists), default=0)
        return self.size() + 2 * (atoms - len(self._facts))


class _Arithmetic:
    """The functions that the rules call; each name has the steps of an expression.

    Arithmetic is that of SWI-Prolog. There is no value for what is no number, or where
    0 divides. What the rules compute must have 32 bits.
    """

    def __init__(self, program: _Program) -> None:
        self._program = program

    def __getattr__(self, name: str) -> Callable[..., Any]:
        steps = name.split("_")[1:]

        @cache
        def value(*arguments: Symbol) -> Symbol | list[Symbol]:
            if self._program.stop:
                raise _StoppedError
            if any(symbol.type is not SymbolType.Number for symbol in arguments):
                return []
            found = computed(steps, [symbol.number for symbol in arguments])
            if found is None:
                return []
            if abs(found) >= _LARGEST:
                self._program.stop = "number"
                raise _StoppedError
            return Number(found)

        setattr(self, name, value)
        return value


_UNARY: dict[str, Callable[[int], int]] = {
    "u": lambda x: -x,
    "p": lambda x: x,
    "b": abs,
    "g": lambda x: (x > 0) - (x < 0),
}

_BINARY: dict[str, Callable[[int, int], int]] = {
    "a": lambda x, y: x + y,
    "s": lambda x, y: x - y,
    "m": lambda x, y: x * y,
    "x": lambda x, y: x ^ y,
    "l": min,
    "h": max,
    "d": lambda x, y: _toward_zero(x, y),
    "o": lambda x, y: x % y,
    "r": lambda x, y: x - y * _toward_zero(x, y),
}


def _toward_zero(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def computed(steps: Sequence[str], arguments: Sequence[int]) -> int | None:
    """Return the value of an expression in postfix, None where 0 divides.

    Args:
        steps: its words, as `logic/export/clingo_syntax.pl` writes them.
        arguments: the values of its variables, in the order of their use.
    """
    given, stack = iter(arguments), list[int]()
    for step in steps:
        if step == "v":
            stack.append(next(given))
        elif step in _UNARY:
            stack.append(_UNARY[step](stack.pop()))
        elif step in _BINARY:
            y, x = stack.pop(), stack.pop()
            if y == 0 and step in "dor":
                return None
            stack.append(_BINARY[step](x, y))
        else:
            stack.append(int(step.replace("n", "-")))
    return stack[0]


def main() -> None:
    """Ground the programs of the request; they are forms of the same one."""
    asked = io.BytesIO(received())
    gc.disable()  # what there is stays
    header = json.loads(asked.readline())
    programs = [asked.read(n).decode() for n in header["lengths"]]
    memory = min(header["memory"], _memory_left())
    try:
        named = header["named"]
        program = _smaller(programs, header["seconds"], memory, named=named)
        _reply(program, named=named)
    except MemoryError:
        _refuse("memory", memory)
    except RuntimeError as error:  # clingo's
        _end({"error": "clingo", "message": str(error)})


def _memory_left() -> int:
    """Return how many bytes more the process may take by its own limit."""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return sys.maxsize
    used = 0
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
        used = int(pages) * os.sysconf("SC_PAGE_SIZE")
    return max(most - used, 0)


def _smaller(
    programs: Sequence[str], seconds: float, memory: int, *, named: bool
) -> _Program:
    """Return the form of a program whose ground program is the smaller."""
    began = time.process_time()
    first = _Program()

    def refuse() -> None:
        _refuse(first.stop, memory, rules=first.rules())

    def fault() -> str:
        return _excess(began + seconds, memory)

    control = _run(programs[0], first, fault, seconds, refuse)
    if first.stop:
        rules = first.rules()
        first.arrays["literals"] = first._literals = array("i")  # makes room
        found = _instances(control, first, min(seconds, _COUNTING))
        _refuse(first.stop, memory, found, rules)
    spent = time.process_time() - began
    patience = min(seconds - spent, 1 + 2 * spent)
    if len(programs) == 2 and patience > 0:
        other, until = _Program(), time.process_time() + patience

        def larger() -> str:
            return _excess(until, memory) or (
                "size" if other.size() > first.size() else ""
            )

        _run(programs[1], other, larger, patience, lambda: _reply(first, named=named))
        if not other.stop and other.weight() < first.weight():
            return other
    return first


def _excess(until: float, memory: int) -> str:
    """Return what there is too much of, "" if nothing is."""
    if time.process_time() > until:
        return "time"
    used = memory_used() or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return "memory" if used > memory else ""


def _run(
    text: str,
    program: _Program,
    excess: Callable[[], str],
    seconds: float,
    stuck: Callable[[], object],
) -> Control:
    """Ground a program while there is not too much of anything.

    When clingo does not stop though it should, `stuck` is called.
    """
    control = Control(["--warn=none"], logger=lambda code, message: None)
    ended = threading.Event()

    def watch() -> None:
        while not program.stop:
            if ended.wait(_LOOK):
                return
            # The other thread may have given a reason meanwhile: it must not be lost.
            if found := excess():
                program.stop = found
        if not ended.wait(min(seconds, _PATIENCE)):
            stuck()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        control.register_observer(program, replace=True)
        control.add("base", [], text)
        control.ground([("base", [])], context=_Arithmetic(program))
        if not program.stop and _sums_too_large(control):
            program.stop = "number"
        program.names = lambda: names_of(control, text)
    except _StoppedError:
        pass
    except MemoryError:
        program.stop = program.stop or "memory"
    except RuntimeError:
        if not program.stop:
            raise
    ended.set()
    watcher.join()
    return control


def _sums_too_large(control: Control) -> bool:
    """Return whether a sum may need more than the 32 bits in which clingo adds.

    The program names the parts that are added: `sums(Part, Arity)`. The last arguments
    of a part are a number and what tells it from equal ones.
    """
    for atom in control.symbolic_atoms.by_signature("sums", 2):
        part, arity = atom.symbol.arguments
        totals = Counter[tuple[Any, bool]]()
        for one in control.symbolic_atoms.by_signature(part.name, arity.number):
            *group, number, _ = one.symbol.arguments
            if number.type is SymbolType.Number:
                value = number.number
                totals[tuple(group), value < 0] += abs(value)
        if any(total >= _LARGEST for total in totals.values()):
            return True
    return False


def _instances(control: Control, program: _Program, seconds: float) -> dict[str, int]:
    """Return how many rules there are at least for each relation.

    There may be very many. The relations are gone through by turns, for some seconds:
    the largest are those of which the most is seen.
    """
    lists = [program.arrays[name] for name in ("heads", "facts", "count_heads")]
    count = array("i", [0]) * (1 + max(max(found, default=0) for found in lists))
    for heads in lists:
        for head in heads:
            count[head] += 1
    found: Counter[str] = Counter()
    until = time.process_time() + seconds
    relations = deque(
        (name, control.symbolic_atoms.by_signature(name, arity))
        for name, arity, _ in control.symbolic_atoms.signatures
    )
    while relations and time.process_time() < until:
        name, atoms = relations.popleft()
        some = list(islice(atoms, 1000))
        # If clingo was stopped, the last atoms may be in no rule that has arrived.
        known = (a.literal for a in some if 0 < a.literal < len(count))
        found[name] += sum(count[literal] for literal in known)
        if some:
            relations.append((name, atoms))
    return dict(found.most_common(20))


def _refuse(
    why: str, memory: int, instances: dict[str, int] | None = None, rules: int = 0
) -> NoReturn:
    """Reply why there is no ground program, and what there was of it by then.

    The memory is what there could be, which a limit of the process may have lowered.
    """
    _end({
        "error": why, "memory": memory, "instances": instances or {}, "rules": rules,
    })  # fmt: skip


def _reply(program: _Program, *, named: bool) -> NoReturn:
    names = program.names() if named else Named({}, {})
    arrays = {**program.arrays, **names.arrays}
    described = [(name, x.typecode, len(x)) for name, x in arrays.items()]
    texts = "\n".join(program.texts)
    header = {"texts": texts, "arrays": described, "names": names.header}
    _end(header, *arrays.values())


def _end(header: dict[str, Any], *arrays: array[int]) -> NoReturn:
    """Send the whole reply and end the process, even if clingo is still working."""
    end(json.dumps(header).encode() + b"\n", *arrays)


if __name__ == "__main__":
    main()
