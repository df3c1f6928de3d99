"""Hand-ins graded: rule files beside a reference, and search programs."""
