"""What all tests share.

Properties are the same at each run, and take no clock.
"""

import signal

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")

# A shell starts what runs in the background with Ctrl-C ignored, and so would be every
# process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
