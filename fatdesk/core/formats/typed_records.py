"""Turn a plain tree into a typed value, or say in plain words what is wrong where.

msgspec converts, fast, and stops at the first element it dislikes. Only then the tree is walked next to the
type a second time, to name every wrong place at once in the user's words.
"""

import difflib
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import islice, repeat
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.core.formats.yaml_events import Place, Tree, field_name, lines, short

MOST_ERRORS = 20
"""Largest number of errors reported for one tree."""
_LISTS = (inspect.VarTupleType, inspect.TupleType, inspect.ListType)


class Problem(NamedTuple):
    """Something wrong at a place in a tree."""

    place: Place
    what: str


def convert(tree: Tree, kind: Any, data: bytes, file: str) -> Any:
    """A tree as a value of a type.

    Parameters
    ----------
    tree
        What ``yaml_events.parse`` made of ``data``; its text is read as the type asks.
    kind
        A msgspec type.
    data, file
        Where the tree came from, for the lines of errors.

    Raises
    ------
    InputError, InputErrors
        One for each wrong place, as many as can be reported at once.
    """
    try:
        return msgspec.convert(tree, kind, strict=False)
    except msgspec.ValidationError as error:
        problems = find_problems(tree, kind) or [Problem((), short(str(error), 200))]
        raise input_errors(problems, data, file) from None


def input_errors(problems: list[Problem], data: bytes, file: str) -> InputError | InputErrors:
    """The problems as errors with the lines of their places, in order of lines."""
    found = lines(data, file, {problem.place for problem in problems})
    errors = [InputError(file, found[place], field_name(place), what) for place, what in problems]
    return as_one(sorted(errors, key=lambda error: error.line))


def as_one(errors: list[InputError]) -> InputError | InputErrors:
    """A single error as it is, several as one exception, no more than MOST_ERRORS of them."""
    return errors[0] if len(errors) == 1 else InputErrors(errors[:MOST_ERRORS])


def find_problems(tree: Tree, kind: Any) -> list[Problem]:
    """Return the errors that keep a tree from being of a type, at most MOST_ERRORS."""
    return list(islice(_problems(_type_info(kind), tree, ()), MOST_ERRORS))


@lru_cache(maxsize=64)
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _problems(info: inspect.Type, tree: Tree, place: Place) -> Iterator[Problem]:
    bare, _ = _bare(info)
    if isinstance(bare, inspect.UnionType):
        problem = _tag_problem(bare, tree, place)
        if problem:
            yield problem
            return
        info = _member(bare, tree)
        bare, _ = _bare(info)
    if isinstance(bare, inspect.StructType) and bare.array_like and isinstance(tree, list):
        yield from _row_problems(bare, tree, place)
    elif isinstance(bare, inspect.StructType) and isinstance(tree, dict) and not bare.array_like:
        yield from _struct_problems(bare, tree, place)
    elif isinstance(bare, inspect.DictType) and isinstance(tree, dict):
        for key, value in tree.items():
            if _leaf_fits(bare.key_type, key):
                yield from _problems(bare.value_type, value, (*place, key))
            else:
                yield Problem((*place, key), f"is not a known key, {_instead(bare.key_type, key)}")
    elif isinstance(bare, _LISTS) and isinstance(tree, list):
        if not _length_fits(bare, len(tree)):
            yield Problem(place, f"expected {describe(info)}, got {show(tree)}")
        items = bare.item_types if isinstance(bare, inspect.TupleType) else repeat(bare.item_type)
        for n, (item_type, item) in enumerate(zip(items, tree, strict=False)):
            yield from _problems(item_type, item, (*place, n))
    elif not _leaf_fits(info, tree):
        hint = ", leave the key out or give it a value" if tree is None else _nearest(info, tree)
        yield Problem(place, f"expected {describe(info)}, got {show(tree)}{hint}")


def _tags(info: inspect.UnionType) -> dict[Any, inspect.StructType]:
    """The structs of a union that are distinguished by a key, by its value."""
    bare = (_bare(t)[0] for t in info.types)
    return {t.tag: t for t in bare if isinstance(t, inspect.StructType) and t.tag_field}


