"""Ready-made fault studies can be run as they are, say what was published, and what is theirs comes out."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from fatdesk.networks.fault_tolerance.degradation import degraded
from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.reference_studies import (
    READY_MADE_FAULTS,
    ReadyMadeFaults,
    published_always,
)
from fatdesk.networks.fault_tolerance.sampled.measure import NUMBER
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.fault_tolerance.tolerance import tolerance
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.study import Duration
from fatdesk.networks.study import StudyNetwork, sound
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.studies import AddFaultStudy
from fatdesk.project.document.project import Project

BY_NAME = {one.study.name: one for one in READY_MADE_FAULTS}


@pytest.mark.parametrize("one", READY_MADE_FAULTS, ids=lambda one: one.study.name)
def test_everything_in_it_fits(one: ReadyMadeFaults) -> None:
    study = one.study
    for network in study.networks:
        assert sound(network) is network
        built = network_of(network.spec)
        assert network.scheme == fitting(network.scheme, built).NAME
        units = fault_units(built, study.faults)
        assert all(count <= units.count for count in study.counts[:-1]), "each has a row for most numbers"
        if study.degradation is not None:
            traffic = pattern(study.degradation.traffic.pattern)
            assert traffic.draws(Requested(built.hosts)).hosts == built.hosts
    names = {network.name for network in study.networks}
    assert {some.network for some in one.published} <= names
    assert perform(Project(), AddFaultStudy(study=study)).faults == (study,)


def test_names_tell_them_apart() -> None:
    assert len(BY_NAME) == len(READY_MADE_FAULTS)


@pytest.mark.parametrize("shown", ["network links", "injection and ejection links"])
def test_table_2_comes_out(shown: str) -> None:
    """Each figure of the paper's Table 2, arities 2, 4 and 8; 16 takes longer and stands beside."""
    one = BY_NAME[f"Table 2, {shown}"]
    assert len(one.published) == len(one.study.networks) == 20
    stated = {some.network: some.faults for some in one.published}
    for network in one.study.networks:
        if network.name.endswith("k = 16"):
            continue
        built = network_of(network.spec)
        scheme = fitting(network.scheme, built)
        found = always_tolerated(built, scheme, fault_units(built, one.study.faults))
        assert found.faults == stated[network.name], network.name
        assert found.proof != "not proved"


def test_dead_switches_are_as_the_paper_says() -> None:
    """Any one dead switch: 212 and 222 tolerate it, PL none, FTA any but the 16 of the first stage."""
    study = BY_NAME["Dead switches, 64 nodes"].study
    shares = {}
    for network in study.networks:
        built = network_of(network.spec)
        units = fault_units(built, study.faults)
        row = tolerance(built, fitting(network.scheme, built), units, 1, 1000, 1)
        shares[network.name] = (row.tolerated, row.combinations)
    assert shares == {
        "FTA": (32, 48),
        "RUFT": (0, 48),
        "RUFT-PL": (0, 48),
        "FT-RUFT-212": (48, 48),
        "FT-RUFT-222": (48, 48),
    }


def test_where_the_paper_is_not_right_both_ways_are_there() -> None:
    """Spec 3: FTA above 212 and not one tolerated at 50 faults hold for one way of counting links each."""
    shares = {}
    for how in ("", ", whole cables"):
        study = BY_NAME[f"Tolerated, 64 nodes{how}"].study
        for network in study.networks:
            if network.name in ("FTA", "FT-RUFT-212"):
                built = network_of(network.spec)
                units, scheme = fault_units(built, study.faults), fitting(network.scheme, built)
                for faults in (20, 50):
                    row = tolerance(built, scheme, units, faults, 20_000, 1)
                    shares[network.name, how, faults] = row.share
    assert shares["FTA", "", 20] > 0.9 > 0.8 > shares["FT-RUFT-212", "", 20]
    assert shares["FTA", "", 50] == pytest.approx(0.175, abs=0.012)  # 4.5 standard deviations
    assert shares["FTA", ", whole cables", 20] < shares["FT-RUFT-212", ", whole cables", 20]
    assert shares["FTA", ", whole cables", 50] < 0.001


def test_degradation_leaves_ruft_out() -> None:
    studies = [one.study for one in READY_MADE_FAULTS if one.study.degradation is not None]
    assert [study.degradation and study.degradation.traffic.pattern for study in studies] == [
        *(word for word in ("uniform", "hotspot", "complement", "shuffle") for _ in range(2)),
        *("uniform", "hotspot", "complement", "shuffle"),
    ]
    for study in studies:
        assert study.degradation is not None
        assert study.degradation.samples == 50
        fat_trees = {} if study.degradation.counted == NUMBER else {"FTA, one interval": "fir"}
        assert {network.name: network.scheme for network in study.networks} == {
            "FTA": "fta",
            "RUFT-PL": "ruft",
            "FT-RUFT-212": "ruft",
            "FT-RUFT-222": "ruft",
            **fat_trees,
        }, "several exclusion intervals, to avoid victim nodes; one beside them"
        assert study.counts[0] == 0


