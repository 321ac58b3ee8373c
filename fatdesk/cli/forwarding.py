"""Delivery and deadlock of a routing algorithm, as text and as JSON."""

from collections.abc import Callable
from typing import Any

from fatdesk.networks.network import Network
from fatdesk.networks.routing.check import Verdict

Address = Callable[[Network, int], str]
MOST_WORDS = 24
"""Channels of a cycle that are listed as text; JSON has all."""


def in_json(name: str, network: Network, address: Address, verdict: Verdict) -> dict[str, Any]:
    """The result of the check by its keys; what does not exist is null."""

    def node(number: int) -> str:
        return address(network, number)

    def channel(number: int) -> dict[str, Any]:
        tail, head = network.channels[number].tolist()
        return {"channel": number, "from": node(tail), "to": node(head)}

    lost, stuck, circle = verdict.lost_pair, verdict.stuck, verdict.circle
    return {
        "scheme": name,
        "delivers": verdict.delivers,
        "deadlock_free": verdict.deadlock_free,
        "cycle": [channel(number) for number in verdict.cycle],
        "longest_path": None if circle else verdict.longest,
        "dependencies": verdict.dependencies.count,
        "pairs": verdict.pairs,
        "lost_pairs": verdict.lost,
        "lost_pair": None if lost is None else {"from": node(lost[0]), "to": node(lost[1])},
        "stuck": None if stuck is None else {**channel(stuck[0]), "destination": node(stuck[1])},
        "circle": None if circle is None else {"destination": node(circle[1])},
    }


def in_words(title: str, found: dict[str, Any]) -> str:
    """The result of the check as text."""
    lines = [f"routing {found['scheme']}: {title}", f"  delivers: {_delivery(found)}"]
    if found["deadlock_free"]:
        lines.append(f"  free of deadlock: yes, no cycle in {found['dependencies']:,} channel dependencies")
    else:
        cycle = found["cycle"]
        lines.append(f"  free of deadlock: no, {len(cycle)} channels can wait for each other in turn:")
        lines += [f"    {channel['from']} -> {channel['to']}" for channel in cycle[:MOST_WORDS]]
        if len(cycle) > MOST_WORDS:
            lines.append(f"    and {len(cycle) - MOST_WORDS} more")
    return "\n".join(lines)


def _delivery(found: dict[str, Any]) -> str:
    if found["delivers"]:
        return f"yes, the longest path has {found['longest_path']} links"
    reasons = []
    if pair := found["lost_pair"]:
        what = f"{found['lost_pairs']:,} of {found['pairs']:,} pairs have no path"
        reasons.append(f"{what}, the first from {pair['from']} to {pair['to']}")
    if at := found["stuck"]:
        reasons.append(f"packets to {at['destination']} get stuck after {at['from']} -> {at['to']}")
    if circle := found["circle"]:
        reasons.append(f"packets to {circle['destination']} can go round in a circle")
    return "no, " + "; ".join(reasons)
