"""Programs as people paste them: what they are taken for, and the way to one that runs.

`pasted` has 40 programs in the manner of courses and answers on the web. `NAME.said` is
what `check` says of each, and `NAME.edited.pl` is the file after the edits that it
names. `REWRITE=1 pytest tests/rules/test_pasted.py` writes both anew; read the
difference before keeping it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from pasted_files import ASKED_OF_PROLOG, COSTS, FOLDER, TAKEN, edited
from plain_prolog import printed

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.checking import CheckReport, check_rules
from pygame_search.model.rules import skeleton
from pygame_search.programs.program import SearchProgram
from pygame_search.rules import rulebook
from pygame_search.rules.rulebook import Rulebook
from pygame_search.session.cilog import Dialogue

#: The most edits after which a program runs.
MOST_EDITS = 3
#: Search programs that answer after the edits, with the cost of what they find.
FIND = ["a_star.pl", "bfs_agenda.pl", "dfs_visited.pl", "iterative_deepening.pl"]
#: What theories are asked, and what they answer.
ASKED = {
    "family.pl": ("ancestor(pam, jim)", "ancestor(pam, jim)"),
    "lists.pl": ("rev([a, b, c], R)", "rev([a, b, c], [c, b, a])"),
    "values.cil": ("same_colour(block1, Y)", "same_colour(block1, block2)"),
    "wiring.cil": ("lit(L)", "lit(l1)"),
}
GAMES = {"buttons.kif": (2, 4), "coins.pl": (2, 4)}
RUN = sorted([*COSTS, *FIND, *ASKED, *GAMES])


def book_of(path: Path) -> Rulebook:
    book = rulebook.read(path)
    return Rulebook(path.stem, path.name, book.text, book.syntax)


def report(name: str) -> CheckReport:
    return check_rules(book_of(FOLDER / name), seconds=None, name=name)


def after(name: str) -> Path:
    """Return the file that runs: the edited one, or that itself without edits."""
    made = FOLDER / f"{Path(name).stem}.edited.pl"
    return made if made.exists() else FOLDER / name


def mends(name: str) -> list[str]:
    return [fault.mend for fault in report(name).errors]


def golden(path: Path, text: str) -> None:
    if os.environ.get("REWRITE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_there_are_40_of_which_most_run() -> None:
    names = {p.name for p in FOLDER.iterdir() if not p.name.endswith(".said")}
    assert {n for n in names if ".edited." not in n} == set(TAKEN)
    assert len(TAKEN) == 40
    assert len(RUN) >= 33


@pytest.mark.parametrize("name", TAKEN)
def test_each_is_taken_for_what_it_is(name: str) -> None:
    kind = report(name).kind
    assert kind is not None
    assert (kind.name, kind.own) == TAKEN[name]
    assert kind.text.startswith("taken for a")
    assert ", because it" in kind.text or "/" in kind.text


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_said(name: str) -> None:
    golden(FOLDER / f"{name}.said", f"{report(name)}\n")


@pytest.mark.parametrize("name", RUN)
def test_the_edits_are_named(name: str) -> None:
    named = mends(name)
    assert len(named) <= MOST_EDITS
    if named:
        text = edited(name, book_of(FOLDER / name).text, named)
        golden(FOLDER / f"{Path(name).stem}.edited.pl", text)


@pytest.mark.parametrize("name", COSTS)
def test_the_puzzle_runs(name: str) -> None:
    assert ps.check(str(after(name)), static=True).ok
    game = ps.load(after(name))
    found = game.path(method="lowest_cost")
    assert found.cost == COSTS[name]


@pytest.mark.parametrize("name", ASKED_OF_PROLOG)
def test_prolog_finds_the_same_cost_in_the_file_as_it_was(name: str) -> None:
    """The search is the file's own, and the least cost that it finds counts."""
    ask = f"aggregate_all(min(N), ({ASKED_OF_PROLOG[name]}), N), nl, print(N), nl"
    told = printed((FOLDER / name).read_text("utf-8"), ask)
    found = ps.load(after(name)).path(method="lowest_cost")
    assert told.splitlines()[-1] == f"{found.cost}", told


