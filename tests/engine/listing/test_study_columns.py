"""Points of studies as CSV: every figure in its column, units in heads."""

from fatdesk.engine.listing.study_columns import COLUMNS, studies_csv
from fatdesk.networks.simulation.results import StudyResult, figures_of
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from tests.csv_rows import read_csv
from tests.engine.plan_samples import study_result
from tests.networks.simulation.made_up import curve


def rows_of(*results: StudyResult) -> list[dict[str, str]]:
    return read_csv(studies_csv(results))


def test_a_row_for_each_network_and_load() -> None:
    rows = rows_of(study_result(), study_result("Other"))
    stated = [(row["study"], row["network"], row["offered_flits_per_cycle_host"]) for row in rows]
    assert stated == [
        (study, study + network, load)
        for study in ("Loads, both", "Other")
        for network, loads in ((" fta", ("0.02", "0.3", "0.5", "0.9")), (" destro", ("0.02", "0.5")))
        for load in loads
    ]
    assert {row["spec"] for row in rows} == {"kary-tree:k=4,n=3"}
    assert {row["scheme"] for row in rows} == {"fta", "destro"}


def test_every_figure_is_there_with_its_unit() -> None:
    one = curve(0.3)
    study = SimulationStudy(name="=1+1", networks=(StudyNetwork(name="a", fabric="compute"),))
    (row,) = rows_of(StudyResult(study, (one,)))
    figures = {name: value for name, value in figures_of(one.points[0]).items() if value is not None}
    assert len(COLUMNS) == 8 + len(figures_of(one.points[0])) + 1
    for name, value in figures.items():
        (column,) = (
            some.name
            for some in COLUMNS
            if some.name in (name, f"{name}_cycles", f"{name}_flits_per_cycle_host")
            or (name == "received_per_cycle" and some.name == "received_packets_per_cycle")
        )
        expected = {True: "yes", False: "no"}[value] if isinstance(value, bool) else float(value)
        assert (row[column] if isinstance(value, bool) else float(row[column])) == expected, name
    assert (row["study"], row["spec"], row["hosts"]) == ("=1+1", "compute", "64")
    assert row["network_latency_ci95_cycles"] == ""
    assert row["saturated"] == "no"
