"""`python -m pygame_search` is `pygame-search`."""

from pygame_search.cli import main

if __name__ == "__main__":
    main(prog_name="pygame-search")
