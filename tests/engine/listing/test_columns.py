"""Every list: its columns have names and titles of their own, and none of them is always empty."""

import dataclasses
from collections.abc import Iterable, Sequence
from decimal import Decimal

import msgspec
import pytest

from fatdesk.engine.asbuilt import punch_list
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing import (
    bill_columns,
    fault_columns,
    schedule_columns,
    study_columns,
    wiring_columns,
)
from fatdesk.engine.listing.cells import Column, Value
from fatdesk.engine.wiring.rows import BETWEEN_ENDS
from tests.engine import plan_samples as samples

LISTS: dict[str, Sequence[Column]] = {
    "bill": bill_columns.COLUMNS,
    "cuts": wiring_columns.CUT_COLUMNS,
    "faults": fault_columns.COLUMNS,
    "labels": wiring_columns.LABEL_COLUMNS,
    "losses": fault_columns.LOSS_COLUMNS,
    "pulls": wiring_columns.PULL_COLUMNS,
    "punch list": punch_list.COLUMNS,
    "schedule": schedule_columns.COLUMNS,
    "simulations": study_columns.COLUMNS,
    "wiring": wiring_columns.COLUMNS,
}


@pytest.mark.parametrize("columns", LISTS.values(), ids=LISTS)
def test_names_and_titles_are_unique(columns: Sequence[Column]) -> None:
    names, titles = [column.name for column in columns], [column.title for column in columns]
    assert len(set(names)) == len(names)
    assert len(set(titles)) == len(titles)


def filled(columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> set[str]:
    """Names of the columns that are not empty in every row."""
    return {
        column.name
        for row in rows
        for column, value in zip(columns, row, strict=True)
        if value not in (None, "")
    }


def written_on(plan: Plan) -> Plan:
    """The plan with everything that people can decide of a cable and of a line of the bill."""
    change = msgspec.structs.replace
    first, *rest = plan.cables
    ends = {
        side: change(
            getattr(first, side),
            os_ports=("swp1",),
            label=f"here{BETWEEN_ENDS}there",
            near="here",
            far="there",
            identifier="here",
            slot="L1",
            sub_port="1",
            transceiver="t",
        )
        for side in ("a", "b")
    }
    words = dict.fromkeys(("status", "bundle", "phase", "remark", "tested_by", "result", "reason"), "x")
    cables = [change(first, **ends, **words, measured_m=2.5), *rest]
    line, *lines = plan.bill.lines
    texts = dict.fromkeys(("alternative", "vendor", "part_number", "description", "price_date"), "x")
    terms = {"pack_size": 5, "discount_percent": Decimal(5), "lead_time_days": 7}
    line = change(line, **texts, **terms, spares=1, phases=("1",), length_m=2.0)
    bill = change(plan.bill, lines=(line, *lines), spares_rule="rule")
    return dataclasses.replace(plan, make_cables=lambda: cables, make_bill=lambda: bill)


def lists_of(plan: Plan) -> dict[str, Iterable[Sequence[Value]]]:
    """The rows of the lists of a plan."""
    return {
        "bill": bill_columns.bill_rows(plan.bill),
        "cuts": wiring_columns.cut_rows(plan),
        "faults": fault_columns.fault_rows(plan.fault_studies),
        "labels": wiring_columns.label_rows(plan),
        "pulls": wiring_columns.pull_rows(plan),
        "simulations": study_columns.study_rows(plan.studies),
        "wiring": wiring_columns.wiring_rows(plan),
    }


EMPTY = {
    "wiring": set(wiring_columns.LEFT_TO_PEOPLE),
    "simulations": {"network_latency_ci95_cycles"},  # the study of the sample has one seed
}
"""Columns without a value in the samples, and why."""


def test_no_column_is_always_empty() -> None:
    found: dict[str, set[str]] = {}
    for plan in map(written_on, (samples.modular(), samples.blades(), samples.gpu(63))):
        for name, rows in lists_of(plan).items():
            found.setdefault(name, set()).update(filled(LISTS[name], rows))
    for name, held in found.items():
        assert {column.name for column in LISTS[name]} - held == EMPTY.get(name, set()), name
