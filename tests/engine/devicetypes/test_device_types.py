"""The 82 device types and 6 module types of the collection, against what a person reads in them."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.part_files import load_shipped, part_yaml, read_part
from fatdesk.engine.catalog.parts import Adapter, Equipment, ModularSwitch, Switch
from fatdesk.engine.catalog.plugs import table_of
from fatdesk.engine.catalog.port_names import PortNames
from fatdesk.engine.devicetypes.proposal import Proposal, accepted_parts, propose_all

KINDS = {
    "power": """APC/AP8865 APC/AP8888 APC/AP8959EU3 Eaton/EMA107-10 FS/PDU-2PE42I-VMO Raritan/PX3-5870V""",
    "switch": """Arista/DCS-7050CX3-32S-F Arista/DCS-7050SX3-48YC8-F Arista/DCS-7060CX2-32S-R
        Arista/DCS-7060DX4-32 Arista/DCS-7060DX5-64S-F Arista/DCS-7060PX4-32 Arista/DCS-7060X6-64PE
        Arista/DCS-7280CR3-96-F Arista/DCS-7280DR3-24-F Cisco/N3K-C3232C Cisco/N9K-C93180YC-FX3
        Cisco/N9K-C9332D-GX2B Cisco/N9K-C9336C-FX2 Cisco/N9K-C9364C Cisco/N9K-C9364D-GX2A
        Dell/PowerSwitch-Z9100-on Dell/PowerSwitch-s5232f-on Dell/PowerSwitch-s5248f-on Edgecore/7726-32X-O
        HPE/Aruba-8325-32C-Back-to-Front HPE/FlexFabric-5940-32QSFPP HPE/FlexFabric-5945-48SFP28-8QSFP28
        Juniper/QFX10002-60C Juniper/QFX5120-32C-AFO Juniper/QFX5130-32CD-AFO Juniper/QFX5210-64C
        Juniper/QFX5220-128C Mellanox/QM8790 Mellanox/SB7800 Mellanox/SN2010 Mellanox/SN2100
        Mellanox/SN2700 Mellanox/SN3700 Mellanox/SN3700C Mellanox/SN4600 Mellanox/SN4600C Mellanox/SN4700
        Mellanox/SX6012F-1BFS Mellanox/SX6012F-1BRS Mellanox/SX6012F-2BFS Mellanox/SX6012F-2BRS
        Mellanox/SX6012T-1BFS Mellanox/SX6012T-2BFS Mellanox/SX6036 Nvidia/Q3400-RA Nvidia/QM9700
        Nvidia/SN5600""",
    "modular-switch": "Arista/DCS-7804R4 Cisco/N9K-C9504 Cisco/N9K-C9508 Juniper/QFX10008",
    "server": """Dell/PowerEdge-R660 Dell/PowerEdge-R6625 Dell/PowerEdge-R760 Dell/PowerEdge-R7625
        HPE/ProLiant-DL360-Gen11 HPE/ProLiant-DL380-Gen11 HPE/ProLiant-DL385-Gen11 Lenovo/ThinkSystem-SR645
        Lenovo/ThinkSystem-SR650-v2 Lenovo/ThinkSystem-SR655-v3 Lenovo/ThinkSystem-SR665-v3
        Supermicro/AS-1115SV-WTNRT Supermicro/AS-1123US-TR4 Supermicro/SYS-221H-TNR
        Supermicro/SYS-421GE-TNRT""",
    "enclosure": """Dell/PowerEdge-C6400 HPE/Apollo-R2600-chassis Mellanox/SX60-DKIT
        Supermicro/AS-2124BT-HNTR""",
    "patch panel": """Commscope/MFPS-KHD-P-SIL1-048 FS/FHU-FPP48FLCSMF Panduit/CP48BLY
        Generic/LC-24-port-fiber-patch-panel Generic/LC-48-port-fiber-patch-panel""",
    "unknown": "Arista/DCS-7508",
    "line card": """Arista/DCS-7368-16C Cisco/N9K-X9716D-GX Cisco/N9K-X9732C-EX Cisco/N9K-X9736C-FX
        Juniper/QFX10000-30C Juniper/QFX10000-36Q-12Q28""",
}
"""What each file is, as its bays, ports and comments tell a reader."""
ONLY_MANAGEMENT = """Dell/PowerEdge-R660 Dell/PowerEdge-R760 HPE/ProLiant-DL385-Gen11
    Lenovo/ThinkSystem-SR645 Lenovo/ThinkSystem-SR650-v2
    Lenovo/ThinkSystem-SR655-v3 Lenovo/ThinkSystem-SR665-v3 Supermicro/SYS-221H-TNR"""
"""Servers that name no port, or none without ``mgmt_only``."""
SX6012 = " ".join(
    f"Mellanox/SX6012{kind}" for kind in ("F-1BFS", "F-1BRS", "F-2BFS", "F-2BRS", "T-1BFS", "T-2BFS")
)
KNOWN = {
    # typed 40gbase-x-qsfpp, 100gbase-x-qsfp28, 200gbase-x-qsfp56, 400gbase-x-osfp
    "infiniband-as-ethernet": "Mellanox/SX6036 Mellanox/SB7800 Mellanox/QM8790 Nvidia/QM9700",
    # P22.1 and P23.0 are not among P0.0 ... P31.1
    "ports-missing": "Nvidia/QM9700",
    # swp1 to swp64, u_height 1
    "cages": "Mellanox/SN4600 Mellanox/SN4600C",
    # 16 kg beside 10.1 kg; 26.3 kg beside 16.74 kg
    "sibling-mass": "HPE/FlexFabric-5940-32QSFPP Cisco/N9K-C9364D-GX2A",
    "height-zero": f"{SX6012} {KINDS['power']}",
    "numeric-part-number": "Eaton/EMA107-10",
    # an airflow in QFX10008; (#35530) and (#74156) behind the other two
    "part-number": "Juniper/QFX10008 FS/FHU-FPP48FLCSMF FS/PDU-2PE42I-VMO",
    # 7Z7x, 7D9x, FP3ZZ7632xxxx
    "part-number-open": """Lenovo/ThinkSystem-SR650-v2 Lenovo/ThinkSystem-SR655-v3 Lenovo/ThinkSystem-SR665-v3
        Edgecore/7726-32X-O""",
    "part-number-twice": "Lenovo/ThinkSystem-SR655-v3 Lenovo/ThinkSystem-SR665-v3",
    # Management1, eth0, fnm1 without mgmt_only
    "unmarked-management": """Arista/DCS-7060DX4-32 Arista/DCS-7060PX4-32 Arista/DCS-7060X6-64PE
        Mellanox/SN2010 Mellanox/SN2100 Nvidia/Q3400-RA""",
    # two SFP or SFP+ beside 32 or 64 ports of 100 Gb/s and more
    "service-ports": """Arista/DCS-7050CX3-32S-F Arista/DCS-7060CX2-32S-R Arista/DCS-7060DX4-32
        Arista/DCS-7060DX5-64S-F Arista/DCS-7060PX4-32 Arista/DCS-7060X6-64PE Cisco/N9K-C9332D-GX2B
        Cisco/N9K-C9364C Cisco/N9K-C9364D-GX2A Dell/PowerSwitch-Z9100-on Dell/PowerSwitch-s5232f-on
        Juniper/QFX5120-32C-AFO Juniper/QFX5130-32CD-AFO""",
    "twin-cages": "Arista/DCS-7060X6-64PE Nvidia/SN5600",
    "split-in-comment": "Arista/DCS-7060CX2-32S-R Arista/DCS-7368-16C",
    # maximum_draw above allocated_draw
    "power-of-supply": """Arista/DCS-7060DX4-32 Arista/DCS-7060PX4-32 Dell/PowerSwitch-s5232f-on
        Dell/PowerSwitch-s5248f-on HPE/Aruba-8325-32C-Back-to-Front""",
    # four of 2900 W, eight of 875 W
    "power-spares": "Arista/DCS-7508 Nvidia/Q3400-RA",
    # 8.6kW, 5.76kW and 8.6kVA in comments only
    "no-power-limit": "APC/AP8865 Eaton/EMA107-10 Raritan/PX3-5870V",
    "parent-without-bays": """Lenovo/ThinkSystem-SR650-v2 Lenovo/ThinkSystem-SR655-v3
        Lenovo/ThinkSystem-SR665-v3""",
    "equipment": f"{KINDS['patch panel']} {KINDS['enclosure']} {ONLY_MANAGEMENT} Arista/DCS-7508 "
    "Arista/DCS-7804R4 Arista/DCS-7368-16C",
}
"""The files in which each doubt is known to stand, from reading them all."""
DRAWS = """Mellanox/SB7800 Mellanox/SX6036 Arista/DCS-7060DX4-32 Arista/DCS-7060PX4-32
    Dell/PowerSwitch-s5232f-on Dell/PowerSwitch-s5248f-on HPE/Aruba-8325-32C-Back-to-Front"""
"""Switches that tell a draw beside the SX6012."""


@pytest.fixture(scope="module")
def files(shared: Path) -> list[tuple[str, bytes]]:
    found = [
        path
        for folder in ("devicetypes", "moduletypes")
        for path in sorted((shared / "data" / folder).rglob("*.y*ml"))
    ]
    if not found:
        pytest.skip("the device types are not there")
    return [(path.as_posix(), path.read_bytes()) for path in found]


@pytest.fixture(scope="module")
def proposals(files: list[tuple[str, bytes]]) -> dict[str, Proposal]:
    return named(propose_all(files))


def named(proposals: Sequence[Proposal]) -> dict[str, Proposal]:
    """By maker and file name, as in ``Cisco/N9K-C9504``."""
    return {"/".join(p.file.rsplit(".", 1)[0].split("/")[-2:]): p for p in proposals}


def test_all_are_read_and_known_for_what_they_are(proposals: dict[str, Proposal]) -> None:
    assert len(proposals) == 82 + 6
    expected = {file: kind for kind, names in KINDS.items() for file in names.split()}
    assert {file: str(p.kind) for file, p in proposals.items()} == expected
    assert not any(p.refused for p in proposals.values())


def test_every_one_is_a_part_or_comes_with_its_chassis(proposals: dict[str, Proposal]) -> None:
    lodged = set(KINDS["line card"].split()) - {"Arista/DCS-7368-16C"}
    for file, p in proposals.items():
        rules = {found.rule for found in p.findings}
        assert (p.part is None) == (file in lodged), file
        if p.part is not None:
            kind = "equipment" if "equipment" in rules else str(p.kind)
            assert p.part.__struct_config__.tag == kind
            assert not isinstance(p.part, Equipment) or p.part.what == str(p.kind)


@pytest.mark.parametrize("rule", KNOWN)
def test_a_doubt_is_found_exactly_where_it_is(rule: str, proposals: dict[str, Proposal]) -> None:
    found = {file for file, p in proposals.items() if any(f.rule == rule for f in p.findings)}
    assert found == set(KNOWN[rule].split())


def test_no_other_doubts(proposals: dict[str, Proposal]) -> None:
    assert {found.rule for p in proposals.values() for found in p.findings} == set(KNOWN)


def test_missing_figures(proposals: dict[str, Proposal]) -> None:
    """No price, no depth anywhere; the draw of most switches is not told."""
    switches = {file: p for file, p in proposals.items() if p.kind == "switch"}
    assert all({"price", "depth_mm"} <= set(p.missing) for p in switches.values())
    stated = {file for file, p in switches.items() if "power_w" not in p.missing}
    assert stated == {*DRAWS.split(), *SX6012.split()}


TEN: dict[str, dict[str, Any]] = {
    "Nvidia/QM9700": {
        "kind": "switch", "id": "nvidia-qm9700", "name": "QM9700", "vendor": "Nvidia", "height_u": 1,
        "mass_kg": 14.8, "redundancy": "2 power supplies", "airflow": "rear-to-front",
        "source": "device type Nvidia/QM9700.yaml",
        "ports": [  # P22.0 and P23.1 stand alone in their cages
            {"count": 22, "links": 2, "connector": "osfp", "rate_gbps": 400, "lanes": 4,
             "protocol": "ethernet"},
            {"count": 2, "connector": "osfp", "rate_gbps": 400, "lanes": 4, "protocol": "ethernet"},
            {"count": 8, "links": 2, "connector": "osfp", "rate_gbps": 400, "lanes": 4,
             "protocol": "ethernet"},
        ],
    },
    "Nvidia/Q3400-RA": {
        "inlet": "C20", "kind": "switch", "id": "nvidia-q3400-ra", "name": "Q3400-RA", "vendor": "Nvidia",
        "part_number": "920-9B36F-00RX-8S0", "height_u": 4, "mass_kg": 60,
        "redundancy": "8 power supplies", "airflow": "front-to-rear",
        "source": "device type Nvidia/Q3400-RA.yaml, "
        "https://www.nvidia.com/en-us/networking/products/infiniband/quantum-x800/",
        "notes": "NVIDIA Quantum-X800 Q3400-RA. 144x 800Gb/s XDR InfiniBand ports over 72 twin-port OSFP "
        "cages, powered by the Quantum-3 ASIC. fnm1 is the dedicated in-band fabric node management port "
        "used by NVIDIA UFM. "
        "Product page: https://www.nvidia.com/en-us/networking/products/infiniband/quantum-x800/ "
        "User manual: https://networking-docs.nvidia.com/xdrswitcheshw/introduction",
        "ports": [  # eth1, fnm1, sw1p1 to sw72p2
            {"count": 1, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"},
            {"count": 1, "connector": "osfp224", "rate_gbps": 800, "lanes": 4, "protocol": "infiniband"},
            {"count": 72, "links": 2, "connector": "osfp224", "rate_gbps": 800, "lanes": 4,
             "protocol": "infiniband"},
        ],
        "management": [{"count": 1, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"}],  # eth0
    },
    "Mellanox/SX6012T-2BFS": {
        "inlet": "C14",
        "kind": "switch", "id": "mellanox-sx6012t-2bfs", "name": "SX6012T-2BFS", "vendor": "Mellanox",
        "part_number": "MSX6012T-2BFS", "height_u": 0, "mass_kg": 2.98, "power_w": 152,
        "redundancy": "2 power supplies", "airflow": "rear-to-front",
        "source": "device type Mellanox/SX6012T-2BFS.yaml",
        "sources": {"power_w": "allocated draw of one of its 2 inlets, the other taken as a spare"},
        "ports": [{"count": 12, "connector": "qsfp", "rate_gbps": 40, "lanes": 4, "protocol": "infiniband"}],
        "management": [{"count": 1, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"}],  # mgmt0
    },
    "Arista/DCS-7060DX4-32": {
        "inlet": "C14",
        "kind": "switch", "id": "arista-dcs-7060dx4-32", "name": "DCS-7060DX4-32", "vendor": "Arista",
        "height_u": 1, "power_w": 1600, "redundancy": "2 power supplies",
        "source": "device type Arista/DCS-7060DX4-32.yaml",
        "sources": {"power_w": "maximum draw of one of its 2 inlets, the other taken as a spare"},
        "ports": [
            {"count": 32, "connector": "qsfp-dd", "rate_gbps": 400, "lanes": 8, "protocol": "ethernet"},
            {"count": 2, "connector": "sfp", "rate_gbps": 10, "protocol": "ethernet"},
            {"count": 1, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"},
        ],
    },
    "HPE/FlexFabric-5945-48SFP28-8QSFP28": {
        "kind": "switch", "id": "hpe-flexfabric-5945-48sfp28-8qsfp28",
        "name": "FlexFabric 5945 48SFP28 8QSFP28", "vendor": "HPE",
        "part_number": "JQ074A", "height_u": 1, "mass_kg": 10.1,
        "redundancy": "2 power supplies", "airflow": "front-to-rear",
        "source": "device type HPE/FlexFabric-5945-48SFP28-8QSFP28.yaml, https://www.hpe.com/psnow/doc/a00047323enw",
        "ports": [  # 1 to 24, 25 to 32 of 100 Gb/s, 33 to 56
            {"count": 24, "connector": "sfp28", "rate_gbps": 25, "protocol": "ethernet"},
            {"count": 8, "connector": "qsfp28", "rate_gbps": 100, "lanes": 4, "protocol": "ethernet"},
            {"count": 24, "connector": "sfp28", "rate_gbps": 25, "protocol": "ethernet"},
        ],  # M-GigabitEthernet0/0/0 and 0/0/1
        "management": [{"count": 2, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"}],
    },
    "Juniper/QFX10002-60C": {
        "kind": "switch", "id": "juniper-qfx10002-60c", "name": "QFX10002-60C", "vendor": "Juniper",
        "part_number": "QFX10002-60C", "height_u": 2, "mass_kg": 41.0,  # 90.39 lb x 0.45359237 = 41.000
        "redundancy": "4 power supplies", "airflow": "front-to-rear",
        "source": "device type Juniper/QFX10002-60C.yaml, https://www.juniper.net/content/dam/www/assets/"
        "datasheets/us/en/switches/qfx10002-fixed-ethernet-switches.pdf",
        "sources": {"mass_kg": "90.39 lb"},
        "ports": [{"count": 60, "connector": "qsfp28", "rate_gbps": 100, "lanes": 4, "protocol": "ethernet"}],
        "management": [  # em0, em1
            {"count": 1, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"},
            {"count": 1, "connector": "sfp", "rate_gbps": 1, "protocol": "ethernet"},
        ],
    },
    "Mellanox/SN2100": {
        "kind": "switch", "id": "mellanox-sn2100", "name": "SN2100", "vendor": "Mellanox", "height_u": 1,
        "mass_kg": 4.54, "redundancy": "2 power supplies",
        "source": "device type Mellanox/SN2100.yaml, "
        "https://network.nvidia.com/sites/default/files/doc-2020/pb-sn2100.pdf",
        "notes": "Mellanox SN2100 (https://network.nvidia.com/sites/default/files/doc-2020/pb-sn2100.pdf)",
        "ports": [  # eth0, swp1 to swp16
            {"count": 1, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"},
            {"count": 16, "connector": "qsfp28", "rate_gbps": 100, "lanes": 4, "protocol": "ethernet"},
        ],
    },
    "Cisco/N9K-C9508": {
        "kind": "modular-switch", "id": "cisco-n9k-c9508", "name": "Nexus 9508", "vendor": "Cisco",
        "part_number": "N9K-C9508", "height_u": 13, "mass_kg": 68.2, "airflow": "front-to-rear",
        "redundancy": "8 power supplies", "slots": 8,
        "fixed": [
            {"name": "fabric-module", "count": 6}, {"name": "supervisor-module", "count": 2},
            {"name": "system-controller", "count": 2},
        ],
        "cards": [
            {"name": "N9K-X9716D-GX", "mass_kg": 6.8, "ports": [
                {"count": 16, "connector": "qsfp-dd", "rate_gbps": 400, "lanes": 8, "protocol": "ethernet"}]},
            {"name": "N9K-X9732C-EX", "mass_kg": 5.5, "ports": [
                {"count": 32, "connector": "qsfp28", "rate_gbps": 100, "lanes": 4, "protocol": "ethernet"}]},
            {"name": "N9K-X9736C-FX", "mass_kg": 6.5, "ports": [
                {"count": 36, "connector": "qsfp28", "rate_gbps": 100, "lanes": 4, "protocol": "ethernet"}]},
        ],
        "source": "device type Cisco/N9K-C9508.yml",
        "sources": {"cards": "module types Cisco/N9K-X9716D-GX.yaml, Cisco/N9K-X9732C-EX.yaml, "
                    "Cisco/N9K-X9736C-FX.yaml"},
    },
    "APC/AP8888": {
        "kind": "power", "id": "apc-ap8888", "name": "AP8888", "vendor": "APC", "part_number": "AP8888",
        "height_u": 0, "mass_kg": 14.05, "airflow": "passive", "outlets": 42,  # 30.97 lb
        "c13_outlets": 30, "c19_outlets": 12,
        "source": "device type APC/AP8888.yaml, https://www.apc.com/us/en/product/AP8888/",
        "sources": {"mass_kg": "30.97 lb"},
        "notes": "Documentation - [Product Page](https://www.apc.com/us/en/product/AP8888/) Ports are "
        "enumerated left to right, top to bottom, when the PDU is oriented vertically with the power cord "
        "up. Port numbers are grouped per line/phase, across banks.",
        "ports": [{"count": 1, "connector": "rj45", "rate_gbps": 0.1, "protocol": "ethernet"}],
    },
    "HPE/ProLiant-DL360-Gen11": {
        "kind": "server", "id": "hpe-proliant-dl360-gen11", "name": "ProLiant DL360 Gen11", "vendor": "HPE",
        "part_number": "P19766-B21", "height_u": 1, "mass_kg": 14.56, "redundancy": "2 power supplies",
        "airflow": "front-to-rear",
        "source": "device type HPE/ProLiant-DL360-Gen11.yaml, https://www.hpe.com/psnow/doc/a50004306enw",
        "ports": [{"count": 4, "connector": "rj45", "rate_gbps": 1, "protocol": "ethernet"}],
    },
}  # fmt: skip
"""What ten of the files say, written by hand from reading them."""


@pytest.mark.parametrize("file", TEN)
def test_field_by_field(file: str, proposals: dict[str, Proposal]) -> None:
    part = proposals[file].part
    assert part is not None
    expected = read_part(msgspec.json.encode(TEN[file]), "by hand")
    for field in expected.__struct_fields__:
        if field != "port_names":
            assert getattr(part, field) == getattr(expected, field), field


NAMINGS = {
    "Mellanox/SX6012T-2BFS": "mlnx-os",
    "HPE/FlexFabric-5945-48SFP28-8QSFP28": "comware",
    "Juniper/QFX10002-60C": "junos",
    "Mellanox/SN2100": "listed",  # its management port eth0 is not marked as one
    "Nvidia/QM9700": "listed",
    "APC/AP8888": None,
}
"""How the interfaces of some files are named, by reading them."""


@pytest.mark.parametrize("file", NAMINGS)
def test_names_of_interfaces_are_names_of_ports(
    file: str, proposals: dict[str, Proposal], files: list[tuple[str, bytes]]
) -> None:
    """Each name of the file is that of a port, and none is invented."""
    part = proposals[file].part
    namings = getattr(part, "port_names", ())
    assert [naming.system for naming in namings] == ([] if NAMINGS[file] is None else [NAMINGS[file]])
    if not namings:
        return
    [text] = [data.decode() for name, data in files if name.removesuffix(".yaml").endswith(file)]
    interfaces = text.partition("interfaces:")[2].partition("\n\n")[0]
    named = re.findall(r"- name: '?([^'\n]+?)'?\s*\n", re.split(r"\n[a-z]", interfaces)[0])
    assert isinstance(part, Switch)
    made = [name for name, _, _ in PortNames(table_of(part.ports), namings[0]).all()]
    assert set(made) <= set(named)


def test_unmarked_management_ports_become_some(proposals: dict[str, Proposal]) -> None:
    """Of ``eth0`` of SN2100; ``fnm1`` of Q3400-RA, an InfiniBand port for UFM, is left out."""
    for file, count, data in (("Mellanox/SN2100", 1, 16), ("Nvidia/Q3400-RA", 2, 144)):
        found = proposals[file]
        part: Any = found.accepted(n for n, s in enumerate(found.suggestions) if "marked" in s.why)
        assert {group.connector for group in part.management} == {"rj45"}
        table = table_of(part.ports, part.management)
        assert (table.management, table.data) == (count, data)


def test_accepting_one_by_one(proposals: dict[str, Proposal]) -> None:
    qm9700 = proposals["Nvidia/QM9700"]
    assert [s.field for s in qm9700.suggestions] == ["ports", "ports"]
    [protocol] = [n for n, s in enumerate(qm9700.suggestions) if "InfiniBand" in s.why]
    whole = 1 - protocol

    def stated(*numbers: int) -> list[tuple[int, int, str | None]]:
        part: Any = qm9700.accepted(numbers)
        return [(group.count, group.links, group.protocol) for group in part.ports]

    assert stated(whole) == [(32, 2, "ethernet")]
    assert stated(protocol) == [(22, 2, "infiniband"), (2, 1, "infiniband"), (8, 2, "infiniband")]
    assert stated(0, 1) == [(32, 2, "infiniband")]
    both = qm9700.accepted([0, 1])
    assert both is not None
    assert "62 of 64" in both.sources["ports"]
    assert "InfiniBand" in both.sources["ports"]
    assert qm9700.accepted([]) == qm9700.part


def test_accepting_all_makes_a_sound_catalog(files: list[tuple[str, bytes]]) -> None:
    """With every correction taken and an adapter named: the same files once more, and no error among them."""
    adapter = load_shipped().get("nvidia-mcx75310aas-neat", Adapter)
    proposals = propose_all(files, adapter)
    every = [(n, m) for n, p in enumerate(proposals) for m in range(len(p.suggestions))]
    parts = [part for _, part in accepted_parts(proposals, every).parts]
    assert len(parts) == 88 - 5  # line cards come with their chassis
    assert [f for f in lint(Catalog(parts), load_shipped()) if f.severity is Severity.ERROR] == []
    for part in parts:
        assert read_part(part_yaml(part), "again") == part
    cages = {part.id: part for part in parts}
    assert [c.name for c in Catalog(parts).get("juniper-qfx10008", ModularSwitch).cards] == [
        "QFX10000-30C",
        "QFX10000-36Q-12Q28",
    ]
    assert cages["mellanox-sn4600"].height_u == 2
    assert cages["dell-poweredge-r660"].ports == adapter.ports
    assert cages["eaton-ema107-10"].part_number == "EMA107-10"


def test_the_shipped_current_catalog_has_no_lint_errors() -> None:
    """Nor a warning: what is left are figures that nobody knows."""
    left = {(found.severity, found.rule) for found in lint(load_shipped())}
    assert {severity for severity, _ in left} <= {Severity.NOTE}