@pytest.mark.parametrize("name", FIND)
def test_the_search_program_finds_a_path(name: str) -> None:
    program = SearchProgram(book_of(after(name)))
    space = ps.load(FOLDER / "maze.pl")
    for game in (space, ps.load("delivery_robot")):
        start = game.known(game.machine.start())
        found = program.ask("path", start)
        assert found is not None
        states = [str(state) for state in found.states]
        assert states[0] == str(start)
        assert len(states) == len(set(states)) > 2


@pytest.mark.parametrize("name", ASKED)
def test_the_theory_answers(name: str) -> None:
    question, answer = ASKED[name]
    dialogue = Dialogue()
    dialogue.send(f"load '{FOLDER / name}'.")
    assert dialogue.send(f"ask {question}.") == f"Answer: {answer}."


@pytest.mark.parametrize("name", GAMES)
def test_the_game_runs(name: str) -> None:
    perft = ps.load(FOLDER / name).initial.perft(2)
    assert tuple(level.nodes for level in perft) == GAMES[name]


@pytest.mark.parametrize("name", [n for n in COSTS if not TAKEN[n][1]])
def test_new_makes_the_same_puzzle(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["new", "made", "--from", str(FOLDER / name)]
    assert CliRunner().invoke(command, words).exit_code == 0
    text = (tmp_path / "made.pl").read_text(encoding="utf-8")
    if name == "roads_both_ways.pl":
        assert "% start(..): which state?" in text
        text += "\nstart(a).\nis_goal(f).\n"
    game = ps.load_text(text)
    assert game.path(method="lowest_cost").cost == COSTS[name]
    assert CliRunner().invoke(command, words).exit_code != 0  # never overwritten


def test_as_overrides() -> None:
    family = FOLDER / "family.pl"
    with pytest.raises(ps.InputError, match="taken for a theory"):
        ps.load(family)
    with pytest.raises(ps.RulesError, match="taken for a game, because --as"):
        ps.load(family, kind="game")
    assert not ps.check(str(family), kind="space", static=True).ok
    assert ps.check(str(FOLDER / "maze.pl"), kind="theory", static=True).ok


def test_a_program_without_a_question_is_told_which() -> None:
    text = "found(S) :- successor(S, _, T), terminal(T), legal(T, _, _).\n"
    with pytest.raises(ps.InputError, match="define one of value"):
        SearchProgram(Rulebook("x", "x.pl", text))
    text = """walk(S, _, [S]) :- goal(S).
walk(S, Seen, [S|P]) :- successor(S, _, T), \\+ member(T, Seen), walk(T, [T|Seen], P).
solve(S, P) :- walk(S, [S], P).
"""
    with pytest.raises(
        ps.InputError, match=r"add path/2, as in path\(S, Path\) :- solve"
    ):
        SearchProgram(Rulebook("x", "x.pl", text))


OWN_ARC = """\
arc(a, b). arc(b, c). arc(c, d). arc(a, d).
move(X, Y) :- arc(X, Y), \\+ closed(X, Y).
closed(a, d).
final(d).
path(S, _, [S]) :- final(S).
path(S, Seen, [S|P]) :- move(S, T), \\+ member(T, Seen), path(T, [T|Seen], P).
go :- path(a, [a], P), write(P), nl.
"""


def test_a_name_that_the_file_uses_for_something_else_is_changed(
    tmp_path: Path,
) -> None:
    """SWI-Prolog's answer is the path of the file that is made."""
    new = tmp_path / "made.pl"
    made = skeleton(Rulebook("old", "old.pl", OWN_ARC))
    assert made is not None
    new.write_text(made, "utf-8")
    found = ps.load(new).path()
    assert (
        f"[{','.join(found.states)}]" == printed(OWN_ARC, "go").strip() == "[a,b,c,d]"
    )


SPREAD = """\
start(X, Y) :- X = 3, Y is X - 3.
end(X, Y) :- X = 0, Y > 1.
arc(X, Y, X1, Y1) :- X > 0, X1 is X - 1, Y1 is Y + 1.
arc(X, Y, X, Y1) :- Y > 0, Y1 is Y - 1.
search(X, Y, _, []) :- end(X, Y).
search(X, Y, Seen, [X1-Y1|P]) :-
    arc(X, Y, X1, Y1), \\+ member(X1-Y1, Seen), search(X1, Y1, [X1-Y1|Seen], P).
:- start(X, Y), search(X, Y, [X-Y], P), write(P), nl.
"""


def test_a_state_over_several_arguments_becomes_one_term() -> None:
    """The file's start/2 and arc/4 are renamed; SWI-Prolog's path is the same."""
    made = skeleton(Rulebook("old", "old.pl", SPREAD))
    assert made is not None
    assert "start(state(A, B)) :- own_start(A, B)." in made
    assert "arc(state(X, Y), state(X1, Y1)) :- own_arc(X, Y, X1, Y1)." in made
    found = ps.load_text(made).path()
    assert printed(SPREAD).strip() == "[2-1,1-2,0-3]"
    assert found.states[1:] == ("state(2, 1)", "state(1, 2)", "state(0, 3)")


NAMED = """\
start(7). is_final(0).
step(N, M, T) :- may(M), M =< N, T is N - M.
may(M) :- between(1, 3, M).
"""
APPLIED = """\
start(s(7)). is_final(s(0)).
step(S, M, T) :- may(M), apply(S, M, T).
may(take(M)) :- between(1, 3, M).
apply(s(N), take(M), s(T)) :- M =< N, T is N - M.
"""
PAIRS = """\
bfs([p(S, Ms)|_], Ms) :- is_final(S).
bfs([p(S, Ms)|Q], R) :-
    findall(M-T, step(S, M, T), L), all(L, Ms, New), append(Q, New, Q2), bfs(Q2, R).
all([], _, []).
all([M-T|L], Ms, [p(T, [M|Ms])|New]) :- all(L, Ms, New).
ask(N) :- start(S), once(bfs([p(S, [])], Ms)), length(Ms, N).
"""
LIMIT = """\
walk(S, _, Ms, Ms) :- is_final(S).
walk(S, D, Ms, R) :- D > 0, step(S, M, T), E is D - 1, walk(T, E, [M|Ms], R).
ask(N) :- start(S), walk(S, 3, [], Ms), !, length(Ms, N).
"""
LISTS = """\
bfs([[S|Ms]|_], Ms) :- is_final(S).
bfs([[S|Ms]|Q], R) :-
    findall([T, M|Ms], step(S, M, T), L), append(Q, L, Q2), bfs(Q2, R).
ask(N) :- start(S), once(bfs([[S]], Ms)), length(Ms, N).
"""
NOT_MET = """\
dfs(S, _, []) :- is_final(S).
dfs(S, Seen, R) :-
    step(S, M, T), \\+ memberchk(T, Seen), dfs(T, [T|Seen], L), R = [M|L].
ask(N) :- start(S), findall(L, (dfs(S, [S], Ms), length(Ms, L)), Ls), min_list(Ls, N).
"""


@pytest.mark.parametrize("rules", [NAMED, APPLIED])
@pytest.mark.parametrize("search", [PAIRS, LIMIT, LISTS, NOT_MET])
def test_the_next_state_is_not_the_name_of_the_move(rules: str, search: str) -> None:
    """The file is asked by SWI-Prolog; only PAIRS with numbers leaves a doubt."""
    text = rules + search
    made = skeleton(Rulebook("old", "old.pl", text))
    assert made is not None
    assert "arc(S, T) :- step(S, _, T).\n" in made
    told = printed(text, "ask(N), print(N), nl")
    assert told == f"{ps.load_text(made).path().cost}\n" == "3\n"
    doubt = "he file does not tell whether T is the next state, or M"
    doubted = search == PAIRS and rules == NAMED
    assert (doubt in made) == doubted
    checked = check_rules(Rulebook("old", "old.pl", text), seconds=None, name="old")
    assert (doubt in str(checked)) == doubted


@pytest.mark.parametrize(
    ("text", "arc"),
    [
        (APPLIED, "arc(S, T) :- step(S, _, T)."),
        ("initial(a). goal(d). s(X, Y, C) :- road(X, Y, C) ; road(Y, X, C).\n"
         "road(a, b, 3). road(b, d, 4). road(a, d, 9).\n", "arc(X, Y, C) :- road"),
        ("initial(1). goal(4). s(1, 2, 3). s(2, 4, 4).\n", "arc(1, 2, 3)."),
        ("initial(a). goal(b). s(a, go(b), b).\n", "arc(S, T) :- s(S, _, T)."),
    ],
)  # fmt: skip
def test_a_puzzle_without_a_search_has_costs_or_names(text: str, arc: str) -> None:
    made = skeleton(Rulebook("old", "old.pl", text.replace("is_final", "goal")))
    assert made is not None
    assert arc in made


TWO_SEARCHES = """\
begin(a). done(c). step(a, b). step(b, c).
deep(S, _, []) :- done(S).
deep(S, Seen, [T|P]) :- step(S, T), \\+ member(T, Seen), deep(T, [T|Seen], P).
limited(S, _, []) :- done(S).
limited(S, D, [T|P]) :- D > 0, step(S, T), E is D - 1, limited(T, E, P).
go(P) :- begin(S), deep(S, [S], P).
go(P) :- begin(S), limited(S, 3, P).
"""


def test_a_step_that_two_searches_use_leaves_no_doubt() -> None:
    made = skeleton(Rulebook("old", "old.pl", TWO_SEARCHES))
    assert made is not None
    assert "does not tell" not in made
    assert ps.load_text(made).path().states == ("a", "b", "c")


MEMBERS = """\
begin(s(0)). done(s(7)).
step(s(N), s(M)) :- member(X, [1, 3]), M is N + X,
    \\+ member(M, [3,
                  6]), M < 9.
step(s(N), s(M)) :- member(N-M-_, [1-0-walk, 4-7-'by air']).
choice_2(x).
path(S, _, []) :- done(S).
path(S, Seen, [T|P]) :- step(S, T), \\+ member(T, Seen), path(T, [T|Seen], P).
go(N) :- begin(S), findall(L, (path(S, [S], P), length(P, L)), Ls), min_list(Ls, N).
"""


def test_the_members_of_a_list_in_the_text_become_facts() -> None:
    made = skeleton(Rulebook("old", "old.pl", MEMBERS))
    assert made is not None
    assert "choice_1(1). choice_1(3).\nchoice_3(3). choice_3(6).\n" in made
    assert "choice_4(1-0-walk). choice_4(4-7-'by air').\n" in made
    assert "    \\+ choice_3(M), M < 9.\n" in made
    assert "% path(S, Seen, [T|P]) :- step(S, T), \\+ member(T, Seen)" in made
    assert check_rules(Rulebook("made", "made.pl", made)).ok
    told = printed(MEMBERS, "go(N), print(N), nl")
    assert told == f"{ps.load_text(made).path().cost}\n" == "3\n"


def test_a_list_with_variables_is_left_to_the_reader() -> None:
    text = MEMBERS.replace("[1, 3]", "[1, N]")
    made = skeleton(Rulebook("old", "old.pl", text))
    assert made is not None
    assert "% Mend this: member/2 is a Prolog builtin" in made
    assert "member(X, [1, N])" in made


QUOTED = """\
:- use_module(library(lists)).
'Start'(a). 'is done'(d).
'it''s a \\x6d\\ove'(a, b). 'it''s a move'(b, c).
'it\\'s a move'(c, d).
this is no clause.
path(S, _, [S]) :- 'is done'(S).
path(S, Seen, [S|P]) :-
    'it''s a move'(S, T), \\+ member(T, Seen), path(T, [T|Seen], P).
go :- 'Start'(S), path(S, [S], _).
?- go.
:- initialization(
      go).
"""


def test_names_in_quotes_are_renamed_and_nothing_is_dropped_silently() -> None:
    made = skeleton(Rulebook("old", "old.pl", QUOTED))
    assert made is not None
    found = ps.load_text(made).path()
    assert found.states == ("a", "b", "c", "d")
    comments = [line for line in made.splitlines() if line.startswith("%")]
    assert comments[:7] == [
        "% Left out, because nothing of a rule file is run:",
        "% :- initialization(",
        "%       go).",
        "% Left out, because rules need no declaration:",
        "% :- use_module(library(lists)).",
        "% Left out, because questions are asked by `ask` and in `repl`:",
        "% ?- go.",
    ]
    assert comments[-2:] == [
        "% Left out, because it cannot be read:",
        "% this is no clause.",
    ]
    checked = check_rules(Rulebook("old", "old.pl", QUOTED), seconds=None, name="old")
    assert "rename 'is done'/1 to is_goal/1" in str(checked)
    assert "a comma, an operator or a full stop is missing" in str(checked)


SORTING = """\
begin(p(1, 3, 2)). fin(p(1, 2, 3)).
swap(p(A, B, C), p(B, A, C)).
swap(p(A, B, C), p(A, C, B)).
path(S, _, [S]) :- fin(S).
path(S, Seen, [S|P]) :- swap(S, T), \\+ member(T, Seen), path(T, [T|Seen], P).
go :- begin(S), path(S, [S], P), print(P), nl.
"""
COUNTED = """\
h(P, H) :- findall(I, wrong(P, I), Is), length(Is, H).
wrong(P, I) :- arg(I, P, X), X =\\= I.
"""


def test_an_estimate_that_check_refuses_is_left_out_with_the_reason() -> None:
    made = skeleton(Rulebook("old", "old.pl", SORTING + COUNTED))
    assert made is not None
    assert check_rules(Rulebook("made", "made.pl", made)).ok
    assert ps.load_text(made).path().cost == 1
    at = made.index(
        "% Left out, because `check` refuses it, and `path` needs no estimate"
    )
    why, *out = made[at:].splitlines()[:3]
    assert ": findall/3 is a Prolog builtin, which rule files do not have; " in why
    assert out == [f"% {line}" for line in COUNTED.splitlines()]


def test_an_estimate_that_check_accepts_is_kept() -> None:
    text = SORTING + "h(P, 1) :- \\+ fin(P).\nh(P, 0) :- fin(P).\n"
    made = skeleton(Rulebook("old", "old.pl", text))
    assert made is not None
    assert "\nh(P, 0) :- is_goal(P).\n" in made
    assert check_rules(Rulebook("made", "made.pl", made)).ok


def test_what_check_refuses_in_a_move_is_said_above_it() -> None:
    text = SORTING + "swap(P, Q) :- P =.. L, msort(L, K), Q =.. K, !.\n"
    made = skeleton(Rulebook("old", "old.pl", text))
    assert made is not None
    lines = made.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("arc(P, Q) :-"))
    notes = [line.split(":")[0] for line in lines[at - 4 : at]]
    assert notes == ["arc(p(A, B, C), p(A, C, B)).", *["% Mend this"] * 3]
    for note, word in zip(
        lines[at - 3 : at], ["(=..)/2", "msort/2", "a cut"], strict=True
    ):
        assert word in note
    errors = check_rules(Rulebook("made", "made.pl", made)).errors
    assert {error.line for error in errors} == {at + 1}


