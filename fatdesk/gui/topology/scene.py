"""The network on view and its selection; only what changed is built again."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.memo import Memo, same_inputs
from fatdesk.core.units import um_from_m
from fatdesk.engine.asbuilt.difference import Kind
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.topology.cluster_layout import modular_switches
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Emphasis
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.link_colours import (
    Colouring,
    LinkFigures,
    Mode,
    by_load,
    colouring,
    link_figures,
    no_figures,
)
from fatdesk.engine.topology.paths import AlgorithmPaths, Ground, Ways
from fatdesk.engine.topology.reference_drawing import MOST_LINKS, Studied, link_count, studied
from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.analysis.link_loads import LinkLoad, LinkLoads
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.gui.topology.algorithm_choice import AlgorithmChoice
from fatdesk.networks.host_names import FoundHost, find_host
from fatdesk.project.document.project import NetworkUnderStudy
from fatdesk.project.document.ref import (
    BILL_LINE,
    CABLE,
    DEVICE,
    FABRIC,
    NODE,
    PART,
    RACK,
    STUDY,
    TRAY,
    NodeOf,
    Ref,
)


class Studies:
    """Networks by the studies that name them; those of the present project are kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._memo = Memo[NetworkUnderStudy]()
        self._links: dict[str, int] = {}

    @property
    def all(self) -> tuple[NetworkUnderStudy, ...]:
        """The studies of the project."""
        return self._session.project.studies

    def of(self, study: NetworkUnderStudy) -> Studied:
        """A reference network with names and links."""

        def make() -> Studied:
            self._memo.retain(frozenset(self.all).__contains__)
            return studied(study.name, study.spec, self._session.derived.study(study.spec))

        return self._memo.keep(study, (), make)

    def links(self, study: NetworkUnderStudy) -> int:
        """The number of links, without building the network."""
        if study.spec not in self._links:
            self._links[study.spec] = link_count(study.spec)
        return self._links[study.spec]

    def why_not(self, study: NetworkUnderStudy) -> str:
        """The reason why it is not drawn; empty: it is."""
        links = self.links(study)
        if links <= MOST_LINKS:
            return ""
        return f"{links:,} links are too many to draw: at most {MOST_LINKS:,}. Use smaller parameters."


AT_ONCE = 60_000
"""Links of a network that is laid out before anybody notices."""
MOST_CHOSEN = 2_000
"""Of more cables or devices at once none is selected: one zooms in first."""
FABRIC_MODES: tuple[Mode, ...] = ("kind", "length", "level", "rack", "load")
NONE_OPENED: frozenset[str] = frozenset()
"""One object: what is kept is compared by identity."""


class _Laid(NamedTuple):
    """A network that was laid out in the background, with what it was made from."""

    key: tuple[object, ...]
    drawing: Drawing
    figures: LinkFigures
    made: object
    looking: Looking


