"""Speed, measured beside peers in one run and reported as ratios of CPU time."""
