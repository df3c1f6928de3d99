"""A dialogue without a terminal."""
