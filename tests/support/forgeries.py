"""Certificates that say what is not so: `forgeries.py [--number N] [--beside]`.

Certificates of small games of all kinds are changed in one place, or made by a solver
that is wrong on purpose. The independent check must refuse them all; those that it
accepts are printed. With `--beside` the usual check is asked too, and each difference
between the two is printed.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import pygame_search as ps
from pygame_search.oracle.checker import OTHER_START, check
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.solve import solve
from pygame_search.support.errors import PygameSearchError

TUG = str(Path(__file__).parents[2] / "docs" / "tug.pl")

#: Two take turns at a walk over some nodes, for ever if they like; 9 is good for ann,
#: 0 for bob, 5 for neither.
WALK = """
role(ann). role(bob). init(at(1)). init(control(ann)).
legal(R, to(M)) :- true(control(R)), true(at(N)), edge(N, M).
next(at(M)) :- does(_R, to(M)).
next(control(bob)) :- true(control(ann)).
next(control(ann)) :- true(control(bob)).
terminal :- true(at(N)), end(N, _, _).
goal(ann, V) :- true(at(N)), end(N, V, _).
goal(bob, V) :- true(at(N)), end(N, _, V).
end(9, 100, 0). end(0, 0, 100). end(5, 50, 50).
"""
EDGES = """
edge(1, 2). edge(2, 1). edge(2, 3). edge(3, 2). edge(3, 9). edge(1, 3). edge(3, 5).
"""

#: A rule sheet.
SHEET = """
(role a) (role b) (init (n 3)) (init (turn a)) (other a b) (other b a)
(less 3 2) (less 2 1) (less 1 0) (less 3 1) (less 2 0)
(<= (legal ?r (take ?m)) (true (turn ?r)) (true (n ?n)) (less ?n ?m))
(<= (legal ?r noop) (true (turn ?q)) (other ?r ?q))
(<= (next (n ?m)) (does ?r (take ?m)))
(<= (next (turn ?q)) (true (turn ?r)) (other ?r ?q))
(<= terminal (true (n 0)))
(<= (goal ?r 100) (true (turn ?q)) (other ?r ?q))
(<= (goal ?r 0) (true (turn ?r)))
"""

#: Games with the strength, the draw and the role that are asked for.
ASKED: list[tuple[str, str, int | None, str | None]] = [
    ("nim(heaps=[1, 2])", "weak", None, None),
    ("nim(heaps=[1, 2])", "strong", None, None),
    ("nim(heaps=[2, 2])", "weak", None, "second"),
    ("hexapawn(columns=2, rows=4)", "weak", None, None),
    ("hexapawn(columns=2, rows=4)", "strong", None, "black"),
    ("goofspiel(cards=2)", "weak", None, None),
    ("goofspiel(cards=2)", "strong", None, None),
    ("coins_in_a_row", "weak", None, "bob"),
    ("coins_in_a_row", "strong", None, None),
    ("river_crossing", "weak", None, None),
    ("river_crossing", "strong", None, None),
    ("tug", "strong", None, None),
    ("tug", "strong", 0, None),
    ("walk", "strong", None, None),
    ("walk", "strong", 50, "bob"),
    ("walk", "strong", 0, None),
    ("sheet", "weak", None, None),
    ("sheet", "strong", None, None),
]  # fmt: skip


def game(name: str, folder: Path) -> ps.Game:
    """Return a game of ASKED; its rules, where they are here, are put in a folder."""
    texts = {"walk": ("walk.pl", WALK + EDGES), "sheet": ("sheet.kif", SHEET)}
    if name in texts:
        file, text = texts[name]
        (folder / file).write_text(text, encoding="utf-8")
        return ps.load(folder / file)
    return ps.load(TUG if name == "tug" else name)


# ---- files in a form of their own --------------------------------------------------


@dataclass
class Made:
    """A certificate: parts of a head and rows, that of the role and of a rival."""

    parts: list[dict[str, Any]]

    @property
    def strong(self) -> bool:
        """Whether it has the table of a strong solution."""
        return bool(self.head["solved"] == "strong")

    @property
    def head(self) -> dict[str, Any]:
        """The head of the first part."""
        found: dict[str, Any] = self.parts[0]["head"]
        return found

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the first part."""
        found: list[dict[str, Any]] = self.parts[0]["rows"]
        return found


