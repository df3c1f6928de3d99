"""The former place of `pygame_search.explanation.reasons`, for one release."""

import warnings

from pygame_search.explanation.reasons import *  # noqa: F403

warnings.warn(
    "pygame_search.search.reasons is now pygame_search.explanation.reasons",
    DeprecationWarning,
    stacklevel=2,
)
