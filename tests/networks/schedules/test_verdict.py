"""Verdicts on traffic: cases with closed forms, and the best possible routing by linear programming."""

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_array

from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.schedules.cut_bounds import fabric_cut, host_cut
from fatdesk.networks.schedules.traffic_result import TrafficResult, measured_traffic
from fatdesk.networks.schedules.verdict import schedule_verdict
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic
from fatdesk.networks.verdict import Verdict


def names_of(net: Network) -> list[str]:
    return [*map(str, range(net.hosts)), *(f"S{number}" for number in range(net.switch_count))]


def judged(net: Network, traffic: Traffic, scheme: str = "usual") -> tuple[TrafficResult, Verdict]:
    algorithm = fitting(scheme, net)
    about = measured_traffic(net, traffic, algorithm.routing_table)
    name = "" if about.tree is not None else algorithm.NAME
    return about, schedule_verdict(about, net, names_of(net), traffic, name)


def of_pattern(
    spec: str, name: str, messages: int = 1, scheme: str = "usual"
) -> tuple[TrafficResult, Verdict]:
    net = network_of(spec)
    return judged(net, pattern(name).messages(Requested(net.hosts, messages, 1)), scheme)


def flows(hosts: int, rows: list[tuple[int, int, float]]) -> Traffic:
    source, destination, weight = (np.array(column) for column in zip(*rows, strict=True))
    return Traffic(hosts, source.astype(np.int64), destination.astype(np.int64), weight.astype(np.float64))


def test_host_links_bound_a_permutation() -> None:
    """A full fat-tree carries every permutation: each host link one message, no other link more."""
    about, verdict = of_pattern("kary-tree:k=4,n=3", "complement", messages=4)
    assert (about.factor, verdict.limit) == (4.0, "hosts")
    assert "the fabric adds nothing" in verdict.text
    assert "carries 4 messages, no link between switches more." in verdict.text
    assert verdict.text.endswith("All messages arrive in 4 cycles, the fewest possible.")


def test_hot_spot() -> None:
    """Everybody sends to host 5: its link carries all, n - 1 messages."""
    hosts = 64
    about, verdict = judged(
        network_of("kary-tree:k=4,n=3"), flows(hosts, [(host, 5, 1.0) for host in range(hosts)])
    )
    assert (about.factor, verdict.limit, len(verdict.channels)) == (63.0, "hosts", 1)
    assert verdict.text.startswith("Host 5 is a hot spot: 63 of 63 messages go to this one host.")


def test_oversubscription() -> None:
    """Of E hosts on a switch with U uplinks each sends to all others: E (N - E) / U on an uplink."""
    net = network_of("two-level:N=64,PE=12,PC=12,Bl=2")
    about, verdict = of_pattern("two-level:N=64,PE=12,PC=12,Bl=2", "all-to-all")
    below = int((net.ends[:, 1] == net.hosts).sum())  # links that lead up into the first switch: its hosts
    up = int((net.ends[:, 0] == net.hosts).sum())
    assert (below, up) == (8, 4)
    assert about.factor == below * (64 - below) / up
    assert verdict.limit == "fabric"
    assert f"{below * (64 - below)} messages leave S0 with its 8 hosts over 4 links" in verdict.text
    assert "8 host links share them (2 : 1)" in verdict.text
    assert set(verdict.channels) == {2 * link for link in np.flatnonzero(net.ends[:, 0] == net.hosts)}


def test_bisection() -> None:
    """Under complement every message crosses the root: n / 2 of a half over the root's links to it."""
    net = network_of("universal:n=64,w=16")
    about, verdict = of_pattern("universal:n=64,w=16", "complement")
    links = int((net.ends[:, 1] == net.node_count - 1).sum()) // 2
    assert about.factor == pytest.approx(32 / links)
    assert verdict.limit == "fabric"
    assert f"32 messages leave one half of the hosts (0 to 31) over {links} links" in verdict.text


def test_bad_permutation() -> None:
    """All hosts of a switch send to those of one other switch: minimal routing has one link for that."""
    about, verdict = of_pattern("hyperx:S=8,K=1,T=8", "complement", scheme="minimal")
    assert (about.factor, verdict.limit) == (8.0, "routing")
    assert "Routing algorithm minimal limits this traffic: S0 to S7 and 7 other channels" in verdict.text
    # 32 messages leave a half over 4 * 4 links, 2 on each; one switch has 8 messages for 7 links
    assert "4 times what any routing needs at least (2)" in verdict.text


def test_two_switches_joined_by_too_few_links() -> None:
    about, verdict = of_pattern("star:N=8,E=1,Bl=1", "complement")
    assert verdict.limit == "hosts"
    graph = nx.Graph()
    for host in range(8):
        graph.add_node(f"h{host}", kind="host")
        graph.add_edge(f"h{host}", f"s{host // 4}")
    for switch in range(2):
        graph.nodes[f"s{switch}"]["kind"] = "switch"
    graph.add_edge("s0", "s1")
    net = Network.from_networkx(graph)
    about, verdict = judged(net, flows(8, [(host, (host + 4) % 8, 1.0) for host in range(8)]))
    assert (about.factor, verdict.limit) == (4.0, "fabric")


def test_nothing_flows() -> None:
    _, verdict = judged(network_of("kary-tree:k=2,n=2"), flows(4, [(1, 1, 5.0)]))
    assert verdict.limit == "nothing"


