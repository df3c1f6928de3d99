"""A program of words as functions in LLVM's language.

They are those of `game_functions.py`. Moves have the numbers of the network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Self

from pygame_search.network.lift.keys import Moved, key_function
from pygame_search.network.lift.layout import Field, MoveFamily
from pygame_search.network.lift.program import Phase, Program
from pygame_search.network.lift.words import Node

#: No goal value, or several.
NONE = -(1 << 63)

#: A move family and a place are packed into one number: this many bits for the place.
_PLACE_BITS = 16

#: With more families that interleave, the moves are sorted instead.
_MOST_INTERLEAVED = 12


#: A condition of more operations is computed in portions of so many, as long as it is
#: open.
_PORTION = 64


def functions(program: Program, roles: int, moved: Sequence[Moved]) -> str:
    """Return the functions of a game.

    Args:
        program: the game.
        roles: how many there are.
        moved: a group of symmetries, as the bit that each bit of a state becomes.
    """
    return "".join(
        [
            _Module(program, roles).text(),
            key_function(program.size, moved),
            _begin_function(program.size),
        ]
    )


def _begin_function(size: int) -> str:
    """Return the text of `game_begin`: its words are a state already."""
    lines = [
        "define i64 @game_begin(i64 %context, i64 %state.given, i64 %words.given) #0 {",
        "%state = inttoptr i64 %state.given to ptr",
        "%words = inttoptr i64 %words.given to ptr",
    ]
    for at in range(size):
        lines += [
            f"%from{at} = getelementptr i64, ptr %words, i64 {at}",
            f"%to{at} = getelementptr i64, ptr %state, i64 {at}",
            f"%word{at} = load i64, ptr %from{at}",
            f"store i64 %word{at}, ptr %to{at}",
        ]
    return "\n".join([*lines, "ret i64 0", "}"]) + "\n"


class _Module:
    """The text of a game's functions."""

    def __init__(self, program: Program, roles: int) -> None:
        self._program, self._roles = program, roles
        self._word = f"i{program.words.width}"
        self._lines: list[str] = []
        words = program.words
        #: The nodes inside of loops, which are computed with them.
        self.inside = {
            node for loop in range(len(words.loops)) for node in words.inside(loop)
        }

    def text(self) -> str:
        """Return the functions."""
        self._lines.append("attributes #0 = { nounwind }")
        for width in sorted({64, self._program.words.width}):
            self._lines += [
                f"declare i{width} @llvm.cttz.i{width}(i{width}, i1)",
                f"declare i{width} @llvm.ctpop.i{width}(i{width})",
            ]
        self._tables()
        self._define("game_terminal", ("state",), self._terminal)
        self._define("game_goal", ("state", "role"), self._goal)
        self._define("game_legal", ("state", "role", "room"), self._legal)
        self._define("game_step", ("state", "joint", "next", "whole"), self._step)
        self._define("game_value", ("state", "weights"), self._value)
        self._define("game_quiet", ("state",), self._quiet)
        self._define("game_noisy", ("state", "role", "room"), self._noisy)
        self._define("game_estimate", ("state",), self._estimate)
        self._define("game_weight", ("state", "move"), self._weight)
        self._define("game_mover", ("state",), self._mover)
        self._define("game_wins", ("state", "room"), self._wins)
        self._define("game_threats", ("state", "role"), self._threats)
        self._define("game_parts", ("state", "room"), self._parts)
        return "\n".join(self._lines) + "\n"

    def _tables(self) -> None:
        """Write which move is at each place of a family, and where each move is."""
        width = self._program.words.width
        codes: dict[int, int] = {}
        for at, family in enumerate(self._program.moves):
            for place, move in family.moves.items():
                codes[move] = at << _PLACE_BITS | place
            if family.placed:
                moves = [family.moves.get(place, 0) for place in range(width)]
                self._array(f"moves{at}", moves)
        self._array("codes", [codes[move] for move in range(len(codes))] or [0])

    def _array(self, name: str, numbers: Sequence[int]) -> None:
        inside = ", ".join(f"i32 {number}" for number in numbers)
        self._lines.append(
            f"@{name} = internal constant [{len(numbers)} x i32] [{inside}]"
        )

    def _define(
        self,
        name: str,
        parameters: Sequence[str],
        body: Callable[[_Body, Phase], None],
    ) -> None:
        """Write a function with a body for each phase."""
        given = ", ".join(f"i64 %{parameter}.given" for parameter in parameters)
        self._lines.append(f"define i64 @{name}(i64 %context, {given}) #0 {{\nentry:")
        self._lines += [
            f"%{parameter} = inttoptr i64 %{parameter}.given to ptr"
            if parameter not in ("role", "whole", "move")
            else f"%{parameter} = add i64 %{parameter}.given, 0"
            for parameter in parameters
        ]
        *tested, last = self._program.phases
        block = "entry"
        for number, phase in enumerate(tested):
            bit = self._is_phase(phase, f"test{number}")
            self._lines.append(
                f"br i1 {bit}, label %phase{number}, label %test{number + 1}\n"
                f"phase{number}:"
            )
            body(_Body(self, phase, f"p{number}", f"phase{number}"), phase)
            block = f"test{number + 1}"
            self._lines.append(f"{block}:")
        body(_Body(self, last, "g", block), last)
        self._lines.append("}")

    def _is_phase(self, phase: Phase, prefix: str) -> str:
        """Return whether a state is in a phase, as i1: all its fields must agree."""
        found = "true"
        for at, holds in enumerate(phase.state):
            field = self._program.fields[self._program.phase_fields[at]]
            bit = self._bit(field, f"{prefix}.{at}")
            self._lines += [
                f"%{prefix}.{at}.x = xor i1 {bit}, {'false' if holds else 'true'}",
                f"%{prefix}.{at}.a = and i1 {found}, %{prefix}.{at}.x",
            ]
            found = f"%{prefix}.{at}.a"
        return found

    def _bit(self, field: Field, prefix: str) -> str:
        """Read a field of one bit; return it as i1.

        One that is not kept holds where none of those that tell it does. Not all of
        these need be fields that tell the phase.
        """
        if field.others:
            none = "true"
            for at, other in enumerate(self._program.fields):
                if other.family in field.others:
                    bit = self._bit(other, f"{prefix}.o{at}")
                    self._lines += [
                        f"%{prefix}.n{at} = xor i1 {bit}, true",
                        f"%{prefix}.e{at} = and i1 {none}, %{prefix}.n{at}",
                    ]
                    none = f"%{prefix}.e{at}"
            return none
        at, off = divmod(field.at, 64)
        self._lines += [
            f"%{prefix}.p = getelementptr i64, ptr %state, i64 {at}",
            f"%{prefix}.w = load i64, ptr %{prefix}.p",
            f"%{prefix}.s = lshr i64 %{prefix}.w, {off}",
            f"%{prefix}.t = trunc i64 %{prefix}.s to i1",
        ]
        return f"%{prefix}.t"

    # ---- the functions ------------------------------------------------------------

    def _terminal(self, body: _Body, phase: Phase) -> None:
        yes, no = body.labels(2)
        body.branch(phase.terminal, yes, no)
        body.start(yes)
        body.returns("1")
        body.start(no)
        if phase.mid_turn is None:
            body.returns("0")
        else:
            body.returns(body.add(f"shl i64 {body.truth(phase.mid_turn)}, 1"))

    def _quiet(self, body: _Body, phase: Phase) -> None:
        body.returns("-1" if phase.quiet is None else body.truth(phase.quiet))

    def _mover(self, body: _Body, phase: Phase) -> None:
        body.returns("-1" if phase.mover is None else str(phase.mover))

    def _threats(self, body: _Body, phase: Phase) -> None:
        for role in body.by_role(range(self._roles)):
            number = phase.threats.get(role)
            body.returns("0" if number is None else body.number(number))

    def _wins(self, body: _Body, phase: Phase) -> None:
        """List joint moves, in which each role but the mover has one move."""
        forced = {
            family.role: min(family.moves.values())
            for family, node in zip(self._program.moves, phase.legal, strict=True)
            if family.role != phase.mover and self._program.words.constant_of(node) != 0
        }
        count = "0"
        for at, node in phase.wins.items():
            family = self._program.moves[at]
            word, move = body.word(node), str(min(family.moves.values()))
            if not family.placed:
                word = body.add(f"and {self._word} {word}, 1")
            with _EachBit(body, word, count) as each:
                if family.placed:
                    move = body.at(f"moves{at}", each.place)
                first = body.add(f"mul i64 {each.count}, {self._roles}")
                for role in range(self._roles):
                    to = body.add(f"add i64 {first}, {role}")
                    body.store_move(
                        move if role == phase.mover else str(forced[role]), to
                    )
                each.count = body.add(f"add i64 {each.count}, 1")
            count = each.count
        body.returns(count)

    def _goal(self, body: _Body, phase: Phase) -> None:
        # What the goals of all roles need is computed once.
        words = self._program.words
        own = [
            [x for role, _, x in phase.goals if role == r] for r in range(self._roles)
        ]
        shared = set.intersection(*({*words.needed(nodes)} for nodes in own))
        for node in sorted(shared - self.inside):
            body.word(node)
        for role in body.by_role(range(self._roles)):
            self._only(body, [(x, node) for r, x, node in phase.goals if r == role])

    def _estimate(self, body: _Body, phase: Phase) -> None:
        self._only(body, phase.estimates)

    def _weight(self, body: _Body, phase: Phase) -> None:
        moves = sorted({move for move, *_ in phase.lots})
        for move in body.by("move", [-1, *moves]):  # the first stands for all others
            self._only(body, [(x, node) for m, x, node in phase.lots if m == move])

    def _only(self, body: _Body, numbers: Iterable[tuple[int, Node]]) -> None:
        """Return the only number that holds, NONE if it is none or several."""
        held, value = "0", "0"
        ranges, others = self._ranges(numbers)
        for counted, first, last, distance in ranges:
            found = body.number(counted)
            above = body.add(f"sub i64 {found}, {first}")
            inside = body.add(f"icmp ule i64 {above}, {last - first}")
            found = body.add(f"add i64 {found}, {distance}")
            worth = body.add(f"select i1 {inside}, i64 {found}, i64 0")
            holds = body.add(f"zext i1 {inside} to i64")
            held = body.add(f"add i64 {held}, {holds}")
            value = body.add(f"add i64 {value}, {worth}")
        for number, node in others:
            holds = body.truth(node)
            held = body.add(f"add i64 {held}, {holds}")
            worth = body.add(f"mul i64 {holds}, {number}")
            value = body.add(f"add i64 {value}, {worth}")
        one = body.add(f"icmp eq i64 {held}, 1")
        body.returns(body.add(f"select i1 {one}, i64 {value}, i64 {NONE}"))

    def _ranges(
        self, numbers: Iterable[tuple[int, Node]]
    ) -> tuple[list[tuple[Node, int, int, int]], list[tuple[int, Node]]]:
        """Find numbers that hold if a count is them, or always as much less or more.

        Returns:
            Ranges: of what the count is, its first and its last value, and how much
            more the number is. And the numbers that are in none.
        """
        found: dict[tuple[Node, int], list[int]] = {}
        others = []
        for number, node in numbers:
            name, below, value = self._program.words.nodes[node]
            if name == "is":
                assert isinstance(value, int)
                found.setdefault((below[0], number - value), []).append(value)
            else:
                others.append((number, node))
        ranges = []
        for (counted, distance), values in found.items():
            values.sort()
            first = 0
            for at, value in enumerate(values):
                if at + 1 == len(values) or values[at + 1] != value + 1:
                    ranges.append((counted, values[first], value, distance))
                    first = at + 1
        return ranges, others

    def _value(self, body: _Body, phase: Phase) -> None:
        total = "0"
        for at, (*_, number) in enumerate(phase.features):
            place = body.add(f"getelementptr i64, ptr %weights, i64 {at}")
            weight = body.add(f"load i64, ptr {place}")
            worth = body.add(f"mul i64 {weight}, {body.number(number)}")
            total = body.add(f"add i64 {total}, {worth}")
        body.returns(total)

    def _parts(self, body: _Body, phase: Phase) -> None:
        for at in range(0, len(phase.parts), 64):
            word = "0"
            for off, node in enumerate(phase.parts[at : at + 64]):
                shifted = body.add(f"shl i64 {body.truth(node)}, {off}")
                word = body.add(f"or i64 {word}, {shifted}")
            place = body.add(f"getelementptr i64, ptr %room, i64 {at // 64}")
            body.say(f"store i64 {word}, ptr {place}")
        body.returns("0")

    def _step(self, body: _Body, phase: Phase) -> None:
        codes = []
        for role in range(self._roles):
            place = body.add(f"getelementptr i32, ptr %joint, i64 {role}")
            made = body.add(f"load i32, ptr {place}")
            wide = body.add(f"sext i32 {made} to i64")
            place = body.add(f"getelementptr i32, ptr @codes, i64 {wide}")
            code = body.add(f"load i32, ptr {place}")
            family = body.add(f"lshr i32 {code}, {_PLACE_BITS}")
            bit = body.add(f"and i32 {code}, {(1 << _PLACE_BITS) - 1}")
            place = body.add(f"zext i32 {bit} to {self._word}")
            codes.append((family, body.add(f"shl {self._word} 1, {place}")))
        body.codes = codes
        outputs = [body.word(node) for node in phase.next]
        for at in range(self._program.size):
            word = "0"
            for field, output in zip(self._program.fields, outputs, strict=True):
                for part, off in body.packed(field, output, at):
                    shifted = body.add(f"shl i64 {part}, {off}") if off else part
                    word = body.add(f"or i64 {word}, {shifted}")
            place = body.add(f"getelementptr i64, ptr %next, i64 {at}")
            body.say(f"store i64 {word}, ptr {place}")
        body.returns("0")

    def _legal(self, body: _Body, phase: Phase) -> None:
        self._list(body, phase.legal)

    def _noisy(self, body: _Body, phase: Phase) -> None:
        if phase.noisy is None:
            body.returns("-1")
        else:
            self._list(body, phase.noisy, phase.legal)

    def _list(
        self, body: _Body, nodes: Sequence[Node], counted: Sequence[Node] = ()
    ) -> None:
        """List the moves of a role whose bits are set; return how many there are.

        Args:
            body: of the function.
            nodes: for each family of moves its bits.
            counted: the same of moves whose number is returned in the higher half.
        """
        for role in body.by_role(range(self._roles)):
            own = [
                (at, family, node)
                for at, (family, node) in enumerate(
                    zip(self._program.moves, nodes, strict=True)
                )
                if family.role == role and self._program.words.constant_of(node) != 0
            ]
            words = {at: body.word(node) for at, _, node in own}
            families = {at: family for at, family, _ in own}
            order = _in_order(families)
            if order is not None:
                count = "0"
                for some in order:
                    count = self._listed(body, some, families, words, count)
            else:
                count = "0"
                for at in families:
                    count = self._listed(body, [at], families, words, count)
                self._sort(body, count)
            others = zip(self._program.moves, counted, strict=False)
            for family, node in others:
                if family.role == role and self._program.words.constant_of(node) != 0:
                    number = body.ones(node) if family.placed else body.truth(node)
                    number = body.add(f"shl i64 {number}, 32")
                    count = body.add(f"add i64 {count}, {number}")
            body.returns(count)

    def _listed(
        self,
        body: _Body,
        some: Sequence[int],
        families: dict[int, MoveFamily],
        words: dict[int, str],
        count: str,
    ) -> str:
        """List the moves of some families, place by place; return the new count."""
        first = families[some[0]]
        if not first.placed:
            (only,) = first.moves.values()
            body.store_move(str(only), count)
            bit = body.add(f"and {self._word} {words[some[0]]}, 1")
            return body.add(f"add i64 {count}, {body.narrowed(bit)}")
        every = words[some[0]]
        for at in some[1:]:
            every = body.add(f"or {self._word} {every}, {words[at]}")
        with _EachBit(body, every, count) as each:
            for at in some:
                body.store_move(body.at(f"moves{at}", each.place), each.count)
                one = "1"
                if len(some) > 1:
                    one = body.narrowed(body.bit(words[at], each.place))
                each.count = body.add(f"add i64 {each.count}, {one}")
        return each.count

    def _sort(self, body: _Body, count: str) -> None:
        """Sort the moves that are listed, by insertion."""
        before, outer, take, inner, test, move, put, done = body.block, *body.labels(7)
        i, j, i_next, j_next = (body.name() for _ in range(4))
        body.say(f"br label %{outer}")
        body.start(outer)
        body.say(f"{i} = phi i64 [ 1, %{before} ], [ {i_next}, %{put} ]")
        more = body.add(f"icmp ult i64 {i}, {count}")
        body.say(f"br i1 {more}, label %{take}, label %{done}")
        body.start(take)
        own = body.add(f"getelementptr i32, ptr %room, i64 {i}")
        mine = body.add(f"load i32, ptr {own}")
        body.say(f"br label %{inner}")
        body.start(inner)
        body.say(f"{j} = phi i64 [ {i}, %{take} ], [ {j_next}, %{move} ]")
        first = body.add(f"icmp eq i64 {j}, 0")
        body.say(f"br i1 {first}, label %{put}, label %{test}")
        body.start(test)
        body.say(f"{j_next} = sub i64 {j}, 1")
        there = body.add(f"getelementptr i32, ptr %room, i64 {j_next}")
        other = body.add(f"load i32, ptr {there}")
        larger = body.add(f"icmp sgt i32 {other}, {mine}")
        body.say(f"br i1 {larger}, label %{move}, label %{put}")
        body.start(move)
        to = body.add(f"getelementptr i32, ptr %room, i64 {j}")
        body.say(f"store i32 {other}, ptr {to}")
        body.say(f"br label %{inner}")
        body.start(put)
        place = body.add(f"getelementptr i32, ptr %room, i64 {j}")
        body.say(f"store i32 {mine}, ptr {place}")
        body.say(f"{i_next} = add i64 {i}, 1")
        body.say(f"br label %{outer}")
        body.start(done)


