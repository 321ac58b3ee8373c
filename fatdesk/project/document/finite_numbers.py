"""Find numbers that no file can hold."""

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec


def not_finite(value: Any, field: str = "project") -> str:
    """The first field with a number that is not finite, in words; empty when there is none."""
    if isinstance(value, float | Decimal):
        return "" if math.isfinite(value) else f"{field} is {value}, which is no finite number"
    if isinstance(value, msgspec.Struct):
        items = [(f"{field}.{name}", getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, Mapping):
        items = [(f"{field}[{key}]", item) for key, item in value.items()]
    elif isinstance(value, tuple | list):
        items = [(f"{field}[{n}]", item) for n, item in enumerate(value)]
    else:
        return ""
    return next((found for name, item in items if (found := not_finite(item, name))), "")
