"""What `tests/support/lines.py` counts, in each language."""

from __future__ import annotations

from pathlib import Path

import lines

CPP = """
int a;  // one

/* two
 three */
auto s = "/* // */";
"""
PYTHON = '''"""Doc."""

# none
def f():
    """Doc."""
    x = (1,

        2)
'''
KIF = """
; none
(role x) ; one

(init (a
  b))
"""


def test_comments_and_blank_lines_do_not_count() -> None:
    assert lines.of_cpp(CPP) == 2
    assert lines.of_python(PYTHON) == 3
    assert lines.of_kif(KIF) == 3


def test_each_game_of_the_table_is_here() -> None:
    for name, *_ in lines.GAMES:
        assert (lines.RULES / f"{name}.pl").exists()


def test_a_game_without_a_peer_has_no_number(tmp_path: Path) -> None:
    spiel = tmp_path / "open_spiel" / "games" / "nim"
    spiel.mkdir(parents=True)
    (spiel / "nim.cc").write_text("int a;\n", encoding="utf-8")
    (spiel / "nim.h").write_text("int b;\n", encoding="utf-8")
    (spiel / "nim_test.cc").write_text("int c;\n", encoding="utf-8")
    assert lines.of_spiel(tmp_path, "nim") == 2
    assert lines.of_sheet(tmp_path, "nim") == 0
