"""Game search as logic: rules, path search and minimax are clauses.

>>> import pygame_search as ps
>>> game = ps.load("tic_tac_toe")
>>> game.initial.best().value
0
"""

from importlib import import_module

from pygame_search import former

TYPE_CHECKING = False  # `typing` itself takes its time
if TYPE_CHECKING:
    from pygame_search.experiments.checking import CheckReport, check, check_text
    from pygame_search.experiments.game_size import GameSize
    from pygame_search.experiments.learning.learn import Learned, learn
    from pygame_search.experiments.matches.match import MatchResult, Standing, match
    from pygame_search.experiments.matches.play import Clock
    from pygame_search.experiments.matches.players import Player
    from pygame_search.experiments.matches.playthrough import Playthrough
    from pygame_search.experiments.matches.statistics import SequentialTest
    from pygame_search.explanation.proofs import Explanation
    from pygame_search.explanation.questions import Answers, ask
    from pygame_search.explanation.reasons import (
        BestReasons,
        CutReason,
        EndReasons,
        NoPathReasons,
        PathReasons,
        cuts,
        how_path,
        why_cut,
        why_no_path,
    )
    from pygame_search.explanation.search_steps import explain
    from pygame_search.explanation.search_tree import SearchTree
    from pygame_search.game import Game, State, convert, load, load_text
    from pygame_search.grading.grade import Grade, GradedItem, grade
    from pygame_search.model.position import Cell, Position
    from pygame_search.programs.comparison import ProgramComparison, compare_program
    from pygame_search.programs.program import (
        ProgramAnswer,
        SearchProgram,
        lecture,
    )
    from pygame_search.programs.python_program import PythonProgram, read_program
    from pygame_search.quizzes.questions import Question, QuizVerdict
    from pygame_search.quizzes.quiz import quiz
    from pygame_search.search.core.heuristics import RoleHeuristics
    from pygame_search.search.core.methods import (
        METHODS,
        Method,
        MethodCall,
        read_method,
    )
    from pygame_search.search.core.result import DepthResult, MoveValue, SearchResult
    from pygame_search.search.paths import PathResult
    from pygame_search.search.perft import Level, Perft
    from pygame_search.search.playouts import Playouts
    from pygame_search.session.cilog import Dialogue
    from pygame_search.solving.certificate import (
        Certificate,
        read_certificate,
        save_certificate,
    )
    from pygame_search.solving.solution import Entry, Solution
    from pygame_search.solving.verify import Verdict, verify
    from pygame_search.support.diagnostic import Diagnostic
    from pygame_search.support.errors import (
        CertificateError,
        InputError,
        LimitError,
        MoveError,
        PygameSearchError,
        RulesError,
        TierError,
    )
    from pygame_search.support.parallel import spread

__all__ = [
    "METHODS",
    "Answers",
    "BestReasons",
    "Cell",
    "Certificate",
    "CertificateError",
    "CheckReport",
    "Clock",
    "CutReason",
    "DepthResult",
    "Diagnostic",
    "Dialogue",
    "EndReasons",
    "Entry",
    "Explanation",
    "Game",
    "GameSize",
    "Grade",
    "GradedItem",
    "InputError",
    "Learned",
    "Level",
    "LimitError",
    "MatchResult",
    "Method",
    "MethodCall",
    "MoveError",
    "MoveValue",
    "NoPathReasons",
    "PathReasons",
    "PathResult",
    "Perft",
    "Player",
    "Playouts",
    "Playthrough",
    "Position",
    "ProgramAnswer",
    "ProgramComparison",
    "PygameSearchError",
    "PythonProgram",
    "Question",
    "QuizVerdict",
    "RoleHeuristics",
    "RulesError",
    "SearchProgram",
    "SearchResult",
    "SearchTree",
    "SequentialTest",
    "Solution",
    "Standing",
    "State",
    "TierError",
    "Verdict",
    "ask",
    "check",
    "check_text",
    "compare_program",
    "convert",
    "cuts",
    "explain",
    "grade",
    "how_path",
    "learn",
    "lecture",
    "load",
    "load_text",
    "match",
    "quiz",
    "read_certificate",
    "read_method",
    "read_program",
    "save_certificate",
    "spread",
    "verify",
    "why_cut",
    "why_no_path",
]

#: The modules that have these names, `support.errors` apart.
_PLACES = {
    "CheckReport": "experiments.checking",
    "Learned": "experiments.learning.learn",
    "MatchResult": "experiments.matches.match",
    "Standing": "experiments.matches.match",
    "Clock": "experiments.matches.play",
    "Player": "experiments.matches.players",
    "Playthrough": "experiments.matches.playthrough",
    "SequentialTest": "experiments.matches.statistics",
    "Explanation": "explanation.proofs",
    "explain": "explanation.search_steps",
    "Answers": "explanation.questions",
    "ask": "explanation.questions",
    "BestReasons": "explanation.reasons",
    "CutReason": "explanation.reasons",
    "EndReasons": "explanation.reasons",
    "NoPathReasons": "explanation.reasons",
    "PathReasons": "explanation.reasons",
    "cuts": "explanation.reasons",
    "how_path": "explanation.reasons",
    "why_cut": "explanation.reasons",
    "why_no_path": "explanation.reasons",
    "SearchTree": "explanation.search_tree",
    "Game": "game",
    "State": "game",
    "check": "experiments.checking",
    "check_text": "experiments.checking",
    "convert": "game",
    "learn": "experiments.learning.learn",
    "load": "game",
    "load_text": "game",
    "match": "experiments.matches.match",
    "read_certificate": "solving.certificate",
    "save_certificate": "solving.certificate",
    "verify": "solving.verify",
    "Question": "quizzes.questions",
    "QuizVerdict": "quizzes.questions",
    "quiz": "quizzes.quiz",
    "Grade": "grading.grade",
    "grade": "grading.grade",
    "ProgramComparison": "programs.comparison",
    "compare_program": "programs.comparison",
    "PythonProgram": "programs.python_program",
    "SearchProgram": "programs.program",
    "ProgramAnswer": "programs.program",
    "read_program": "programs.python_program",
    "lecture": "programs.program",
    "GradedItem": "grading.grade",
    "RoleHeuristics": "search.core.heuristics",
    "Cell": "model.position",
    "Position": "model.position",
    "METHODS": "search.core.methods",
    "Method": "search.core.methods",
    "MethodCall": "search.core.methods",
    "read_method": "search.core.methods",
    "DepthResult": "search.core.result",
    "MoveValue": "search.core.result",
    "SearchResult": "search.core.result",
    "PathResult": "search.paths",
    "Level": "search.perft",
    "Perft": "search.perft",
    "Playouts": "search.playouts",
    "GameSize": "experiments.game_size",
    "Dialogue": "session.cilog",
    "Certificate": "solving.certificate",
    "Entry": "solving.solution",
    "Solution": "solving.solution",
    "Verdict": "solving.verify",
    "Diagnostic": "support.diagnostic",
    "spread": "support.parallel",
}

former.install()

if not TYPE_CHECKING:

    def __getattr__(name):
        """Return a part of the package, imported when it is first asked for.

        So the command line is ready for Ctrl-C before anything is imported.
        """
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{_PLACES.get(name, 'support.errors')}")
        return getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__]
