"""Searches for games with simultaneous moves."""
