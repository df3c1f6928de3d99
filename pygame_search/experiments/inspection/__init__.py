"""Faults of rule files that only running shows, for `check`."""
