"""Searches over a network, each a kernel."""
