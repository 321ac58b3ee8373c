"""Profiles in files: read one with the line of each error, and those that come with the program."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import Problem, convert, input_errors
from fatdesk.core.formats.yaml_events import parse, read_bytes
from fatdesk.core.formats.yaml_text import yaml_text
from fatdesk.core.program import shipped
from fatdesk.engine.rules.figures import Figure
from fatdesk.engine.rules.rule_problems import instead, profile_problems
from fatdesk.engine.rules.rules import DEFAULT, Profile, Rule

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
    return with_base(_parse(data, file, known))


def read_own(path: Path, known: Mapping[str, Figure[Any]]) -> Profile:
    """The profile in a YAML file without the rules of its base; as ``read_profile``."""
    return _parse(read_bytes(path), str(path), known)


def _parse(data: bytes, file: str, known: Mapping[str, Figure[Any]]) -> Profile:
    profile: Profile = convert(parse(data, file), Profile, data, file)
    problems = list(_problems(profile, known))
    if problems:
        raise input_errors(problems, data, file)
    return profile


def rules_yaml(rules: Sequence[Rule], base: str | None) -> bytes:
    """Return a file of own rules upon a profile, which ``read_own`` reads again."""
    tree = {"base": base} if base is not None else {}
    return yaml_text({**tree, "rules": [to_builtins(rule) for rule in rules]})


def _problems(profile: Profile, known: Mapping[str, Figure[Any]]) -> Iterator[Problem]:
    if profile.base is not None and profile.base not in shipped_profiles():
        yield Problem(
            ("base",),
            f'there is no profile "{profile.base}", {instead(profile.base, list(shipped_profiles()))}',
        )
    yield from profile_problems(profile.rules, known)


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
        raise FatdeskError(f'there is no rule profile "{name}": {instead(name or DEFAULT, list(profiles))}')
    return found
