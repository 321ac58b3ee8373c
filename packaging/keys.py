"""Write the tables in ``docs/`` that follow from the code: ``python packaging/keys.py``.

A page marks the place of a table of keys with ``<!-- keys: module.Record -->`` and ``<!-- end -->``;
``without module.Record`` after the name leaves out the keys of another record.
``<!-- routing algorithms -->`` is the place of their table.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
_TABLE = re.compile(r"(<!-- keys: (\S+)(?: without (\S+))? -->\n).*?<!-- end -->\n", re.DOTALL)
_ALGORITHMS = re.compile(r"(<!-- routing algorithms -->\n).*?<!-- end -->\n", re.DOTALL)


def with_tables(text: str) -> str:
    """Return the text of a page with the tables as the records are."""
    from fatdesk.core.schema import keys_table

    def table(match: re.Match[str]) -> str:
        without = _record(match[3]) if match[3] else None
        return f"{match[1]}{keys_table(_record(match[2]), without)}<!-- end -->\n"

    return _ALGORITHMS.sub(lambda match: f"{match[1]}{_algorithms()}<!-- end -->\n", _TABLE.sub(table, text))


def _algorithms() -> str:
    """The table of routing algorithms, in the order in which the usual one is looked for."""
    from fatdesk.networks.routing import ROUTING_ALGORITHMS

    rows = [f"| `{one.NAME}` | {one.FITS} | {one.CARD.what} |" for one in ROUTING_ALGORITHMS]
    return "\n".join(("| name | fits | path |", "|---|---|---|", *rows, ""))


def _record(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"fatdesk.{module}"), name)


if __name__ == "__main__":
    for page in sorted((ROOT / "docs").glob("*.md")):
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
