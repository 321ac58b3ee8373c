"""Elements that findings are about, and the worst severity of each."""

import re
from typing import NamedTuple

from fatdesk.core.finding import Finding
from fatdesk.core.memo import Memo
from fatdesk.core.yaml_events import Place
from fatdesk.gui.inspector.kinds import ROWS
from fatdesk.gui.session.session import Session
from fatdesk.project.derived.check import Checked
from fatdesk.project.document.ref import DEVICE, RACK, Ref

ORDER = ("error", "warning", "note")
"""The worst first."""


class Worst(NamedTuple):
    """The worst finding of an element, by its place in ``ORDER``."""

    rank: int

    @property
    def severity(self) -> str:
        """Its word."""
        return ORDER[self.rank]


class Places:
    """Elements that findings may name, looked up once for a project."""

    def __init__(self, session: Session) -> None:
        self._session, self.project = session, session.project
        self._ranks = Memo[str]()
        self.findings = session.findings_so_far
        self._finders = [(row.kind, row.named(session)) for row in ROWS.values() if row.named is not None]

    def things(self, finding: Finding) -> list[Ref]:
        """The elements that a finding is about; of those that have no kind, none."""
        names = finding.elements or (finding.where,)
        return [thing for name in names if (thing := self._named(name)) is not None]

    def _named(self, name: str) -> Ref | None:
        """The element of a name, of the first kind that has one."""
        found = ((kind, find(name)) for kind, find in self._finders)
        return next((kind(element) for kind, element in found if element is not None), None)

    @property
    def worst(self) -> dict[Ref, Worst]:
        """The worst finding of each element that has one which is not waived; racks take that of devices."""
        return self._stated[0]

    @property
    def by_name(self) -> dict[str, Worst]:
        """The worst finding of each place that is no element: fabrics, groups of hosts."""
        return self._stated[1]

    @property
    def _stated(self) -> tuple[dict[Ref, Worst], dict[str, Worst]]:
        """Of the findings that there are so far; worked out again when there are others."""
        now = self._session.findings_so_far
        return self._ranks.keep("worst", (now,), lambda: self._rank(now))

    def _rank(self, findings: list[Checked]) -> tuple[dict[Ref, Worst], dict[str, Worst]]:
        found: dict[Ref, Worst] = {}
        named: dict[str, Worst] = {}
        for checked in findings:
            if checked.waived:
                continue
            rank, where = Worst(ORDER.index(str(checked.finding.severity))), checked.finding.where
            things = self.things(checked.finding)
            for thing in things:
                found[thing] = min(rank, found.get(thing, rank))
            if not things:
                named[where] = min(rank, named.get(where, rank))
        for rack in self.project.floor.racks if found else ():
            here = RACK(rack.number)
            inside = [DEVICE(device.id) for device in rack.devices]
            ranks = [found[thing] for thing in (here, *inside) if thing in found]
            if ranks:
                found[here] = min(ranks)
        return found, named


def places_of(session: Session) -> Places:
    """The places of the present project and the findings known of it, kept until there are others."""
    inputs = (session.project, session.findings_so_far)
    return session.document.memo.keep("places", inputs, lambda: Places(session))


def elements_at(session: Session, finding: Finding) -> list[Ref]:
    """Return the elements that a finding is about."""
    return places_of(session).things(finding)


FIGURES = {
    "mass": "Mass",
    "power": "Power",
    "height": "Height",
    "depth": "Depth",
    "diameter": "Diameter",
    "price": "Price",
}
"""Titles of the fields of Catalog by the figure that a finding misses."""
LIMITS = {"power": "Power limit", "mass": "Maximum load"}
"""Titles of the fields of Catalog by the limit that a finding misses."""
MISSING = {
    "unpriced": {"": "Price"},
    "unknown-figure": FIGURES,
    "unknown-remainder": FIGURES,
    "unknown-depth": FIGURES,
    "no-limit": LIMITS,
}
"""Fields of Catalog by rule and by the word of its text that names the figure."""
SETTINGS: dict[str, tuple[str, Place]] = {"little-spare": ("room", ("cabling", "slack_m"))}
"""Pages and fields of Requirements that decide a rule."""


def figure_of(finding: Finding) -> str | None:
    """Return the title of the Catalog field for a figure that a finding misses; None: it misses none."""
    fields = MISSING.get(finding.rule, {})
    found = (title for word, title in fields.items() if re.search(rf"\b{word}\b", finding.text))
    return next(found, None)


def setting_of(finding: Finding) -> tuple[str, Place] | None:
    """Return the page and the field of Requirements that decide a finding; None: there is none."""
    return SETTINGS.get(finding.rule)
