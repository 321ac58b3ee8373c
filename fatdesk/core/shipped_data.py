"""Find the folders of data that come with the program."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def shipped(name: str) -> Path:
    """Return a file or folder that comes with the program.

    In a checkout the data lies next to the package, in an installed wheel inside it.

    Parameters
    ----------
    name
        Its path from the top of the repository, such as ``"catalogs"``.

    Raises
    ------
    FileNotFoundError
        The program came without it.
    """
    for top in (_PACKAGE / "_shipped", _PACKAGE.parent):
        if (top / name).exists():
            return top / name
    raise FileNotFoundError(f"{name} is missing next to {_PACKAGE}: install fatdesk again")
