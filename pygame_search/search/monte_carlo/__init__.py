"""Monte Carlo methods: the values of positions by random games."""