def best_routing(net: Network, traffic: Traffic) -> float:
    """The least possible load of the fullest channel, messages divided at will: a linear program.

    Variables are the flow of each source on each channel, and the load. A host forwards nothing.
    """
    channels = net.channels
    sources = np.unique(traffic.source)
    count, nodes = len(channels), net.node_count
    allowed = [
        [c for c in range(count) if channels[c, 0] >= net.hosts or channels[c, 0] == source]
        for source in sources
    ]
    start = np.concatenate([[0], np.cumsum([len(some) for some in allowed])])
    size = int(start[-1]) + 1
    balance, need = lil_array((len(sources) * nodes, size)), np.zeros(len(sources) * nodes)
    share = lil_array((count, size))
    for number, source in enumerate(sources.tolist()):
        for at, channel in enumerate(allowed[number], start=int(start[number])):
            tail, head = channels[channel].tolist()
            balance[number * nodes + tail, at] += 1
            balance[number * nodes + head, at] -= 1
            share[channel, at] = 1
        for begin, end, weight in zip(traffic.source, traffic.destination, traffic.weight, strict=True):
            if begin == source and end != source:
                need[number * nodes + source] += weight
                need[number * nodes + end] -= weight
    share[:, size - 1] = -1
    cost = np.zeros(size)
    cost[-1] = 1
    found = linprog(
        cost, A_ub=share.tocsr(), b_ub=np.zeros(count), A_eq=balance.tocsr(), b_eq=need, method="highs"
    )
    return float(found.fun)


def random_case(seed: int) -> tuple[Network, Traffic]:
    """A random network of switches with 1 to 3 hosts each, some hosts with two links, and random flows."""
    draw = np.random.default_rng(seed)
    switches = int(draw.integers(2, 6))
    graph: nx.Graph[str] = nx.Graph()
    links = set(nx.random_labeled_tree(switches, seed=seed).edges)
    links |= {
        tuple(sorted(pair)) for pair in draw.integers(switches, size=(3, 2)).tolist() if pair[0] != pair[1]
    }
    hosts = 0
    for switch in range(switches):
        for _ in range(int(draw.integers(1, 4))):
            graph.add_node(f"h{hosts}", kind="host")
            graph.add_edge(f"h{hosts}", f"s{switch}")
            if draw.random() < 0.2:
                graph.add_edge(f"h{hosts}", f"s{int(draw.integers(switches))}")
            hosts += 1
    for switch in range(switches):
        graph.nodes[f"s{switch}"]["kind"] = "switch"
    graph.add_edges_from((f"s{a}", f"s{b}") for a, b in links)
    rows = [
        (int(a), int(b), float(draw.integers(1, 4)))
        for a, b in draw.integers(hosts, size=(int(draw.integers(1, 2 * hosts)), 2)).tolist()
    ]
    return Network.from_networkx(graph), flows(hosts, rows)


@pytest.mark.parametrize("seed", range(16))
def test_against_the_best_routing(seed: int) -> None:
    """Cuts bound every routing; hosts or fabric limit only where no routing could be better."""
    net, traffic = random_case(seed)
    about, verdict = judged(net, traffic, "minimal" if seed % 2 else "updown")
    if verdict.limit == "nothing":
        assert not (traffic.source != traffic.destination).any()
        return
    best = best_routing(net, traffic)
    host, fabric = host_cut(net, traffic), fabric_cut(net, traffic)
    assert host is not None
    bounds = [cut.bound for cut in (host, fabric) if cut is not None]
    assert max(bounds) <= best * (1 + 1e-6)
    assert best <= about.factor * (1 + 1e-6)
    for cut in (host, fabric):
        if cut is not None:  # counted once more, flow by flow and channel by channel
            inside = {int(node) for node in np.flatnonzero(cut.inside)}
            assert cut.links == sum(
                (a in inside) != (b in inside) and (a in inside) == (cut.way == "out")
                for a, b in net.channels.tolist()
            )
            assert cut.messages == sum(
                weight
                for a, b, weight in zip(
                    traffic.source.tolist(), traffic.destination.tolist(), traffic.weight, strict=True
                )
                if (a in inside) != (b in inside) and (a in inside) == (cut.way == "out")
            )
    if verdict.limit in ("hosts", "fabric"):
        assert best == pytest.approx(about.factor)
        assert (verdict.limit == "hosts") == (best <= host.bound * (1 + 1e-6))
    else:
        assert about.factor > max(bounds) * (1 + 1e-9)
    crossed = {channel // 2 if not net.one_way else channel for channel in verdict.channels}
    assert crossed
    if verdict.limit == "routing":
        assert about.link_factors(net)[sorted(crossed)] == pytest.approx(about.factor)


def test_every_limit_occurs_at_random() -> None:
    """The random cases try each of the three limits."""
    found = {judged(*random_case(seed), "minimal")[1].limit for seed in range(40)}
    assert {"hosts", "fabric", "routing"} <= found


def test_time_of_the_cycles() -> None:
    """A message of 4,096 B takes 4096 * 8 / 400e3 = 0.08192 us on 400 Gb/s."""
    net = network_of("kary-tree:k=4,n=3")
    traffic = pattern("complement").messages(Requested(net.hosts, 4, 1))
    about = measured_traffic(net, traffic, fitting("usual", net).routing_table)
    text = schedule_verdict(about, net, names_of(net), traffic, "", 0.08192).text
    assert text.endswith(" All messages arrive in 4 cycles = 0.33 µs, the fewest possible.")
