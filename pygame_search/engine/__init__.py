"""SWI-Prolog: the bridge to it, and a check of the installation."""
