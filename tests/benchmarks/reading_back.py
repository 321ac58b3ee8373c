"""How long a wiring list of 100,000 rows takes to be read back, XLSX and CSV; run it by itself."""

import sys
import time
from dataclasses import replace

import msgspec

from fatdesk.core.formats.sheets import read_sheets
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.list_import.calibrating import calibrate
from fatdesk.engine.list_import.table import find_table
from fatdesk.engine.list_import.wiring import Wired, compare_wiring
from tests.engine import plan_samples as samples

CABLES = 100_000
BOUND_S = 20.0
"""Processor seconds."""


def main() -> int:
    """Print the figures; 1 when the bound does not hold."""
    plan = samples.nodes_648()
    some = plan.cables
    rows = [
        msgspec.structs.replace(row, id=f"{k}-{row.id}")
        for k in range(-(-CABLES // len(some)))
        for row in some
    ][:CABLES]
    measured = [
        msgspec.structs.replace(
            row, status="laid", measured_m=round((row.length.computed_um or 0) / 1e6 + 0.01 * (n % 40), 3)
        )
        for n, row in enumerate(rows)
    ]
    before, after = (replace(plan, make_cables=lambda some=some: some) for some in (rows, measured))
    wired = Wired(before, {}, lambda _cable, _wish: "")
    slowest = 0.0
    for module in (BY_NAME["wiring.xlsx"], BY_NAME["wiring.csv"]):
        (data,) = module.make(after).values()
        start = time.process_time()
        sheets = read_sheets(data, module.name)
        table = find_table(sheets, module.name)
        read = time.process_time()
        report = compare_wiring(table, None, wired, module.name)
        seconds = time.process_time() - start
        slowest = max(slowest, seconds)
        stated = f"{report.rows:,} rows, {len(report.changes):,} changes, {len(report.findings)} findings"
        print(
            f"{module.name}: {stated}, {read - start:.2f} s to read, "
            f"{seconds:.2f} s in all (bound {BOUND_S} s)"
        )
        if len(report.changes) != 2 * CABLES or report.findings:
            return 1
    start = time.process_time()
    found = calibrate(measured, CablingRules())
    print(f"calibration: {len(found.points):,} points, {time.process_time() - start:.2f} s")
    return int(slowest > BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
