"""One sentence that tells what a fatal combination takes and whom that cuts off."""

from collections.abc import Sequence

import numpy as np

from fatdesk.gui.faults.text import hosts_word
from fatdesk.gui.widgets.number_text import counted
from fatdesk.networks.fault_tolerance.impact import Left
from fatdesk.networks.fault_tolerance.naming import unit_names
from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.network import Network

MOST_NAMED = 3
"""Of more things only their count is told."""

WAYS = {
    "up": "All up-links of",
    "down": "All links down to",
    "in": "All links into",
    "out": "All links out of",
    "host": "All links of hosts at",
}
"""How links are called that lead one way at one switch."""


def fatal_sentence(
    network: Network, units: FaultUnits, things: Sequence[int], names: Sequence[str], left: Left
) -> str:
    """What is out, who is alone, and how many pairs are cut.

    Parameters
    ----------
    names
        Of all nodes.
    """
    cut = left.pairs - left.pairs_connected
    alone = np.flatnonzero(left.cut_off).tolist()
    who = "no host is alone"
    if alone:
        hosts = hosts_word(alone, [names[host] for host in alone])
        who = f"{hosts} {'is' if len(alone) == 1 else 'are'} alone"
    return f"{_what(network, units, things, names)}: {who}, {cut:,} of {left.pairs:,} pairs cut."


def _what(network: Network, units: FaultUnits, things: Sequence[int], names: Sequence[str]) -> str:
    whole = None if units.asked.among == "switches" else _around(network, units, things)
    if whole is not None:
        node, way, count = whole
        joined = f"{WAYS[way]} switch {names[node]}"
        more = len(things) - count
        return f"{joined} and {counted(more, 'link')} more" if more else joined
    told = unit_names(network, units, things, names)
    word = "switch" if units.asked.among == "switches" else "link"
    if len(told) > MOST_NAMED:
        return f"{counted(len(told), word)} out"
    lead = "Switch" if word == "switch" else "Link"
    lead = lead if len(told) == 1 else f"{lead}es" if word == "switch" else f"{lead}s"
    return f"{lead} {', '.join(told)} out"


def _around(network: Network, units: FaultUnits, things: Sequence[int]) -> tuple[int, str, int] | None:
    """The node of which all links one way are out, how they lead, and how many things that takes."""
    channels = network.channels
    gone = np.zeros(len(channels), np.bool_)
    gone[units.out(np.array(things, np.int32))] = True
    tail, head = channels[:, 0], channels[:, 1]
    level, hosts = network.level, network.hosts
    inner = (tail >= hosts) & (head >= hosts)
    touched = np.unique(channels[gone])
    up = inner & (level[head] > level[tail])
    for word, side, kind in (
        ("up", tail, up),
        ("down", head, inner & (level[head] < level[tail])),
        ("in", head, inner),
        ("out", tail, inner),
        ("host", tail, ~inner),
        ("host", head, ~inner),
    ):
        for node in touched[touched >= hosts].tolist():
            mine = kind & (side == node)
            if mine.any() and gone[mine].all():
                of_thing = [
                    bool(mine[units.channel[units.start[some] : units.start[some + 1]]].any())
                    for some in things
                ]
                if sum(of_thing) > len(things) / 2:
                    return node, word, sum(of_thing)
    return None
