"""Leaf-spine networks of given numbers, of switches with any number of ports."""

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, Server, Switch
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import Links, Nodes, Tier, assemble
from fatdesk.engine.families.design import HostGroup, PartUse


def catalog(*ports: int) -> Catalog:
    """Switches of these numbers of ports, and a server of one."""
    each = [Switch(id=f"switch-{count}", ports=(qsfp(count),)) for count in dict.fromkeys(ports)]
    return Catalog([*each, Server(id="server", ports=(qsfp(1),))])


def qsfp(count: int) -> Ports:
    return Ports(count=count, connector="qsfp", rate_gbps=100.0, lanes=4)


def leaf_spine(
    leaves: int, spines: int, hosts: int, cables: int, leaf_ports: int, spine_ports: int
) -> Fabric:
    """Hosts on the first ports of each leaf; its cables go to the spines in order, as evenly as possible."""
    count = leaves * hosts
    group = HostGroup(name="nodes", part="server", count=count)
    tiers = [
        Tier("edge", PartUse(role="edge", part=f"switch-{leaf_ports}", count=leaves), leaves),
        Tier("core", PartUse(role="core", part=f"switch-{spine_ports}", count=spines), spines),
    ]
    of_host = np.arange(count) // hosts
    nodes = Nodes([group], tiers, 0, of_host, np.arange(leaves))
    leaf = np.repeat(np.arange(leaves), cables)
    spine = np.tile(np.sort(np.arange(cables) % spines), leaves)
    order = np.argsort(spine, kind="stable")
    port = np.empty(len(spine), np.int64)
    port[order] = np.arange(len(spine)) - np.searchsorted(spine[order], spine[order])
    down = Links((nodes.first(1) + of_host, np.arange(count)), (np.arange(count) % hosts, 0), 100.0)
    up = Links(
        (nodes.first(1) + leaf, nodes.first(2) + spine),
        (hosts + np.tile(np.arange(cables), leaves), port),
        100.0,
        bundle=leaf * spines + spine,
    )
    return assemble("compute", nodes, [down, up])
