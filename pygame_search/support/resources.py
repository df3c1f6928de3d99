"""Where the data files are: inside an installed wheel, or in the checkout."""

from importlib.resources import files
from pathlib import Path


def logic_folder() -> Path:
    """Return the folder of the Prolog modules, `logic/`.

    Raises:
        FileNotFoundError: neither the package nor a checkout around it has one.
    """
    return _folder("logic")


def rules_folder() -> Path:
    """Return the folder of the rule files, `rules/`.

    Raises:
        FileNotFoundError: neither the package nor a checkout around it has one.
    """
    return _folder("rules")


def codes_file() -> Path:
    """Return the page that explains the diagnostic codes, `docs/codes.md`.

    Raises:
        FileNotFoundError: neither the package nor a checkout around it has one.
    """
    return _folder("docs") / "codes.md"


def _folder(name: str) -> Path:
    package = Path(str(files("pygame_search")))
    installed = package / "data" / name
    if installed.is_dir():
        return installed
    # Only a checkout has the project file; an installed package may have a folder of
    # this name, from another package, beside it.
    checkout = package.parent / name
    if checkout.is_dir() and (package.parent / "pyproject.toml").is_file():
        return checkout
    raise FileNotFoundError(
        f"expected the folder {name!r} at {installed} (installed) or {checkout} "
        "(checkout), found neither; install pygame_search again"
    )
