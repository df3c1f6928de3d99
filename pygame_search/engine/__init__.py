"""SWI-Prolog: the bridge, and what an installation lacks."""
