"""The verdict on a simulated network: at which load it saturates, and which links are full there."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.networks.network import Network
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text, range_text, rate_text
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.verdict import Limit, Verdict, counted_text

FULL = 0.9
"""A channel that carries this share of a flit per cycle is full: some cycles are lost to grants always."""
MOST = 0.8
"""Mean load from which on full channels are not by chance."""
CHANCE = 6.0
"""Else a full channel counts if it is this number of standard deviations of random packets above the mean."""
NEARLY = 0.05
"""A load within this share of the highest that hosts can inject counts as all of that."""
CLOSE = 0.02
"""Loads that differ by this share of the higher one or less are one figure for people."""


def simulation_verdict(
    name: str,
    points: Sequence[Point],
    highest: float | None = None,
    rate: LinkRate | None = None,
    net: Network | None = None,
    names: Sequence[str] = (),
) -> Verdict:
    """Return where a network saturates and why, or what must be measured to know that.

    Parameters
    ----------
    name
        Of the network.
    points
        From the lowest load up.
    highest
        The highest load that hosts can inject; None: not known.
    rate
        Of its links; None: not known.
    net, names
        The network, and names of its nodes, to name the links that are full.
    """
    if not points:
        return Verdict("unknown", f"{name} is not measured yet. Run the study to see where it saturates.")
    first = next((number for number, point in enumerate(points) if point.saturated), None)
    if first is None:
        return _no_saturation(name, points[-1], highest, rate)
    point = points[first]
    if first:
        low, high = points[first - 1].offered, point.offered
        where = f"{name} saturates at {rate_text(low, rate)}"
        if high - low > CLOSE * high:
            where = f"{name} saturates between {range_text(low, high, rate)}"
    else:
        most = max(one.accepted for one in points)
        where = f"{name} saturates below {figure_text(point.offered)}, the lowest load; accepted are at most "
        where += rate_text(most, rate)
    limit, why, channels = _why(point, net, names)
    return Verdict(limit, f"{where}: {why}", channels)


def _no_saturation(name: str, last: Point, highest: float | None, rate: LinkRate | None) -> Verdict:
    load = rate_text(last.offered, rate)
    if highest is not None and last.offered >= highest * (1 - NEARLY):
        return Verdict(
            "hosts",
            f"{name} accepts all that its hosts can inject, {load}: host links limit this traffic; "
            "the fabric adds nothing.",
        )
    return Verdict(
        "unknown",
        f"{name} accepts every load that was measured, up to {load}. Measure higher loads to see where it "
        "saturates.",
    )


def _why(point: Point, net: Network | None, names: Sequence[str]) -> tuple[Limit, str, tuple[int, ...]]:
    """Return what is full at a saturated point."""
    load = point.channel_load.astype(np.float64)
    if net is None or len(load) != len(net.channels):
        return "unknown", "which links are full is not known, their loads were not kept.", ()
    inside = np.asarray((net.channels >= net.hosts).all(axis=1), np.bool_)
    packet = _packet_share(point, load[net.channels[:, 1] < net.hosts])
    of_hosts, inner = _full(load, ~inside, packet), _full(load, inside, packet)
    if len(of_hosts):
        text = f"{_links_text(net, names, of_hosts)} full; the fabric adds nothing."
        return "hosts", f"host links limit this traffic, {text}", tuple(of_hosts.tolist())
    if len(inner):
        text = f"links between switches limit this traffic, {_links_text(net, names, inner)} full"
        share = f"{len(inner):,} of {counted_text(int(inside.sum()), 'channel')} between switches"
        return "fabric", f"{text} ({share}).", tuple(inner.tolist())
    busiest = float(load.max(initial=0.0))
    most = np.flatnonzero(load >= busiest)[:1] if busiest > 0 else np.zeros(0, np.int64)
    text = (
        f"no link carries more than {figure_text(100 * busiest)} %, packets wait for each other in the "
        "switches. Larger input buffers or another routing algorithm may help."
    )
    return "contention", text, tuple(most.tolist())


def _packet_share(point: Point, into_hosts: Floats) -> float:
    """Load of a channel that one packet more adds."""
    return float(into_hosts.sum()) / max(point.packets, 1)


def _full(load: Floats, some: Bools, packet: float) -> Longs:
    """Channels of some that are full and not by chance, the fullest first."""
    mean = float(load[some].mean()) if some.any() else 0.0
    least = FULL if mean >= MOST else max(FULL, mean + CHANCE * (mean * packet) ** 0.5)
    full = np.flatnonzero(some & (load >= least))
    return full[np.argsort(-load[full], kind="stable")]


def _links_text(net: Network, names: Sequence[str], channels: Longs) -> str:
    tail, head = net.channels[int(channels[0])].tolist()
    host = [node for node in (tail, head) if node < net.hosts]
    first = f"the link {'to' if head in host else 'of'} {_name(names, host[0])}" if host else ""
    first = first or f"{_name(names, tail)} to {_name(names, head)}"
    if len(channels) == 1:
        return f"{first} is"
    return f"{first} and {counted_text(len(channels) - 1, 'other channel')} are"


def _name(names: Sequence[str], node: int) -> str:
    name = names[node] if node < len(names) else str(node)
    return f"host {name}" if name.isdigit() else name


def compared_verdict(found: Sequence[tuple[str, Sequence[Point], Verdict]]) -> Verdict:
    """The verdict on several networks: that of the one that saturates first, and how far the others go.

    Parameters
    ----------
    found
        The name, points and verdict of each network.
    """
    measured = [one for one in found if one[1]]
    if len(measured) < 2:
        return (measured or list(found))[0][2]
    accepted = [max(point.accepted for point in points) for _, points, _ in measured]
    least, most = int(np.argmin(accepted)), int(np.argmax(accepted))
    verdict = measured[least][2]
    if least == most:
        return verdict
    text = f"{verdict.text} Of {len(measured)} networks {measured[most][0]} accepts most, "
    return Verdict(verdict.limit, f"{text}{figure_text(accepted[most])}.", verdict.channels)
