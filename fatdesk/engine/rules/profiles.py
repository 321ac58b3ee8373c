"""Profiles in files: read one with the line of each error, and those that come with the program."""

import difflib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import Problem, convert, input_errors
from fatdesk.core.formats.yaml_events import Place, parse, read_bytes
from fatdesk.core.shipped_data import shipped
from fatdesk.engine.rules.figures import Figure
from fatdesk.engine.rules.rules import DEFAULT, Profile, Varying

FOLDER = "resources/profiles"


def read_profile(path: Path, known: Mapping[str, Figure[Any]]) -> Profile:
    """The profile in a YAML file, with the rules of its base.

    Parameters
    ----------
    known
        Figures that its rules may limit.

    Raises
    ------
    InputError, InputErrors
        With file and line of each error.
    """
    return parse_profile(read_bytes(path), str(path), known)


def parse_profile(data: bytes, file: str, known: Mapping[str, Figure[Any]]) -> Profile:
    """The profile in a file's bytes; as ``read_profile``."""
    profile: Profile = convert(parse(data, file), Profile, data, file)
    problems = list(_problems(profile, known))
    if problems:
        raise input_errors(problems, data, file)
    return with_base(profile)


def _problems(profile: Profile, known: Mapping[str, Figure[Any]]) -> Iterator[Problem]:
    if profile.base is not None and profile.base not in shipped_profiles():
        yield Problem(
            ("base",),
            f'there is no profile "{profile.base}", {_instead(profile.base, list(shipped_profiles()))}',
        )
    names: set[str] = set()
    for number, rule in enumerate(profile.rules):
        place = ("rules", number)
        if rule.name in names:
            yield Problem((*place, "name"), f'"{rule.name}" is there twice, rename one')
        names.add(rule.name)
        wanted: list[tuple[Place, str]] = [((*place, "figure"), rule.figure)]
        if isinstance(rule.limit, Varying):
            wanted.append(((*place, "limit", "by"), rule.limit.by))
        for where, name in wanted:
            if name not in known:
                yield Problem(where, f'there is no figure "{name}", {_instead(name, list(known))}')
            elif known[name].of != rule.scope:
                what = f"{name} is a figure of a {known[name].of}, not of a {rule.scope}"
                yield Problem(where, f"{what}: change the figure or the scope")


def _instead(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f'did you mean "{close[0]}"? {_known(known).capitalize()}' if close else _known(known)


def _known(names: list[str]) -> str:
    return f"known are {', '.join(names)}"


@lru_cache(maxsize=1)
def shipped_profiles() -> Mapping[str, Profile]:
    """The profiles that come with the program by id, the default first, each with the rules of its base."""
    found = {}
    for path in sorted(shipped(FOLDER).glob("*.yaml")):
        data = read_bytes(path)
        profile: Profile = convert(parse(data, str(path)), Profile, data, str(path))
        found[profile.id] = profile
    ordered = dict(sorted(found.items(), key=lambda pair: (pair[0] != DEFAULT, pair[0])))
    return {name: _joined(profile, ordered) for name, profile in ordered.items()}


def with_base(profile: Profile) -> Profile:
    """Return a profile together with the rules of its base, which is one of the program."""
    return _joined(profile, shipped_profiles())


def _joined(profile: Profile, others: Mapping[str, Profile]) -> Profile:
    """Rules of the base first, in their order; those of the same name are the profile's."""
    if profile.base is None:
        return profile
    base = _joined(others[profile.base], others)
    rules = {rule.name: rule for rule in (*base.rules, *profile.rules)}
    return Profile(id=profile.id, title=profile.title, source=profile.source, rules=tuple(rules.values()))


def profile_named(name: str | None) -> Profile:
    """The profile of that id that comes with the program; None: the default.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    profiles = shipped_profiles()
    found = profiles.get(DEFAULT if name is None else name)
    if found is None:
        raise FatdeskError(f'there is no rule profile "{name}": {_instead(name or DEFAULT, list(profiles))}')
    return found
