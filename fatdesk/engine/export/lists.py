"""Lists as CSV: bill, wiring list, labels, cables to cut and to pull, results of studies, losses."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export, csv_list
from fatdesk.engine.listing import (
    bill_columns,
    fault_columns,
    host_port_columns,
    study_columns,
    waiver_columns,
    wiring_columns,
)
from fatdesk.engine.listing.cells import csv_bytes

BILL = csv_list(
    "bill.csv",
    "The bill of materials as CSV, one line of the bill per row.",
    lambda plan: (bill_columns.COLUMNS, bill_columns.bill_rows(plan.bill)),
)
WIRING = csv_list(
    "wiring.csv",
    "The wiring list as CSV, one row per cable; of a splitter cable one row per leg.",
    lambda plan: (wiring_columns.COLUMNS, wiring_columns.wiring_rows(plan)),
)
LABELS = csv_list(
    "labels.csv",
    "Labels of both ends of every cable as CSV, for label printers and programs such as gLabels.",
    lambda plan: (wiring_columns.LABEL_COLUMNS, wiring_columns.label_rows(plan)),
)
CUTS = csv_list(
    "cuts.csv",
    "Cables to pick and to cut as CSV: pieces by phase, part and length.",
    lambda plan: (wiring_columns.CUT_COLUMNS, wiring_columns.cut_rows(plan)),
)
PULLS = csv_list(
    "pulls.csv",
    "Cables to pull as CSV: for each tray the cables in it, in order.",
    lambda plan: (wiring_columns.PULL_COLUMNS, wiring_columns.pull_rows(plan)),
)
HOST_PORTS = csv_list(
    "host-ports.csv",
    "Ports of hosts as CSV: which port of which group leads to which fabric and rail, and which are free.",
    lambda plan: (host_port_columns.COLUMNS, host_port_columns.host_port_rows(plan)),
)
SIMULATIONS = csv_list(
    "simulations.csv",
    "Results of simulation studies as CSV, one row per network and load.",
    lambda plan: (study_columns.COLUMNS, study_columns.study_rows(plan.studies)),
    nothing=lambda plan: not any(study.points for study in plan.studies),
)
FAULTS = csv_list(
    "faults.csv",
    "Results of fault studies as CSV, one row per network and number of failures.",
    lambda plan: (fault_columns.COLUMNS, fault_columns.fault_rows(plan.fault_studies)),
    nothing=lambda plan: all(study.nothing for study in plan.fault_studies),
)


def _losses(plan: Plan) -> dict[str, bytes]:
    return {"losses.csv": csv_bytes(fault_columns.LOSS_COLUMNS, fault_columns.loss_rows(plan.losses))}


LOSSES = Export(
    "losses.csv",
    "The impact of losing each rack, tray, switch or cable as CSV; written only when it is named.",
    _losses,
    asked_only=True,  # a large room takes a minute
    slow=True,
)
WAIVERS = csv_list(
    "waivers.csv",
    "Waived findings as CSV: what was accepted, why, by whom and until when, and which lapsed.",
    waiver_columns.waiver_table,
    asked_only=True,  # for the one who signs; most projects waive nothing
)
