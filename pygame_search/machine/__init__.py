"""What can be asked of a game's states, and what answers: the clauses, or a network."""
