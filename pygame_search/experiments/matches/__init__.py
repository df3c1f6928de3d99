"""Methods against each other: games, what they came to, and what that proves."""
