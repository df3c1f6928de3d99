"""The searches as lectures write them, twins of `logic/lectures/`."""
