"""Grading of hand-ins: rule files compared with a reference, and search programs."""
