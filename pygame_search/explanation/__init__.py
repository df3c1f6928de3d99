"""Proofs of what the knowledge base answers, and reasons for what searches found."""
