"""Searches from what a role knows, in games with hidden information."""
