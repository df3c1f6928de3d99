"""Each game has a playthrough, and the rules still play it."""

import playthroughs
import pytest

ANEW = (
    "`.venv/bin/python tests/support/playthroughs.py` writes it anew: look at the diff"
)


@pytest.mark.parametrize("name", playthroughs.games())
def test_a_game_is_played_as_it_was(name: str) -> None:
    file = playthroughs.FOLDER / f"{name}.txt"
    assert file.read_text("utf-8") == playthroughs.playthrough(name), ANEW


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    files = {file.stem for file in playthroughs.FOLDER.iterdir()}
    assert files == {*playthroughs.games()}
