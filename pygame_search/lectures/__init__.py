"""The searches as lectures write them; the twins of `logic/lectures/`."""
