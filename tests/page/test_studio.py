"""The studio in a browser: games, rules as one types them, links, and what ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import AXE, PROGRAM, Browser
from pages import ENDLESS
from studio import READ, click, open_studio, run, seen

import pygame_search as ps
from pygame_search.cli.new import GAMES
from pygame_search.engine.bridge import engine
from pygame_search.page import site as built
from pygame_search.page import webassembly
from pygame_search.rules import rulebook
from pygame_search.rules.codes import CODES

browsed = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    with Browser() as started:
        yield started


@pytest.fixture
def opened(browser: Browser, page: Path) -> Iterator[Browser]:
    """The studio as it opens, and at the end no fault in it."""
    browser.size(1280, 800)
    open_studio(browser, page)
    yield browser
    assert browser.faults() == []


def typed(browser: Browser, text: str) -> None:
    """Put a text into the editor, as if it were typed."""
    browser.run(
        "(() => { const field = document.querySelector('.editor textarea');"
        f" field.value = {json.dumps(text)};"
        " field.dispatchEvent(new Event('input', { bubbles: true })); })()"
    )
    browser.wait(READ)


def test_the_file_is_small(page: Path) -> None:
    """Engine, clauses, games and views in 3 MB, with two licences."""
    assert page.stat().st_size < 3_000_000
    system = webassembly.kept_system()
    assert system is not None
    data = built.studio_data(system.licence, settled=True)
    assert len(data["games"]) == len(rulebook.names())
    assert set(data["codes"]) == set(CODES)
    assert set(built.TEMPLATES) == set(GAMES)
    assert {"alphabeta", "proof_number", "a_star"} <= {
        m["name"] for m in data["methods"]
    }
    assert "uct" not in {method["name"] for method in data["methods"]}
    assert all("permi" in text.lower() for _, text in data["licences"])


@browsed
def test_it_opens_with_a_game(opened: Browser) -> None:
    """Its board, who moves, and the moves."""
    assert seen(opened, ".words") == ["white moves"]
    assert len(seen(opened, ".moves button")) == 3
    assert opened.run("document.querySelector('.board svg').ariaLabel") == (
        "1: ♙ ♙ ♙; 2: empty empty empty; 3: ♟ ♟ ♟"
    )


@browsed
def test_moves_are_made_and_taken_back(opened: Browser) -> None:
    """By buttons, and by the list of moves; the end has its goals."""
    for move in ("move(2, 1, 2, 2)", "move(1, 3, 2, 2)", "move(1, 1, 2, 2)"):
        click(opened, ".moves button", move)
    assert seen(opened, ".words") == ["black moves"]
    click(opened, "button", "Undo")
    click(opened, "button", "Undo")
    assert seen(opened, ".history [aria-current]") == ["1. move(2, 1, 2, 2)"]
    click(opened, "button", "Redo")
    assert len(seen(opened, ".history .later")) == 1
    click(opened, ".history button", "The start")
    assert seen(opened, ".words") == ["white moves"]
    made = False
    for move in ("move(1, 1, 1, 2)", "move(2, 3, 2, 2)", "move(3, 1, 3, 2)"):
        made = run(opened, f"return studio.play({json.dumps(move)})")
    assert made
    opened.wait(READ)
    over = "document.querySelector('.words').textContent.startsWith('The game is over')"
    opened.wait(over)
    assert seen(opened, ".words") == ["The game is over: white 10, black -10"]
    assert not run(opened, "return studio.play('move(1, 1, 9, 9)')")
    assert seen(opened, ".told") == ["The game is over."]


@browsed
def test_roles_that_move_at_once(opened: Browser) -> None:
    """Each has a move chosen before both are made."""
    run(opened, "studio.choose('rock_paper_scissors'); await studio.settled()")
    opened.wait(READ)
    assert "move at once" in seen(opened, ".words")[0]
    assert opened.run("[...document.querySelectorAll('.choices > button')][0].disabled")
    opened.run(
        "document.querySelectorAll('.moves').forEach((one) => one.firstChild.click())"
    )
    click(opened, "button", "Make these moves")
    assert opened.run("studio.moves.length") == 1


@browsed
def test_parameters(opened: Browser) -> None:
    """Another value makes another game; one that is refused is told."""
    fields = "document.querySelectorAll('.parameters input')"
    assert opened.run(f"[...{fields}].map((one) => one.value)") == ["3", "3"]

    def give(value: str) -> None:
        opened.run(
            f"(() => {{ const [field] = {fields}; field.value = {json.dumps(value)};"
            " field.dispatchEvent(new Event('change')); })()"
        )
        opened.wait(READ)

    give("4")
    assert len(seen(opened, ".moves button")) == 4
    assert opened.run("studio.sum") is None
    give("a(")
    assert seen(opened, ".moves button") == []
    [why] = seen(opened, ".introduced")
    assert seen(opened, ".play .card")[0].startswith(why)
    assert why.startswith("Cannot read `a(`")
    click(opened, "[role=tab]", "Search")
    assert seen(opened, ".introduced") == [why]
    click(opened, "[role=tab]", "Play")
    give("3")
    assert seen(opened, ".introduced")[0].startswith("Pawns race")
    assert len(seen(opened, ".moves button")) == 3
    assert opened.run("studio.sum.source") == "proved"


@browsed
def test_a_parameter_that_is_gone(opened: Browser) -> None:
    """Its value goes with it, and the rules are read."""
    run(opened, "studio.set([['rows', '4']]); await studio.settled()")
    text = (
        "parameter(n, 1). role(a). init(b). next(b). legal(a, c). terminal :- true(d)."
    )
    run(
        opened,
        f"studio.edit({json.dumps(text + ' goal(a, 1).')}); await studio.settled()",
    )
    assert opened.run("[studio.game !== null, studio.refusal]") == [True, None]
    assert opened.run("studio.rules.parameters") == []


@browsed
def test_faults_are_shown_as_one_types(opened: Browser) -> None:
    """With line, message, remedy and code; and the game as soon as there is none."""
    click(opened, "[role=tab]", "Rules")
    assert "proved" in seen(opened, ".verdict")[0]
    text = rulebook.read("hexapawn").text
    typed(
        opened,
        "% \U0001f3b2\n"
        + text.replace("init(control(white)).", "init(control(white))"),
    )
    assert opened.run("studio.game") is None
    assert seen(opened, ".verdict") == ["1 error."]
    [fault] = seen(opened, ".faults li")
    assert fault.startswith("line 2")
    assert "error" in fault
    assert len(seen(opened, ".copy .fault")) == 1
    [code] = seen(opened, ".faults .coded")
    assert seen(opened, "[role=tooltip]") == []
    opened.run("document.querySelector('.faults .coded').focus()")
    [told] = seen(opened, "[role=tooltip]")
    assert CODES[code].rule.replace("`", "")[:40] in told
    opened.press("Escape")
    assert seen(opened, "[role=tooltip]") == []
    click(opened, ".faults .place")
    [at, line] = opened.run(
        "(() => { const { value, selectionStart: at } = document.activeElement;"
        " return [at, value.slice(0, at).split('\\n').length]; })()"
    )
    assert fault.startswith(f"line {line} ")
    assert at > 0
    typed(opened, text.replace("% Hexapawn", f"p({' ' * 200}X) :- legl."))
    click(opened, ".faults .place")
    [edge, right] = opened.run(
        "['.editor', '.copy .fault'].map((one) =>"
        " document.querySelector(one).getBoundingClientRect().right)"
    )
    assert right < edge
    typed(opened, text.replace("parameter(columns, 3)", "parameter(columns, 4)"))
    assert seen(opened, ".faults li") == []
    assert opened.run("document.querySelector('.judged svg').ariaLabel").startswith(
        "1: ♙ ♙ ♙ ♙"
    )
    assert "move(4, 1, 4, 2)" in seen(opened, ".beginning")[0]
    assert "noop" not in seen(opened, ".beginning")[0]
    assert opened.run("document.querySelector('select').value") == "own"


@browsed
def test_the_moves_stay_while_they_are_legal(opened: Browser) -> None:
    """A rule is changed in the midst of a game."""
    text = rulebook.read("hexapawn").text
    for move in ("move(2, 1, 2, 2)", "move(1, 3, 2, 2)"):
        run(opened, f"await studio.play({json.dumps(move)})")
    click(opened, "[role=tab]", "Rules")
    typed(opened, text + "\n% a comment")
    assert opened.run("studio.moves.length") == 2
    typed(opened, text.replace("parameter(rows, 3)", "parameter(rows, 4)"))
    assert opened.run("studio.moves.length") == 1
    assert seen(opened, ".told")[0].startswith("Move 2, move(1, 3, 2, 2): not legal")


@browsed
def test_new_games_and_ones_own(opened: Browser) -> None:
    """Each template can be played; what one wrote is found again."""
    for kind in built.TEMPLATES:
        opened.run(
            "(() => { const chooser = document.querySelector('select');"
            f" chooser.value = 'new:{kind}';"
            " chooser.dispatchEvent(new Event('change')); })()"
        )
        opened.wait(READ)
        assert opened.run("[studio.faults.length, studio.refusal]") == [0, None], kind
        assert seen(opened, "[aria-selected=true]") == ["Rules"]
    typed(opened, "role(me).")
    run(opened, "studio.choose('nim'); await studio.settled()")
    run(opened, "studio.write(studio.own); await studio.settled()")
    assert opened.run("studio.rules.text") == "role(me)."


@browsed
def test_a_link_shows_the_same_again(opened: Browser, page: Path) -> None:
    """Game, parameters, moves and view; or rules, which are shown first."""
    run(
        opened,
        "studio.choose('nim', { parameters: [['heaps', '[1, 2]']] });"
        "await studio.settled()",
    )
    click(opened, ".moves button", "take(1, 1)")
    click(opened, "button", "Share")
    opened.wait("location.hash")
    link = opened.run("document.querySelector('.shared input').value")
    fragment = link.partition("#")[2]
    assert fragment.startswith("game=nim&p.heaps=")
    opened.press("Escape")
    assert opened.run("document.activeElement.textContent") == "Share"
    open_studio(opened, page, f"#{fragment}")
    assert opened.run("studio.moves") == ["take(1, 1)"]
    assert opened.run("studio.rules.parameters") == [["heaps", "[1, 2]"]]
    click(opened, "[role=tab]", "Rules")
    typed(opened, rulebook.read("nim").text + "% mine \U0001f3b2")
    click(opened, "[role=tab]", "Play")
    click(opened, "button", "Share")
    opened.wait("location.hash.includes('rules=')")
    fragment = opened.run("location.hash")
    open_studio(opened, page, fragment)
    assert opened.run("studio.rules.text").endswith("% mine \U0001f3b2")
    assert opened.run("studio.moves.length") == 1
    assert seen(opened, "[aria-selected=true]") == ["Rules"]
    told = "These rules come with the link. The link leads to the view Play."
    assert seen(opened, ".told")[0].startswith(told)
    assert seen(opened, ".introduced") == []


@browsed
@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("#game=bridge", 'there is no game "bridge" here'),
        ("#view=admin", 'there is no view "admin" here'),
        ("#rules=AAAA", "its rules cannot be unpacked"),
        ("#game=nim&x=1", 'there is no "x" in a link'),
    ],
)
def test_a_bad_link_is_not_opened(
    browser: Browser, page: Path, link: str, why: str
) -> None:
    """The page says why, and opens as without one."""
    open_studio(browser, page, link)
    assert seen(browser, ".told") == [f"The link was not opened: {why}."]
    assert browser.run("studio.rules.game") == "hexapawn"
    assert browser.faults() == []


@browsed
def test_a_move_of_a_link_that_is_not_legal(browser: Browser, page: Path) -> None:
    """The position before it is shown."""
    open_studio(browser, page, "#game=nim&move=take(1, 1)&move=take(9, 9)")
    assert browser.run("studio.moves") == ["take(1, 1)"]
    assert "take(9, 9): not legal here" in seen(browser, ".told")[0]


@browsed
@pytest.mark.slow
def test_a_move_without_an_end(opened: Browser) -> None:
    """It reaches the limit of inferences, and the page names the relation."""
    run(opened, f"studio.write({{ text: {json.dumps(ENDLESS)} }})")
    opened.wait(READ)
    assert not run(opened, "return studio.play('go')")
    [told] = seen(opened, ".told")
    assert told.startswith("The limit of 30,000,000 inferences is reached in terminal")


@browsed
def test_what_runs_is_stopped(opened: Browser) -> None:
    """The button ends it, the page says so, and goes on."""
    run(opened, f"studio.write({{ text: {json.dumps(ENDLESS)} }})")
    opened.wait(READ)
    opened.run(
        "(() => { const asked = ['position', { after: ['go'] }, { inferences: null }];"
        " studio.work('thinking', () => studio.game.request(...asked)); })()"
    )
    opened.wait("!('idle' in document.querySelector('.busy').dataset)")
    assert seen(opened, ".works") == ["thinking …"]
    click(opened, ".busy button", "Stop")
    assert seen(opened, ".told") == ["Thinking was ended: it was stopped."]
    run(opened, "studio.choose('nim'); await studio.settled()")
    opened.wait(READ)
    assert opened.run("studio.game !== null")


@browsed
def test_tabs_by_keys(opened: Browser) -> None:
    """Arrows turn the tabs; Tab leaves the editor."""
    opened.run("document.querySelector('#tab-play').focus()")
    opened.press("End")
    assert opened.run("document.activeElement.id") == (
        opened.run("[...document.querySelectorAll('[role=tab]')].at(-1).id")
    )
    opened.press("ArrowRight")
    assert opened.run("document.activeElement.id") == "tab-play"
    click(opened, "[role=tab]", "Rules")
    opened.run("document.querySelector('.editor textarea').focus()")
    opened.press("Tab")
    assert opened.run("document.activeElement.tagName") != "TEXTAREA"
    assert opened.run("studio.rules.game") == "hexapawn"


@browsed
def test_what_a_reader_sets_is_kept(opened: Browser, page: Path) -> None:
    """In the storage of the browser, and nothing else is taken from there."""
    opened.run(
        "document.querySelectorAll('.settings select').forEach((one) => {"
        " one.value = one.options[2].value; one.dispatchEvent(new Event('change')); })"
    )
    open_studio(opened, page)
    root = "document.documentElement"
    look = f"[{root}.dataset.theme, {root}.style.fontSize]"
    assert opened.run(look) == ["dark", "160%"]
    opened.run(
        "localStorage.setItem('pygame_search.studio',"
        " JSON.stringify({ theme: '<b>', size: ['large'], toString: 1 }))"
    )
    open_studio(opened, page)
    assert opened.run(look) == [None, "100%"]


@browsed
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, page: Path, width: int, dark: bool
) -> None:
    """Neither at the width of a phone, nor with large letters and a long parameter."""
    browser.size(width, 800, dark=dark)
    open_studio(browser, page, "#game=chess")
    browser.run("document.documentElement.style.fontSize = '160%'; 0")
    for tab in seen(browser, "[role=tab]"):
        click(browser, "[role=tab]", tab)
        assert browser.run("document.documentElement.scrollWidth") <= width


@browsed
def test_the_head_of_a_narrow_page_can_be_read(browser: Browser, page: Path) -> None:
    """What the game is about has the width of the page, and each tab is seen."""
    browser.size(400, 800)
    open_studio(browser, page)
    place = "document.querySelector('{}').getBoundingClientRect()"
    assert browser.run(f"{place.format('.introduced')}.width") > 350
    bar = browser.run(f"{place.format('[role=tablist]')}.right")
    last = browser.run(f"{place.format('[role=tab]:last-child')}.right")
    assert last <= bar


@browsed
def test_the_settings_are_not_wider_than_the_page(browser: Browser, page: Path) -> None:
    """Wherever their button stands."""
    browser.size(400, 800)
    for game in "nim", "romania":
        open_studio(browser, page, f"#game={game}")
        click(browser, ".settings summary")
        card = "document.querySelector('.settings > .card').getBoundingClientRect()"
        assert browser.run(f"{card}.left >= 0 && {card}.right <= 400")
        assert browser.run("document.documentElement.scrollWidth") == 400


@browsed
@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: sh scripts/browser")
@pytest.mark.parametrize("width", [1280, 400])
def test_nobody_is_left_out(opened: Browser, width: int) -> None:
    """A checker of accessibility finds nothing."""
    opened.size(width, 800)
    opened.run(AXE.read_text(encoding="utf-8") + "; 0")
    for tab in seen(opened, "[role=tab]"):
        click(opened, "[role=tab]", tab)
        if tab == "Rules":
            typed(opened, "role(a). init(b(X)). legal(a, c) :- foo.")
        elif tab == "Search":
            click(opened, ".searching [type=submit]")
        found = opened.run("axe.run(document).then((all) => all.violations)")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


MARKUP = "</script><img src=x onerror=run()><svg onload=run()>\u202e<!--&lt;b&gt;"


@browsed
def test_markup_in_the_rules_is_text(opened: Browser) -> None:
    """In title, roles, moves, squares, labels, faults and names of parameters."""
    opened.run("globalThis.run = () => { throw new Error('run'); }; 0")
    quoted = "'" + MARKUP + "'"
    click(opened, "[role=tab]", "Rules")
    typed(
        opened,
        f"title({quoted}). about({quoted}). role({quoted}). init({quoted}).\n"
        f"parameter('p<b>', {quoted}). legal({quoted}, {quoted}). next({quoted}).\n"
        f"notation(_, M, {quoted}) :- legal(_, M).\n"
        f"draw(1, 1, {quoted}). draw_column(1, {quoted}). draw_row(1, {quoted}).\n"
        f"terminal :- true(x). goal({quoted}, 1). foo({quoted}, X) :- bar(X).",
    )
    for tab in seen(opened, "[role=tab]"):
        click(opened, "[role=tab]", tab)
    body = opened.run("document.body.innerHTML")
    assert "<img" not in body
    assert (
        opened.run("document.querySelectorAll('main img, main svg[onload]').length")
        == 0
    )


def starts(browser: Browser, name: str) -> None:
    """Check that a game of the shelf starts, with the moves that the package gives."""
    run(browser, f"studio.choose({json.dumps(name)}); await studio.settled()")
    browser.wait(READ)
    assert browser.run("[studio.faults.length, studio.refusal]") == [0, None]
    legal = run(browser, "return (await studio.position()).legal")
    game = ps.load(name)
    if game.space != "book":
        ours = game.initial.position
        assert legal == [list(moves) for moves in ours.legal]


@browsed
@pytest.mark.parametrize("name", ["nim", "romania", "tic_tac_toe"])
def test_a_game_starts(opened: Browser, name: str) -> None:
    starts(opened, name)


#: Plies that are played in each game of the shelf.
PLIES = 6

#: A search of one ply, by the minimax of each game.
SEARCH = {
    "weights": [], "ties": "exact", "record": False,
    "options": {
        "depth": 1, "estimate": "features", "extra": 0, "swing": 0, "sooner": True,
        "unit": 1, "deepen": False,
    },
}  # fmt: skip

#: What the page asks about a game: each request with its reply, and the moves played.
#: WHOLE is its text with the files that it includes, of which the page makes one.
ASKED = """
const { game, rules: { syntax }, description, engine } = studio;
const found = [['check', await engine.request('check', { syntax, text: WHOLE })]];
const ask = async (operation, data) => {
  const reply = await game.request(operation, data, { inferences: null })
    .catch(({ kind, message }) => ({ kind, message }));
  found.push([operation, reply]);
  return reply;
};
const moves = [];
if (description.space === 'book') {
  for (let ply = 0; ply < PLIES; ply += 1) {
    const { neighbours } = await ask('neighbours', { after: moves });
    await ask('node_text', { after: moves });
    await ask('is_goal', { after: moves, least: null });
    if (neighbours.length > 0) moves.push(neighbours[ply % neighbours.length][0]);
  }
} else {
  for (let ply = 0; ply < PLIES; ply += 1) {
    const { legal, terminal } = await ask('position', { after: moves });
    await ask('drawing', { after: moves });
    if (terminal) break;
    const { roles } = description;
    const pairs = legal.map((texts, i) => texts.map((one) => [roles[i], one]));
    await ask('notations', { after: moves, moves: pairs.flat() });
    moves.push(`[${legal.map((texts) => texts[(3 * ply) % texts.length]).join(', ')}]`);
  }
}
if (description.space === 'none') {
  const search = description.roles.includes('random') ? 'expectimax' : 'minimax';
  for (const role of description.roles) {
    if (role !== 'random') await ask('best', { after: [], role, search, ...SEARCH });
  }
} else {
  const { handle } = await game.request('path_start', { after: [],
    method: 'breadth', prune: 'default', limit: 300, record: false, least: null });
  await ask('path_next', { handle });
}
return { found, moves };
"""


def installed(name: str, moves: list[str]) -> list[tuple[str, Any]]:
    """Return the same requests with the replies of the installed engine."""
    game = ps.load(name).face_up()
    book = rulebook.read(name)
    reply = engine().request("check", syntax=book.syntax, text=book.text)
    found: list[tuple[str, Any]] = [("check", reply)]

    def ask(operation: str, **data: Any) -> dict[str, Any]:
        try:
            reply = game.request(operation, **data)
        except ps.PygameSearchError as error:
            reply = {"message": str(error)}
        found.append((operation, reply))
        return reply

    start = "start_node" if game.space == "book" else "initial"
    [here] = game.request(start).values()
    first = here
    for ply in range(PLIES):
        if game.space == "book":
            arcs = ask("neighbours", node=here)["neighbours"]
            ask("node_text", node=here)
            ask("is_goal", node=here, least=None)
            if arcs:
                here = arcs[ply % len(arcs)][1]
            continue
        position = ask("position", state=here)
        ask("drawing", state=here)
        if position["terminal"]:
            break
        pairs = [
            [role, text]
            for role, texts in zip(game.roles, position["legal"], strict=True)
            for text in texts
        ]
        ask("notations", state=here, moves=pairs)
        here = game.request("play", state=here, text=moves[ply])["state"]
    if game.space == "none":
        search = "minimax" if game.chance is None else "expectimax"
        for role in game.players:
            ask("best", state=first, role=role, search=search, **SEARCH)
    else:
        handle = game.request(
            "path_start", state=first, method="breadth", prune="default", limit=300,
            record=False, least=None,
        )["handle"]  # fmt: skip
        ask("path_next", handle=handle)
    return found


def plain(operation: str, reply: Any) -> Any:
    """Return a reply without the numbers of states, which are of one process."""
    if operation == "neighbours":
        return [[text, cost] for text, _, cost in reply["neighbours"]]
    return {key: value for key, value in reply.items() if key != "states"}


@browsed
@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook.names())
def test_the_replies_are_those_of_the_installed_engine(
    opened: Browser, name: str
) -> None:
    """Each game of the shelf is checked, played and searched."""
    starts(opened, name)
    script = ASKED.replace("PLIES", str(PLIES)).replace("SEARCH", json.dumps(SEARCH))
    text = json.dumps(rulebook.read(name).text)
    told = run(opened, script.replace("WHOLE", text))
    ours = installed(name, told["moves"])
    assert [operation for operation, _ in told["found"]] == [one for one, _ in ours]
    print(f"{name}: {len(ours)} replies")
    for (operation, reply), (_, own) in zip(told["found"], ours, strict=True):
        assert plain(operation, reply) == plain(operation, own), operation
