"""Statistical methods: what a position is worth, by games played at random."""