_SEAL = len(f'{{"sha256": "{"0" * 64}"}}\n')


def seal(file: Path, data: bytes) -> Path:
    """Write a file with the checksum that it should have."""
    digest = hashlib.sha256(data).hexdigest()
    file.write_bytes(data + f'{{"sha256": "{digest}"}}\n'.encode())
    return file


def taken_apart(file: Path) -> Made:
    """Return what is in a file."""
    parts = []
    with closing(sqlite3.connect(file)) as data:
        texts = dict(data.execute("SELECT number, text FROM fluents"))
        heads = data.execute("SELECT part, head FROM heads").fetchall()
        for part, head in heads:
            query = data.execute("SELECT * FROM outcomes WHERE part = ?", [part])
            outcomes = {number: entry for _, number, *entry in query}
            rows = []
            for bits, outcome in data.execute(
                "SELECT state, outcome FROM states WHERE part = ?", [part]
            ):
                number = int.from_bytes(bits, "little")
                facts = sorted(texts[i] for i in texts if number >> i & 1)
                entry = zip(ENTRY, outcomes[outcome], strict=True)
                rows.append({"state": facts, **dict(entry)})
            rows.sort(key=lambda row: row["state"])
            parts.append({"head": json.loads(head), "rows": rows})
    return Made(parts)


def text_lines(made: Made) -> list[str]:
    """Return a certificate as lines of JSON."""
    lines: list[Any] = []
    for number, part in enumerate(made.parts):
        lines += [{"rival": part["head"]} if number else part["head"], *part["rows"]]
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def verdict_of_lines(rules: ps.Game, lines: list[str]) -> dict[str, Any]:
    """Return the verdict of the clauses on lines, or the message that refuses them."""
    certificate = None
    try:
        tables: dict[str, Any] = {"fluents": [], "outcomes": []}
        opened = rules.request("certificate_open", **tables)
        certificate = opened["certificate"]
        for batch in (lines, [], lines, []):
            data = {"certificate": certificate, "lines": batch}
            found = rules.request("certificate_lines", **data)
            if found["verdict"] is not None:
                return {"verdict": found["verdict"]}
    except PygameSearchError as error:
        return {"refused": str(error)}
    finally:
        if certificate is not None:
            rules.request("certificate_close", certificate=certificate)
    raise AssertionError("expected a verdict")


ENTRY = ("value", "distance", "move")
_TABLES = """
CREATE TABLE heads (part INTEGER PRIMARY KEY, head TEXT NOT NULL);
CREATE TABLE fluents (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE outcomes (part INTEGER, outcome INTEGER, value INTEGER, distance INTEGER,
                       move TEXT, PRIMARY KEY (part, outcome)) WITHOUT ROWID;
CREATE TABLE states (part INTEGER, state BLOB, outcome INTEGER NOT NULL,
                     PRIMARY KEY (part, state)) WITHOUT ROWID;
"""


def put_together(made: Made, file: Path) -> Path:
    """Write a certificate, sealed; a state that occurs twice has zero bytes more."""
    rows = [row for part in made.parts for row in part["rows"]]
    texts = list(dict.fromkeys(fact for row in rows for fact in row["state"]))
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as data:
        data.executescript(_TABLES)
        data.executemany("INSERT INTO fluents VALUES (?, ?)", enumerate(texts))
        for number, part in enumerate(made.parts):
            head = number, json.dumps(part["head"])
            data.execute("INSERT INTO heads VALUES (?, ?)", head)
            known = set()
            for place, row in enumerate(part["rows"]):
                entry = number, place, *(row[name] for name in ENTRY)
                data.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?)", entry)
                bits = sum(1 << texts.index(fact) for fact in {*row["state"]})
                state = bits.to_bytes(len(texts), "little").rstrip(b"\0")
                while state in known:
                    state += b"\0"
                known.add(state)
                kept = number, state, place
                data.execute("INSERT INTO states VALUES (?, ?, ?)", kept)
        data.commit()
    return seal(file, file.read_bytes())


