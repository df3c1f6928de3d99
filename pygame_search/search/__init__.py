"""Search: one strategy a file, mirroring `logic/`."""
