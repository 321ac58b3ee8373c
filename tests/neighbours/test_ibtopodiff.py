"""ibtopodiff of ibutils: no difference where our check finds none, and the same ports where cables differ.

The subnet is what opensm discovers in the simulator from a report; the topology is that of the project
adopted from the report of the network as planned. ibtopodiff 1.5.7 of Debian 12 ends with a buffer overflow
when it has read both files, also those of its own package, and is skipped then; a build of its sources
without optimisation works.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.adopting import adopt_project
from tests.engine.asbuilt.planting import planned_of, report, rotated, without
from tests.neighbours.designs import PLANS
from tests.neighbours.programs import HERE, Run, Verdict, needs, verdicts

PARTS = {"switches": "ib-36", "hosts": "server-1u"}
TREES = ("two-level", "three-level", "splitters")
WRONG = re.compile(r"Wrong cable connecting:(\S+?)/P(\d+) to:")
MISSING = re.compile(r"Missing cable connecting:(\S+?)/P(\d+) to:(\S+?)/P(\d+)")
Ports = set[tuple[str, int]]

pytestmark = needs("ibutils opensm ibsim-utils infiniband-diags", "ibtopodiff", "opensm", "ibsim")


@cache
def plan_of(design: str) -> Plan:
    return PLANS[design]()


def as_installed(design: str) -> dict[str, bytes]:
    """Reports of a network as planned, with two exchanged uplinks, and with one cable less."""
    plan = plan_of(design)
    fabric = plan.fabrics[0]
    up = [link for link, ends in enumerate(fabric.ends.tolist()) if fabric.kind[ends[1]] == 1]
    return {
        "planned": report(plan),
        "exchanged": report(plan, rotated(fabric, [up[0], up[-1]], 1)),
        "missing": report(plan, without(fabric, [up[5]])),
    }


@pytest.fixture(scope="module")
def discovered(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """What opensm finds in each network."""
    runs, found = {}, {}
    for design in TREES:
        for name, text in as_installed(design).items():
            folder = tmp_path_factory.mktemp(f"{design}-{name}")
            (folder / "fabric.net").write_bytes(text)
            words = (str(folder / "fabric.net"), "minhop", str(folder / "found"))
            runs[f"{design} {name}"] = Run(["bash", str(HERE / "check_opensm.sh"), *words])
            found[f"{design} {name}"] = folder / "found" / "opensm-subnet.lst"
    for name, verdict in verdicts(runs).items():
        assert verdict.status == 0, (name, verdict.stated)
    return found


@pytest.fixture(scope="module")
def compared(
    discovered: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Verdict]:
    """What ibtopodiff says of each subnet and the topology of the adopted project."""
    runs = {}
    for design in TREES:
        plan, folder = plan_of(design), tmp_path_factory.mktemp(design)
        made = adopt_project(
            read_discovered(as_installed(design)["planned"], "site.net"), load_shipped([]), PARTS
        )
        for file, content in BY_NAME["fabric.topo"].make(Derived(made.project).plan).items():
            (folder / file).write_bytes(content)
        host = plan.names[0][plan.fabrics[0].nodes(0)[0]]
        for name in as_installed(design):
            subnet = discovered[f"{design} {name}"]
            guid = re.search(rf"PortGUID:(\w+) [^{{]*{{{host} ", subnet.read_text())
            assert guid
            words = ["-t", str(folder / "fabric.topo"), "-d", str(subnet), "-s", f"{host}/U1", "-p", "1"]
            words += ["-g", f"0x{guid[1]}"]
            there = ["bash", "-c", 'cd "$0" && exec ibtopodiff "$@"', str(subnet.parent)]  # it writes there
            runs[f"{design} {name}"] = Run([*there, *words], {"IBDM_IBNL_PATH": str(folder)})
    found = verdicts(runs)
    if any(one.status < 0 for one in found.values()):
        pytest.skip(
            "this build of ibtopodiff ends by a signal (so does that of Debian 12 on its own samples)"
        )
    return found


def our_ports(design: str, name: str) -> Ports:
    """Ports of switches whose plug is not where it was planned, or that have none."""
    built = compare(planned_of(plan_of(design)), read_discovered(as_installed(design)[name], "x"))
    ends = [
        place
        for one in built.differences
        for moved in one.displaced
        for place in (moved.stays, moved.planned)
    ]
    ends += [place for one in built.differences for joined in one.joined for place in (joined.a, joined.b)]
    return {(place.device, int(place.port)) for place in ends}


@pytest.mark.parametrize("design", TREES)
def test_no_difference_from_the_adopted_project(design: str, compared: Mapping[str, Verdict]) -> None:
    stated = compared[f"{design} planned"].stated
    assert "Fabrics Topologies Match" in stated
    assert our_ports(design, "planned") == set()


@pytest.mark.parametrize("name", ["exchanged", "missing"])
@pytest.mark.parametrize("design", ["two-level", "three-level"])
def test_differences_are_at_the_same_ports(design: str, name: str, compared: Mapping[str, Verdict]) -> None:
    stated = compared[f"{design} {name}"].stated
    assert "Fabrics Topologies Differ" in stated
    theirs = {(device, int(port)) for device, port in WRONG.findall(stated)}
    for a, p, b, q in MISSING.findall(stated):
        theirs |= {(a, int(p)), (b, int(q))}
    assert theirs == our_ports(design, name) != set()
