"""An independent check: an interpreter of rule files and a checker of certificates.

This folder imports nothing from the rest of the package except its errors and the
reading of files.
"""
