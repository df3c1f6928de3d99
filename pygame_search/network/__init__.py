"""Rules as a network of gates, evaluated by compiled kernels.

`import pygame_search` imports nothing from here, because numba is slow to import.
"""