class _EachBit:
    """A loop over the bits of a word, within which a number is counted.

    Attributes:
        place: of the bit, as i64.
        count: the number; what is set inside is the number after the bit.
    """

    def __init__(self, body: _Body, word: str, count: str) -> None:
        self._body, self._word, self.count = body, word, count

    def __enter__(self) -> Self:
        body = self._body
        kind = body.kind
        before = body.block
        self._head, inner, self._done, self._latch = body.labels(4)
        left, self._so_far = body.name(), body.name()
        self._left_after, self._count_after = body.name(), body.name()
        body.say(f"br label %{self._head}")
        body.start(self._head)
        body.say(
            f"{left} = phi {kind} [ {self._word}, %{before} ], "
            f"[ {self._left_after}, %{self._latch} ]"
        )
        body.say(
            f"{self._so_far} = phi i64 [ {self.count}, %{before} ], "
            f"[ {self._count_after}, %{self._latch} ]"
        )
        empty = body.add(f"icmp eq {kind} {left}, 0")
        body.say(f"br i1 {empty}, label %{self._done}, label %{inner}")
        body.start(inner)
        place = body.add(f"call {kind} @llvm.cttz.{kind}({kind} {left}, i1 true)")
        less = body.add(f"sub {kind} {left}, 1")
        body.say(f"{self._left_after} = and {kind} {left}, {less}")
        self.place, self.count = body.narrowed(place), self._so_far
        return self

    def __exit__(self, *error: object) -> None:
        body = self._body
        body.say(f"{self._count_after} = add i64 {self.count}, 0")
        body.say(f"br label %{self._latch}")
        body.start(self._latch)
        body.say(f"br label %{self._head}")
        body.start(self._done)
        self.count = self._so_far


