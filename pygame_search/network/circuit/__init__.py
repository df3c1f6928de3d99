"""A ground program as a network of gates, made small."""