def test_no_clause_is_blamed_for_a_start_that_is_missing() -> None:
    made = skeleton(book_of(FOLDER / "roads_both_ways.pl"))
    assert made is not None
    assert "% start(..): which state?" in made
    assert "% Mend this" not in made


BY_FACT = """\
list([b, a]).
done(s([], _)).
stack(s([X|L], M), s(L, [X|M])).
path(S, _, [S]) :- done(S).
path(S, Seen, [S|P]) :- stack(S, T), \\+ member(T, Seen), path(T, [T|Seen], P).
go :- list(L), path(s(L, []), [s(L, [])], P), print(P), nl.
"""


def test_a_part_of_the_start_may_stand_in_a_fact() -> None:
    made = skeleton(Rulebook("old", "old.pl", BY_FACT))
    assert made is not None
    assert "start(s([b, a], []))." in made
    assert ps.load_text(made).path().cost == 2
    two = BY_FACT.replace("list([b, a]).", "list([b, a]). list([c]).")
    unsure = skeleton(Rulebook("old", "old.pl", two))
    assert unsure is not None
    assert "% start(..): which state?" in unsure


def test_the_estimate_of_a_state_over_several_arguments_is_wrapped() -> None:
    text = """\
start(0, 3).
goal(3, _).
move(X, Y, X1, Y) :- X < 3, X1 is X + 1.
h(X, _, H) :- H is 3 - X.
"""
    made = skeleton(Rulebook("old", "old.pl", text))
    assert made is not None
    game = ps.load_text(made)
    found = game.path(method="a_star")
    assert found.cost == 3
    assert found.expanded == 3  # h is exact