# ---- changes -----------------------------------------------------------------------

#: Changes a certificate; returns False where it has nothing of that kind.
Change = Callable[[Made, random.Random], Any]


def _row(change: Callable[[dict[str, Any]], Any]) -> Change:
    """Return a change of one row."""

    def apply(made: Made, source: random.Random) -> Any:
        part = source.choice(made.parts)
        return change(source.choice(part["rows"]))

    return apply


def _set(name: str, new: Callable[[Any], Any]) -> Callable[[dict[str, Any]], bool]:
    """Return a change of a member; False where it stays as it is."""

    def apply(data: dict[str, Any]) -> bool:
        before = data[name]
        try:
            data[name] = new(before)
        except (TypeError, IndexError, StopIteration):
            return False
        return bool(data[name] != before or type(data[name]) is not type(before))

    return apply


def _head(name: str, new: Callable[[Any], Any]) -> Change:
    """Return a change of a member of the head."""
    return lambda made, _: _set(name, new)(made.head)


def _its(head: dict[str, Any], new: Callable[[Any], Any], mine: bool = True) -> bool:
    """Change a value in the head: that of the role, or of another."""
    for role in head["values"]:
        if (role == head["role"]) == mine:
            return _set("values", lambda its: {**its, role: new(its[role])})(head)  # noqa: B023
    return False


def _swapped(made: Made, source: random.Random) -> bool:
    rows = source.choice(made.parts)["rows"]
    for _ in range(20):
        one, two = source.choice(rows), source.choice(rows)
        if (one["value"], one["distance"]) != (two["value"], two["distance"]):
            one["state"], two["state"] = two["state"], one["state"]
            return True
    return False


def _other_move(made: Made, source: random.Random) -> bool:
    rows = source.choice(made.parts)["rows"]
    moves = sorted({row["move"] for row in rows if row["move"]})
    row = source.choice(rows)
    if row["move"] is None:
        return False
    return _set("move", lambda move: source.choice([*({*moves} - {move})]))(row)


def _no_more(made: Made, source: random.Random) -> bool:
    rows = source.choice(made.parts)["rows"]
    rows.pop(source.randrange(len(rows)))
    return True


def _twice(made: Made, source: random.Random) -> bool:
    rows = source.choice(made.parts)["rows"]
    rows.append(deepcopy(source.choice(rows)))
    return True


def _one_more(made: Made, source: random.Random) -> bool:
    rows = source.choice(made.parts)["rows"]
    row = deepcopy(source.choice(rows))
    rows.append({**row, "state": row["state"][1:]})
    return True


def _another_start(made: Made, source: random.Random) -> bool:
    row = source.choice(made.rows)
    made.head["distance"] = row["distance"]
    made.head["values"][made.head["role"]] = row["value"]
    return _set("position", lambda _: row["state"])(made.head)


def _all(name: str, new: Callable[[Any], Any]) -> Change:
    """Return a change of all rows and the head: a lie that agrees with itself."""

    def apply(made: Made, _: random.Random) -> bool:
        found = [_set(name, new)(row) for part in made.parts for row in part["rows"]]
        for part in made.parts:
            if name == "distance":
                _set(name, new)(part["head"])
            else:
                part["head"]["values"] = {
                    role: value if value is None else new(value)
                    for role, value in part["head"]["values"].items()
                }
        return any(found)

    return apply


def _promises(made: Made, _: random.Random) -> bool:
    """Let each state on the way say that the role wins, as if a circle were a win."""
    best = max((row["value"] or 0 for row in made.rows), default=0)
    changed = False
    for number, row in enumerate(made.rows):
        if row["distance"] != 0 and row["value"] != best:
            row.update(value=best, distance=2 + number % 2)
            changed = True
    root = next(row for row in made.rows if {*row["state"]} == {*made.head["position"]})
    made.head.update(distance=root["distance"])
    _its(made.head, lambda _: root["value"])
    return changed


def _rival(change: Callable[[Made], Any]) -> Change:
    return lambda made, _: len(made.parts) > 1 and change(made)


