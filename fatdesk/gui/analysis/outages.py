"""Failed elements, set by hand or by a selected loss, and what they cut off, shared by all drawings."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.gui.analysis.failures import Losses, Reliabilities, called
from fatdesk.gui.analysis.related import everything
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.project.document.ref import DEVICE, FABRIC, NODE, RACK, STUDY, TRUNK, NodeOf, Ref

if TYPE_CHECKING:
    from fatdesk.engine.fabric.fabric import Fabric
    from fatdesk.networks.fault_tolerance.connectivity.reach import Reach
    from fatdesk.networks.fault_tolerance.impact import Element, Left, Piece
    from fatdesk.networks.network import Network


Some = TypeVar("Some")
Failed = str | NodeOf
"""A device of a fabric by its id, or a node of a reference network."""


class WhatIf:
    """Failed devices and links, by their network.

    A network is a :class:`Ref` of kind ``fabric`` or ``study``.

    Attributes
    ----------
    state
        Another object after each change.
    """

    def __init__(self) -> None:
        self._devices: dict[Ref, frozenset[Failed]] = {}
        self._links: dict[Ref, tuple[Ints, frozenset[int]]] = {}
        self.state = object()

    @property
    def anything(self) -> bool:
        """Whether anything has failed."""
        return bool(self._devices or self._links)

    def devices(self, network: Ref) -> frozenset[Failed]:
        """Ids of the devices of a network that have failed."""
        return self._devices.get(network, frozenset())

    def links(self, network: Ref, ends: Ints) -> frozenset[int]:
        """Links of a network that have failed; of one that has other links by now, none.

        Parameters
        ----------
        ends : (m, 2) int32
            The links as they are now.
        """
        before, links = self._links.get(network, (ends, frozenset()))
        return links if before is ends or np.array_equal(before, ends) else frozenset()

    def turn_devices(self, network: Ref, ids: Iterable[Failed]) -> None:
        """Let devices fail; where all of them have failed, mend them."""
        self._put_devices(network, _turned(self.devices(network), frozenset(ids)))

    def turn_links(self, network: Ref, ends: Ints, links: Iterable[int]) -> None:
        """Let links fail; where all of them have failed, mend them."""
        found = _turned(self.links(network, ends), frozenset(links))
        self._links.pop(network, None)
        if found:
            self._links[network] = (ends, found)
        self.state = object()

    def mend(self) -> None:
        """Clear all failures."""
        self._devices.clear()
        self._links.clear()
        self.state = object()

    def _put_devices(self, network: Ref, ids: frozenset[Failed]) -> None:
        self._devices.pop(network, None)
        if ids:
            self._devices[network] = ids
        self.state = object()


def _turned(now: frozenset[Some], some: frozenset[Some]) -> frozenset[Some]:
    return now - some if some <= now else now | some


AT_ONCE = 20_000
"""Number of links up to which a network is prepared at once, not in the background."""


class Outage(NamedTuple):
    """Failed elements of a network.

    Attributes
    ----------
    dead, cut : (n,) bool
        Devices that have failed; hosts that work and are cut off, and switches all of whose hosts are.
    links : (m,) bool
        Links that have failed, or end at what has.
    description
        The failed elements, as a text.
    left
        What is left; None: that is being worked out.
    """

    dead: Bools
    cut: Bools
    links: Bools
    description: str
    left: "Left | None"

    @property
    def sentence(self) -> str:
        """Describe the failures and what they disconnect."""
        if self.left is None:
            return f"{self.description}: calculating what is cut off…"
        cut = self.left.pairs - self.left.pairs_connected
        hosts = "no host" if not self.left.hosts_lost else counted(self.left.hosts_lost, "host")
        return f"{self.description}: {hosts} cut off, {cut:,} of {self.left.pairs:,} pairs disconnected."


class _Ground(NamedTuple):
    """A network as it is drawn, and as schemes work on it."""

    fabric: "Fabric"
    network: "Network"
    links: Ints
    """For each link of the network that of the drawing."""


class Outages(QObject):
    """Failed elements of each network of the open project; ``changed`` states that they changed.

    Attributes
    ----------
    what_if
        What has failed by hand.
    losses
        What is known of losses; that of a selected one is out as well.
    reliabilities
        What is known of how reliable fabrics are.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.what_if, self.losses, self.reliabilities = WhatIf(), Losses(), Reliabilities()
        self._grounds = Memo[Ref]()
        self._reach = BackgroundMemo[Ref](session, self.changed.emit, self._say)
        self._out = Memo[Ref]()
        self._states = Memo[str]()
        session.opened.connect(self._forget)

    def _forget(self) -> None:
        self.what_if, self.losses, self.reliabilities = WhatIf(), Losses(), Reliabilities()
        for kept in (self._grounds, self._reach, self._out, self._states):
            kept.clear()

    def _say(self, why: str) -> None:
        self.session.said.emit(in_sentence(why))

    # Failing

    def turn(self, things: Iterable[Ref]) -> None:
        """Let racks, devices, nodes and trunks fail; those that all have failed work again."""
        things = list(things)
        for network, ids in self._devices_of(things).items():
            self.what_if.turn_devices(network, ids)
        for network, links in self._links_of(things).items():
            self.what_if.turn_links(network, self._ground(network).fabric.ends, links)
        self.changed.emit()

    def turn_links(self, network: Ref, links: Sequence[int]) -> None:
        """Let links of a network fail, or mend them."""
        self.what_if.turn_links(network, self._ground(network).fabric.ends, links)
        self.changed.emit()

    def fail_alone(self, network: Ref, nodes: Sequence[int], links: Sequence[int]) -> None:
        """Let devices and links of a network fail, and nothing else."""
        fabric = self._ground(network).fabric
        self.what_if.mend()
        if len(nodes):
            study = STUDY.id_of(network)
            failed = [fabric.ids[node] if study is None else NodeOf(study, node) for node in nodes]
            self.what_if.turn_devices(network, failed)
        if len(links):
            alone = np.isin(fabric.ends[list(links)], list(nodes)).any(axis=1)
            self.what_if.turn_links(network, fabric.ends, np.array(links)[~alone].tolist())
        self.changed.emit()

    def mend(self) -> None:
        """Clear all failures."""
        self.what_if.mend()
        self.changed.emit()

    def can_fail(self, things: Iterable[Ref]) -> bool:
        """Whether any of the references belongs to a network."""
        things = list(things)
        return bool(self._devices_of(things) or self._links_of(things))

    def has_failed(self, things: Iterable[Ref]) -> bool:
        """Whether all of the references have failed by hand."""
        found = self._devices_of(things)
        return bool(found) and all(ids <= self.what_if.devices(network) for network, ids in found.items())

    def _devices_of(self, things: Iterable[Ref]) -> dict[Ref, frozenset[Failed]]:
        """Return the devices of networks among some references, and those inside them."""
        session, things = self.session, list(things)
        racks, ids = set(RACK.ids(things)), set(DEVICE.ids(things))
        if racks or ids:
            for rack in session.project.floor.racks:
                whole = rack.number in racks
                for device in rack.devices:
                    if whole or device.id in ids:
                        ids |= {some.id for some in everything(device)}
        found: dict[Ref, set[Failed]] = {}
        for number, fabric in enumerate(session.derived.fabrics if ids else ()):
            known = session.derived.positions.nodes[number]
            mine: set[Failed] = {some for some in ids if some in known}
            if mine:
                found[FABRIC(fabric.name)] = mine
        for node in NODE.ids(things):
            found.setdefault(STUDY(node.study), set()).add(node)
        return {network: frozenset(some) for network, some in found.items()}

    def _links_of(self, things: Iterable[Ref]) -> dict[Ref, list[int]]:
        """Return the links of networks that the trunks among some references carry."""
        wanted = set(TRUNK.ids(things))
        structured = self.session.derived.structured if wanted else None
        found: dict[Ref, list[int]] = {}
        for trunk in () if structured is None else structured.trunks:
            if structured is not None and trunk.id in wanted:
                made = structured.cabling.fabrics[trunk.fabric]
                links = (made.links[made.start[cable] : made.start[cable + 1]] for cable in trunk.cables)
                found.setdefault(FABRIC(made.fabric.name), []).extend(
                    link for some in links for link in some.tolist()
                )
        return found

    # What is out

    @property
    def networks(self) -> list[Ref]:
        """All networks of the project."""
        if not self.session.is_open:
            return []
        fabrics = [FABRIC(fabric.name) for fabric in self.session.derived.fabrics]
        return fabrics + [STUDY(study.name) for study in self.session.project.studies]

    @property
    def anything(self) -> bool:
        """Whether anything is out."""
        return self.what_if.anything or bool(self._lost())

    @property
    def sentences(self) -> list[str]:
        """Failed elements of each network, and what they disconnect."""
        if not self.anything:
            return []
        found = [(network, self.of(network)) for network in self.networks]
        known = [(network, out) for network, out in found if out is not None]
        if len(known) == 1:
            return [known[0][1].sentence]
        return [f"{network.id}: {out.sentence}" for network, out in known]

    def of(self, network: Ref) -> Outage | None:
        """Return the failed elements of a network; None where there are none."""
        if not self.anything:
            return None
        try:
            ground = self._ground(network)
        except FatdeskError:
            return None
        lost = self._lost().get(FABRIC.id_of(network) or "", ())
        reach = self._reach_of(network, ground)
        inputs = (ground.fabric, self.what_if.state, reach, *lost)
        return self._out.keep(network, inputs, lambda: self._work_out(network, ground, lost, reach))

    def _lost(self) -> "dict[str, tuple[Element, ...]]":
        return self.losses.lost(self.session.selection, self.session.project)

    def _work_out(
        self, network: Ref, ground: _Ground, lost: "Sequence[Element]", reach: "Reach | None"
    ) -> Outage | None:
        fabric = ground.fabric
        count = ground.network.node_count
        dead, links = np.zeros(fabric.node_count, np.bool_), np.zeros(len(fabric.ends), np.bool_)
        failed = self._nodes(network, self.what_if.devices(network))
        pulled = sorted(self.what_if.links(network, fabric.ends))
        dead[failed], links[pulled] = True, True
        for element in lost:
            dead[element.nodes] = True
            links[ground.links[element.links]] = True
        if not (dead.any() or links.any()):
            return None
        links |= dead[fabric.ends].any(axis=1)
        words = [f"{called(some)} lost" for some in lost]
        by_hand = [counted(len(some), word) for some, word in ((failed, "device"), (pulled, "link")) if some]
        if by_hand:
            words.append(f"{' and '.join(by_hand)} failed")
        description, cut = " and ".join(words), np.zeros(fabric.node_count, np.bool_)
        if reach is None:
            return Outage(dead, cut, links, description, None)
        ways = 1 if ground.network.one_way else 2
        left = reach.left(np.repeat(~links[ground.links], ways), dead[:count])
        hosts = ground.network.hosts
        cut[:hosts] = left.cut_off & ~dead[:hosts]
        return Outage(dead, cut | switches_alone(ground.network, dead, cut), links, description, left)

    def _nodes(self, network: Ref, ids: frozenset[Failed]) -> list[int]:
        of_study = [some.number for some in ids if isinstance(some, NodeOf)]
        fabric = FABRIC.id_of(network)
        if fabric is None:
            return sorted(of_study)
        number = [some.name for some in self.session.derived.fabrics].index(fabric)
        known = self.session.derived.positions.nodes[number]
        return sorted(known[some] for some in ids if isinstance(some, str) and some in known)

    def _ground(self, network: Ref) -> _Ground:
        """The network as it is now.

        Raises
        ------
        FatdeskError
            When there is none of that name.
        """
        from fatdesk.engine.fabric.fabric import as_network, fabric_of

        derived = self.session.derived
        if network.kind == FABRIC:
            fabric = next((some for some in derived.fabrics if some.name == network.id), None)
            if fabric is None:
                raise FatdeskError(f"the project has no fabric {network.id}: choose another")
            return self._kept_ground(network, fabric, lambda: _Ground(fabric, *as_network(fabric)))
        study = next((some for some in self.session.project.studies if some.name == network.id), None)
        if study is None:
            raise FatdeskError(f"there is no network {network.id}: name another")
        bare = derived.study(study.spec)

        def drawn() -> _Ground:
            ids = [f"{study.name}/{node}" for node in range(bare.node_count)]
            links = np.arange(bare.link_count, dtype=np.int32)
            return _Ground(fabric_of(bare, study.name, ids), bare, links)

        return self._kept_ground(network, bare, drawn)

    def _kept_ground(self, network: Ref, made_from: object, make: Callable[[], _Ground]) -> _Ground:
        return self._grounds.keep(network, (made_from,), make)

    # What is left

    def _reach_of(self, network: Ref, ground: _Ground) -> "Reach | None":
        """Return the reach of a network; None: it is being prepared."""
        bare = ground.network
        small = bare.link_count <= AT_ONCE
        return self._reach.get(network, (bare,), lambda: _ready(bare), at_once=small)

    # Devices and racks

    @property
    def device_states(self) -> dict[str, str]:
        """``out`` or ``cut`` by the ids of devices of fabrics that are either."""
        found: dict[str, str] = {}
        if not self.anything:
            return found
        outs = [(fabric, self.of(FABRIC(fabric.name))) for fabric in self.session.derived.fabrics]

        def make() -> dict[str, str]:
            for fabric, out in outs:
                if out is not None:
                    for word, flags in (("cut", out.cut), ("out", out.dead)):
                        found.update((fabric.ids[node], word) for node in np.flatnonzero(flags).tolist())
            return found

        return self._states.keep("devices", tuple(out for _, out in outs), make)

    @property
    def rack_states(self) -> dict[int, str]:
        """``out``: all devices of networks in a rack have failed; ``cut``: some are out or cut off."""
        states = self.device_states
        found: dict[int, str] = {}
        if not states:
            return found
        known = self.session.derived.device_names
        for rack in self.session.project.floor.racks:
            mine = [
                states.get(some.id, "")
                for device in rack.devices
                for some in everything(device)
                if some.id in known
            ]
            if mine and all(state == "out" for state in mine):
                found[rack.number] = "out"
            elif any(mine):
                found[rack.number] = "cut"
        return found

    @property
    def lost_zones(self) -> frozenset[str]:
        """Names of zones that are lost with what is selected."""
        lost = self._lost().values() if self.session.is_open else ()
        return frozenset(some.name for elements in lost for some in elements if some.kind == "zone")

    @property
    def lost_segments(self) -> "list[Piece]":
        """Pieces of trays that are lost with what is selected."""
        lost = self._lost().values()
        return [some.piece for elements in lost for some in elements if some.piece is not None]


def _ready(network: "Network") -> "Reach":
    """Return the reach of a network under its default routing algorithm."""
    from fatdesk.networks.fault_tolerance.connectivity.reach import Reach
    from fatdesk.networks.routing import usual

    return Reach(network, usual(network))


def switches_alone(network: "Network", dead: Bools, cut: Bools) -> Bools:
    """Switches that work and all of whose hosts are cut off."""
    ends = network.ends
    here = (ends < network.hosts).any(axis=1)
    host, switch = ends[here].min(axis=1), ends[here].max(axis=1)
    all_hosts = np.bincount(switch, minlength=len(dead))
    gone = np.bincount(switch, (cut | dead)[host], minlength=len(dead))
    found: Bools = (all_hosts > 0) & (gone == all_hosts) & ~dead
    return found


def outages_of(session: Session) -> Outages:
    """Return what has failed in drawings of the session, by hand or with a selected loss."""
    return session.findChild(Outages) or Outages(session)
