"""A game's rules as operations on words: many instances of a rule at a time."""
