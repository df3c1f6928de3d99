"""What knows nothing of games: errors, files, limits, words."""
