"""Results of traffic, and of its simulation on a universal fat-tree, as JSON and as rows of tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.traffic_result import TrafficResult
from fatdesk.networks.schedules.universal_trees.bit_serial import Hardware, box_size
from fatdesk.networks.schedules.universal_trees.concentrators import failure_at_most
from fatdesk.networks.schedules.universal_trees.universal import Universal, universal
from fatdesk.networks.schedules.universal_trees.universality import Fixed, Simulated, corollary_9


def study_in_json(about: TrafficResult, net: Network, names: Sequence[str]) -> dict[str, Any]:
    """Figures of traffic; ``names`` are of all nodes."""
    made = about.made
    return {
        "messages": int(about.messages) if about.messages.is_integer() else about.messages,
        "load_factor": about.factor,
        "worst_channel": worst_channel(about, net, names),
        "cycles": made.cycles if made else None,
        "cycles_unpacked": made.unpacked if made else None,
        "lower_bound": made.lower_bound if made else None,
        "bound": made.bound if made else None,
        "online_cycles": about.online.cycles if about.online else None,
        "tree": about.tree is not None,
        "unequal": about.tree.unequal if about.tree else None,
        "no_tree": about.no_tree or None,
    }


def worst_channel(about: TrafficResult, net: Network, names: Sequence[str]) -> dict[str, Any] | None:
    """The channel with the largest load over capacity; None where nothing flows."""
    if about.links is not None:
        if about.links.worst < 0:
            return None
        return channel_of(about, net, names, about.links.worst, "up", about.links.factor)
    if about.tree is None or about.made is None or not about.made.load.worst:
        return None
    tree, found = about.tree, about.made.load
    loads = found.up if found.way == "up" else found.down
    rows = np.flatnonzero(tree.node == found.worst)
    row = int(rows[tree.links[rows].argmin()])  # of subtrees with the same hosts the narrowest
    return channel_of(about, net, names, row, found.way, float(loads[found.worst]))


def channel_of(
    about: TrafficResult, net: Network, names: Sequence[str], channel: int, way: str, load: float
) -> dict[str, Any]:
    """A channel and its load; of a tree by the row of its subtree, else by its number."""
    if about.tree is None:
        tail, head = net.channels[channel].tolist()
        return {"from": names[tail], "to": names[head], "links": 1, "load": load, "factor": load}
    tree = about.tree
    host, switch, links = (int(of[channel]) for of in (tree.first_host, tree.switch, tree.links))
    return {
        "way": way,
        "level": int(tree.level[channel]),
        "first_host": names[host],
        "hosts": int(tree.hosts[channel]),
        "switch": names[switch] if 0 <= switch < len(names) else None,
        "links": links,
        "load": int(load),
        "factor": load / links,
    }


def channel_text(channel: dict[str, Any]) -> str:
    """A channel for people.

    >>> channel_text({"from": "n1", "to": "E1"})
    'n1 to E1'
    """
    if "from" in channel:
        return f"{channel['from']} to {channel['to']}"
    way, host = channel["way"], channel["first_host"]
    if channel["level"] == 0:
        return f"{way} {'from' if way == 'up' else 'to'} {host}"
    by = f" ({channel['switch']})" if channel["switch"] else ""
    return f"{'up from' if way == 'up' else 'down to'} the {channel['hosts']:,} hosts from {host} on{by}"


def simulated_in_json(found: Simulated, fixed: Fixed | None) -> dict[str, Any]:
    """The messages of a network on the universal fat-tree of its volume, next to the bounds."""
    beside, hardware, narrow = found.beside, found.hardware, corollary_9(found.made)
    return {
        "hosts": found.hosts,
        "volume": beside.volume,
        "well_defined": beside.well_defined,
        "root_capacity_by_volume": beside.wanted,
        "root_capacity": beside.tree.root_capacity,
        "capacities": list(hardware.capacities),
        "messages": len(found.ideal.cycle),
        "time": found.native.time,
        "time_at_least": found.at_least,
        "congestion": found.native.congestion,
        "longest_path": found.native.longest,
        "load_factor": found.ideal.load.factor,
        "cycles": found.ideal.cycles,
        "lost_in_concentrators": found.lost,
        "cycles_with_partial_concentrators": found.real.cycles,
        "cycles_bound": found.real.bound,
        "online_cycles": found.online_cycles,
        "online_bound": found.online_bound,
        "data_bits": found.data_bits,
        "cycle_bit_times": found.cycle_time,
        "bit_times": found.time,
        "network_bit_times": found.native_time,
        "slow_down": found.slow_down,
        "slow_down_at_most": found.slow_down_at_most,
        "order": found.order,
        "promise": beside.promise,
        "bound": found.bound,
        "corollary_9": {
            "a": narrow.a,
            "width_links": narrow.width,
            "factor": narrow.factor,
            "bound": narrow.bound,
        },
        "fixed_connections": None
        if fixed is None
        else {
            "processors": fixed.processors,
            "degree": fixed.degree,
            "volume": fixed.volume,
            "fat_tree_volume": fixed.beside.volume,
            "root_capacity": fixed.beside.tree.root_capacity,
            "load_factor": fixed.load_factor,
            "cycles": fixed.real.cycles,
            "bit_times": fixed.time,
            "bit_times_per_lg_n": fixed.per_lg,
        },
    }


def hardware_of(hosts: int, root_capacity: int, progress: Progress = SILENT) -> dict[str, Any]:
    """The hardware of a universal fat-tree by its parameters, with all concentrators of its nodes built.

    >>> found = hardware_of(64, 16)
    >>> found["cycle_bit_times"], found["switching_components"], len(found["levels"])
    (60, 4462, 7)
    """
    made = universal(hosts, root_capacity)
    progress.step(0, 1, "building the concentrators")
    return hardware_in_json(made, Hardware(hosts, made.capacities))


def hardware_in_json(made: Universal, hardware: Hardware) -> dict[str, Any]:
    """The hardware of a universal fat-tree: Theorem 4, and what its nodes are made of."""
    cap = hardware.capacities
    ports = 2 * (cap[0] + 2 * cap[1]) if hardware.depth else 0
    return {
        "volume": made.volume,
        "components": made.components,
        "switching_components": hardware.components,
        "cycle_bit_times": hardware.cycle_time(),
        "root_node_wires": ports,
        "root_node_box": list(box_size(ports)) if ports else None,
        "stages": [
            {
                "inputs": one.inputs,
                "outputs": one.outputs,
                "components": one.components,
                "guaranteed": one.guarantee,
                "subsets_checked": one.checked,
                "all_subsets": one.exhaustive,
                "failure_at_most": failure_at_most(one.inputs, one.outputs),
            }
            for one in sorted(
                {stage for some in (*hardware.up, *hardware.down) for stage in some.stages},
                key=lambda one: (-one.inputs, -one.outputs),
            )
        ],
        "levels": [
            {
                "level": level,
                "capacity": cap[level],
                "guaranteed_up": int(hardware.guaranteed.up[1 << level]),
                "guaranteed_down": int(hardware.guaranteed.down[1 << level]),
                "header_bits_up": hardware.header_bits(level, up=True) if level < hardware.depth else None,
                "header_bits_down": hardware.header_bits(level, up=False) if level < hardware.depth else None,
            }
            for level in range(hardware.depth + 1)
        ],
    }


def table(about: TrafficResult, names: Sequence[str]) -> list[tuple[int, str, str, int]]:
    """Rows of a schedule: cycle from 1, source, destination, messages; by cycle, then by source."""
    if about.made is None:
        return []
    keys = np.stack([about.made.cycle + 1, about.source, about.destination])
    keys = keys[:, np.lexsort(keys[::-1])]
    first = np.flatnonzero(np.append(True, (keys[:, 1:] != keys[:, :-1]).any(axis=0)))
    counts = np.diff(np.append(first, keys.shape[1]))
    return [
        (cycle, names[source], names[destination], count)
        for cycle, source, destination, count in zip(*keys[:, first].tolist(), counts.tolist(), strict=True)
    ]
