"""The page: searches, games and proofs to look at in a browser."""
