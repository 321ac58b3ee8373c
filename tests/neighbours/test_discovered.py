"""A fabric that ibnetdiscover reads out of the simulator; its own --diff agrees on the changed ports.

It tells of a port whose other end is at another node; a plug in another port of the same node it does not
notice, so what is planted here changes nodes.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.difference import Kind
from fatdesk.engine.asbuilt.name_map import name_map
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of, report, rotated, without
from tests.patience import PATIENCE_S

PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin"
IBSIM, DISCOVER = (shutil.which(tool, path=PLACES) for tool in ("ibsim", "ibnetdiscover"))
PRELOADED = next(iter(Path("/usr/lib").glob("*/umad2sim/libumad2sim.so")), None)

pytestmark = pytest.mark.skipif(
    not (IBSIM and DISCOVER and PRELOADED),
    reason="ibsim or ibnetdiscover missing (Debian: ibsim-utils infiniband-diags)",
)


@contextmanager
def simulated(content: bytes, folder: Path) -> Iterator[dict[str, str]]:
    """A simulator of a network; gives the environment in which InfiniBand programs see it."""
    folder.mkdir()
    file = folder / "fabric.net"
    file.write_bytes(content)
    name = f"fatdesk-{os.getpid()}-{folder.name}"
    host = re.search(rb'^Ca\s+\d+\s+"([^"]+)"', content, re.MULTILINE)
    assert host
    environment = {**os.environ, "IBSIM_SOCKNAME": name, "SIM_HOST": host[1].decode()}
    nodes = content.count(b"\nSwitch") + content.count(b"\nCa") + 16
    simulator = subprocess.Popen(
        [IBSIM, "-s", "-n", "-N", str(nodes), "-S", str(nodes), "-P", str(nodes * 40), str(file)],
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            if f"@{name}:ctl" in Path("/proc/net/unix").read_text():
                break
            assert simulator.poll() is None, "the simulator has ended"
            time.sleep(0.05)
        yield {**environment, "LD_PRELOAD": str(PRELOADED)}
    finally:
        simulator.kill()
        simulator.wait()


def discover(environment: dict[str, str], folder: Path, *options: str) -> str:
    done = subprocess.run(
        [DISCOVER, *options], env=environment, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S
    )
    return done.stdout


def changed_ports(text: str) -> set[tuple[str, int]]:
    """Names of switches and numbers of ports in the lines that differ."""
    found, name = set(), ""
    for line in text.splitlines():
        if head := re.search(r'Switch\s+\d+\s+"[^"]*"\s*#\s*"([^"]*)"', line):
            name = head[1]
        elif re.search(r'(Ca|Rt)\s+\d+\s+"', line):
            name = ""
        elif (port := re.match(r"[<>]\s*\[(\d+)\]", line)) and name:
            found.add((name, int(port[1])))
    return found


PLAN = samples.nodes_60()
FABRIC = PLAN.fabrics[0]
HOSTS = [link for link in range(132) if FABRIC.kind[FABRIC.ends[link, 1]] == 0]
UP = [link for link in range(132) if FABRIC.kind[FABRIC.ends[link, 1]] == 1]


@pytest.mark.parametrize(
    ("fabric", "kinds"),
    [
        (rotated(FABRIC, [UP[0], UP[30]], 1), [Kind.SWAP]),
        (rotated(FABRIC, HOSTS[::18][:3], 0), [Kind.RING]),
        (without(FABRIC, [UP[5]]), [Kind.MISSING]),
    ],
    ids=["swap", "ring", "missing"],
)  # fmt: skip
def test_what_was_discovered_differs_where_the_program_says_so(fabric, kinds, tmp_path: Path) -> None:
    cache = tmp_path / "plan.cache"
    with simulated(report(PLAN), tmp_path / "plan") as environment:
        whole = discover(environment, tmp_path / "plan")
        discover(environment, tmp_path / "plan", "--cache", str(cache))
    planned = planned_of(PLAN)
    assert compare(planned, read_discovered(whole.encode(), "x")).differences == ()
    with simulated(report(PLAN, fabric), tmp_path / "built") as environment:
        text = discover(environment, tmp_path / "built")
        differing = discover(environment, tmp_path / "built", "--diff", str(cache))
    built = compare(planned, read_discovered(text.encode(), "x"))
    assert sorted(one.kind for one in built.differences) == sorted(kinds)
    switches = {PLAN.names[0][node] for node in FABRIC.nodes(1).tolist()}
    ours = set()
    for one in built.differences:
        ends = [place for moved in one.displaced for place in (moved.found, moved.planned, moved.stays)]
        ends += [place for joined in one.joined for place in (joined.a, joined.b)]
        ours |= {(place.device, int(place.port)) for place in ends if place.device in switches}
    assert ours == changed_ports(differing)
    assert ours


def test_ibnetdiscover_takes_the_map_of_names(tmp_path: Path) -> None:
    """A switch with the name of its maker is named by the map that the check wrote; it renames no hosts."""
    bare = re.sub(rb'"(E02|n0[1-4])( HCA-1)?"', b'"MT4123"', report(PLAN))
    file = tmp_path / "map.txt"
    with simulated(bare, tmp_path / "bare") as environment:
        found = read_discovered(discover(environment, tmp_path / "bare").encode(), "x")
        file.write_bytes(name_map(compare(planned_of(PLAN), found)))
        text = discover(environment, tmp_path / "bare", "--node-name-map", str(file))
    switches = [name for name in PLAN.names[0] if name[0] in "EC"]
    assert sorted(re.findall(r'^Switch.*# "(.*?)"', text, re.MULTILINE)) == sorted(switches)
    assert file.read_text().count("HCA-1") == 60
