"""A second opinion: an interpreter of rule files, and a checker of certificates.

Nothing here is shared with the rest of the package but its errors and the reading of
files, and nothing else is imported.
"""
