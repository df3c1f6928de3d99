"""Searches for moves that are chosen at the same time."""