def _put(made: Made, parts: list[dict[str, Any]]) -> bool:
    made.parts = parts
    return True


def _up(value: int) -> int:
    return value + 1


def _mirrored(value: int) -> int:
    return 100 - value if value > 1 else -value


def _down(value: int) -> int:
    return value - 1


CHANGES: Mapping[str, Change] = {
    "a value more": _row(_set("value", _up)),
    "a value less": _row(_set("value", _down)),
    "a value the other way round": _row(_set("value", _mirrored)),
    "a value of zero": _row(_set("value", lambda v: 0)),
    "no value": _row(_set("value", lambda v: None)),
    "a value that is a text": _row(_set("value", lambda v: f"{v}!")),
    "a value with a fraction": _row(_set("value", lambda v: v + 0.5)),
    "a value that is true": _row(_set("value", lambda v: v == 1)),
    "a distance more": _row(_set("distance", _up)),
    "a distance less": _row(_set("distance", _down)),
    "two plies more": _row(_set("distance", lambda d: d + 2)),
    "a distance of zero": _row(_set("distance", lambda d: 0)),
    "a distance of one": _row(_set("distance", lambda d: 1)),
    "no distance": _row(_set("distance", lambda d: None)),
    "a distance where there is none": _row(_set("distance", lambda d: d or 3)),
    "a distance that is true": _row(_set("distance", lambda d: d == 1)),
    "another move": _other_move,
    "a move of nobody": _row(_set("move", lambda m: "nonsense(1)")),
    "an unreadable move": _row(_set("move", lambda m: "p(")),
    "a move with a variable": _row(_set("move", lambda m: "X" if "(" in m else "?x")),
    "two moves": _row(_set("move", lambda m: f"{m} . {m}")),
    "a move that is a number": _row(_set("move", lambda m: 1)),
    "a state less": _no_more,
    "a state twice": _twice,
    "a state more": _one_more,
    "two states for each other": _swapped,
    "a fluent less": _row(_set("state", lambda s: s[1:])),
    "a fluent more": _row(_set("state", lambda s: [*s, "nonsense"])),
    "a fluent that is none": _row(_set("state", lambda s: [*s[1:], "p("])),
    "another fluent": _row(_set("state", lambda s: [*s[1:], "other(1)"])),
    "a decimal number": _row(
        _set("state", lambda s: [re.sub(r"([0-9])([,)])", r"\1.0\2", f) for f in s])
    ),
    "no fluents": _row(_set("state", lambda s: [])),
    "no states": lambda made, _: made.parts[0].update(rows=[]) is None,
    "the head's value more": lambda made, _: _its(made.head, _up),
    "the head's value less": lambda made, _: _its(made.head, _down),
    "the head's value for nobody": lambda made, _: _its(made.head, lambda v: None),
    "another's value in the head": lambda made, _: (
        made.strong or len(made.parts) > 1
    ) and _its(made.head, _up, mine=False),
    "a value of a role too many": _head("values", lambda v: {**v, "nobody": 1}),
    "no values": _head("values", lambda v: {}),
    "another role": _head("role", lambda r: "nobody"),
    "the role of another": lambda made, _: _set(
        "role", lambda r: next(role for role in made.head["values"] if role != r)
    )(made.head),
    "the head's distance more": _head("distance", _up),
    "the head's distance less": _head("distance", _down),
    "the head without a distance": _head("distance", lambda d: d and None),
    "another start": _another_start,
    "another position": lambda made, source: _set(
        "position", lambda p: source.choice(made.rows)["state"]
    )(made.head),
    "a position with a fluent less": _head("position", lambda p: p[1:]),
    "a position with a fluent more": _head("position", lambda p: [*p, "nonsense"]),
    "no position": _head("position", lambda p: []),
    "a draw beyond the goals": lambda made, _: not made.head["finite"]
    and _set("draw", lambda d: 1000)(made.head),
    "play that is said to end": lambda made, _: made.head["finite"] is False
    and _set("finite", lambda f: True)(made.head),
    "play that is said not to end": lambda made, _: made.strong
    and made.head["finite"] and _set("finite", lambda f: False)(made.head),
    "a longer play": lambda made, _: made.strong
    and _head("longest", _up)(made, _),
    "a shorter play": lambda made, _: made.strong
    and _head("longest", _down)(made, _),
    "a longest play that is short": _head("longest", lambda n: -1),
    "more states in the head": lambda made, _: (
        made.strong or len(made.parts) > 1
    ) and _head("states", _up)(made, _),
    "fewer states in the head": _head("states", lambda n: 0),
    "a cycle of no moves": _head("cycle", lambda c: []),
    "a cycle of wrong moves": _head("cycle", lambda c: [["nonsense"]]),
    "half a cycle": _head("cycle", lambda c: c[:-1]),
    "a cycle with another lead": lambda made, _: made.head["cycle"] is not None
    and _head("lead", _up)(made, _),
    "best play that is longer": lambda made, _: len(made.parts) > 1
    and _head("exact", _up)(made, _),
    "best play that is shorter": lambda made, _: len(made.parts) > 1
    and _head("exact", _down)(made, _),
    "another hash of the rules": _head("rules", lambda h: "0" * 64),
    "other parameters": _head("parameters", lambda p: {**p, next(iter(p)): "[9]"}),
    "a parameter too many": _head("parameters", lambda p: {**p, "more": "1"}),
    "another game": _head("game", lambda g: "tic_tac_toe"),
    "no game": _head("game", lambda g: "no_game_of_ours"),
    "another strength": _head("solved", lambda s: "ultra-weak"),
    "a newer version": _head("version", _up),
    "an older version": _head("version", _down),
    "an unknown member": lambda made, _: not made.head.update(proved=True),
    "a member less": lambda made, source: made.head.pop(
        source.choice(["role", "values", "position", "draw", "finite", "states"]), 1
    ) is not made,
    "all values the other way round": _all("value", _mirrored),
    "all values more": _all("value", _up),
    "all distances more": _all("distance", _up),
    "all distances two more": _all("distance", lambda d: d + 2),
    "promises of a win": _promises,
    "a rival's other role": _rival(
        lambda made: _set("role", lambda r: made.head["role"])(made.parts[1]["head"])
    ),
    "a rival's other value": _rival(lambda made: _its(made.parts[1]["head"], _up)),
    "a rival's other position": _rival(
        lambda made: _set("position", lambda p: p[1:])(made.parts[1]["head"])
    ),
    "a rival's draw": _rival(
        lambda made: _set("draw", lambda d: 0 if d is None else d + 1)(
            made.parts[1]["head"]
        )
    ),
    "a rival's other rules": _rival(
        lambda made: _set("rules", lambda r: "0" * 64)(made.parts[1]["head"])
    ),
    "a rival without states": _rival(
        lambda made: made.parts[1].update(rows=[]) is None
    ),
    "a rival that is the role": _rival(
        lambda made: _put(made, [made.parts[0], deepcopy(made.parts[0])])
    ),
    "the two in the other order": _rival(lambda made: _put(made, made.parts[::-1])),
    "two rivals": _rival(lambda made: _put(made, [*made.parts, made.parts[1]])),
}  # fmt: skip


