"""What cannot be is said clearly: which fabric, what, and what would help."""

from typing import Any

import pytest

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Price, Switch
from fatdesk.engine.design.posing import exact_blocking
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import NoDesignError, search
from fatdesk.engine.families.design import HostGroup
from tests.engine.design.search_samples import (
    BLADE,
    BOX,
    GPU,
    IB_36,
    NDR_64,
    PAPER,
    REFERENCE,
    SERVER,
    changed,
    qsfp,
    wanted,
    with_parts,
)


@pytest.mark.parametrize(
    ("fabric", "text"),
    [
        ({"families": ("torus",)}, "unknown family 'torus': known are star, two-level"),
        ({"edge": ("ib-37",)}, "edge part 'ib-37' is not in the catalog"),
        ({"core": ("ib-37",)}, "core part 'ib-37' is not in the catalog"),
        ({"edge": ("server-1u",)}, "edge part 'server-1u' is a Server, not a switch"),
        ({"core": ("only-edge",)}, "core part 'only-edge' may only be edge"),
        ({"edge": ("blade-ib-32",)}, "edge part 'blade-ib-32' is installed in an enclosure"),
        ({"core": ("blade-ib-32",)}, "core part 'blade-ib-32' is installed in an enclosure"),
        ({"rails": 2}, "host ports: server-1u has 1 free, needs 2"),
        ({"planes": 3}, "host ports: server-1u has 1 free, needs 3"),
    ],
)
def test_bad_wishes(fabric: dict[str, Any], text: str) -> None:
    catalog = with_parts(PAPER, [changed(IB_36, id="only-edge", roles=("edge",))])
    requirements, one = wanted(60, **fabric)
    with pytest.raises(FatdeskError, match=text):
        search(requirements, one, catalog)


@pytest.mark.parametrize(
    ("blocking", "text"),
    [
        ("0/2", "blocking 0/2 is not above 0: 1 is non-blocking"),
        (0.0, "blocking 0.0 is not above 0"),
        ("two", "blocking 'two' is neither a number nor a ratio such as 3:2"),
        ("1/0", "blocking '1/0' is neither a number nor a ratio such as 3:2"),
    ],
)
def test_bad_blocking(blocking: float | str, text: str) -> None:
    with pytest.raises(FatdeskError, match=text):
        exact_blocking(blocking, "blocking")


def test_blades_with_rails() -> None:
    requirements, one = wanted(20, "blade-2s", rails=2)
    with pytest.raises(
        FatdeskError, match=r"rails 2 and planes 1 for blades: an enclosure has one switch bay"
    ):
        search(requirements, one, PAPER)


def test_blades_beside_servers() -> None:
    requirements, one = wanted(20)
    groups = (*requirements.hosts, HostGroup(name="blades", part="blade-2s", count=3))
    mixed = Requirements(hosts=groups, fabrics=(one,))
    with pytest.raises(FatdeskError, match="joins blades and other servers"):
        search(mixed, one, PAPER)


def test_hosts_of_two_rates() -> None:
    requirements, one = wanted(20, "gpu-8rail")
    groups = (*requirements.hosts, HostGroup(name="old", part="server-1u", count=3))
    mixed = Requirements(hosts=groups, fabrics=(one,))
    with pytest.raises(FatdeskError, match=r"no rate in common \(nodes 400 Gb/s, old 40 Gb/s\).*fabrics of"):
        search(mixed, one, with_parts(PAPER, [GPU, NDR_64]))


def test_a_group_with_too_few_ports_is_named_alone() -> None:
    requirements, one = wanted(20, "gpu-8rail", rails=8)
    few = changed(
        GPU, id="gpu-2", ports=(GPU.ports[0].__class__(count=1, connector="osfp", rate_gbps=400.0),)
    )
    groups = (*requirements.hosts, HostGroup(name="few", part="gpu-2", count=3))
    mixed = Requirements(hosts=groups, fabrics=(one,))
    with pytest.raises(FatdeskError, match=r"another part for hosts few, or fewer.*a fabric of their own"):
        search(mixed, one, with_parts(REFERENCE, [few]))


def test_no_group_of_hosts() -> None:
    requirements, one = wanted(20)
    one = changed(one, hosts=("nobody",))
    with pytest.raises(FatdeskError, match="joins no hosts"):
        search(requirements, one, PAPER)