def _tag_problem(info: inspect.UnionType, tree: Tree, place: Place) -> Problem | None:
    """Return the error in the key that distinguishes the structs of a union."""
    tags = _tags(info)
    if not tags or not isinstance(tree, dict):
        return None
    names = ", ".join(sorted(map(str, tags)))
    key = next(iter(tags.values())).tag_field or ""
    if key not in tree:
        return Problem((*place, key), f"is missing, add one of {names}")
    tag = tree[key]
    if isinstance(tag, str) and tag in tags:
        return None
    return Problem((*place, key), f"expected one of {names}, got {show(tag)}")


def _member(info: inspect.UnionType, tree: Tree) -> inspect.Type:
    """The member of a union that a tree means; the union itself when it means none."""
    if isinstance(tree, dict):
        tags = _tags(info)
        if tags:
            return tags[tree[next(iter(tags.values())).tag_field or ""]]
        wanted: tuple[type[inspect.Type], ...] = (inspect.StructType, inspect.DictType)
    elif isinstance(tree, list):
        wanted = _LISTS
    else:
        return info
    return next((t for t in info.types if isinstance(_bare(t)[0], wanted)), info)


def _struct_problems(info: inspect.StructType, tree: dict[str, Tree], place: Place) -> Iterator[Problem]:
    fields = {field.encode_name: field for field in info.fields}
    known = [*([info.tag_field] if info.tag_field else []), *fields]
    sound = True
    for key, value in tree.items():
        if key in fields:
            for problem in _problems(fields[key].type, value, (*place, key)):
                sound = False
                yield problem
        elif key != info.tag_field and info.forbid_unknown_fields:
            sound = False
            yield Problem((*place, key), f"is not a known key, {_one_of(known, key)}")
    for key, field in fields.items():
        if field.required and key not in tree:
            sound = False
            yield Problem((*place, key), f"is missing, add {describe(field.type)}")
    if sound:  # what a struct says of its fields together
        try:
            msgspec.convert(tree, info.cls, strict=False)
        except msgspec.ValidationError as error:
            yield _own_word(str(error), tree, place)


def _row_problems(info: inspect.StructType, tree: list[Tree], place: Place) -> Iterator[Problem]:
    """Errors of a struct that is written as a list of its values."""
    least = sum(field.required for field in info.fields)
    if not least <= len(tree) <= len(info.fields):
        yield Problem(place, f"expected {describe(info)}, got {show(tree)}")
    for n, (field, item) in enumerate(zip(info.fields, tree, strict=False)):
        yield from _problems(field.type, item, (*place, n))


def _own_word(text: str, tree: dict[str, Tree], place: Place) -> Problem:
    """Return the error of a struct's own check; ``field: what`` is about that field."""
    key, colon, what = re.sub(r" - at `\$[^`]*`\Z", "", text).partition(": ")
    if colon and key.isidentifier():
        return Problem((*place, key), f"{what}, got {show(tree.get(key))}")
    return Problem(place, text)


def _one_of(known: list[str], key: str) -> str:
    """Return the valid words in place of an unknown one."""
    close = difflib.get_close_matches(key[:80], known, 1)
    return (
        f'did you mean "{close[0]}"? Known are {", ".join(known)}'
        if close
        else f"known are {', '.join(known)}"
    )


def _nearest(info: inspect.Type, tree: Tree) -> str:
    """Return the valid word that is nearest to a wrong one; empty: none is near."""
    bare, _ = _bare(info)
    if not isinstance(bare, inspect.LiteralType) or not isinstance(tree, str):
        return ""
    close = difflib.get_close_matches(tree[:80], [str(value) for value in bare.values], 1)
    return f', did you mean "{close[0]}"?' if close else ""


def _instead(info: inspect.Type, key: str) -> str:
    if isinstance(info, inspect.LiteralType):
        return _one_of([str(value) for value in info.values], key)
    return f"expected {describe(info)}"


def _length_fits(info: Any, length: int) -> bool:
    if isinstance(info, inspect.TupleType):
        return length == len(info.item_types)
    return (info.min_length or 0) <= length and (info.max_length is None or length <= info.max_length)


