"""Mutants of catalog, requirements and device-type files load, or say ``file:line: field: what``, no more."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.part_files import load_catalog, part_files, part_yaml, read_part
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.devicetypes.proposal import propose_all
from tests.fuzz.yaml_mutants import mutant
from tests.trust.mutants import MOST_MB, Campaign, read_all
from tests.trust.promises import Promise

ROOT = Path(__file__).resolve().parents[2]
WORDS = re.compile(r'm\.yaml:[1-9][0-9]*: ([^\s:"]|"[^"\n]*")+: \S[^\n]+')

REQUIREMENTS = [
    b"""hosts: [{name: blades, part: blade-2s, count: 224}]
fabrics: [{name: compute, blocking: 1, families: [two-level], edge: [blade-ib-32], core: [ib-36, modular-108],
  cable_price: 80}]
objective: {minimise: cost}
""",
    b"""hosts: [{name: gpu, part: gpu-8rail, count: 31}, {name: login, part: server-1u, count: 2}]
fabrics:
  - {name: compute, hosts: [gpu], blocking: 3/2, rails: 8, planes: 1, media: optical, extra_ports: 4}
  - name: storage
    hosts: [gpu, login]
    equal_bundles: false
    spread_hosts: true
    growth_hosts: 10
objective: {weights: {cost: 1, power: 2}}
limits: {racks: 14, height_u: 60, cost: 500000, power_w: 9000, blocking: 1, hosts_possible: 500}
""",
    b"""# a room with everything in it
hosts: [{name: nodes, part: server-1u, count: 396}]
fabrics: [{name: compute, edge: [ib-36], core: [ib-36]}]
objective: {minimise: tco, years: 4, price_per_kwh: 0.12, pue: 1.4}
cabling: {lengths: custom, length_step_m: 0.5, bundle_cable: ib-12x, slack_m: 0.3, tolerance: 0.05}
room:
  rack: [{part: rack-42u, count: 14}]
  rows: 2
  racks_per_row: 7
  aisle_m: [1.2192]
  core_at: [7, 11]
  core_groups: 2
  reserve:
    - {rack: 1, height_u: 14, note: "storage"}
    - {rack: all, height_u: 1}
  columns: [{x_m: 1, y_m: -2.5, width_m: 0.4, depth_m: 0.4, name: pillar}]
explore: {radix: [48, 64], levels: 4, external_gbps: 0, price_per_port: 500}
""",
]


def catalog_seeds() -> list[bytes]:
    return [file.read_bytes() for file in part_files(ROOT / "catalogs") if file.stat().st_size < 4_000]


def read_catalog(data: bytes) -> None:
    lint(Catalog([read_part(data, "m.yaml")]))


def requirements_reader() -> Callable[[bytes], None]:
    catalog = load_catalog([ROOT / "catalogs"])

    def read(data: bytes) -> None:
        parse_requirements(data, "m.yaml", catalog)

    return read


def campaign(by_day: int, read: Callable[[bytes], None], sound: list[bytes]) -> Campaign:
    """Let a reader read mutants of sound files."""

    def load(number: int, spoiled: bytes) -> str:
        read(spoiled)
        return "loaded"

    return read_all(by_day, lambda number: mutant(sound, number), load, WORDS, longest=10_000)


DEVICE_TYPES = [
    b"""---
manufacturer: Acme
model: S-1024-A
slug: acme-s-1024-a
part_number: '0123'
u_height: 1.0
weight: 20.5
weight_unit: lb
airflow: front-to-rear
is_full_depth: true
comments: '[Sheet](https://example.org/s.pdf) 8.6kW'
console-ports:
  - name: Console
    type: rj-45
power-ports:
  - {name: PS1, type: iec-60320-c14, maximum_draw: 650, allocated_draw: 550}
  - {name: PS2, type: iec-60320-c14, maximum_draw: 650}
interfaces:
  - {name: mgmt0, type: 1000base-t, mgmt_only: true}
  - {name: eth1, type: 1000base-t}
  - {name: P0.0, type: 800gbase-x-osfp}
  - {name: P0.1, type: 800gbase-x-osfp}
  - {name: P1.0, type: infiniband-ndr}
  - {name: P1.1, type: infiniband-ndr}
  - {name: P2.1, type: 400gbase-x-qsfpdd}
# 400G(400G) ports can be broken into 4x100
""",
    b"""manufacturer: Acme
model: Big 7708
slug: acme-7708
part_number: front-to-rear
u_height: 0
subdevice_role: child
weight: 38
module-bays:
  - {name: Slot 1, position: '1', description: Line Card}
  - {name: Fabric Module 1, label: FM}
  - {name: PSU 1}
device-bays: []
power-outlets:
  - {name: '1', type: iec-60320-c13}
""",
    b"""manufacturer: Acme
model: C-7700
description: line card
interfaces:
  - {name: 'e{module}/1', type: 100gbase-x-qsfp28}
  - {name: 'e{module}/2', type: 100gbase-x-qsfp28}
  - {name: 'e{module}/3', type: 1.6tbase-x-osfp1600}
form_factor: 4-post
outer_width: 600
outer_unit: mm
max_weight: 1500
weight_unit: kg
u_height: 42
""",
]


def read_device_type(data: bytes) -> None:
    """Read it, use every suggestion, and write what comes of some of that as a file that reads back."""
    [proposal] = propose_all([("m.yaml", data)])
    if proposal.refused is not None:
        raise proposal.refused
    part = proposal.accepted(range(len(proposal.suggestions)))
    if part is not None and len(data) % 20 == 0:
        assert read_part(part_yaml(part), "m.yaml") == part


def test_sound_files_load() -> None:
    for data in catalog_seeds():
        read_catalog(data)
    for data in REQUIREMENTS:
        requirements_reader()(data)
    for data in DEVICE_TYPES:
        read_device_type(data)


@pytest.mark.promise("P8")
@pytest.mark.parametrize(
    ("word", "by_day", "reader", "sound"),
    [
        ("catalog", 8_000, lambda: read_catalog, catalog_seeds),
        ("requirements", 8_000, requirements_reader, lambda: REQUIREMENTS),
        ("device types", 2_000, lambda: read_device_type, lambda: DEVICE_TYPES),
    ],
    ids=["catalog", "requirements", "device types"],
)
def test_mutants(
    word: str,
    by_day: int,
    reader: Callable[[], Callable[[bytes], None]],
    sound: Callable[[], list[bytes]],
    promise: Promise,
) -> None:
    found = campaign(by_day, reader(), sound())
    found.report(promise, word)
    assert found.share("loaded") > 1 / 100  # the longer a campaign, the fewer mutants are new and harmless
    assert found.share("refused") > 1 / 4


@pytest.mark.promise("P8")
@pytest.mark.skipif(sys.platform == "win32", reason="no resource usage there")
def test_memory_of_mutants(promise: Promise) -> None:
    """A process of its own that reads the big mutants among others stays small and is not killed."""
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.trust.memory import peak_mb\n"
        "import tests.fuzz.test_yaml_mutants as t\n"
        "from contextlib import suppress\n"
        "from fatdesk.core.errors import FatdeskError\n"
        "sound = t.catalog_seeds()\n"
        "for number in (n for n in range(40_000) if n % 2_000 < 20):\n"
        "    with suppress(FatdeskError):\n"
        "        t.read_catalog(t.mutant(sound, number))\n"
        "print(peak_mb())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < MOST_MB
    promise("at most {most_mb:.0f} MB", most_mb=float(done.stdout))