class Scene:
    """The network of the open project on view; ``arrived`` is called when a large one is laid out."""

    def __init__(self, session: Session, arrived: Callable[[], object]) -> None:
        self.session = session
        self.number = 0
        self.mode: Mode = "kind"
        self.study_mode: Mode = "lane"
        self.studies = Studies(session)
        self.loads = LinkLoads(session)
        self.opened: dict[str, frozenset[str]] = {}
        """Ids of the opened switches of each network."""
        self.way: tuple[str, str] | None = None
        self._memo = Memo[str]()
        self._layouts = BackgroundMemo[str](session, arrived)
        self.schemes = AlgorithmChoice()

    @property
    def fabrics(self) -> Sequence[Fabric]:
        """The networks of the fabrics, followed by reference networks."""
        return self.session.derived.fabrics

    @property
    def titles(self) -> list[str]:
        """Names of all networks, those of reference networks with their topology."""
        found = [fabric.name for fabric in self.fabrics]
        for study in self.studies.all:
            word = study.spec.partition(":")[0]
            found.append(study.name if study.name.startswith(word) else f"{study.name} · {word}")
        return found

    @property
    def study(self) -> NetworkUnderStudy | None:
        """The reference network on view; None: a fabric."""
        self._keep_number()
        at = self.number - len(self.fabrics)
        return self.studies.all[at] if 0 <= at < len(self.studies.all) else None

    @property
    def studied(self) -> Studied | None:
        """Its network."""
        study = self.study
        return None if study is None else self.studies.of(study)

    def show_study(self, name: str) -> bool:
        """Look at a study from now on; whether that is another network than before."""
        names = [study.name for study in self.studies.all]
        before = self.number
        if name in names:
            self.number = len(self.fabrics) + names.index(name)
        return self.number != before

    def _keep_number(self) -> None:
        self.number = max(0, min(self.number, len(self.fabrics) + len(self.studies.all) - 1))

    @property
    def title(self) -> str:
        """The name of the network on view."""
        study = self.study
        return self.fabric.name if study is None else study.name

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The possible colourings of links; by load in a reference network once it is simulated."""
        studied = self.studied if self.study is not None and self.is_there else None
        if studied is None:
            return FABRIC_MODES
        return studied.modes if self.load is None else (*studied.modes, "load")

    def colour_by(self, mode: Mode) -> None:
        """Colour links by something else."""
        if self.study is None:
            self.mode = mode
        else:
            self.study_mode = mode

    @property
    def load(self) -> LinkLoad | None:
        """The load of the links on view; None: nothing is known, or nothing that holds."""
        if self.study is not None:
            studied = self.studied if self.is_there else None
            return None if studied is None else self.loads.of_study(studied.spec, studied.network)
        return self.loads.of(self.fabric.name) if self.fabrics else None

    @property
    def mode_now(self) -> Mode:
        """The present colouring of links."""
        if self.study is None:
            return FABRIC_MODES[0] if self.mode == "load" and self.load is None else self.mode
        return self.study_mode if self.study_mode in self.modes else self.modes[0]

    @property
    def has_network(self) -> bool:
        """Whether the project has a network."""
        return bool(self.fabrics or self.studies.all)

    @property
    def why_not(self) -> str:
        """The reason why the network is not drawn; empty: it is."""
        study = self.study
        return "" if study is None else self.studies.why_not(study)

    @property
    def size(self) -> int:
        """Links of the present network."""
        study = self.study
        return len(self.fabric.ends) if study is None else self.studies.links(study)

    @property
    def is_there(self) -> bool:
        """Whether a network can be drawn at once: a large one once it is laid out."""
        if not self.has_network or self.why_not:
            return False
        drawn = self._memo.last("drawing")
        laid = drawn is not None and same_inputs(drawn.inputs[:3], self._key()[:3])
        return laid or self.size <= AT_ONCE

    def lay_out(self) -> bool:
        """Lay out a large network in the background; whether it can be drawn now."""
        if self.why_not:
            return False
        if not self.has_network or self.is_there:
            return self.has_network
        key = self._key()
        laid = self._layouts.get(
            "layout", key[:3], self._making(key), at_once=False, title=f"Lay out {self.title}"
        )
        if laid is None:
            return False
        self._layouts.clear()
        self._memo.put("drawing", laid.key, laid.drawing)
        self._memo.put("figures", (laid.made,), laid.figures)
        mode = laid.looking.colours.mode
        load = self.load if mode == "load" else None
        self._memo.put("looking", (laid.drawing, laid.figures, mode, load), laid.looking)
        return True

    @property
    def is_waiting(self) -> bool:
        """Whether a network is being laid out."""
        return self._layouts.waiting

    def _making(self, key: tuple[object, ...]) -> "Callable[[], _Laid]":
        """A function that lays out the present network without access to the session."""
        study = self.study
        if study is not None:
            return self._making_study(study, key)
        derived, fabric, names, mode = self.session.derived, self.fabric, self.names, self.mode_now
        load = self.load
        made, catalog = derived.cabling.fabrics[self.number], derived.catalog
        racks, labels, nodes = derived.positions.placed[self.number].rack, self._rack_labels(), self._nodes()
        rails = self._rails()

        def make() -> _Laid:
            drawn = Drawing(fabric, names, racks, labels, catalog, nodes, rails=rails)
            figures = link_figures(made)
            looking = Looking(drawn, _colouring(mode, fabric, figures, racks, load))
            looking.warm()
            return _Laid(key, drawn, figures, made, looking)

        return make

    def _making_study(self, study: NetworkUnderStudy, key: tuple[object, ...]) -> "Callable[[], _Laid]":
        """A function that builds a reference network and lays it out."""
        studies, mode = self.studies, self.study_mode

        def make() -> _Laid:
            studied = studies.of(study)
            drawn, figures = studied.drawing(), no_figures(studied.fabric)
            looking = Looking(drawn, studied.colouring(mode if mode in studied.modes else studied.modes[0]))
            looking.warm()
            return _Laid(key, drawn, figures, studied, looking)

        return make

    def _nodes(self) -> list[int]:
        """Opened switches."""
        opened = self.opened.get(self.fabric.name, NONE_OPENED)
        return [self.node_of[some] for some in sorted(opened) if some in self.node_of]

    def _key(self) -> tuple[object, ...]:
        """The inputs of the drawing; only a change of the first three requires a new layout."""
        study = self.study
        if study is not None:
            return (study.spec, study.name, "study", None, None)
        fabric = self.fabric
        opened = self.opened.get(fabric.name, NONE_OPENED)
        racks = self.session.derived.positions.placed[self.number].rack
        return (fabric, opened, self.names, racks, self.session.project.floor.racks)

    @property
    def fabric(self) -> Fabric:
        """The network on view."""
        studied = self.studied
        return self.fabrics[self.number] if studied is None else studied.fabric

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its nodes."""
        studied = self.studied
        return self.session.derived.names[self.number] if studied is None else studied.names

    @property
    def node_of(self) -> "dict[str, int]":
        """The node of each device."""
        if (studied := self.studied) is not None:
            return studied.node_of
        found = self.session.derived.positions.nodes[self.number]
        assert isinstance(found, dict)
        return found

    # What is drawn

    @property
    def drawing(self) -> Drawing:
        """Layout and bundles."""
        key = self._key()
        kept = self._memo.last("drawing")

        def make() -> Drawing:
            if (studied := self.studied) is not None:
                return studied.drawing()
            racks = self.session.derived.positions.placed[self.number].rack
            if kept is not None and same_inputs(kept.inputs[:3], key[:3]):
                before: Drawing = kept.value
                return before.with_racks(racks, self._rack_labels())
            catalog = self.session.derived.catalog
            labels, rails = self._rack_labels(), self._rails()
            return Drawing(self.fabric, self.names, racks, labels, catalog, self._nodes(), rails=rails)

        return self._memo.keep("drawing", key, make)

    def _rails(self) -> dict[int, str]:
        """Rail and plane of the switches, where there are several."""
        fabric, rail = self.fabric, self.session.derived.rail
        switches = fabric.nodes(NodeKind.SWITCH).tolist()
        return {node: text for node in switches if (text := rail(fabric.ids[node]))}

    def _rack_labels(self) -> list[str]:
        return [rack_label(rack) for rack in self.session.project.floor.racks]

    @property
    def figures(self) -> LinkFigures:
        """Kinds and lengths of the links."""
        studied = self.studied
        if studied is not None:
            return self._memo.keep("figures", (studied,), lambda: no_figures(studied.fabric))
        made = self.session.derived.cabling.fabrics[self.number]
        return self._memo.keep("figures", (made,), lambda: link_figures(made))

    @property
    def looking(self) -> Looking:
        """The maker of frames, with the selection highlighted."""
        drawing, figures = self.drawing, self.figures
        mode = self.mode_now
        load = self.load if mode == "load" else None

        def make() -> Looking:
            studied = self.studied
            if studied is None:
                colours = _colouring(mode, self.fabric, figures, drawing.racks, load)
            else:
                colours = _studied_colouring(studied, mode, load)
            return Looking(drawing, colours, self.emphasis())

        return self._memo.keep("looking", (drawing, figures, mode, load), make)

    def follow(self) -> None:
        """Highlight the present selection."""
        if self.is_there:
            self.looking.emphasise(self.emphasis())

    # Opened switches

    @property
    def modular(self) -> Longs:
        """Switches that can be opened."""
        return modular_switches(self.fabric, self.session.derived.catalog)

    def is_open(self, node: int) -> bool:
        """Whether a switch shows its chips."""
        return self.fabric.ids[node] in self.opened.get(self.fabric.name, NONE_OPENED)

    def open(self, nodes: Sequence[int], on: bool) -> None:
        """Open some switches, or close them."""
        fabric = self.fabric
        some = frozenset(fabric.ids[node] for node in nodes)
        now = self.opened.get(fabric.name, NONE_OPENED)
        self.opened[fabric.name] = now | some if on else now - some

    # What is selected

    def emphasis(self) -> Emphasis:
        """Selected and related devices and links, the path, and failed elements."""
        found = self._chosen()
        out = outages_of(self.session).of(self.network)
        if out is not None:
            found.dead, found.cut, found.out = out.dead, out.cut, out.links
        missing = {
            cable
            for one in installed_of(self.session).selected
            for cable in one.cables
            if one.kind == Kind.MISSING and self.study is None
        }
        if missing:
            found.out = found.out | self.links_of(frozenset(missing))
        return found

    def _links_of(self, choice: Longs, wanted: Bools) -> Bools:
        """The links whose cables have a wanted choice; the last value of ``wanted`` is that of none."""
        links, cable = np.zeros(len(self.fabric.ends), bool), self.figures.cable
        links[cable >= 0] = wanted[choice[cable[cable >= 0]]]
        return links

    @property
    def network(self) -> Ref:
        """The network on view as one whose elements can fail."""
        study = self.study
        return FABRIC(self.fabric.name) if study is None else STUDY(study.name)

    def _chosen(self) -> Emphasis:
        fabric, session = self.fabric, self.session
        found = Emphasis.none(fabric)
        if ways := self.ways:
            found.nodes[list(ways.nodes)] = True
            for hop in ways.hops:
                found.path[hop] = True
            if isinstance(ways, AlgorithmPaths):
                found.path[ways.links] = True
                found.nodes[ways.others] = True
        if self.study is not None:
            chosen = sorted(self._chosen_of_study(self.study.name))
            found.nodes[chosen] = True
            found.links |= found.nodes[fabric.ends].any(axis=1) if chosen else False
            if self.ways:
                found.links &= np.isin(fabric.ends, chosen).any(axis=1)
            return found
        whole = np.zeros(fabric.node_count, bool)
        if devices := session.ids(DEVICE):
            whole[self._devices(devices)] = True
        if numbers := session.ids(RACK):
            chosen = [rack.number in numbers for rack in session.project.floor.racks]
            whole |= np.array([*chosen, False])[self.drawing.racks]
        if lines := session.ids(BILL_LINE):
            made = session.derived.cabling.fabrics[self.number]
            wanted = {(part, um_from_m(length)) for part, length in lines}
            skus = [(some.option.cable.id, some.ordered_um) in wanted for some in made.choices]
            found.links |= self._links_of(made.choice, np.array([*skus, False]))
        if parts := session.ids(PART):
            of_part = np.array([some.part in parts for some in fabric.parts] + [False])
            found.nodes |= of_part[fabric.part]
            made = session.derived.cabling.fabrics[self.number]
            ordered = np.array([some.option.cable.id in parts for some in made.choices] + [False])
            found.links |= self._links_of(made.choice, ordered)
        if whole.any():
            found.nodes |= whole
            found.links |= whole[fabric.ends].any(axis=1)
        cables = session.ids(CABLE) | {
            cable for one in installed_of(session).selected for cable in one.cables
        }
        if (trays := session.ids(TRAY)) and len(fabric.ends) <= AT_ONCE:
            cables |= {row.id for row in session.derived.rows if trays.intersection(row.run)}
        if cables:
            links = self.links_of(cables)
            found.links |= links
            found.nodes[fabric.ends[links].ravel()] = True
        return found

    def _chosen_of_study(self, name: str) -> set[int]:
        """Selected nodes of the reference network."""
        count = self.fabric.node_count
        return {n for study, n in self.session.ids(NODE) if study == name and 0 <= n < count}

    def node_at(self, element: Ref) -> int | None:
        """The node that a device or node is; None: it belongs to another network."""
        node, study = NODE.id_of(element), self.study
        if node is not None:
            mine = study is not None and node.study == study.name and node.number < self.fabric.node_count
            return node.number if mine else None
        device = DEVICE.id_of(element)
        return None if device is None or study is not None else self.node_of.get(device)

    def _devices(self, ids: frozenset[str]) -> list[int]:
        """Nodes of devices; of an enclosure what is inside."""
        nodes = [self.node_of[some] for some in ids if some in self.node_of]
        start = f"{self.fabric.name}/enclosure/"
        for box in self.fabric.chassis:
            held = [box.of(host) for host in range(1, box.hosts + 1)]
            names = (f"{box.group}/{host}" for host, own in enumerate(held, start=1) if own in ids)
            nodes += [self.node_of[name] for name in names if name in self.node_of]
        for some in ids:
            if some.startswith(start):
                block = int(some.removeprefix(start)) - 1
                nodes += np.flatnonzero(self.fabric.block == block).tolist()
        return nodes

    def links_of(self, ids: frozenset[str]) -> NDArray[np.bool_]:
        """The links of cables, as flags."""
        known = self._head_of
        heads = [known[some] for some in ids if some in known]
        cables = self.figures.cable[np.array(heads, np.int64)] if heads else np.zeros(0, np.int64)
        return np.isin(self.figures.cable, cables[cables >= 0])

    @property
    def _head_of(self) -> dict[str, int]:
        """The link that each cable begins with, by the id of the cable."""
        names = self.session.derived.link_ids[self.number]
        return self._memo.keep("ids", (names,), lambda: {name: link for link, name in enumerate(names)})

    def cables_of(self, links: Longs) -> list[Ref]:
        """The cables of some links; traces of backplanes have none, and so do reference networks."""
        if self.study is not None:
            return []
        cables = np.unique(self.figures.cable[links])
        cables = cables[cables >= 0]
        made = self.session.derived.cabling.fabrics[self.number]
        heads = made.heads[cables]
        names = link_ids(self.fabric, heads, self.session.derived.catalog)
        return [CABLE(name) for name in names]

    def devices_of(self, nodes: Longs) -> list[Ref]:
        """The devices that some nodes are."""
        study = self.study
        if study is not None:
            return [NODE(NodeOf(study.name, node)) for node in nodes.tolist()]
        return [DEVICE(self.fabric.ids[node]) for node in nodes.tolist()]

    # The way between two hosts

    @property
    def ways(self) -> Ways | AlgorithmPaths | None:
        """The ways between the two devices that were asked for: all shortest ones, or those of a scheme."""
        if self.way is None or not self.is_there:
            return None
        first, last = (self.node_of.get(some) for some in self.way)
        if first is None or last is None:
            return None
        fabric, scheme = self.fabric, self.current_algorithm
        return self._memo.keep("ways", (fabric, self.way, scheme), lambda: self._find(first, last, scheme))

    def _find(self, first: int, last: int, scheme: str) -> Ways | AlgorithmPaths | None:
        if scheme:
            return self.schemes.ways(self.fabric, self.studied, scheme, first, last)
        fabric = self.fabric
        return self._memo.keep("ground", (fabric,), lambda: Ground(fabric)).ways(first, last)

    @property
    def algorithm_names(self) -> tuple[str, ...]:
        """Schemes that fit the present network; empty: any shortest way."""
        return self.schemes.names(self.fabric, self.studied) if self.is_there else ()

    @property
    def current_algorithm(self) -> str:
        """The scheme whose ways are shown."""
        names = self.algorithm_names
        return self.schemes.chosen if self.schemes.chosen in names else names[0] if names else ""

    def device_called(self, name: str) -> str | None:
        """Return the id of a device by its name in any case, or of a host by its number.

        Hosts of reference networks have numbers from 0; of a project 257 is n0257.
        """
        wanted = name.strip().casefold()
        kind = self.fabric.kind.tolist()
        for node, known in enumerate(self.names):
            if known.casefold() == wanted and kind[node] != NodeKind.EXTERNAL:
                return self.fabric.ids[node]
        hosts = self.fabric.nodes(NodeKind.HOST).tolist()
        if self.study is not None:
            found = self._host_called(name)
            return None if found is None else self.fabric.ids[hosts[found.host]]
        if not wanted.isdecimal():
            return None
        hosts = [
            node
            for node in hosts
            if (digits := re.search(r"[0-9]+$", self.names[node])) and int(digits[0]) == int(wanted)
        ]
        return self.fabric.ids[hosts[0]] if len(hosts) == 1 else None

    def other_reading(self, name: str) -> str | None:
        """The name of the host whose number a text also is, where the text is the address of another one."""
        found = None if self.study is None else self._host_called(name)
        if found is None or found.other is None:
            return None
        return self.names[int(self.fabric.nodes(NodeKind.HOST)[found.other])]

    def _host_called(self, name: str) -> FoundHost | None:
        hosts = self.fabric.nodes(NodeKind.HOST).tolist()
        return find_host((self.names[node] for node in hosts), len(hosts), name)

    @property
    def device_names(self) -> list[str]:
        """Names of hosts and switches, as they can be typed."""
        kind = self.fabric.kind.tolist()
        return [name for node, name in enumerate(self.names) if kind[node] != NodeKind.EXTERNAL]

    @cached_property
    def nothing(self) -> Longs:
        """No links."""
        return np.zeros(0, np.int64)


def _colouring(
    mode: Mode, fabric: Fabric, figures: LinkFigures, racks: NDArray[np.int32], load: LinkLoad | None
) -> Colouring:
    """The colours of a fabric: by its cables, or by load."""
    if mode == "load" and load is not None:
        return by_load(load.factor, load.note, fabric.ends, fabric.kind)
    return colouring(mode, fabric, figures, racks)


def _studied_colouring(studied: Studied, mode: Mode, load: LinkLoad | None) -> Colouring:
    """The colours of a reference network: its own, or by load."""
    if mode == "load" and load is not None:
        return by_load(load.factor, load.note, studied.fabric.ends, studied.fabric.kind)
    return studied.colouring(mode)
