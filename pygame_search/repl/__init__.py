"""The dialogue: goals, commands and clauses, one input after another."""
