"""How searches work: the steps to an answer, and the tree visited."""
