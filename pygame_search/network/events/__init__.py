"""Event-driven evaluation of one state at a time: only changes are propagated."""
