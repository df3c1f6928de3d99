"""Presentation: boards, search trees, explanations."""
