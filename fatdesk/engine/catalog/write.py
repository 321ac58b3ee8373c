"""A part as a catalog file, which reads back to the same part."""

from decimal import Decimal
from typing import Any

import msgspec
import yaml

from fatdesk.engine.catalog.load import PRICES
from fatdesk.engine.catalog.parts import AnyPart, Ports, Price, Struct

_FIRST = (
    "kind", "id", "name", "vendor", "part_number", "height_u", "depth_mm", "mass_kg", "power_w", "price",
    "mtbf_h", "redundancy", "airflow",
)  # fmt: skip
_LAST = ("notes", "source", "sources")
_WHOLE = 1e15
"""Floats below it that are whole are written without a point."""


class _Dumper(yaml.SafeDumper):
    """Writes amounts as plain numbers, and lists a step further in than what holds them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        """Write everything out: readers of parts take no aliases."""
        return True


def _number(dumper: yaml.SafeDumper, amount: Decimal) -> yaml.ScalarNode:
    text = f"{amount:f}"
    tag = "tag:yaml.org,2002:float" if "." in text else "tag:yaml.org,2002:int"
    return dumper.represent_scalar(tag, text)


def _mapping(dumper: yaml.SafeDumper, told: dict[str, Any], *, flow: bool) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", told.items(), flow_style=flow)


class _OnALine(dict[str, Any]):
    """Written on a line."""


class _LineByLine(dict[str, Any]):
    """Written a key a line."""


_Dumper.add_representer(Decimal, _number)
_Dumper.add_representer(_OnALine, lambda dumper, told: _mapping(dumper, told, flow=True))
_Dumper.add_representer(_LineByLine, lambda dumper, told: _mapping(dumper, told, flow=False))


def part_yaml(part: AnyPart) -> bytes:
    """The file of a part: what differs from the defaults, keys in the order in which people read them.

    >>> from fatdesk.engine.catalog.parts import TrayPart
    >>> print(part_yaml(TrayPart(id="t", width_mm=300, tray_depth_mm=100)).decode())
    kind: tray
    id: t
    width_mm: 300
    tray_depth_mm: 100
    <BLANKLINE>
    """
    told = {"kind": part.__struct_config__.tag, **_plain(part)}
    middle = [key for key in told if key not in _FIRST and key not in _LAST]
    ordered = _LineByLine({key: told[key] for key in (*_FIRST, *middle, *_LAST) if key in told})
    text: str = yaml.dump(
        ordered, Dumper=_Dumper, sort_keys=False, default_flow_style=None, allow_unicode=True, width=160
    )
    return text.encode()


def _plain(value: Struct) -> dict[str, Any]:
    """The fields of a struct that are not left to the default."""
    told = {}
    for field in msgspec.structs.fields(value):
        found = getattr(value, field.name)
        default = field.default_factory() if callable(field.default_factory) else field.default
        if field.required or found != default:
            told[field.name] = _bare(found, field.name)
    return told


def _bare(value: Any, name: str = "") -> Any:
    if isinstance(value, Price) and name in PRICES and value == Price(amount=value.amount):
        return value.amount if value.amount is not None else {}
    if isinstance(value, Ports):
        return _OnALine(_plain(value))
    if isinstance(value, Struct):
        return _plain(value)
    if isinstance(value, dict):
        return _LineByLine(value)
    if isinstance(value, tuple):
        return [_bare(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _WHOLE:
        return int(value)
    return value
