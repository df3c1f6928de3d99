"""Evaluation of many states at a time: one bit of each word per state."""
