"""Questions about what a search does next."""
