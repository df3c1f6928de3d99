"""The server that puts the installed engine behind a page, for this machine alone."""