# ---- solvers that are wrong --------------------------------------------------------

#: Of a game, rules of which a solver knows less, or other ones, than there are.
WRONG_RULES: list[tuple[str, str, str]] = [
    ("walk", "edge(3, 5).", ""),
    ("walk", "edge(3, 9).", ""),
    ("walk", "edge(2, 1).", ""),
    ("walk", "edge(1, 3).", "edge(1, 3). edge(1, 9)."),
    ("walk", "end(9, 100, 0).", "end(9, 0, 100)."),
    ("walk", "end(5, 50, 50).", "end(5, 100, 0)."),
    ("walk", "init(control(ann)).", "init(control(bob))."),
    ("sheet", "(less 2 0)", ""),
    ("sheet", "(less 3 1)", ""),
    ("sheet", "(less 2 0)", "(less 2 0) (less 3 0)"),
    ("sheet", "(<= (goal ?r 0) (true (turn ?r)))", "(<= (goal ?r 5) (true (turn ?r)))"),
    ("sheet", "(<= terminal (true (n 0)))", "(<= terminal (not (true (n 3))))"),
    ("sheet", "(init (n 3))", "(init (n 2))"),
]  # fmt: skip


def wrong_solutions(
    folder: Path, rows: Iterable[tuple[str, str, str]] = WRONG_RULES
) -> Iterator[tuple[str, Path]]:
    """Yield certificates that a solver makes which has other rules in mind."""
    for name, old, new in rows:
        true = game(name, folder)
        file = Path(true.book.file)
        text = file.read_text(encoding="utf-8")
        assert old in text
        for strength in ("weak", "strong"):
            if strength == "weak" and name == "walk":
                continue
            file.write_text(text.replace(old, new), encoding="utf-8")
            save_certificate(
                solve(ps.load(file).initial, strength=strength), folder / "wrong"
            )
            file.write_text(text, encoding="utf-8")
            save_certificate(solve(true.initial, strength=strength), folder / "right")
            made, right = taken_apart(folder / "wrong"), taken_apart(folder / "right")
            for part in made.parts:
                part["head"]["rules"] = right.head["rules"]
            label = f"{name}, {strength}, solved with {new or 'nothing'} for {old}"
            yield label, put_together(made, folder / "forged")


