"""Requirements with the rules of a file that several projects share."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.profiles import profile_named, read_own
from fatdesk.engine.rules.rules import DEFAULT


def with_rules_of(requirements: Requirements, file: Path | None) -> Requirements:
    """Return requirements with the rules of a file and of its base, which take the place of others by name.

    Raises
    ------
    InputError, InputErrors
        With file and line of each error.
    """
    if file is None:
        return requirements
    own = read_own(file, FIGURES)
    base = () if own.base in (None, DEFAULT) else profile_named(own.base).rules
    rules = {rule.name: rule for rule in (*requirements.rules, *base, *own.rules)}
    return replace(requirements, rules=tuple(rules.values()))


def not_judged_notes(rules: Iterable[tuple[str, str]], where: str = "") -> Iterator[str]:
    """Return notes on rules that are not judged, those with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for rule, why in rules:
        reasons.setdefault(why, []).append(rule)
    for why, names in reasons.items():
        head = f"{where}: " if where else ""
        yield f"note: {head}not judged by {', '.join(names)}: {why}"
