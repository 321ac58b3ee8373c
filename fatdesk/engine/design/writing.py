"""Write requirements as a file that people read and change."""

import re
from decimal import Decimal
from typing import Any

import msgspec
import yaml

from fatdesk.engine.design.requirements import Requirements

_NUMBER = re.compile(r"-?\d+(\.\d+)?\Z")


def requirements_yaml(wanted: Requirements) -> bytes:
    """A requirements file: only what differs from the defaults, each record on a line where it fits.

    ``parse_requirements`` gives the same requirements back.
    """
    text: str = yaml.dump(
        requirements_tree(wanted),
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        allow_unicode=True,
        width=110,
    )
    return text.encode()


def requirements_tree(wanted: Requirements) -> dict[str, Any]:
    """The keys of the file, with texts, numbers and lists; what is a default is left out."""
    tree: dict[str, Any] = msgspec.to_builtins(wanted, builtin_types=(Decimal,))
    return tree


def plain_tree(value: Any) -> Any:
    """What ``requirements_tree`` gives with all values as the text that stands in a file.

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
        return _short(value)
    return None if value is None else str(value)


def _short(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


class _Dumper(yaml.SafeDumper):
    """Numbers as people write them."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal lists twice: the reader refuses aliases."""
        return True


def _decimal(dumper: yaml.SafeDumper, value: Decimal) -> yaml.Node:
    text = format(value, "f")
    return dumper.represent_scalar(f"tag:yaml.org,2002:{'float' if '.' in text else 'int'}", text)


def _float(dumper: yaml.SafeDumper, value: float) -> yaml.Node:
    text = _short(value)
    if _NUMBER.match(text):
        return dumper.represent_scalar(f"tag:yaml.org,2002:{'float' if '.' in text else 'int'}", text)
    return dumper.represent_str(text)


_Dumper.add_representer(Decimal, _decimal)
_Dumper.add_representer(float, _float)
