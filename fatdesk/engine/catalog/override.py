"""Figures of one's own beside an imported part: ``NAME.override.yaml`` wins over ``NAME.yaml``."""

from decimal import Decimal
from typing import Any

import msgspec

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.core.typed_records import as_one, find_problems, input_errors
from fatdesk.core.yaml_events import Tree, lines, parse
from fatdesk.core.yaml_text import yaml_text
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.plain_prices import spell_out_prices
from fatdesk.engine.catalog.write import UNBROKEN, part_yaml

ENDINGS = (".override.yaml", ".override.yml")
FIXED = ("kind", "id")
"""What a part is: these keys stay those of the imported file."""
BY_FIELD = ("sources", "dates")
"""Mappings by field, of which an override states single keys."""


def is_override(name: str) -> bool:
    """Whether a file of that name overrides a part.

    >>> is_override("ib-36.override.yaml"), is_override("ib-36.yaml")
    (True, False)
    """
    return name.endswith(ENDINGS)


def override_name(name: str) -> str:
    """The name of the file that overrides the part in a file.

    >>> override_name("switches/ib-36.yaml")
    'switches/ib-36.override.yaml'
    """
    return f"{name.rpartition('.')[0]}.override.yaml"


def stem_of_override(name: str) -> str:
    """The name of an override without its ending: where no part is next to it, the id of the part it is for.

    >>> stem_of_override("ib-36.override.yaml")
    'ib-36'
    """
    return next(name.removesuffix(ending) for ending in ENDINGS if name.endswith(ending))


def overridden(imported: AnyPart, data: bytes, file: str) -> AnyPart:
    """An imported part with the figures of an override.

    Parameters
    ----------
    imported
        What the imported file says.
    data, file
        The override: a mapping of fields of the part, except ``kind`` and ``id``. Each takes the place of
        the imported one as a whole; of ``sources`` and ``dates`` single keys do.

    Raises
    ------
    InputError, InputErrors
        With the lines of the override, when it is none for this part.
    """
    tree, own = parse(part_yaml(imported), file), parse(data, file)
    if own is None:
        return imported
    if not isinstance(own, dict) or not isinstance(tree, dict):
        raise InputError(file, 1, "file", "expected fields of the part with their values")
    wrong = [key for key in own if key in FIXED]
    if wrong:
        found = lines(data, file, [(key,) for key in wrong])
        what = "stays that of the imported part, remove it here"
        raise as_one([InputError(file, found[key,], key, what) for key in wrong])
    spell_out_prices(own)
    whole = {**tree, **own}
    for key in BY_FIELD:
        before, after = tree.get(key), own.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            whole[key] = {**before, **after}
    try:
        part: AnyPart = msgspec.convert(whole, AnyPart, strict=False)
    except msgspec.ValidationError as error:
        problems = find_problems(whole, AnyPart)
        raise (
            input_errors(problems, data, file) if problems else InputError(file, 1, "file", str(error))
        ) from None
    return part


def override_yaml(imported: AnyPart, part: AnyPart) -> bytes:
    """The override that makes one part of another: the fields that differ; empty where none does.

    Raises
    ------
    InputErrors
        When they differ in what an override cannot change.
    """
    if type(imported) is not type(part) or imported.id != part.id:
        raise InputErrors([InputError(part.id, 1, "id", "an override cannot change kind or id")])
    old, new = _tree(imported), _tree(part)
    told = {key: value for key, value in new.items() if old.get(key) != value}
    for key in BY_FIELD:
        if key in told and isinstance(old.get(key), dict):
            told[key] = {field: text for field, text in told[key].items() if old[key].get(field) != text}
    told |= {key: _default(part, key) for key in old if key not in new}
    return yaml_text(told, width=UNBROKEN) if told else b""


def _tree(part: AnyPart) -> dict[str, Any]:
    tree: dict[str, Any] = msgspec.to_builtins(part, builtin_types=(Decimal,))
    return tree


def _default(part: AnyPart, key: str) -> Any:
    """What is written for a field that the import knows and the override shall not."""
    return msgspec.to_builtins(getattr(part, key))


def fields_of(data: bytes | None, file: str) -> tuple[str, ...]:
    """The fields that an override tells, in its order."""
    tree: Tree = parse(data, file) if data else None
    return tuple(tree) if isinstance(tree, dict) else ()
