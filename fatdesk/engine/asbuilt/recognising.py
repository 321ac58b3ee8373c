"""Recognise the family of a network that was found: levels of switches, and trees with their parameters."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fatdesk.engine.fabric.as_built import IRREGULAR

MOSTLY_UP = 4
"""A switch with this many times as many links to switches as to hosts is no edge switch, if others are."""
EDGE_SHARE = 0.8
"""Share of the hosts that edge switches must have for the others to count as switches above them."""


class Shape(NamedTuple):
    """A network as it is recognised from: switches by number, hosts by number, links between them.

    Attributes
    ----------
    hosts, switches
        How many there are.
    between
        Pairs of switches, once for each link.
    to_hosts
        Switch, host, and port of the host, once for each link.
    """

    hosts: int
    switches: int
    between: Sequence[tuple[int, int]]
    to_hosts: Sequence[tuple[int, int, int]]


@dataclass(frozen=True)
class Family:
    """A recognised family, or why there is none.

    Attributes
    ----------
    rail_of
        For each edge switch its rail from 0, where the network has rails.
    islands
        Hosts of each connected part, the largest first; one: all is connected.
    """

    name: str
    params: dict[str, int | str]
    reason: str = ""
    rails: int = 1
    rail_of: Mapping[int, int] = field(default_factory=dict)
    islands: tuple[tuple[int, int], ...] = ()


def levels_of(shape: Shape) -> list[int]:
    """The level of each switch: 1 where it has hosts, else its distance from such a switch, plus one.

    Switches with few hosts among many links to switches, such as a core switch with a gateway, count as
    switches above the edge where nearly all hosts are at others.
    """
    hosts = Counter(switch for switch, _, _ in shape.to_hosts)
    near: dict[int, set[int]] = defaultdict(set)
    ups: Counter[int] = Counter()
    for a, b in shape.between:
        near[a].add(b)
        near[b].add(a)
        ups.update((a, b))
    doubtful = {
        switch
        for switch, count in hosts.items()
        if MOSTLY_UP * count <= ups[switch] and any(other in hosts for other in near[switch])
    }
    kept = sum(count for switch, count in hosts.items() if switch not in doubtful)
    edges = [switch for switch in hosts if kept < EDGE_SHARE * len(shape.to_hosts) or switch not in doubtful]
    level = [0] * shape.switches
    for switch in edges:
        level[switch] = 1
    row = edges
    while row:
        above = dict.fromkeys(other for switch in row for other in near[switch] if not level[other])
        for other in above:
            level[other] = level[row[0]] + 1
        row = list(above)
    return [one or 1 for one in level]


def recognised(shape: Shape, level: Sequence[int], names: Sequence[str]) -> Family:
    """The family of a network.

    Parameters
    ----------
    level
        Of each switch, from :func:`levels_of`.
    names
        Of the switches, for reasons.
    """
    islands = _islands(shape)
    rails, rail_of = _rails(shape, level)
    found = _family(shape, level, names)
    params = {**found.params, **({"rails": rails} if rails > 1 else {})}
    return Family(found.name, params, found.reason, rails, rail_of, islands)


def _family(shape: Shape, level: Sequence[int], names: Sequence[str]) -> Family:
    top = max(level, default=0)
    if not shape.between:
        return Family("star", {"E": shape.switches, "C": 0})
    same = [(a, b) for a, b in shape.between if level[a] == level[b]]
    if same:
        a, b = same[0]
        word = "switches with hosts" if level[a] == 1 else f"switches of level {level[a]}"
        return _irregular(f"{_links(len(same))} between {word}, first {names[a]} and {names[b]}")
    over = [(a, b) for a, b in shape.between if abs(level[a] - level[b]) > 1]
    if over:
        a, b = over[0]
        return _irregular(f"{_links(len(over))} past a level, first between {names[a]} and {names[b]}")
    if top == 2:
        return _two_level(shape, level, names)
    kary = _kary(shape, level)
    if kary is not None:
        return kary
    if top == 3:
        return _three_level(shape, level, names)
    return _irregular(f"{top} levels of switches, no k-ary tree")


def _irregular(reason: str) -> Family:
    return Family(IRREGULAR, {}, reason)


def _links(count: int) -> str:
    return f"{count} links are" if count > 1 else "1 link is"


def _pairs(shape: Shape, level: Sequence[int], lower: int) -> Counter[tuple[int, int]]:
    """The links of each pair of switches of a level and the one above, the lower first."""
    ends = ((a, b) if level[a] < level[b] else (b, a) for a, b in shape.between)
    return Counter((a, b) for a, b in ends if level[a] == lower)


def _missing(pairs: Counter[tuple[int, int]], groups: Sequence[set[int]]) -> list[tuple[int, int]]:
    """Pairs of a lower and an upper switch of a group that no link joins."""
    lower = {a for a, _ in pairs}
    return [
        (a, b)
        for group in groups
        for a in sorted(group & lower)
        for b in sorted(group - lower)
        if (a, b) not in pairs
    ]


def _groups(count: int, pairs: Counter[tuple[int, int]]) -> list[set[int]]:
    """The sets of switches that links between two levels connect."""
    first = list(range(count))

    def root(one: int) -> int:
        while first[one] != one:
            first[one] = first[first[one]]
            one = first[one]
        return one

    for a, b in pairs:
        first[root(a)] = root(b)
    found: dict[int, set[int]] = defaultdict(set)
    for one in {end for pair in pairs for end in pair}:
        found[root(one)].add(one)
    return sorted(found.values(), key=min)


def _sizes(pairs: Counter[tuple[int, int]]) -> dict[str, int | str]:
    least, most = min(pairs.values()), max(pairs.values())
    return {"B": most} | ({"bundles": f"{least} to {most}"} if least < most else {})


def _host_ports(shape: Shape) -> int:
    return max(Counter(switch for switch, _, _ in shape.to_hosts).values(), default=0)


def _two_level(shape: Shape, level: Sequence[int], names: Sequence[str]) -> Family:
    pairs = _pairs(shape, level, 1)
    groups = _groups(shape.switches, pairs)
    missing = _missing(pairs, groups)
    if missing:
        a, b = missing[0]
        more = f" and {len(missing) - 1} more pairs" if len(missing) > 1 else ""
        return _irregular(f"no link joins {names[a]} and {names[b]}{more}")
    uplinks = Counter(a for pair in pairs.elements() for a in pair[:1])
    params: dict[str, int | str] = {
        "E": level.count(1),
        "C": level.count(2),
        "P_En": _host_ports(shape),
        "U": max(uplinks.values()),
        **_sizes(pairs),
    }
    if len(groups) > 1:
        params["trees"] = len(groups)
    return Family("two-level", params)


def _kary(shape: Shape, level: Sequence[int]) -> Family | None:
    """A k-ary n-tree: the same number of switches on each level, each with k links up to k others."""
    n, counts = max(level), Counter(level)
    k = round(counts[1] ** (1 / (n - 1)))
    if len(set(counts.values())) != 1 or k ** (n - 1) != counts[1] or _host_ports(shape) > k:
        return None
    for lower in range(1, n):
        pairs = _pairs(shape, level, lower)
        ups, downs = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
        if set(pairs.values()) != {1} or set(ups.values()) != {k} or set(downs.values()) != {k}:
            return None
    return Family("kary-tree", {"k": k, "n": n})


def _three_level(shape: Shape, level: Sequence[int], names: Sequence[str]) -> Family:
    below, above = _pairs(shape, level, 1), _pairs(shape, level, 2)
    pods = _groups(shape.switches, below)
    missing = _missing(below, pods)
    if missing:
        a, b = missing[0]
        return _irregular(f"{names[a]} and {names[b]} are in a pod, and no link joins them")
    joined: dict[int, set[int]] = defaultdict(set)
    for middle, core in above:
        joined[middle].add(core)
    reached = [{core for middle in pod for core in joined.get(middle, ())} for pod in pods]
    if len(pods) > 1 and len(set(map(frozenset, reached))) > 1:
        return _irregular("pods lead to different core switches")
    edges = [sum(level[one] == 1 for one in pod) for pod in pods]
    middles = [sum(level[one] == 2 for one in pod) for pod in pods]
    params: dict[str, int | str] = {
        "E": level.count(1),
        "C": level.count(3),
        "pods": len(pods),
        "m": max(edges),
        "c": max(middles),
        "P_En": _host_ports(shape),
        **_sizes(below),
    }
    above_sizes = _sizes(above)
    params |= {f"{key}_above": value for key, value in above_sizes.items()}
    if len(set(edges)) > 1 or len(set(middles)) > 1:
        params["uneven_pods"] = f"{min(edges)} to {max(edges)} edge switches"
    return Family("egft", params)


def _rails(shape: Shape, level: Sequence[int]) -> tuple[int, dict[int, int]]:
    """Return the number of rails, and the rail of each edge switch: that of its hosts' ports, if it has one.

    Few hosts may have fewer links than the others, such as a gateway.
    """
    of_host: dict[int, set[int]] = defaultdict(set)
    for _, host, port in shape.to_hosts:
        of_host[host].add(port)
    most = max(map(len, of_host.values()), default=1)
    whole = {host for host, own in of_host.items() if len(own) == most}
    ports: dict[int, set[int]] = defaultdict(set)
    for switch, host, port in shape.to_hosts:
        if level[switch] == 1 and host in whole:
            ports[switch].add(port)
    if most < 2 or len(whole) < EDGE_SHARE * shape.hosts or any(len(own) != 1 for own in ports.values()):
        return 1, {}
    known = sorted({port for own in ports.values() for port in own})
    if len(known) != most:
        return 1, {}
    return most, {switch: known.index(next(iter(own))) for switch, own in ports.items()}


def _islands(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Hosts of each connected part and one switch of it, the part with the most hosts first."""
    first = list(range(shape.switches + shape.hosts))

    def root(one: int) -> int:
        while first[one] != one:
            first[one] = first[first[one]]
            one = first[one]
        return one

    for a, b in shape.between:
        first[root(a)] = root(b)
    for switch, host, _ in shape.to_hosts:
        first[root(switch)] = root(shape.switches + host)
    hosts = Counter(root(shape.switches + host) for host in range(shape.hosts))
    one_of: dict[int, int] = {}
    for switch in range(shape.switches):
        one_of.setdefault(root(switch), switch)
    found = [(hosts[part], switch) for part, switch in one_of.items()]
    return tuple(sorted(found, key=lambda pair: (-pair[0], pair[1])))
