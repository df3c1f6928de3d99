"""Matches between methods: games, results, and what the results prove."""
