"""From a ground program to a small network of gates."""
