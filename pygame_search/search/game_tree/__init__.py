"""Searches of a game tree up to a depth."""
