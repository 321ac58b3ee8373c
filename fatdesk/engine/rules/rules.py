"""Records of rule profiles: which figure of which elements may be how large, and by what source."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct, Text

Scope = Literal["tray", "cable", "link", "rack", "row", "room", "feed", "device", "part", "fabric", "level"]
"""Kinds of elements that figures are of."""
FILTER_KEYS: Mapping[Scope, tuple[str, ...]] = {
    "cable": ("fabric", "part"),
    "link": ("fabric", "part"),
    "rack": ("row",),
    "device": ("kind", "part", "fabric", "level", "row", "rack"),
    "part": ("kind",),
    "level": ("fabric",),
}
"""Keys by which filters ask for elements, as in ``row=B``, by kind of elements."""
PART_KINDS = (
    "switch",
    "modular-switch",
    "server",
    "enclosure",
    "adapter",
    "transceiver",
    "cable",
    "rack",
    "power",
    "tray",
    "panel",
    "cassette",
    "equipment",
)
"""Words for ``kind=`` of a filter: kinds of parts in the catalog."""
Op = Literal["<=", "<", ">=", ">"]
Limit = Annotated[float, Meta(ge=-1e12, le=1e12)]
Stated = Annotated[str, Meta(min_length=1, max_length=2000)]
NOWHERE: Mapping[str, str] = {}
DEFAULT = "default"
"""The profile of projects that select none."""


class Varying(Struct, frozen=True, kw_only=True):
    """A limit that depends on another figure of the same element.

    It is ``factor`` times that figure or, with ``at_zero``, falls with it: ``at_zero / (1 + rate * figure)``.

    >>> heights = Varying(at_zero=150.0, rate=0.0007, by="tray-support")
    >>> [round(heights.at(mm)) for mm in (0, 100, 250, 500, 1000, 1500)]
    [150, 140, 128, 111, 88, 73]
    >>> Varying(factor=0.8, by="tray-load-limit").at(100.0)
    80.0
    """

    by: Annotated[Id, about("Figure", "On which it depends")]
    factor: Annotated[Limit | None, about("Factor", "Of the other figure", empty="none")] = None
    at_zero: Annotated[Limit | None, about("Limit at zero", "Of a limit that falls", empty="none")] = None
    rate: Annotated[Annotated[float, Meta(ge=0, le=1e6)], about("Rate", "How fast it falls")] = 0.0

    def __post_init__(self) -> None:
        """Hold one of the two forms."""
        if (self.factor is None) == (self.at_zero is None):
            raise ValueError("by: expected factor or at_zero next to it, one of them")

    def at(self, value: float) -> float:
        """Return the limit where the other figure has a value."""
        if self.at_zero is not None:
            return self.at_zero / (1 + self.rate * value)
        return (self.factor or 0.0) * value


class Rule(Struct, frozen=True, kw_only=True):
    """A limit of one figure.

    Attributes
    ----------
    figure
        A name of the registry of figures; its elements are those of ``scope``.
    limit
        In the unit of the figure; a share, as 0.4, where people see percent.
    """

    name: Annotated[Id, about("Name", "Of the findings that it makes")]
    scope: Annotated[Scope, about("Scope", "Kind of elements")]
    filter: Annotated[
        tuple[Stated, ...],
        about(
            "Filter",
            "Names of elements, `*` for any characters; `row=B`, `kind=switch`, `fabric=compute` and the like"
            " by what they belong to",
            empty="all elements",
        ),
    ] = ()
    figure: Annotated[Id, about("Figure", "Name of a figure of these elements")]
    op: Annotated[Op, about("Comparison", "That the figure meets")] = "<="
    limit: Annotated[
        Limit | Varying,
        about("Limit", "A number, or one by another figure: `{factor, by}` or `{at_zero, rate, by}`"),
    ]
    severity: Annotated[
        Literal["error", "warning", "note"], about("Severity", "Of the findings that it makes")
    ] = "error"
    source: Annotated[Stated, about("Source", "Where the limit is from")]
    fix: Annotated[Text, about("Remedy", "What would help")] = ""

    def to_json(self) -> dict[str, Any]:
        """All its keys, those with defaults too."""
        keys = ("name", "scope", "filter", "figure", "op", "severity", "source", "fix")
        limit = msgspec.to_builtins(self.limit)
        return {key: getattr(self, key) for key in keys} | {"filter": list(self.filter), "limit": limit}

    @property
    def asks(self) -> Mapping[str, tuple[str, ...]]:
        """Patterns of the filter by what they are of; names have the empty key.

        >>> one = Rule(
        ...     name="r", scope="rack", filter=("A*", "row=A", "row=B"), figure="f", limit=1.0, source="s"
        ... )
        >>> one.asks
        {'': ('A*',), 'row': ('A', 'B')}
        """
        found: dict[str, tuple[str, ...]] = {}
        for one in self.filter:
            key, equals, pattern = one.partition("=")
            if not equals:
                key, pattern = "", one
            found[key] = (*found.get(key, ()), pattern)
        return found

    def covers(self, element: str, belongs: Mapping[str, str] = NOWHERE) -> bool:
        """Whether an element of the scope passes the filter: one pattern of each key that is there.

        Parameters
        ----------
        belongs
            What the element belongs to by key: ``{"row": "A"}``.
        """
        return all(
            any(fnmatchcase(belongs.get(key, "") if key else element, one) for one in patterns)
            for key, patterns in self.asks.items()
        )


class Profile(Struct, frozen=True, kw_only=True):
    """Rules that are selected together.

    ``base`` is the profile whose rules hold, too; a rule of the same name takes their place.
    """

    id: Annotated[Id, about("Id")] = "own"
    title: Annotated[Stated, about("Title")] = "Own rules"
    source: Annotated[Text, about("Source", "Where its rules are from")] = ""
    base: Annotated[
        Id | None, about("Base", "Profile whose rules hold, too, but for those of the same name")
    ] = None
    rules: Annotated[tuple[Rule, ...], about("Rules")] = ()

    def to_json(self) -> dict[str, Any]:
        """Its keys, with all rules."""
        keys = {"id": self.id, "title": self.title, "source": self.source}
        return keys | {"rules": [rule.to_json() for rule in self.rules]}

    @property
    def in_force(self) -> tuple["RuleInForce", ...]:
        """Its rules, with the words by which findings name it."""
        words = "the default" if self.id == DEFAULT else f"the profile {self.title}"
        return tuple(RuleInForce(rule, words) for rule in self.rules)


class RuleInForce(NamedTuple):
    """A rule that a project is judged by.

    Attributes
    ----------
    of
        What states it, in the words of findings: "the profile Planning (40 %)".
    """

    rule: Rule
    of: str


OWN = "the rules of the project"
"""Origin of the rules that a project has itself, in the words of findings."""


def with_own(rules: Sequence[RuleInForce], own: Sequence[Rule]) -> tuple[RuleInForce, ...]:
    """Return rules with those of a project, which take the place of others of the same name."""
    names = {rule.name for rule in own}
    return (*(one for one in rules if one.rule.name not in names), *(RuleInForce(rule, OWN) for rule in own))