def test_no_enclosure_and_the_wrong_one() -> None:
    requirements, one = wanted(20, "blade-2s")
    with pytest.raises(FatdeskError, match="no enclosure in the catalog takes blade-2s"):
        search(requirements, one, Catalog([BLADE, IB_36]))
    requirements, one = wanted(20, "blade-2s", edge=("ib-36",))
    result = search(requirements, one, Catalog([BLADE, BOX, IB_36]))
    assert [found.reason for found in result.rejected] == ["edge: ib-36 does not go into box-16"]


def test_no_switch_at_all() -> None:
    requirements, one = wanted(20)
    with pytest.raises(FatdeskError, match="the catalog has no switch for the edge"):
        search(requirements, one, Catalog([SERVER]))


def test_more_hosts_than_every_switch_bears() -> None:
    families = ("star", "two-level")
    requirements, one = wanted(5000, edge=("ib-36",), core=("ib-36", "modular-108"), families=families)
    result = search(requirements, one, PAPER, top=3)
    assert (result.candidates, result.rejected_count) == ((), 14)
    with pytest.raises(NoDesignError) as error:
        result.best  # noqa: B018
    assert str(error.value).splitlines() == [
        "fabric 'compute': no design exists; of 14 rejected the nearest are",
        "  two-level of ib-36 + modular-108 (6 cards): core ports: 108, needs 278",
        "  two-level of ib-36 + modular-108 (5 cards): core ports: 90, needs 278",
        "  two-level of ib-36 + modular-108 (4 cards): core ports: 72, needs 278",
        "  star of modular-108 (6 cards): ports: 108, needs 5000",
    ]


def test_an_edge_switch_without_uplinks_or_hosts() -> None:
    tiny = Switch(id="tiny", ports=(qsfp(1),))
    requirements, one = wanted(5, families=("two-level",), edge=("tiny",), core=("ib-36",))
    result = search(requirements, one, with_parts(PAPER, [tiny]))
    assert [found.reason for found in result.rejected] == ["edge ports: 0 left for hosts, needs 1"]
    assert "edge ports: 0 left for hosts" in result.why_none()


def test_switches_that_nothing_joins() -> None:
    requirements, one = wanted(5, edge=("ndr-64", "ib-36"), core=("ndr-64",), families=("two-level",))
    result = search(requirements, one, with_parts(PAPER, [NDR_64]))
    assert {found.reason for found in result.rejected} == {
        "edge ports: none joins qsfp 40 Gb/s of server-1u",
        "core ports: none joins qsfp 40 Gb/s",
    }


def test_no_switch_for_the_core() -> None:
    requirements, one = wanted(60, families=("two-level",))
    result = search(requirements, one, Catalog([SERVER, changed(IB_36, roles=("edge",))]))
    with pytest.raises(NoDesignError, match="two-level of ib-36: no switch is allowed in the core"):
        result.best  # noqa: B018


def test_prices_in_two_currencies() -> None:
    euro = changed(IB_36, id="z-euro", price=Price(amount=IB_36.price.amount, currency="EUR"))
    requirements, one = wanted(20, edge=("ib-36", "z-euro"), families=("star",), core=("ib-36",))
    result = search(requirements, one, with_parts(PAPER, [euro]))
    assert [(found.cost.amount, found.cost.unpriced) for found in result.candidates] == [
        (12600, 0),
        (1600, 1),
    ]
    [finding] = result.findings
    assert (finding.severity, finding.rule, finding.where) == (Severity.WARNING, "other-currency", "z-euro")


def test_search_can_be_cancelled() -> None:
    class Impatient:
        def step(self, done: int, total: int, text: str) -> None:
            assert 0 <= done <= total
            raise Cancelled

    requirements, one = wanted(60)
    with pytest.raises(Cancelled):
        search(requirements, one, PAPER, Impatient())


def test_gpu_needs_its_rails() -> None:
    requirements, one = wanted(10, "gpu-8rail", rails=9)
    with pytest.raises(FatdeskError, match="gpu-8rail has 8 free, needs 9"):
        search(requirements, one, Catalog([GPU, NDR_64]))


def test_switches_that_join_no_host_are_rejected_once_and_not_by_one_family():
    """The reason holds for all families; it was reported of the last one, once for each role."""
    text = b"""
hosts: [{name: n, part: lenovo-sr650-v2-cx6, count: 150}]
fabrics: [{name: a, edge: [nvidia-qm9700], core: [nvidia-qm9700]}]
"""
    catalog = load_shipped([])
    wanted = parse_requirements(text, "x.yaml", catalog)
    found = search(wanted, wanted.fabrics[0], catalog)
    assert [one.family for one in found.rejected] == ["any family"]
    assert found.rejected_count == 1
    assert "no design exists; one was rejected\n  any family of nvidia-qm9700: edge ports" in found.why_none()