def _in_order(families: dict[int, MoveFamily]) -> list[list[int]] | None:
    """Return in which order families list their moves ascending, if there is one.

    The moves of the families in one list are listed place by place. None if they must
    be sorted.
    """
    spans = sorted(
        (min(family.moves.values()), max(family.moves.values()), at)
        for at, family in families.items()
    )
    order: list[list[int]] = []
    last = -1
    for low, high, at in spans:
        if order and low < last:
            order[-1].append(at)
        else:
            order.append([at])
        last = max(last, high)
    for some in order:
        if len(some) > _MOST_INTERLEAVED:
            return None
        some.sort(key=lambda at: _mean_rank(at, some, families))
        listed = [
            families[at].moves[place]
            for place in sorted({p for at in some for p in families[at].moves})
            for at in some
            if place in families[at].moves
        ]
        if any(a > b for a, b in pairwise(listed)):
            return None
        if len(some) > 1 and not all(families[at].placed for at in some):
            return None
    return order


def _mean_rank(at: int, some: Iterable[int], families: dict[int, MoveFamily]) -> float:
    """Return how many of some families come before one, at the places of both."""
    ranks = []
    for place, move in families[at].moves.items():
        others = [families[other].moves.get(place) for other in some]
        ranks.append(sum(other is not None and other < move for other in others))
    return sum(ranks) / len(ranks)


