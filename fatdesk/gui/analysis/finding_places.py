"""What findings are about, as things that can be selected; and the worst of each thing."""

from typing import NamedTuple

from fatdesk.core.finding import Finding
from fatdesk.core.memo import Memo
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.ref import Ref
from fatdesk.gui.session.session import Session
from fatdesk.project.derived.check import Checked

ORDER = ("error", "warning", "note")
"""The worst first."""


CABLE = "--"
"""In every id of a cable: the wiring list is not made to look for anything else in it."""


class Worst(NamedTuple):
    """The worst finding of a thing, by its place in ``ORDER``."""

    rank: int

    @property
    def severity(self) -> str:
        """Its word."""
        return ORDER[self.rank]


class Places:
    """Everything that a finding may name, looked up once for a project."""

    def __init__(self, session: Session) -> None:
        self._session, self.project = session, session.project
        self._memo = Memo[str]()
        self.findings = session.findings_so_far
        floor = self.project.floor
        self._racks = {rack_label(rack): str(rack.number) for rack in floor.racks}
        self._trays = {tray.id for tray in floor.trays}
        self._studies = {study.name: "fault-study" for study in self.project.faults}
        self._studies |= {study.name: "simulation" for study in self.project.simulations}
        self._feeds = {feed.name for feed in floor.feeds}
        self._jobs = {job.name for job in self.project.jobs}
        self._zones = {zone.name for zone in floor.zones}

    def things(self, where: str) -> list[Ref]:
        """The things at a place as findings name it: a name, an id, or a pair of racks."""
        session, racks = self._session, self._racks
        if where in session.derived.device_names:
            return [Ref("device", where)]
        if where in session.device_ids:
            return [Ref("device", session.device_ids[where])]
        if where in racks:
            return [Ref("rack", racks[where])]
        if where in self._trays:
            return [Ref("tray", where)]
        if where in session.derived.catalog:
            return [Ref("part", where)]
        if CABLE in where and session.cable(where) is not None:
            return [Ref("cable", where)]
        if where in self._studies:
            return [Ref(self._studies[where], where)]
        if where in self._feeds:
            return [Ref("feed", where)]
        if where in self._zones:
            return [Ref("zone", where)]
        if where in self._jobs:
            return [Ref("job", where)]
        first, dash, second = where.partition("-")
        if dash and first in racks and second in racks:
            return [Ref("rack", racks[first]), Ref("rack", racks[second])]
        return []

    @property
    def worst(self) -> dict[Ref, Worst]:
        """The worst finding of each thing that has one which is not waived; racks take that of devices."""
        return self._told[0]

    @property
    def by_name(self) -> dict[str, Worst]:
        """The worst finding of each place that no thing stands for: fabrics, groups of hosts."""
        return self._told[1]

    @property
    def _told(self) -> tuple[dict[Ref, Worst], dict[str, Worst]]:
        """Of the findings that there are so far; worked out again when there are others."""
        now = self._session.findings_so_far
        return self._memo.keep("worst", (now,), lambda: self._rank(now))

    def _rank(self, findings: list[Checked]) -> tuple[dict[Ref, Worst], dict[str, Worst]]:
        found: dict[Ref, Worst] = {}
        named: dict[str, Worst] = {}
        for checked in findings:
            if checked.waived:
                continue
            rank, where = Worst(ORDER.index(str(checked.finding.severity))), checked.finding.where
            things = self.things(where)
            for thing in things:
                found[thing] = min(rank, found.get(thing, rank))
            if not things:
                named[where] = min(rank, named.get(where, rank))
        for rack in self.project.floor.racks if found else ():
            here = Ref("rack", str(rack.number))
            inside = [Ref("device", device.id) for device in rack.devices]
            ranks = [found[thing] for thing in (here, *inside) if thing in found]
            if ranks:
                found[here] = min(ranks)
        return found, named


def places_of(session: Session) -> Places:
    """The places of the present project and the findings known of it, kept until there are others."""
    inputs = (session.project, session.findings_so_far)
    return session.document.memo.keep("places", inputs, lambda: Places(session))


def things_at(session: Session, where: str) -> list[Ref]:
    """What a finding is about, as things that can be selected."""
    return places_of(session).things(where)


FIGURES = {"mass": "Mass", "power": "Power", "height": "Height", "price": "Price"}
"""Titles of the fields of Catalog by the figure that a finding misses."""


def figure_of(finding: Finding) -> str | None:
    """Return the title of the Catalog field for a figure that a finding misses; None: it misses none."""
    if finding.rule == "unpriced":
        return FIGURES["price"]
    return FIGURES.get(finding.text.partition(" ")[0]) if finding.rule == "unknown-figure" else None
