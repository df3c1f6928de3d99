"""Search programs: searches as clauses of one's own, and as the lectures write them."""
