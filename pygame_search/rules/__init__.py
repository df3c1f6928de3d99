"""Rule files: finding and reading them, and explaining their faults."""
