"""Rules as a ground program, made by clingo in a process of its own."""
