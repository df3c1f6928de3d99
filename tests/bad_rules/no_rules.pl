% A file without rules.
