"""Weights that are learned: from games of a player against itself."""
