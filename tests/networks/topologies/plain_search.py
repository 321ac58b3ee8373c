"""Breadth-first search and counting in plain Python, as an opinion that shares no code with the engine."""

from collections import Counter, defaultdict, deque
from fractions import Fraction
from itertools import combinations

from fatdesk.networks.network import Network


def distances(network: Network, source: int) -> dict[int, int]:
    """Links to each node that can be reached; hosts pass nothing on."""
    heads = defaultdict(set)
    for a, b in network.ends.tolist():
        heads[a].add(b)
        if not network.one_way:
            heads[b].add(a)
    found, line = {source: 0}, deque([source])
    while line:
        node = line.popleft()
        if node == source or node >= network.hosts:
            for head in sorted(heads[node] - found.keys()):
                found[head] = found[node] + 1
                line.append(head)
    return found


def diameter_and_average(network: Network) -> tuple[int, Fraction]:
    """Over all ordered pairs of hosts, a host and itself included."""
    all_of = [distances(network, host) for host in range(network.hosts)]
    each = [found[host] for found in all_of for host in range(network.hosts)]
    return max(each), Fraction(sum(each), len(each))


def radix(network: Network) -> int:
    """Links at the switch with most."""
    ends = Counter(node for link in network.ends.tolist() for node in link)
    return max(count for node, count in ends.items() if node >= network.hosts)


def fewest_cut(network: Network) -> int:
    """Bisection by trying every half of the hosts and every side of every switch."""
    hosts, switches = network.hosts, network.switch_count
    links = network.ends.tolist()
    best = len(links)
    for half in combinations(range(hosts), hosts // 2):
        for sides in range(1 << switches):
            side = [int(host in half) for host in range(hosts)] + [sides >> s & 1 for s in range(switches)]
            best = min(best, sum(side[a] != side[b] for a, b in links))
    return best
