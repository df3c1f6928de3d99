"""Many states at a time: one bit of a word for each."""
