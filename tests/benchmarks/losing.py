"""Failing things at 20,736 hosts, and tables of all single losses: ``python -m tests.benchmarks.losing``.

Bounds: 100 ms for what is cut, whatever fails, and 1 s of preparation (issue 6); some seconds for the
table of the 396-host example.
"""

import sys
import time

import numpy as np

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.fabric.fabric import as_network
from fatdesk.networks.fault_tolerance.connectivity.reach import Reach
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.topologies import network_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, losses
from fatdesk.project.designing.designing import design_project
from tests.benchmarks.large import large_room
from tests.engine.topology.trees import three_levels

PREPARING_S, LEFT_MS, TABLE_S = 1.0, 100.0, 6.0


def combinations(network: Network) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """What fails: channels that are left, and dead nodes."""
    random = np.random.default_rng(1)
    nothing = np.zeros(network.node_count, bool)
    whole = np.ones(len(network.channels), bool)
    inner = int(np.flatnonzero((network.ends >= network.hosts).all(axis=1))[0])
    link = whole.copy()
    link[2 * inner : 2 * inner + 2] = False
    top = nothing.copy()
    top[network.node_count - 1] = True
    edge = nothing.copy()
    edge[network.hosts] = True
    tenth = nothing.copy()
    tenth[network.hosts :] = random.random(network.switch_count) < 0.1
    many = np.repeat(random.random(network.link_count) > 0.05, 2)
    one_way = random.random(len(whole)) > 0.02
    return {
        "one link": (link, nothing),
        "an edge switch": (whole, edge),
        "a top switch": (whole, top),
        "a tenth of the switches": (whole, tenth),
        "5 % of the links": (many, nothing),
        "2 % one way": (one_way, nothing),
    }


def main() -> int:
    """Print the figures; 1 beyond a bound."""
    beyond = False
    networks = {
        "kary-tree:k=12,n=4": network_of("kary-tree:k=12,n=4"),
        "three levels of switches": as_network(three_levels(64, 18, 18, 18, 18))[0],
    }
    small = network_of("kary-tree:k=2,n=2")
    for scheme in ("fta", "updown", "minimal"):
        warm = Reach(small, fitting(scheme, small))  # loops are compiled, or read, once a start
        for usable, dead in combinations(small).values():
            warm.left(usable, dead)
        for name, network in networks.items():
            start = time.perf_counter()
            reach = Reach(network, fitting(scheme, network))
            preparing = time.perf_counter() - start
            print(f"{name}, {network.hosts:,} hosts, {scheme}: prepared in {preparing:.2f} s")
            beyond |= preparing > PREPARING_S
            for what, (usable, dead) in combinations(network).items():
                took = []
                for _ in range(4):
                    start = time.perf_counter()
                    left = reach.left(usable, dead)
                    took.append(1e3 * (time.perf_counter() - start))
                figures = f"first {took[0]:5.1f} ms, then {min(took):5.1f} ms"
                print(f"  {what:25} {figures}, cut off {left.hosts_lost:,}")
                beyond |= max(took) > LEFT_MS

    catalog = load_shipped()
    wanted = read_requirements(shipped("resources") / "examples" / "nodes-396.yaml", catalog)
    project = design_project(wanted, catalog, "nodes-396").project
    assert project is not None
    derived = Derived(project)
    losses(derived, "compute", elements_of(derived, "compute")[:3])
    start = time.perf_counter()
    found = losses(derived, "compute")
    table = time.perf_counter() - start
    print(f"nodes-396: {len(found)} single losses with what is left of the bisection in {table:.1f} s")
    beyond |= table > TABLE_S

    derived = Derived(large_room())
    assert derived.cabling
    start = time.perf_counter()
    every = elements_of(derived, "compute")
    stated = time.perf_counter() - start
    start = time.perf_counter()
    losses(derived, "compute", every, bisection=False)
    table = time.perf_counter() - start
    print(f"1,000 racks: {len(every):,} elements in {stated:.1f} s, all lost once in {table:.1f} s")
    return int(beyond)


if __name__ == "__main__":
    sys.exit(main())
