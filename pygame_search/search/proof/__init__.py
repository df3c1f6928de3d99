"""Searches that prove a value."""
