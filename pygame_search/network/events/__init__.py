"""One state at a time: what changes is propagated."""
