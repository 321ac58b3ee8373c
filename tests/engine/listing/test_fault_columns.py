"""Rows of fault studies as a table: every figure in its column, the same from CSV."""

import csv

from fatdesk.engine.listing.fault_columns import COLUMNS, fault_rows, faults_csv
from fatdesk.networks.fault_tolerance.results import binomial_interval
from tests.engine.plan_samples import fault_results


def test_each_figure_stands_in_its_column() -> None:
    results = fault_results("n")
    rows = [dict(zip([column.name for column in COLUMNS], row, strict=True)) for row in fault_rows(results)]
    assert [(row["network"], row["faults"]) for row in rows] == [
        *(("n fta", faults) for faults in (1, 5, 20, 100)),
        *(("n destro", faults) for faults in (2, 50)),
        *(("n fta", faults) for faults in (0, 5, 20)),
        ("n destro", 5),
        ("n fta", None),
        ("n destro", None),
    ]
    whole, drawn = rows[0], rows[1]
    assert (whole["tolerated"], whole["tolerated_share"], whole["exhaustive"]) == (1000, 1.0, "yes")
    assert (whole["tolerated_low"], whole["fatal"], whole["throughput_flits_per_cycle_host"]) == (None,) * 3
    assert (drawn["always_tolerated"], drawn["proof"]) == (3, "minimum cut")
    assert (drawn["tolerated_low"], drawn["tolerated_high"]) == binomial_interval(900, 1000)
    assert drawn["fatal"] == "n 0; n 1; n 2; n 3; n 4"
    slower = rows[7]
    assert (slower["tolerated"], slower["traffic"], slower["samples"]) == (None, "uniform", 50)
    assert slower["throughput_flits_per_cycle_host"] == 0.595
    assert rows[-1]["fatal"] == "0; 2; 5; 9", "things without names are told by their numbers"


def test_csv_holds_the_same() -> None:
    results = fault_results("=n")
    lines = list(csv.reader(faults_csv(results).decode("utf-8-sig").splitlines()))
    assert lines[0] == [column.name for column in COLUMNS]
    assert len(lines) == 1 + len(list(fault_rows(results)))
    assert lines[1][1] == "'=n fta", "no spreadsheet takes it for a formula"
