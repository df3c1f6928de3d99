"""What searches do: the steps of an answer, and the tree that is visited."""
