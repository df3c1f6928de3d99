"""Helpers that know nothing about games: errors, files, limits, words."""
