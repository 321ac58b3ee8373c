"""Write requirements as a file that people can read and edit."""

from decimal import Decimal
from typing import Any

import msgspec

from fatdesk.core.yaml_text import number_text, yaml_text
from fatdesk.engine.design.requirements import Requirements


def requirements_yaml(wanted: Requirements) -> bytes:
    """A requirements file: only what differs from the defaults, each record on a line where it fits.

    ``parse_requirements`` gives the same requirements back.
    """
    return yaml_text(requirements_tree(wanted))


def requirements_tree(wanted: Requirements) -> dict[str, Any]:
    """The keys of the file, with texts, numbers and lists; what is a default is left out."""
    tree: dict[str, Any] = msgspec.to_builtins(wanted, builtin_types=(Decimal,))
    return tree


def plain_tree(value: Any) -> Any:
    """Return ``requirements_tree`` with all values as text for a file.

    >>> plain_tree({"count": 3, "spread_hosts": True, "edge": ["a"]})
    {'count': '3', 'spread_hosts': 'true', 'edge': ['a']}
    """
    if isinstance(value, dict):
        return {key: plain_tree(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_tree(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    return None if value is None else str(value)
