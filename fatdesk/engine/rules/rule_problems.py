"""Errors of rules that can be read: figures that are not there, limits that no value can keep."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import combinations
from typing import Any, NamedTuple

from fatdesk.core.formats.typed_records import Problem
from fatdesk.core.formats.yaml_events import Place
from fatdesk.engine.rules.figures import Figure
from fatdesk.engine.rules.judging import Judged
from fatdesk.engine.rules.rules import FILTER_KEYS, PART_KINDS, Rule, Varying

MOST_SHARE = 10.0
"""A limit of a share above this is percent that was meant."""
UPPER, LOWER = ("<=", "<"), (">=", ">")

Known = Mapping[str, Figure[Any]]


def instead(name: str, known: Sequence[str]) -> str:
    """Return what to write in place of an unknown word.

    >>> instead("rack-powr", ["rack-power", "rack-mass"])
    'did you mean "rack-power"? Known are rack-power, rack-mass'
    """
    close = difflib.get_close_matches(name, known, 1)
    words = f"known are {', '.join(known)}"
    return f'did you mean "{close[0]}"? {words.capitalize()}' if close else words


def rule_problems(rule: Rule, known: Known) -> Iterator[Problem]:
    """Problems of a rule by itself, at the fields that are to be changed."""
    wanted: list[tuple[Place, str]] = [(("figure",), rule.figure)]
    if isinstance(rule.limit, Varying):
        wanted.append((("limit", "by"), rule.limit.by))
    for where, name in wanted:
        if name not in known:
            of_scope = [one.name for one in known.values() if one.of == rule.scope]
            others = of_scope if not difflib.get_close_matches(name, known, 1) and of_scope else list(known)
            yield Problem(where, f'there is no figure "{name}", {instead(name, others)}')
        elif known[name].of != rule.scope:
            what = f"{name} is a figure of a {known[name].of}, not of a {rule.scope}"
            yield Problem(where, f"{what}: change the figure or the scope")
    yield from _of_filter(rule)
    if rule.figure in known and isinstance(rule.limit, float):
        yield from _of_limit(rule, rule.limit, known[rule.figure])


def _of_filter(rule: Rule) -> Iterator[Problem]:
    allowed = FILTER_KEYS.get(rule.scope, ())
    for number, one in enumerate(rule.filter):
        key, equals, pattern = one.partition("=")
        if equals and key not in allowed:
            words = instead(key, allowed) if allowed else "name elements, such as A*"
            yield Problem(("filter", number), f'a {rule.scope} has no "{key}", {words}')
        elif equals and key == "kind" and not any(fnmatchcase(kind, pattern) for kind in PART_KINDS):
            yield Problem(("filter", number), f'there is no kind "{pattern}", {instead(pattern, PART_KINDS)}')


def _of_limit(rule: Rule, limit: float, figure: Figure[Any]) -> Iterator[Problem]:
    if figure.unit == "%" and abs(limit) > MOST_SHARE:
        what = f"{limit:g} is {figure.limit_text(limit)} of a share"
        yield Problem(("limit",), f"{what}, write {limit / 100:g} for {limit:g} %")
    elif not figure.signed and (limit < 0 if rule.op == "<=" else limit <= 0 and rule.op == "<"):
        what = f"no {rule.scope} can be {rule.op} {limit:g}, as {figure.title.lower()} is never below 0"
        yield Problem(("limit",), f"{what}: change the limit or op")


def profile_problems(rules: Sequence[Rule], known: Known) -> Iterator[Problem]:
    """Problems of rules of one file: of each by itself, names that are there twice, and contradictions."""
    names: set[str] = set()
    for number, rule in enumerate(rules):
        if rule.name in names:
            yield Problem(("rules", number, "name"), f'"{rule.name}" is there twice, rename one')
        names.add(rule.name)
        for place, what in rule_problems(rule, known):
            yield Problem(("rules", number, *place), what)
    for first, second in combinations(range(len(rules)), 2):
        text = contradicting(rules[first], rules[second], known)
        if text:
            yield Problem(("rules", second, "limit"), f"{text}: change or remove one of them")


def contradicting(one: Rule, other: Rule, known: Known) -> str:
    """Return why no value keeps two rules of the same elements; empty: one can, or they are of others."""
    same = (one.scope, one.figure) == (other.scope, other.figure)
    if not same or not (one.filter == other.filter or not one.filter or not other.filter):
        return ""
    upper, lower = (one, other) if one.op in UPPER else (other, one)
    if upper.op not in UPPER or lower.op not in LOWER:
        return ""
    most, least = upper.limit, lower.limit
    if isinstance(most, Varying) or isinstance(least, Varying):
        return ""
    if not _empty(upper.op, most, lower.op, least):
        return ""
    words = known[one.figure].limit_text if one.figure in known else "{:g}".format
    texts = [words(some) for some in (most, least)]
    first, second = (
        f'"{rule.name}" ({rule.op} {text})' for rule, text in zip((upper, lower), texts, strict=True)
    )
    return f"no {one.scope} can keep both {first} and {second}"


def _empty(upper: str, most: float, lower: str, least: float) -> bool:
    """Whether no value is within both bounds."""
    return least > most or (least == most and (upper, lower) != ("<=", ">="))


class Clash(NamedTuple):
    """Two judged rules that no value can keep, and the elements that both are of."""

    upper: str
    lower: str
    title: str
    most: str
    least: str
    elements: tuple[str, ...]


def clashes(judged: Iterable[Judged[Any]]) -> Iterator[Clash]:
    """Pairs of rules that require more of an element than they allow; limits by other figures count, too."""
    by_figure: dict[str, list[Judged[Any]]] = {}
    for one in judged:
        by_figure.setdefault(one.rule.figure, []).append(one)
    for some in by_figure.values():
        uppers = [one for one in some if one.rule.op in UPPER]
        lowers = [one for one in some if one.rule.op in LOWER]
        for upper in uppers if lowers else ():
            most = dict(zip(upper.values.elements, upper.limit.tolist(), strict=True))
            for lower in lowers:
                both = [
                    (element, most[element], least)
                    for element, least in zip(lower.values.elements, lower.limit.tolist(), strict=True)
                    if element in most and _empty(upper.rule.op, most[element], lower.rule.op, least)
                ]
                if both:
                    text = upper.figure.limit_text
                    yield Clash(
                        upper.rule.name,
                        lower.rule.name,
                        upper.figure.title,
                        f"{upper.rule.op} {text(both[0][1])}",
                        f"{lower.rule.op} {text(both[0][2])}",
                        tuple(element for element, *_ in both),
                    )
