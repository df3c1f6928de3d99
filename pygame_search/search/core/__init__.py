"""The common parts of all searches: methods, requests, tasks, results, traces."""
