"""Rules as a network of gates, evaluated by compiled kernels.

Nothing here is imported by `import pygame_search`: numba takes its time.
"""
