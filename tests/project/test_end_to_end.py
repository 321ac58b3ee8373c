"""Networks of every kind from requirements to bill: all lists agree, and what is known by hand comes out."""

from collections import Counter
from decimal import Decimal

import pytest

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.load import load_shipped
from fatdesk.engine.catalog.parts import Cable, Ports, Price, Server, StandardLength, Switch
from fatdesk.engine.core.finding import Severity
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.check import check
from fatdesk.project.derived import Derived
from fatdesk.project.designing import design_project
from tests.project.agreement import assert_agreement

QM = {"edge": ("nvidia-qm9700",), "core": ("nvidia-qm9700",)}
SN = {"edge": ("quad-48",), "core": ("quad-48",)}
IB = {"edge": ("ib-36",), "core": ("ib-36",)}
BLADES = {"edge": ("blade-ib-32",), "core": ("ib-36",)}
STANDARD = CablingRules()


def cable(name, ends, connectors, **figures):
    lengths = tuple(StandardLength(m=float(m), price=Price(amount=Decimal(10 * m))) for m in (1, 3, 5, 20))
    return Cable(
        id=name, connectors=connectors, ends=ends, lanes=4, lane_rate_gbps=25.0, lengths=lengths, **figures
    )


OWN = (
    Switch(
        id="quad-48",
        height_u=2,
        power_w=400.0,
        mass_kg=11.5,
        ports=(Ports(count=48, connector="quad", rate_gbps=100.0, lanes=4, breakout=(1, 2, 4)),),
        price_per_port=Price(amount=Decimal("199.99")),
    ),
    Server(
        id="lane-host",
        height_u=2,
        power_w=500.0,
        mass_kg=20.0,
        ports=(Ports(count=2, connector="lane", rate_gbps=25.0),),
    ),
    cable("quad-copper", (1, 1), ("quad", "quad"), medium="copper", diameter_mm=6.0),
    cable("quad-splitter", (4, 1), ("lane", "quad"), medium="copper", diameter_mm=8.0),
)
CASES = {
    "splitters": ({"n": ("lane-host", 250)}, [SN], STANDARD),
    "splitters part filled": ({"n": ("lane-host", 101)}, [SN | {"extra_ports": 2}], STANDARD),
    "two networks on two ports": (
        {"n": ("lane-host", 90)},
        [SN, SN | {"blocking": "3"}],
        STANDARD,
    ),
    "legs": ({"n": ("dell-r660-cx7", 75)}, [QM], STANDARD),
    "legs, copper": ({"n": ("dell-r660-cx7", 75)}, [QM | {"media": "copper"}], STANDARD),
    "legs, optical": ({"n": ("dell-r660-cx7", 75)}, [QM | {"media": "optical"}], STANDARD),
    "legs and externals": ({"n": ("dell-r660-cx7", 75)}, [QM | {"extra_ports": 3}], STANDARD),
    "star of legs": (
        {"n": ("dell-r660-cx7", 33)},
        [QM | {"families": ("star",), "extra_ports": 1}],
        STANDARD,
    ),
    "rails": ({"n": ("nvidia-dgx-h100", 70)}, [QM | {"rails": 8}], STANDARD),
    "rails, optical": (
        {"n": ("nvidia-dgx-h100", 31)},
        [QM | {"rails": 8, "media": "optical", "extra_ports": 4}],
        STANDARD,
    ),
    "rails and planes": ({"n": ("supermicro-sys-421ge-cx7", 40)}, [QM | {"rails": 2, "planes": 2}], STANDARD),
    "planes": ({"n": ("lane-host", 60)}, [SN | {"planes": 2}], STANDARD),
    "compute and storage": (
        {"a": ("lane-host", 60), "b": ("lane-host", 12)},
        [SN | {"hosts": ("a",)}, SN],
        STANDARD,
    ),
    "bundles of three": ({"n": ("server-1u", 60)}, [IB], CablingRules(bundle_cable="ib-12x")),
    "custom": ({"n": ("server-1u", 60)}, [IB], CablingRules(lengths="custom", slack_m=0.3, tolerance=0.05)),
    "custom by the half metre": (
        {"n": ("server-1u", 60)},
        [IB | {"media": "copper"}],
        CablingRules(lengths="custom", length_step_m=0.5),
    ),
    "optical": ({"n": ("server-1u", 60)}, [IB | {"media": "optical"}], CablingRules(slack_m=1.0)),
    "modular": ({"n": ("server-1u", 100)}, [{"edge": ("ib-36",), "core": ("modular-108",)}], STANDARD),
    "modular star": (
        {"n": ("server-1u", 100)},
        [{"edge": ("modular-108",), "families": ("star",)}],
        STANDARD,
    ),
    "blades": ({"n": ("blade-2s", 100)}, [BLADES], STANDARD),
    "blades in one enclosure": ({"n": ("blade-2s", 16)}, [BLADES], STANDARD),
    "two joined enclosures": ({"n": ("blade-2s", 30)}, [BLADES], STANDARD),
}


@pytest.fixture(scope="module")
def shipped():
    return Catalog([*load_shipped(), *OWN])


def designed(catalog, hosts, fabrics, cabling=STANDARD):
    wish = Requirements(
        hosts=tuple(HostGroup(name=name, part=part, count=count) for name, (part, count) in hosts.items()),
        fabrics=tuple(
            FabricRequirement(**{"name": f"net{n}"} | some) for n, some in enumerate(fabrics, start=1)
        ),
        cabling=cabling,
    )
    found = design_project(wish, catalog, "test")
    assert found.project is not None, [result.rejected[:2] for result in found.results]
    return found


@pytest.mark.parametrize("name", CASES)
def test_all_lists_agree(shipped, name):
    found = designed(shipped, *CASES[name])
    derived = Derived(found.project)
    assert_agreement(derived)
    errors = Counter(some.finding.rule for some in check(derived) if some.finding.severity is Severity.ERROR)
    allowed = (
        {"no-cable"} if name in ("bundles of three", "legs, copper", "custom by the half metre") else set()
    )
    assert set(errors) <= allowed
