"""Ready-made fault studies can be run as they are, say what was published, and what is theirs comes out."""

import pytest

from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.reference_studies import (
    READY_MADE_FAULTS,
    ReadyMadeFaults,
    published_always,
)
from fatdesk.networks.fault_tolerance.study import NUMBER, FaultParameters, FaultStudy
from fatdesk.networks.fault_tolerance.tolerance import tolerance
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.routing import fitting
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
