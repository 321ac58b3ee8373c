"""Records of rule profiles: which figure of which elements may be how large, and by what source."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct, Text

Scope = Literal["tray", "cable", "link", "rack", "row", "room", "feed", "device", "part", "fabric"]
"""Kinds of elements that figures are of."""
Op = Literal["<=", "<", ">=", ">"]
Limit = Annotated[float, Meta(ge=-1e12, le=1e12)]
Stated = Annotated[str, Meta(min_length=1, max_length=2000)]


class Declining(Struct, frozen=True, kw_only=True):
    """A limit that falls with another figure of the same element: ``at_zero / (1 + rate * figure)``.

    >>> heights = Declining(at_zero=150.0, rate=0.0007, by="tray-support")
    >>> [round(heights.at(mm)) for mm in (0, 100, 250, 500, 1000, 1500)]
    [150, 140, 128, 111, 88, 73]
    """

    at_zero: Annotated[Limit, about("Limit at zero")]
    rate: Annotated[Annotated[float, Meta(ge=0, le=1e6)], about("Rate", "How fast it falls")]
    by: Annotated[Id, about("Figure", "By which it falls")]

    def at(self, value: float) -> float:
        """Return the limit where the other figure has a value."""
        return self.at_zero / (1 + self.rate * value)


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
        about("Filter", "Names of elements, `*` for any characters", empty="all elements"),
    ] = ()
    figure: Annotated[Id, about("Figure", "Name of a figure of these elements")]
    op: Annotated[Op, about("Comparison", "That the figure meets")] = "<="
    limit: Annotated[
        Limit | Declining,
        about("Limit", "A number, or one that falls with another figure: `{at_zero, rate, by}`"),
    ]
    severity: Annotated[
        Literal["error", "warning", "note"], about("Severity", "Of the findings that it makes")
    ] = "error"
    source: Annotated[Stated, about("Source", "Where the limit is from")]
    fix: Annotated[Text, about("Remedy", "What would help")] = ""


class Profile(Struct, frozen=True, kw_only=True):
    """Rules that are selected together.

    ``base`` is the profile whose rules hold, too; a rule of the same name takes their place.
    """

    id: Annotated[Id, about("Id")]
    title: Annotated[Stated, about("Title")]
    source: Annotated[Stated, about("Source", "Where its rules are from")]
    base: Annotated[
        Id | None, about("Base", "Profile whose rules hold, too, but for those of the same name")
    ] = None
    rules: Annotated[tuple[Rule, ...], about("Rules")] = ()

    def with_rule(self, rule: Rule) -> "Profile":
        """Return the profile with a rule, in the place of the one of that name."""
        kept = {one.name: one for one in self.rules}
        return Profile(
            id=self.id, title=self.title, source=self.source, rules=tuple((kept | {rule.name: rule}).values())
        )
