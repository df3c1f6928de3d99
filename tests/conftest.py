"""What all tests share.

Properties are the same at each run, and take no clock.
"""

import signal

import pytest
from hypothesis import settings

from pygame_search.engine import bridge

pytest_plugins = ["fast_set", "browsing", "guarded"]

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")

# A shell starts what runs in the background with Ctrl-C ignored, and so would be every
# process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _nobody_leaves() -> None:
    """Let no Ctrl-C that takes long on a busy machine end the tests.

    It does end a command, and what a command has asked for in this process holds on.
    """
    for started in bridge._started:
        started.when_stuck(None)
