"""Cables of channels, and channels of elements selected in other views."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.topology.link_colours import link_figures
from fatdesk.gui.analysis.related import cables_of_links
from fatdesk.gui.session.session import Session
from fatdesk.networks.schedules.traffic_result import links_of, row_of_link
from fatdesk.project.document.ref import CABLE, DEVICE, Ref
from fatdesk.project.studies.schedule import ScheduleResult


def _number(session: Session, name: str) -> int:
    return [fabric.name for fabric in session.derived.fabrics].index(name)


def things_of(session: Session, found: ScheduleResult, channels: list[int]) -> list[Ref]:
    """The cables of some channels; of traces of backplanes, which have none, the devices at their ends."""
    if not channels or found.links is None:
        return []
    net = found.network
    of_network = np.unique(np.concatenate([links_of(found.traffic, net, one) for one in channels]))
    links = found.links[of_network].astype(np.int64)
    return cables_of_links(session, _number(session, found.key), links)


def hosts_of(session: Session, found: ScheduleResult, hosts: list[int]) -> list[Ref]:
    """The devices that some hosts are."""
    fabric = session.derived.fabrics[_number(session, found.key)]
    return [DEVICE(fabric.ids[host]) for host in dict.fromkeys(hosts)]


class Chosen:
    """Selected parts of a network: hosts, and channels of selected cables."""

    def __init__(self, session: Session, found: ScheduleResult) -> None:
        self.hosts: frozenset[int] = frozenset()
        self.channels: frozenset[int] = frozenset()
        devices, cables = session.ids(DEVICE), session.ids(CABLE)
        if not devices and not cables:
            return
        number = _number(session, found.key)
        nodes = session.derived.positions.nodes[number]
        net = found.network
        picked = np.array([nodes[some] for some in devices if some in nodes], np.int64)
        self.hosts = frozenset(picked[picked < net.hosts].tolist())
        links = np.isin(net.ends, picked).any(axis=1)
        if cables:
            known = session.derived.link_ids[number]
            cable = link_figures(session.derived.cabling.fabrics[number]).cable
            heads = [link for link, some in enumerate(known) if some in cables]
            chosen = np.unique(cable[heads]) if heads else np.zeros(0, np.int64)
            links |= np.isin(cable[found.links], chosen[chosen >= 0])
        self.channels = frozenset(self._channels(found, np.flatnonzero(links)))

    def _channels(self, found: ScheduleResult, links: Longs) -> list[int]:
        net, tree = found.network, found.traffic.tree
        if not len(links):
            return []
        if tree is None:
            here = links if net.one_way else np.concatenate([2 * links, 2 * links + 1])
            return [int(one) for one in here]
        rows = row_of_link(tree, net)[links]
        return [int(row) for row in np.unique(rows[rows >= 0])]
