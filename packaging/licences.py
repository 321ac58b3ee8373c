"""List what the program brings along: name, version and licence of every package of the run lock."""

import re
from importlib import metadata
from pathlib import Path

LOCK = Path(__file__).resolve().parent / "lock" / "run.txt"
ELSEWHERE = "not used on this system"


def pinned(lock: str) -> dict[str, str]:
    """Package names and versions of a lock's text."""
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", lock, re.MULTILINE))


def licence(name: str) -> str:
    """Return the licence that an installed package states, in the shortest of its forms."""
    about = metadata.metadata(name).json
    if expression := about.get("license_expression"):
        return str(expression)
    classifiers = [text.split(" :: ")[-1] for text in about.get("classifier", []) if "License ::" in text]
    stated = str(about.get("license", "")).strip().splitlines()
    return ", ".join(classifiers) or (stated[0] if stated else "not stated")


def table(lock: str) -> list[tuple[str, str, str]]:
    """Name, version and licence of each package of a lock's text that this system uses."""
    rows = []
    for name, version in sorted(pinned(lock).items()):
        try:
            rows.append((name, version, licence(name)))
        except metadata.PackageNotFoundError:
            rows.append((name, version, ELSEWHERE))
    return rows


if __name__ == "__main__":
    for row in table(LOCK.read_text(encoding="utf-8")):
        print("{:<22} {:<10} {}".format(*row))
