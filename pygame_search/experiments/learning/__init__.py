"""Learning of weights, from games of a player against itself."""
