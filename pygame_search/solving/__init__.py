"""The exact value of a position, and its proof."""