def test_published_figures_go_to_studies_of_ones_own() -> None:
    """Where the same network loses the same things, whatever it is called there."""
    mine = FaultStudy(
        name="x",
        networks=(
            StudyNetwork(name="mine", spec="ft-ruft-222:k=4,n=3", scheme="ruft"),
            StudyNetwork(name="other", spec="ft-ruft-222:k=4,n=4", scheme="ruft"),
        ),
    )
    (stated,) = published_always(mine)
    assert (stated.network, stated.faults) == ("mine", 7)
    whole = FaultStudy(name="x", networks=mine.networks, faults=FaultParameters(whole=True))
    assert published_always(whole) == ()


PAGE = Path(__file__).resolve().parents[3] / "docs" / "papers" / "fault-tolerant-indirect-topologies.md"
NAMES = {"FTA": "FTA", "with one interval": "FTA, one interval", "FT-RUFT-212": "FT-RUFT-212"}
MEASURED = {one.study.name: one for one in READY_MADE_FAULTS if "Measured with" in one.remark}


def tables_of_the_page() -> dict[tuple[str, str, str, int], tuple[float, float]]:
    """Falls and intervals of the page's tables by nodes, traffic, network and percent of the links."""
    found = {}
    small, large = PAGE.read_text("utf-8").split("512 nodes (8-ary 3-trees), 50")
    for nodes, text in (("64", small), ("512", large)):
        head: list[str] = []
        for line in text.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells[:3] == ["traffic", "network", "without faults"]:
                head = cells
            elif head and len(cells) == len(head) and "±" in cells[-1]:
                for share, cell in zip(head[3:], cells[3:], strict=True):
                    if cell == "-":
                        continue
                    fall, interval = cell.removesuffix(" %").split(" ± ")
                    found[nodes, cells[0], cells[1], int(share[:-2])] = float(fall), float(interval)
    return found


def falls_of_the_remark(one: ReadyMadeFaults) -> dict[tuple[str, int], int]:
    """Falls that a remark has as text, by network and percent of the links."""
    (said,) = re.findall(r"Measured with (.*?)\. Means", one.remark)
    shares = [int(share) for share in re.findall(r"\d+", said.partition(" % of the links")[0])]
    return {
        (NAMES[name], share): int(fall)
        for name, text in re.findall(rf"({'|'.join(NAMES)}) ([-+][^%]*) %", said)
        for share, fall in zip(shares, re.findall(r"[-+]\d+", text), strict=True)
    }


@pytest.mark.parametrize("name", MEASURED)
def test_falls_in_remarks_are_those_of_the_page(name: str) -> None:
    page = tables_of_the_page()
    [(traffic, nodes)] = re.findall(r"^(.*) with faults, (\d+) nodes$", name)
    said = falls_of_the_remark(MEASURED[name])
    assert {network for network, _ in said} >= {"FTA", "FTA, one interval"}
    for (network, share), fall in said.items():
        assert abs(page[nodes, traffic.lower(), network, share][0] - fall) <= 0.5


def test_all_studies_of_64_nodes_have_measured_falls() -> None:
    patterns = ("Uniform", "Hot-spot", "Complement", "Shuffle")
    assert {f"{one} with faults, 64 nodes" for one in patterns} <= set(MEASURED)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MEASURED if name.endswith(" 64 nodes")])
def test_falls_in_remarks_come_out_of_short_runs(name: str) -> None:
    """Eight of the fifty combinations: within the sum of the intervals of the run and of the page."""
    study = MEASURED[name].study
    assert study.degradation is not None
    requested = replace(study.degradation, samples=8, duration=Duration(warmup=5_000, cycles=10_000))
    page = tables_of_the_page()
    traffic = name.partition(" with")[0].lower()
    for (network, share), fall in falls_of_the_remark(MEASURED[name]).items():
        (one,) = [some for some in study.networks if some.name == network]
        net = network_of(one.spec)
        points = [
            degraded(net, fitting(one.scheme, net), study.faults, requested, count, 1) for count in (0, share)
        ]
        whole, left = (point.throughput for point in points)
        interval = 100 * (points[0].ci95 + points[1].ci95) / whole
        assert abs(100 * (left / whole - 1) - fall) <= interval + page["64", traffic, network, share][1] + 3