class _Body:
    """A part of a function that is being written: the code of a phase."""

    def __init__(self, module: _Module, phase: Phase, prefix: str, block: str) -> None:
        self._module, self._program = module, module._program
        self._words, self.kind = self._program.words, module._word
        self._phase, self._prefix = phase, prefix
        self.block = block
        self._count = 0
        self._known: dict[Node, str] = {}
        self._known_at: dict[str, dict[Node, str]] = {}
        self.codes: list[tuple[str, str]] = []

    def say(self, line: str) -> None:
        """Write a line."""
        self._module._lines.append(line)

    def name(self) -> str:
        """Return a new name for a value."""
        self._count += 1
        return f"%{self._prefix}.{self._count}"

    def labels(self, count: int) -> list[str]:
        """Return new names for blocks."""
        return [self.name()[1:] for _ in range(count)]

    def start(self, label: str) -> None:
        """Begin a block."""
        self.block = label
        self._known = self._known_at.pop(label, self._known)
        self.say(f"{label}:")

    def add(self, operation: str) -> str:
        """Write an operation; return its name."""
        name = self.name()
        self.say(f"{name} = {operation}")
        return name

    def returns(self, value: str) -> None:
        """Return a number from the function."""
        self.say(f"ret i64 {value}")

    def store_move(self, move: str, at: str) -> None:
        """Write a move into the room."""
        place = self.add(f"getelementptr i32, ptr %room, i64 {at}")
        self.say(f"store i32 {move}, ptr {place}")

    def at(self, table: str, index: str) -> str:
        """Return an element of a table."""
        place = self.add(f"getelementptr i32, ptr @{table}, i64 {index}")
        return self.add(f"load i32, ptr {place}")

    def bit(self, word: str, place: str) -> str:
        """Return the bit at a place of a word, as 0 or 1."""
        wide = place
        if self.kind != "i64":
            wide = self.add(f"zext i64 {place} to {self.kind}")
        shifted = self.add(f"lshr {self.kind} {word}, {wide}")
        return self.add(f"and {self.kind} {shifted}, 1")

    def narrowed(self, word: str) -> str:
        """Return a word as i64."""
        if self.kind == "i64":
            return word
        return self.add(f"trunc {self.kind} {word} to i64")

    def truth(self, node: Node) -> str:
        """Return a condition as 0 or 1."""
        bit = self.add(f"and {self.kind} {self.word(node)}, 1")
        return self.narrowed(bit)

    def ones(self, node: Node) -> str:
        """Return how many bits of a word are set, as i64."""
        word = self.word(node)
        return self.narrowed(
            self.add(f"call {self.kind} @llvm.ctpop.{self.kind}({self.kind} {word})")
        )

    def by_role(self, roles: Sequence[int]) -> Iterator[int]:
        """Begin a block for each role; each must end with a return."""
        yield from self.by("role", roles)

    def by(self, parameter: str, numbers: Sequence[int]) -> Iterator[int]:
        """Begin a block for each number that a parameter may be.

        Each must end with a return. The first is also that for all other numbers.
        """
        labels = [self.name()[1:] for _ in numbers]
        cases = " ".join(
            f"i64 {number}, label %{label}"
            for number, label in zip(numbers, labels, strict=True)
        )
        self.say(f"switch i64 %{parameter}, label %{labels[0]} [ {cases} ]")
        before = self._known
        for number, label in zip(numbers, labels, strict=True):
            self.start(label)
            self._known = {**before}
            yield number

    # ---- conditions ---------------------------------------------------------------

    def branch(self, condition: Node, yes: str, no: str) -> None:
        """Go on at one label or the other.

        Of a large disjunction, or conjunction, the parts are looked at one after the
        other, those that take the fewest operations first.
        """
        words = self._words
        name, below, _ = words.nodes[condition]
        if name == "not" and words.is_condition(condition):
            self.branch(below[0], no, yes)
            return
        parts = self._parts(condition)
        if len(parts) == 1 or len(words.needed(parts, self._known)) < _PORTION:
            self._test(condition, yes, no)
            return
        both = name == "and"
        sizes = {part: len(words.needed([part], self._known)) for part in parts}
        portions = self._portions(sorted(parts, key=sizes.__getitem__))
        for portion in portions:
            last = portion is portions[-1]
            label = (yes if both else no) if last else self.name()[1:]
            to = (label, no) if both else (yes, label)
            if len(portion) == 1:
                self.branch(portion[0], *to)
            else:
                combine = words.and_ if both else words.or_
                self._test(reduce(combine, portion), *to)
            if not last:
                self.start(label)

    def _parts(self, condition: Node) -> list[Node]:
        """Return the parts of a disjunction or a conjunction of conditions.

        Whether a word has a bit is a disjunction, if the word is one.
        """
        words = self._words
        name, below, _ = words.nodes[condition]
        root = below[0] if name == "any" else condition
        kind = words.nodes[root].name
        if kind not in ("and", "or") or (kind == "and" and name == "any"):
            return [condition]
        if name != "any" and not words.is_condition(condition):
            return [condition]
        found, waiting = dict[Node, None](), [root]
        while waiting:
            node = waiting.pop()
            if words.nodes[node].name == kind:
                waiting += words.nodes[node].below
            else:
                found[words.any(node)] = None
        return list(found)

    def _portions(self, parts: Iterable[Node]) -> list[list[Node]]:
        """Put parts together that take few operations more than those before."""
        found: list[list[Node]] = [[]]
        seen = {*self._known}
        full = len(seen) + _PORTION
        for part in parts:
            found[-1].append(part)
            seen.update(self._words.needed([part], seen))
            if len(seen) >= full:
                found.append([])
                full = len(seen) + _PORTION
        return found if found[-1] else found[:-1]

    def _test(self, condition: Node, yes: str, no: str) -> None:
        """Compute a condition, and go on at one label or the other.

        At a label is known what is known wherever it is gone to from.
        """
        bit = self.add(f"icmp ne {self.kind} {self.word(condition)}, 0")
        self.say(f"br i1 {bit}, label %{yes}, label %{no}")
        for label in (yes, no):
            known = self._known_at.get(label, self._known)
            both = known.keys() & self._known.keys()
            self._known_at[label] = {node: known[node] for node in both}

    # ---- words ------------------------------------------------------------------

    def word(self, root: Node) -> str:
        """Return the value of a node, which is computed here if it is not known."""
        for node in self._words.needed([root], self._known):
            if node not in self._module.inside:
                self._known[node] = self._computed(node)
        return self._known[root]

    number = word

    def _computed(self, node: Node) -> str:
        operation = self._words.nodes[node]
        name, below, value = operation
        word, known = self.kind, self._known
        if name == "constant":
            return _signed(value, self._words.width)  # type: ignore[arg-type]
        if name == "number":
            return str(value)
        if name in ("argument", "condition"):
            return self._argument(str(value), placed=name == "argument")
        if name == "fixpoint":
            return self._fixpoint(*value)  # type: ignore[misc]
        parts = [known[part] for part in below]
        if name in ("and", "or"):
            return self.add(f"{name} {word} {parts[0]}, {parts[1]}")
        if name == "not":
            return self.add(f"xor {word} {parts[0]}, -1")
        if name in ("up", "down"):
            shift = "shl" if name == "up" else "lshr"
            return self.add(f"{shift} {word} {parts[0]}, {value}")
        if name == "spread":
            return self._spread(parts[0], value)  # type: ignore[arg-type]
        if name == "any":
            return self._mask(self.add(f"icmp ne {word} {parts[0]}, 0"))
        if name == "count":
            number = self.add(f"call {word} @llvm.ctpop.{word}({word} {parts[0]})")
            return self.narrowed(number)
        if name == "sum":
            total = parts[0]
            for part in parts[1:]:
                total = self.add(f"add i64 {total}, {part}")
            return total
        if name in ("least", "is"):
            test = "uge" if name == "least" else "eq"
            return self._mask(self.add(f"icmp {test} i64 {parts[0]}, {value}"))
        assert name in ("less", "same"), operation
        test = "ult" if name == "less" else "eq"
        return self._mask(self.add(f"icmp {test} i64 {parts[0]}, {parts[1]}"))

    def _mask(self, bit: str) -> str:
        return self.add(f"sext i1 {bit} to {self.kind}")

    def _spread(self, word: str, to: int) -> str:
        if self._words.width == 64:
            return self.add(f"mul i64 {word}, {_signed(to, 64)}")
        total = "0"
        for at in range(to.bit_length()):
            if to >> at & 1:
                shifted = self.add(f"shl {self.kind} {word}, {at}") if at else word
                total = self.add(f"or {self.kind} {total}, {shifted}")
        return total

    def _fixpoint(self, loop: int, wanted: int) -> str:
        """Write a loop; return one of its words."""
        results = self._words.loops[loop].results
        before, label, done = self.block, *self.labels(2)
        self.say(f"br label %{label}")
        self.start(label)
        inside = self._words.inside(loop)
        after = [self.name() for _ in results]
        for at in range(len(results)):
            node = self._words.in_loop(loop, at)
            name = self.name()
            self.say(
                f"{name} = phi {self.kind} [ 0, %{before} ], [ {after[at]}, %{label} ]"
            )
            self._known[node] = name
        for node in inside:
            if self._words.nodes[node].name != "loop":
                self._known[node] = self._computed(node)
        changed = "false"
        for at, node in enumerate(results):
            self.say(f"{after[at]} = or {self.kind} {self._known[node]}, 0")
            old = self._known[self._words.in_loop(loop, at)]
            differs = self.add(f"icmp ne {self.kind} {after[at]}, {old}")
            changed = self.add(f"or i1 {changed}, {differs}")
        self.say(f"br i1 {changed}, label %{label}, label %{done}")
        self.start(done)
        for at in range(len(results)):
            self._known[self._words.fixpoint(loop, at)] = after[at]
        return after[wanted]

    def _argument(self, name: str, *, placed: bool) -> str:
        kind, number = name.split()
        if kind == "state":
            return self._field(self._program.fields[int(number)])
        at = int(number)
        family, bit = self.codes[self._program.moves[at].role]
        made = self.add(f"icmp eq i32 {family}, {at}")
        if not placed:
            return self._mask(made)
        return self.add(f"select i1 {made}, {self.kind} {bit}, {self.kind} 0")

    def _field(self, field: Field) -> str:
        """Read a field of the state."""
        first, off = divmod(field.at, 64)
        parts = -(-field.span // 64)
        total = "0"
        for part in range(parts):
            place = self.add(f"getelementptr i64, ptr %state, i64 {first + part}")
            word = self.add(f"load i64, ptr {place}")
            if off:
                word = self.add(f"lshr i64 {word}, {off}")
            left = field.span - 64 * part
            if left < 64:
                word = self.add(f"and i64 {word}, {(1 << left) - 1}")
            if not field.placed:
                return self._mask(self.add(f"trunc i64 {word} to i1"))
            if self.kind != "i64":
                word = self.add(f"zext i64 {word} to {self.kind}")
            shift = 64 * part + field.low
            if shift:
                word = self.add(f"shl {self.kind} {word}, {shift}")
            total = self.add(f"or {self.kind} {total}, {word}")
        return total

    def packed(self, field: Field, output: str, at: int) -> Iterable[tuple[str, int]]:
        """Yield the part of a field that stands in a word of the state, and where."""
        if field.others:
            return  # it is not kept
        first, off = divmod(field.at, 64)
        part = at - first
        if not 0 <= part < -(-field.span // 64):
            return
        shift = 64 * part + field.low
        word = output
        if shift:
            word = self.add(f"lshr {self.kind} {word}, {shift}")
        left = min(64, field.span - 64 * part)
        word = self.narrowed(word)
        if left < 64:
            word = self.add(f"and i64 {word}, {(1 << left) - 1}")
        yield word, off


def _signed(value: int, width: int) -> str:
    return str(value - (1 << width) if value >> (width - 1) else value)
