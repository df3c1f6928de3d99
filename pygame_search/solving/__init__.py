"""What a position is worth for sure, and the proof of it."""