def _leaf_fits(info: inspect.Type, tree: Tree) -> bool:
    """Whether text, or nothing, is a value of a type that holds no others."""
    info, _ = _bare(info)
    if isinstance(info, inspect.UnionType):
        return any(_leaf_fits(t, tree) for t in info.types)
    if isinstance(info, inspect.NoneType):
        return tree is None or (isinstance(tree, str) and tree.lower() == "null")
    if not isinstance(tree, str):
        return False
    if isinstance(info, inspect.LiteralType):
        return any(str(value) == tree for value in info.values)  # leaves of trees are text
    if isinstance(info, inspect.StrType):
        fits = info.pattern is None or re.search(info.pattern, tree) is not None
        return fits and _length_fits(info, len(tree))
    return type(info) in _BASIC and _number_fits(info, tree)


def _number_fits(info: inspect.Type, text: str) -> bool:
    try:
        value = msgspec.convert(text, _BASIC[type(info)], strict=False)
    except msgspec.ValidationError:
        return False
    if not isinstance(info, inspect.IntType | inspect.FloatType):
        return True
    return (
        (info.gt is None or value > info.gt)
        and (info.ge is None or value >= info.ge)
        and (info.lt is None or value < info.lt)
        and (info.le is None or value <= info.le)
    )


def _bare(info: inspect.Type) -> tuple[inspect.Type, str]:
    """A type without its wrapping, and the description that the wrapping gave it."""
    words = ""
    while isinstance(info, inspect.Metadata):
        words = words or str((info.extra_json_schema or {}).get("description", ""))
        info = info.type
    return info, words


def describe(info: inspect.Type) -> str:
    """Describe the values of a type, in the words of an error.

    >>> describe(inspect.type_info(list[int]))
    'a list (each a whole number)'
    """
    info, words = _bare(info)
    if words:
        return words
    if isinstance(info, inspect.UnionType) and _tags(info):
        return f"keys with values, {next(iter(_tags(info).values())).tag_field} among them"
    if isinstance(info, inspect.UnionType):
        return " or ".join(describe(t) for t in info.types if not isinstance(_bare(t)[0], inspect.NoneType))
    if isinstance(info, inspect.LiteralType):
        return f"one of {', '.join(map(str, info.values))}" if len(info.values) > 1 else f'"{info.values[0]}"'
    if isinstance(info, inspect.StructType) and info.array_like:
        return f"a list ({', '.join(field.encode_name for field in info.fields)})"
    if isinstance(info, inspect.StructType):
        return f"keys with values (known are {', '.join(field.encode_name for field in info.fields)})"
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)}"
    if isinstance(info, inspect.VarTupleType | inspect.ListType):
        least = f" of {info.min_length} or more" if info.min_length else ""
        item = _bare(info.item_type)[0]
        return f"a list{least}" + (
            "" if isinstance(item, inspect.StructType) else f" (each {describe(info.item_type)})"
        )
    if isinstance(info, inspect.StrType):
        if info.max_length and info.min_length:
            return f"text of {info.min_length} to {info.max_length} characters"
        return f"text of at most {info.max_length} characters" if info.max_length else "text"
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return ("a whole number" if isinstance(info, inspect.IntType) else "a number") + _range(info)
    return {inspect.BoolType: "true or false", inspect.DictType: "keys with values"}.get(
        type(info), "a number"
    )


def _range(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is not None and info.lt is not None:
        return f" from {info.ge:.15g} to below {info.lt:.15g}"
    if info.ge is not None:
        return (
            f" from {info.ge:.15g} to {info.le:.15g}"
            if info.le is not None
            else f" of {info.ge:.15g} or more"
        )
    if info.gt is not None:
        return f" above {info.gt:.15g}" + (f" and up to {info.le:.15g}" if info.le is not None else "")
    return f" up to {info.le:.15g}" if info.le is not None else ""


def show(tree: Tree) -> str:
    """A value of a file for a message."""
    if tree is None:
        return "nothing"
    if isinstance(tree, str):
        return f'"{short(tree)}"'
    if isinstance(tree, list):
        return f"a list of {len(tree)}"
    return f"the keys {short(', '.join(tree))}" if tree else "no keys"


_BASIC: dict[type[inspect.Type], Any] = {
    inspect.IntType: int,
    inspect.FloatType: float,
    inspect.BoolType: bool,
    inspect.DecimalType: Decimal,
}