def worth_of(game: ps.Game) -> int:
    """Return what the start is worth to the first player, and see to the second."""
    found = game.initial.solve(strength="strong").values
    assert found is not None
    first, second = found["first"], found["second"]
    assert first is not None
    assert second == 100 - first
    return first


MOVES = [
    tuple(m) for m in ["ab", "ba", "bc", "cd", "ce", "ef", "fg", "ga", "gh", "he", "bh"]
]


def values(moves: list[tuple[str, ...]]) -> dict[str, int]:
    """Return what each position is worth to who moves, by rounds: 100, 0 or 50."""
    nodes = sorted({node for move in moves for node in move})
    known: dict[str, int] = {}
    while True:
        new = {}
        for node in nodes:
            worth = [known.get(t) for s, t in moves if s == node]
            if node not in known and 0 in worth:
                new[node] = 100
            elif node not in known and all(value == 100 for value in worth):
                new[node] = 0
        if not new:
            return {node: known.get(node, 50) for node in nodes}
        known |= new


@pytest.mark.parametrize(
    "rules",
    [
        r"win(X) :- move(X, Y), \+ win(Y).",
        r"win(X) :- move(X, Y), lose(Y).  lose(X) :- \+ win(X).",
        "won(X) :- move(X, Y), lost(Y).  lost(X) :- forall(move(X, Y), won(Y)).",
    ],
)
def test_a_game_in_which_who_cannot_move_loses(rules: str) -> None:
    facts = " ".join(f"move({s}, {t})." for s, t in MOVES)
    worth = values(MOVES)
    assert set(worth.values()) == {0, 50, 100}
    for start, value in worth.items():
        ask = rules.split("(")[0]
        made = skeleton(
            Rulebook("old", "old.pl", f"{rules}\n{facts}\n?- {ask}({start}).\n")
        )
        assert made is not None
        game = ps.load_text(made)
        assert worth_of(game) == value


