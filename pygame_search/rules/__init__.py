"""Rule files: where they are, how they are read, what their faults mean."""
