"""Many searches or games at a time: matches, learning, comparisons."""
