"""The InfiniBand subnet manager takes large networks, and those of any family, for fat trees."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped
from fatdesk.engine.design.search import search
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.checks import check_fabrics
from fatdesk.engine.families import build
from tests.engine import plan_samples as samples
from tests.engine.design.search_samples import PAPER, wanted
from tests.neighbours.designs import directors, mangled, planes, three_level
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
    (content,) = BY_NAME["fabric.net"].make(plan()).values()
    status, stated = verdict(content, ranks, tmp_path)
    assert status == 0, stated
    assert stated.startswith("ACCEPTED")


def test_modular_switches_are_accepted_as_their_chips(tmp_path: Path) -> None:
    (content,) = BY_NAME["fabric-inside.net"].make(samples.modular(216, 6)).values()
    status, stated = verdict(content, "6,12,12", tmp_path)
    assert status == 0, stated


def test_directors_of_more_than_254_ports_are_accepted_as_their_chips(tmp_path: Path) -> None:
    (content,) = BY_NAME["fabric.net"].make(directors()).values()
    status, stated = verdict(content, "36,60,60", tmp_path)
    assert status == 0, stated


@pytest.mark.slow
def test_all_nodes_of_the_largest_example_are_found(tmp_path: Path) -> None:
    """Its 18 uplinks do not divide by 5 directors, so it is not a tree for ftree, and a finding says so."""
    project = tmp_path / "largest.fatdesk"
    assert (
        main(["design", str(shipped("resources") / "examples" / "nodes-2592.yaml"), "-o", str(project)]) == 0
    )
    assert main(["export", str(project), str(tmp_path / "out"), "--only", "fabric.net"]) == 0
    status, stated = verdict((tmp_path / "out" / "fabric.net").read_bytes(), "", tmp_path, "updn")
    assert status == 0, stated
    assert "discovered=394sw+2592ca" in stated


def test_each_plane_is_a_fat_tree_of_its_own(tmp_path: Path) -> None:
    for content in BY_NAME["fabric.net"].make(planes()).values():
        status, stated = verdict(content, "2,2", tmp_path)
        assert status == 0, stated


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
    [
        (700, "egft", "27,39,39"),
        pytest.param(1000, "egft", "36,56,56", marks=pytest.mark.slow),
        (60, "kary-tree", "8,8"),
        (60, "clos", "6,12"),
    ],
)
def test_trees_of_any_family_are_accepted_as_trees(
    hosts: int, family: str, ranks: str, tmp_path: Path
) -> None:
    plan = searched(hosts, family)
    (content,) = BY_NAME["fabric.net"].make(plan).values()
    status, stated = verdict(content, ranks, tmp_path)
    assert status == 0, stated
    if family == "egft":
        (content,) = BY_NAME["fabric.net"].make(mangled(plan)).values()
        status, stated = verdict(content, ranks, tmp_path)
        assert status == 1, stated


@pytest.mark.parametrize(("cores", "ranks"), [(2, "2,8,8"), (4, "4,8,8"), (3, "")])
def test_bundles_are_called_unequal_where_opensm_refuses_the_tree(
    cores: int, ranks: str, tmp_path: Path
) -> None:
    """Of two core switches each bundle to a middle switch has 4 links and each below it 1: a fat tree."""
    plan = three_level(cores)
    (content,) = BY_NAME["fabric.net"].make(plan).values()
    status, stated = verdict(content, ranks, tmp_path)
    assert status == (0 if ranks else 1), stated
    found = [finding.rule for finding in check_fabrics(plan.fabrics)]
    assert found == ([] if ranks else ["unequal-bundles"])


@pytest.mark.parametrize("engine", [pytest.param("minhop", marks=pytest.mark.slow), "updn"])
def test_three_levels_with_unequal_bundles_are_accepted_by_shortest_ways(engine: str, tmp_path: Path) -> None:
    (content,) = BY_NAME["fabric.net"].make(searched(700, "egft", equal=False)).values()
    status, stated = verdict(content, "", tmp_path, engine)
    assert status == 0, stated


@pytest.mark.parametrize("family", ["clos", "mikant", "hyperx"])
def test_other_networks_are_accepted_by_shortest_ways(family: str, tmp_path: Path) -> None:
    plan = searched(36 if family == "hyperx" else 60, family, blocking=2)
    (content,) = BY_NAME["fabric.net"].make(plan).values()
    status, stated = verdict(content, "", tmp_path, "minhop")
    assert status == 0, stated
