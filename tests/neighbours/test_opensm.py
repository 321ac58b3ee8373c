"""The InfiniBand subnet manager takes large networks, and those of any family, for fat trees."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from fatdesk.engine.design.search import search
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import fabric_inside_net, fabric_net
from fatdesk.engine.families import build
from tests.engine import plan_samples as samples
from tests.engine.design.search_samples import PAPER, wanted
from tests.neighbours.designs import mangled
from tests.patience import PATIENCE_S

CHECK = Path(__file__).with_name("check_opensm.sh")
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin"
MISSING = [tool for tool in ("opensm", "ibsim", "ibnetdiscover") if not shutil.which(tool, path=PLACES)]

pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"{', '.join(MISSING)} missing (Debian: opensm ibsim-utils infiniband-diags)",
)


def verdict(content: bytes, ranks: str, folder: Path, engine: str = "ftree") -> tuple[int, str]:
    """Exit status and line of the check."""
    file = folder / "fabric.net"
    file.write_bytes(content)
    done = subprocess.run(
        ["bash", str(CHECK), str(file), engine],
        env={**os.environ, "EXPECT_RANKS": ranks},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    print(done.stdout)
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("plan", "ranks"),
    [
        (samples.nodes_648, "18,36"),
        (lambda: samples.gpu(31), "4,8"),
        (lambda: samples.gpu(63), "8,16"),
        (lambda: samples.modular(216, 6), "2,12"),
    ],
    ids=["648", "31x8", "63x8", "modular"],
)
def test_our_networks_are_accepted(plan: Callable[[], Plan], ranks: str, tmp_path: Path) -> None:
    (content,) = fabric_net.make(plan()).values()
    status, told = verdict(content, ranks, tmp_path)
    assert status == 0, told
    assert told.startswith("ACCEPTED")


def test_modular_switches_are_accepted_as_their_chips(tmp_path: Path) -> None:
    (content,) = fabric_inside_net.make(samples.modular(216, 6)).values()
    status, told = verdict(content, "6,12,12", tmp_path)
    assert status == 0, told


def searched(hosts: int, family: str, blocking: int = 1, equal: bool = True) -> Plan:
    """The best design of a family from 36-port switches."""
    requirements, one = wanted(
        hosts,
        edge=("ib-36",),
        core=("ib-36",),
        families=(family,),
        blocking=blocking,
        equal_bundles=equal,
    )
    best = search(requirements, one, PAPER).best
    built = build(best.design, requirements.hosts, PAPER, "compute", best.host_ports)
    return samples.plan_of(f"{hosts} hosts", [built], cabled=False)


@pytest.mark.parametrize(
    ("hosts", "family", "ranks"),
    [(700, "egft", "27,39,39"), (1000, "egft", "36,56,56"), (60, "kary-tree", "8,8"), (60, "clos", "6,12")],
)
def test_trees_of_any_family_are_accepted_as_trees(
    hosts: int, family: str, ranks: str, tmp_path: Path
) -> None:
    plan = searched(hosts, family)
    (content,) = fabric_net.make(plan).values()
    status, told = verdict(content, ranks, tmp_path)
    assert status == 0, told
    if family == "egft":
        (content,) = fabric_net.make(mangled(plan)).values()
        status, told = verdict(content, ranks, tmp_path)
        assert status == 1, told


@pytest.mark.parametrize("engine", ["minhop", "updn"])
def test_three_levels_with_unequal_bundles_are_accepted_by_shortest_ways(engine: str, tmp_path: Path) -> None:
    (content,) = fabric_net.make(searched(700, "egft", equal=False)).values()
    status, told = verdict(content, "", tmp_path, engine)
    assert status == 0, told


@pytest.mark.parametrize("family", ["clos", "mikant", "hyperx"])
def test_other_networks_are_accepted_by_shortest_ways(family: str, tmp_path: Path) -> None:
    plan = searched(36 if family == "hyperx" else 60, family, blocking=2)
    (content,) = fabric_net.make(plan).values()
    status, told = verdict(content, "", tmp_path, "minhop")
    assert status == 0, told
