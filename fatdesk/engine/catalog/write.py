"""A part as a catalog file that reads back to the same part."""

from decimal import Decimal
from typing import Any

import msgspec

from fatdesk.core.yaml_text import yaml_text
from fatdesk.engine.catalog.parts import AnyPart

LAST = ("notes", "source", "sources", "dates")
"""Keys that stand below the figures."""
UNBROKEN = 10_000
"""A record stays on its line, as in the shipped files."""


def part_yaml(part: AnyPart) -> bytes:
    r"""A part as the bytes of its file: what is a default is left out, what it is comes first.

    >>> from fatdesk.engine.catalog.parts import TrayPart
    >>> part_yaml(TrayPart(id="t", width_mm=300.0, tray_depth_mm=100.0, source="assumed")).decode()
    'kind: tray\nid: t\nwidth_mm: 300\ntray_depth_mm: 100\nsource: assumed\n'
    """
    tree: dict[str, Any] = msgspec.to_builtins(part, builtin_types=(Decimal,))
    last = {key: tree.pop(key) for key in LAST if key in tree}
    return yaml_text({**tree, **last}, width=UNBROKEN)
