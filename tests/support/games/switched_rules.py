"""Rules of a file that parameters switch on and off."""

from __future__ import annotations

import random
import re

#: Two switches, and what asks for them: facts, recursion, and a state.
HELPERS = """s_on :- parameter(w0, on).
s_on :- parameter(w1, V), s_odd(V).
s_odd(off).
s_odd(V) :- parameter(w0, V), s_ever(off).
s_ever(V) :- s_again(V).
s_again(V) :- s_ever(V), s_on.
s_again(V) :- parameter(w1, V), parameter(w0, V).
s_now :- true(control(_)), parameter(w0, off).
s_now :- s_on, parameter(w1, on), \\+ true(control(p)).
"""
#: Literals that are the same in each state.
FIXED = (
    "parameter(w0, on)",
    "parameter(w1, off)",
    "\\+ parameter(w0, off)",
    "parameter(w0, W), parameter(w1, W)",
    "parameter(w1, W), W \\== on",
    "s_on",
    "\\+ s_on",
    "s_ever(off)",
    "\\+ (parameter(w0, on), s_ever(_))",
    "(parameter(w1, on) ; s_ever(on))",
    "count(W, (parameter(w0, W), s_on), 1)",
)
#: Literals that ask for the state besides.
OF_STATES = (
    "s_now",
    "\\+ s_now",
    "\\+ (parameter(w0, on), s_now)",
    "(parameter(w1, off) ; s_now)",
    "\\+ (parameter(w1, on) ; true(control(_)))",
)
#: Heads that may ask for the state.
STATES = ("legal(", "next(", "goal(", "feature(", "terminal")
#: Heads whose rules stay as they are.
KEPT = ("role(", "parameter(", "weight(", "constant_sum", "s0_never", "s_")


def switched(source: random.Random, rules: str) -> str:
    """Return rules, one a line, with literals of two parameters in some of them."""
    lines = [f"parameter(w{i}, {source.choice(('on', 'off'))})." for i in range(2)]
    for line in rules.splitlines():
        plain = re.fullmatch(r"(?:(.*?) :- (.*)|(.*))\.", line)
        if plain is None or line.startswith(KEPT) or source.random() < 0.5:
            lines.append(line)
        else:
            head, body = plain[1] or plain[3], plain[2] or "1 < 2"
            lines.append(f"{head} :- {_switched(source, head, body)}.")
    return "\n".join(lines) + f"\n{HELPERS}"


def _switched(source: random.Random, head: str, body: str) -> str:
    of_states = OF_STATES if head.startswith(STATES) else ()
    literal = source.choice((*FIXED, *of_states))
    draw = source.random()
    if draw < 0.2:
        value = source.choice(("on", "off"))
        return f"(parameter(w0, {value}), {body} ; {body}, {literal})"
    if draw < 0.3 and not re.search(r"\b[A-Z_]", head):
        return f"({literal} ; {body})"
    return f"{literal}, {body}" if draw < 0.65 else f"{body}, {literal}"