@pytest.mark.parametrize(("name", "value"), [("last_stone", 100), ("web_game", 50)])
def test_new_writes_such_a_game(
    name: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["new", "made", "--from", str(FOLDER / f"{name}.pl")]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0
    assert "pygame-search play made.pl" in done.output
    assert ps.check("made.pl").ok
    assert worth_of(ps.load("made.pl")) == value


def test_where_the_game_begins_is_asked_for() -> None:
    made = skeleton(book_of(FOLDER / "nim_minimax.pl"))
    assert made is not None
    assert "% In which position does play begin?" in made
    assert not check_rules(Rulebook("made", "made.pl", made)).ok
    game = ps.load_text(f"{made}\ninit(at(9)).  init(turn(first)).\n")
    assert worth_of(game) == 100
    game = ps.load_text(f"{made}\ninit(at(8)).  init(turn(first)).\n")
    assert worth_of(game) == 0


def test_a_position_that_is_won_for_another_reason_is_not_guessed() -> None:
    text = (
        "win(X) :- line(X).  win(X) :- move(X, Y), \\+ win(Y).  line(c).  move(a, b).\n"
    )
    made = skeleton(Rulebook("old", "old.pl", text))
    assert made is not None
    assert "role(" not in made


FACTS = """\
:- dynamic cell/2, turn/1.
turn(x).
start :- retractall(cell(_, _)), forall(between(1, 9, I), assertz(cell(I, e))).
other(x, o). other(o, x).
row(1, 2, 3). row(1, 5, 9).
won(P) :- row(A, B, C), cell(A, P), cell(B, P), cell(C, P).
full :- \\+ cell(_, e).
put(P, I) :- retract(cell(I, e)), assertz(cell(I, P)).
take(I) :- retract(cell(I, _)), assertz(cell(I, e)).
pass :- retract(turn(P)), other(P, Q), assertz(turn(Q)).
worth(_, 1) :- won(x), !.
worth(_, 0) :- full, !.
worth(P, V) :-
    findall(W, (cell(I, e), put(P, I), pass, turn(Q), worth(Q, W), take(I), pass), Ws),
    ( P == x -> max_list(Ws, V) ; min_list(Ws, V) ).
show :- forall(cell(I, P), (write(I-P), nl)).
"""


def test_a_position_in_facts_that_change_is_one_of_fluents() -> None:
    checked = check_rules(Rulebook("old", "old.pl", FACTS), seconds=None, name="old")
    assert checked.kind is not None
    assert checked.kind.name == "game"
    assert "its position is in the facts of cell/2 and turn/1" in checked.kind.text
    assert {fault.code for fault in checked.errors} == {"no_game", "own_search"}
    made = skeleton(Rulebook("old", "old.pl", FACTS))
    assert made is not None
    kept = [line for line in made.splitlines() if line and not line.startswith("%")]
    assert kept == [
        "init(turn(x)).",
        "other(x, o).",
        "other(o, x).",
        "row(1, 2, 3).",
        "row(1, 5, 9).",
        "won(P) :- row(A, B, C), true(cell(A, P)), true(cell(B, P)), true(cell(C, P)).",
        "full :- \\+ true(cell(_, e)).",
    ]
    assert "init(cell(A, B)) gives those at the start" in made
    assert "--kind two-player" in made


MARKS = """\
:- dynamic seen/1, steps/1.
steps(0).
begin(a). end(c).
link(a, b). link(b, c). link(b, a).
dfs(S, [S]) :- end(S).
dfs(S, [S|P]) :-
    link(S, T), \\+ seen(T), assertz(seen(T)),
    retract(steps(N)), M is N + 1, assertz(steps(M)),
    ( dfs(T, P) -> true ; retract(seen(T)), fail ).
go :- begin(S), dfs(S, P), print(P), steps(N), print(N).
"""


def test_marks_of_what_was_met_are_no_position() -> None:
    made = skeleton(Rulebook("old", "old.pl", MARKS))
    assert made is not None
    assert "seen" not in made.split("% Left out, because `path`")[0].split("seen/1,")[1]
    assert ps.load_text(made).path().states == ("a", "b", "c")


def test_facts_of_no_state_are_kept_of_a_game_of_terms() -> None:
    made = skeleton(book_of(FOLDER / "tictactoe_minimax.pl"))
    assert made is not None
    kept = [line for line in made.splitlines() if line and not line.startswith("%")]
    assert kept == ["other(x, o).", "other(o, x)."]
    assert "pygame-search new NAME --kind two-player" in made


def test_a_name_cannot_end_the_comment_of_the_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = "'pa\\nrole(evil). %\\u001b[31m'"
    old = tmp_path / "old.pl"
    old.write_text(OWN_ARC.replace("path(", f"{bad}("), "utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, ["new", "made", "--from", str(old)])
    assert done.exit_code == 0, done.output
    first, *rest = (tmp_path / "made.pl").read_text("utf-8").split("\n")
    assert first.startswith("% made: made from ")
    assert "\x1b" not in first
    assert not any(line.startswith("role(evil)") for line in rest)
