"""Searches: one strategy per file, mirroring `logic/`."""
