"""Write the tables in ``docs/`` that follow from the code: ``python packaging/keys.py``.

A page marks the place of a table of keys with ``<!-- keys: module.Record -->`` and ``<!-- end -->``;
``without module.Record`` after the name leaves out the keys of another record.
``<!-- routing algorithms -->``, ``<!-- topologies -->`` and ``<!-- traffic patterns -->`` are the places of
their tables.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
_TABLE = re.compile(r"(<!-- keys: (\S+)(?: without (\S+))? -->\n).*?<!-- end -->\n", re.DOTALL)
_LIST = re.compile(
    r"(<!-- (routing algorithms|topologies|traffic patterns) -->\n).*?<!-- end -->\n", re.DOTALL
)


def with_tables(text: str) -> str:
    """Return the text of a page with the tables as the records are."""
    from fatdesk.core.schema import keys_table

    def table(match: re.Match[str]) -> str:
        without = _record(match[3]) if match[3] else None
        return f"{match[1]}{keys_table(_record(match[2]), without)}<!-- end -->\n"

    lists = {"routing algorithms": _algorithms, "topologies": _topologies, "traffic patterns": _patterns}
    return _LIST.sub(lambda match: f"{match[1]}{lists[match[2]]()}<!-- end -->\n", _TABLE.sub(table, text))


def _topologies() -> str:
    """The table of topologies: a small network, what it is, and its parameters."""
    from fatdesk.networks.topologies import TOPOLOGIES
    from fatdesk.networks.topologies.spec import example, words

    rows = []
    for one in TOPOLOGIES:
        usual = [(p, "" if p.default is None else f" (default {words(p.default)})") for p in one.parameters]
        meant = "; ".join(f"`{p.name}`: {p.meaning}{default}" for p, default in usual)
        rows.append(f"| `{example(one)}` | {one.card.what} | {meant} |")
    return "\n".join(("| SPEC, for example | network | parameters |", "|---|---|---|", *rows, ""))


def _patterns() -> str:
    """The table of traffic patterns."""
    from fatdesk.networks.traffic import PATTERNS

    rows = [f"| `{one.NAME}` | {one.SUMMARY} |" for one in PATTERNS]
    return "\n".join(("| pattern | messages |", "|---|---|", *rows, ""))


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
