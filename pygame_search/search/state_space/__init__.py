"""Searches for a path in a state space."""
