"""Losses as CSV: a row each, shares as numbers, what was not worked out said to be unknown."""

import numpy as np
import pytest

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.cells import csv_bytes
from fatdesk.engine.listing.fault_columns import LOSS_COLUMNS, loss_rows
from fatdesk.networks.fault_tolerance.impact import Element, Left, Loss
from fatdesk.project.derived.losses import losses
from tests.csv_rows import read_csv
from tests.engine.failures.placed_samples import derived

NONE = np.zeros(0, np.int32)


def rows_of(*fabrics):
    return read_csv(csv_bytes(LOSS_COLUMNS, loss_rows(fabrics)))


def test_what_is_not_known_and_what_is_no_formula():
    element = Element("rack", "rack/1", "=1+1", np.array([0, 3], np.int32), NONE, ("a", "b"))
    left = Left(3, np.array([0], np.int32), 2)
    (row,) = rows_of(("net", (Loss(element, left, None, None, None, "@x"),)))
    assert (row["name"], row["remark"]) == ("=1+1", "@x")
    assert b"'=1+1" in csv_bytes(
        LOSS_COLUMNS, loss_rows([("net", (Loss(element, left, None, None, None, ""),))])
    )
    assert (row["hosts_cut_off"], row["hosts"], row["devices"], row["cables"]) == ("1", "3", "2", "2")
    assert float(row["pairs_connected"]) == pytest.approx(1 / 3, abs=1e-6)
    assert (row["bisection_left"], row["uplinks_left"], row["uplinks"]) == ("unknown", "", "")


def test_the_file_of_a_project_holds_every_element():
    some = derived("nodes-60")
    (content,) = BY_NAME["losses.csv"].make(some.plan).values()
    rows = read_csv(content)
    found = losses(some, "compute")
    assert [row["key"] for row in rows] == [loss.element.key for loss in found]
    assert [int(row["hosts_cut_off"]) for row in rows] == [loss.left.hosts_lost for loss in found]
    assert {row["fabric"] for row in rows} == {"compute"}