# ---- all of them -------------------------------------------------------------------


def made_certificate(number: int, folder: Path) -> tuple[Made, ps.Game]:
    """Return a certificate of ASKED, which is written as `file`, and its game."""
    name, strength, draw, role = ASKED[number]
    rules = game(name, folder)
    found = solve(rules.initial, strength=strength, draw=draw, role=role)
    save_certificate(found, folder / "file")
    return taken_apart(folder / "file"), rules


def certificates(folder: Path) -> Iterator[tuple[str, Made]]:
    """Yield certificates of the games of ASKED."""
    for number, (name, strength, draw, role) in enumerate(ASKED):
        made, _ = made_certificate(number, folder)
        yield f"{name}, {strength}, draw {draw}, {role}", made


def forged(right: Made, change: Change, source: random.Random) -> Made | None:
    """Return a certificate with a change; None where it is of no use for this one."""
    made = deepcopy(right)
    try:
        return made if change(made, source) and made != right else None
    except (TypeError, IndexError, StopIteration):
        return None


def accepted(file: Path, verify: Callable[[Path], Any]) -> bool:
    """Return whether a check says that a file is right, and of the start."""
    try:
        verdict = verify(file)
        return verdict.verified and OTHER_START not in "".join(verdict.notes)
    except PygameSearchError:
        return False


@click.command()
@click.option("--number", default=600, show_default=True, help="How many to make.")
@click.option("--seed", default=1, show_default=True)
@click.option("--beside", is_flag=True, help="Ask the usual check, too.")
def main(number: int, seed: int, beside: bool) -> None:
    """Forge certificates; exit 1 where the independent check accepts one."""
    source, let_pass, unlike, done = random.Random(seed), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def judge(label: str, file: Path) -> None:
            nonlocal let_pass, unlike, done
            done += 1
            here = accepted(file, check)
            there = accepted(file, ps.verify) if beside or here else here
            let_pass, unlike = let_pass + here, unlike + (here != there)
            if here or there:
                said = "accepted" if here else "refused"
                other = "accepts" if there else "refuses"
                click.echo(f"{said}; the usual check {other}: {label}")

        for label, file in wrong_solutions(folder):
            judge(label, file)
        rights = list(certificates(folder))
        for label, right in rights:
            assert accepted(put_together(right, folder / "right"), check), label
        while done < number:
            for what, change in CHANGES.items():
                label, right = source.choice(rights)
                made = forged(right, change, source)
                if made is None:
                    continue
                file = put_together(made, folder / "forged")
                if taken_apart(file) != right:  # SQLite makes a number of a text
                    judge(f"{what}: {label}", file)
    click.echo(f"{done} forged, {let_pass} accepted, {unlike} judged otherwise")
    sys.exit(1 if let_pass else 0)


if __name__ == "__main__":
    main()
