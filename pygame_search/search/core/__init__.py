"""What all searches share: methods, requests, tasks, results, traces."""
