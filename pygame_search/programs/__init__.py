"""Search programs: searches that users write, and those of the lectures."""
