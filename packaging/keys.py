"""Write the tables of keys in ``docs/`` from the schema of the records: ``python packaging/keys.py``.

A page marks the place of a table with ``<!-- keys: module.Record -->`` and ``<!-- end -->``.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
_TABLE = re.compile(r"<!-- keys: (\S+) -->\n.*?<!-- end -->\n", re.DOTALL)


def with_tables(text: str) -> str:
    """Return the text of a page with the tables as the records are."""
    from fatdesk.core.schema import keys_table

    def table(match: re.Match[str]) -> str:
        module, _, name = match[1].rpartition(".")
        record = getattr(import_module(f"fatdesk.{module}"), name)
        return f"<!-- keys: {match[1]} -->\n{keys_table(record)}<!-- end -->\n"

    return _TABLE.sub(table, text)


if __name__ == "__main__":
    for page in sorted((ROOT / "docs").glob("*.md")):
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
