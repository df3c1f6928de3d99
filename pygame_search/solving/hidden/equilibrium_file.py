"""The certificate of an equilibrium: a file that `verify` checks.

    heads(part, head)                           one row: what is claimed, JSON
    information_sets(number, role, view, moves)

`view` has the steps that the role knows of: a JSON list of objects with its `move` and
its `percepts`. `moves` is a JSON list of objects with a `move` and its `probability`,
a fraction as a text. A game of one player has its best strategy in the same form; where
a view is not listed, it does what it does at the first view with the same belief.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, isfinite
from pathlib import Path
from typing import Any

from pygame_search.model.view import Step, View
from pygame_search.solving.certificate import must_be_certificate
from pygame_search.solving.certificate_tables import (
    OF_EQUILIBRIUM,
    answers,
    has_tables,
)
from pygame_search.solving.hidden.behaviours import Behaviour
from pygame_search.solving.hidden.equilibrium import Equilibrium
from pygame_search.solving.hidden.unfolding import MOST_STEPS
from pygame_search.support import files
from pygame_search.support.checksummed_file import sealed
from pygame_search.support.errors import CertificateError, InputError, LimitError
from pygame_search.support.memory import must_be_left

#: The format of these files; those of other solutions have version 2.
VERSION = 3

#: Numbers with longer fractions are rounded to a multiple of this.
GRAIN = Fraction(1, 10**12)

#: A fraction; more digits than these have no use, and reckoning with them takes long.
_FRACTION = re.compile(r"-?[0-9]{1,100}(/[0-9]{1,100})?")

#: How many information sets are read before the memory limit is looked at.
_PORTION = 1_000


def save_equilibrium(found: Equilibrium, file: str | os.PathLike[str]) -> None:
    """Write a certificate of an equilibrium, which `verify_equilibrium` checks.

    Bounds with a long fraction are rounded outwards, to a multiple of 10^-12.

    Raises:
        InputError: the file cannot be written.
    """
    with sealed(Path(file)) as made:
        try:
            _write(found, made)
        except sqlite3.OperationalError as error:
            raise OSError(str(error)) from error


def _write(found: Equilibrium, file: Path) -> None:
    with closing(sqlite3.connect(file)) as tables:
        tables.execute("PRAGMA journal_mode = OFF")
        tables.execute("PRAGMA synchronous = OFF")
        tables.executescript(OF_EQUILIBRIUM)
        tables.execute("INSERT INTO heads VALUES (0, ?)", (_json(head(found)),))
        tables.executemany(
            "INSERT INTO information_sets VALUES (?, ?, ?, ?)",
            (
                (number, one.view.role, _json(_steps(one)), _json(_chances(one)))
                for number, one in enumerate(_behaviours(found))
            ),
        )
        tables.commit()


def head(found: Equilibrium) -> dict[str, Any]:
    """Return what a file claims, besides the strategies."""
    lower, upper = found.lower, found.upper
    if _is_long(lower):
        lower = floor(lower / GRAIN) * GRAIN
    if _is_long(upper):
        upper = ceil(upper / GRAIN) * GRAIN
    values = {
        role: _written(round(value / GRAIN) * GRAIN if _is_long(value) else value)
        for role, value in found.values.items()
    }
    return {
        "version": VERSION, "game": found.game, "parameters": {**found.parameters},
        "rules": found.rules, "solved": "equilibrium", "values": values,
        "lower": _written(lower), "upper": _written(upper), "states": found.states,
        "method": found.method, "seconds": found.seconds, "notes": [*found.notes],
    }  # fmt: skip


def _is_long(value: Fraction) -> bool:
    return value.denominator > GRAIN.denominator


def _behaviours(found: Equilibrium) -> Iterator[Behaviour]:
    for own in found.strategies.values():
        yield from own


def _steps(one: Behaviour) -> list[dict[str, Any]]:
    return [{"move": s.move, "percepts": [*s.percepts]} for s in one.view.steps]


def _chances(one: Behaviour) -> list[dict[str, str]]:
    pairs = zip(one.moves, one.probabilities, strict=True)
    return [{"move": move, "probability": _written(chance)} for move, chance in pairs]


def _written(number: Fraction) -> str:
    """Return a fraction as a text that can be read again.

    Raises:
        LimitError: it is too long.
    """
    if max(abs(number.numerator), number.denominator) >= 10**100:
        raise LimitError(
            "expected fractions with at most 100 digits above and below, to be written "
            "to a file, found a longer one",
            "size",
        )
    return str(number)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def export_equilibrium(found: Equilibrium, file: str | os.PathLike[str]) -> None:
    """Write an equilibrium as lines of JSON: a head, and a line for each set.

    Raises:
        InputError: the file cannot be written.
    """
    place = Path(file)
    try:
        with (
            files.replacement(place) as made,
            made.open("w", encoding="utf-8") as out,
        ):
            out.write(f"{_json(head(found))}\n")
            for one in _behaviours(found):
                line = {
                    "role": one.view.role, "view": _steps(one), "moves": _chances(one),
                }  # fmt: skip
                out.write(f"{_json(line)}\n")
    except OSError as error:
        raise files.unwritable(place, error) from error


def holds_equilibrium(file: str | os.PathLike[str]) -> bool:
    """Return whether an undamaged certificate is that of an equilibrium.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is no certificate, or is damaged.
    """
    path = Path(file)
    try:
        must_be_certificate(path)
        return has_tables(path, OF_EQUILIBRIUM)
    except sqlite3.Error as error:
        raise CertificateError(f"{path}: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error


def read_equilibrium(file: str | os.PathLike[str]) -> Equilibrium:
    """Return the equilibrium in a file, as the file has it: nothing is checked.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is no certificate of an equilibrium, is damaged, or is of
            another version.
    """
    path = Path(file)
    if not holds_equilibrium(path):
        raise CertificateError(
            f"{path}: expected an equilibrium, that `solve --save` has written for a "
            "game with hidden information; found a certificate of another kind"
        )
    try:
        return _read(path)
    except (
        sqlite3.Error, ValueError, TypeError, KeyError, RecursionError, OverflowError
    ) as error:  # fmt: skip
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise CertificateError(f"{path}: {what}") from error


def _read(path: Path) -> Equilibrium:
    heads = list(answers(path, OF_EQUILIBRIUM, "SELECT head FROM heads"))
    if len(heads) != 1:
        raise ValueError(f"expected one head, found {len(heads)}")
    about = _object(_loaded(heads[0][0]), "head")
    if about["version"] != VERSION:
        raise ValueError(
            f"version: expected {VERSION}, found {_shown(about['version'])}"
        )
    if about["solved"] != "equilibrium":
        raise ValueError(
            f"solved: expected 'equilibrium', found {_shown(about['solved'])}"
        )
    values = _object(about["values"], "values")
    parameters = _object(about["parameters"], "parameters")
    strategies: dict[str, list[Behaviour]] = {role: [] for role in values}
    query = "SELECT role, view, moves FROM information_sets ORDER BY number"
    for number, row in enumerate(answers(path, OF_EQUILIBRIUM, query)):
        role, view, moves = map(_text, row)
        if role not in strategies:
            raise ValueError(f"expected one of the roles in 'values', found {role!r}")
        strategies[role].append(_behaviour(role, _loaded(view), _loaded(moves)))
        if number % _PORTION == 0:
            must_be_left()
    return Equilibrium(
        game=_text(about["game"]),
        parameters={name: _text(value) for name, value in parameters.items()},
        rules=_text(about["rules"]),
        values={role: _fraction(value) for role, value in values.items()},
        lower=_fraction(about["lower"]), upper=_fraction(about["upper"]),
        strategies={role: _with_reach(own) for role, own in strategies.items()},
        states=_count(about["states"]), method=_text(about["method"]),
        seconds=_seconds(about["seconds"]),
        notes=tuple(map(_text, _list(about["notes"], "notes"))),
    )  # fmt: skip


def _behaviour(role: str, view: Any, moves: Any) -> Behaviour:
    """Return what a role does in an information set."""
    steps = _list(view, "view")
    if len(steps) > MOST_STEPS:
        raise ValueError(f"a view has {len(steps):,} steps: more than {MOST_STEPS:,}")
    known = tuple(
        Step(_text(one["move"]), tuple(map(_text, _list(one["percepts"], "percepts"))))
        for one in (_object(step, "step") for step in steps)
    )
    chances = [_object(one, "move") for one in _list(moves, "moves")]
    return Behaviour(
        View(role, known),
        tuple(_text(one["move"]) for one in chances),
        tuple(_fraction(one["probability"]) for one in chances),
    )


def _with_reach(own: list[Behaviour]) -> tuple[Behaviour, ...]:
    """Return behaviours that say whether their strategy can lead to them."""
    following: dict[tuple[int, Step], int] = {}  # views are numbered, the start is 0
    chances: dict[int, dict[str, Fraction]] = {}
    ways = []
    for one in own:
        way = [0]
        for step in one.view.steps:
            way.append(following.setdefault((way[-1], step), len(following) + 1))
        chances[way[-1]] = dict(zip(one.moves, one.probabilities, strict=True))
        ways.append(way)
    return tuple(
        replace(
            one,
            reached=all(
                chances.get(view, {}).get(step.move, 1)
                for view, step in zip(way, one.view.steps, strict=False)
            ),
        )
        for one, way in zip(own, ways, strict=True)
    )


# ---- the form of what is read ----------------------------------------------------


def _loaded(text: str) -> Any:
    return json.loads(_text(text))


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise ValueError(f"expected a text, found {_shown(data)}")
    return data


def _list(data: Any, name: str) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError(f"{name}: expected a list, found {_shown(data)}")
    return data


def _object(data: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"{name}: expected a JSON object, found {_shown(data)}")
    return data


def _count(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < 0:
        raise ValueError(f"expected a number of 0 or more, found {_shown(data)}")
    return data


def _seconds(data: Any) -> float:
    if not isinstance(data, int | float) or not isfinite(data):
        raise ValueError(f"seconds: expected a number, found {_shown(data)}")
    return float(data)


def _fraction(data: Any) -> Fraction:
    if not isinstance(data, str) or not _FRACTION.fullmatch(data):
        raise ValueError(
            "expected a fraction like '1/3', as a text with at most 100 digits above "
            f"and below, found {_shown(data)}"
        )
    numerator, _, denominator = data.partition("/")
    if denominator and int(denominator) == 0:
        raise ValueError(f"expected a fraction, found {_shown(data)}")
    return Fraction(int(numerator), int(denominator or 1))


def _shown(data: Any) -> str:
    """Return what was found, shortened."""
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:59]}…"
