"""``fatdesk show``: the figures of a project."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fatdesk.cli.kit.output import DONE, ShownProgress, about_to_save, folder_target, log, print_json, say
from fatdesk.cli.kit.tables import figure_text, money_text, part_text, table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.program import today
from fatdesk.engine.bill.deployability import StepWork
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheets.facility_sheets import RACK_COLUMNS, rack_table
from fatdesk.engine.listing.cells import UNKNOWN, Heading, Value, csv_bytes
from fatdesk.engine.listing.facility_columns import COLUMNS as FACILITY
from fatdesk.engine.listing.facility_columns import FEED_COLUMNS, facility_rows, feed_rows
from fatdesk.engine.listing.host_port_columns import COLUMNS as HOST_PORTS
from fatdesk.engine.listing.host_port_columns import host_port_rows
from fatdesk.engine.listing.structured_columns import TRUNKS, trunk_rows
from fatdesk.networks.verdict import counted_text
from fatdesk.paper.jobs import job_findings
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project
from fatdesk.project.growing.next_step import growth_to_check, next_step_work, work_figures


class _List(NamedTuple):
    """A list that an option prints: its columns and rows in files, and its table for people.

    Attributes
    ----------
    text
        Head and rows of the table.
    right
        Numbers of the columns whose figures are at the right.
    spare
        Heads of columns that a narrow terminal leaves out, the first one first.
    """

    option: str
    columns: Sequence[Heading]
    rows: Callable[[Plan], Iterable[Sequence[Value]]]
    text: Callable[[Plan], list[list[str]]]
    right: frozenset[int]
    spare: tuple[str, ...]


def _host_port_text(plan: Plan) -> list[list[str]]:
    rows = [[f"{one.title[0].lower()}{one.title[1:]}" for one in HOST_PORTS]]
    return rows + [[_cell(value) for value in row] for row in host_port_rows(plan)]


def _facility_text(plan: Plan) -> list[list[str]]:
    printed = rack_table(plan)
    return [[one.head for one in printed.columns], *([*row.cells] for row in printed.rows)]


HOST_PORT_LIST = _List(
    "host_ports",
    HOST_PORTS,
    host_port_rows,
    _host_port_text,
    frozenset(n for n, column in enumerate(HOST_PORTS) if column.kind != "text"),
    ("part", "port name", "connector", "switches", "joined hosts"),
)
FACILITY_LIST = _List(
    "facility",
    FACILITY,
    lambda plan: facility_rows(plan.facility),
    _facility_text,
    frozenset(n for n, column in enumerate(RACK_COLUMNS) if column.right),
    ("foot kg", "feed kW", "kg"),
)


def _trunk_text(plan: Plan) -> list[list[str]]:
    rows = [[f"{one.title[0].lower()}{one.title[1:]}" for one in TRUNKS]]
    return rows + [[_cell(value) for value in row] for row in trunk_rows(plan)]


TRUNK_LIST = _List(
    "trunks",
    TRUNKS,
    trunk_rows,
    _trunk_text,
    frozenset(n for n, column in enumerate(TRUNKS) if column.kind != "text"),
    ("id", "cost", "route", "computed, m", "fabric", "part", "a panel", "b panel", "plugs at each end"),
)
LISTS = (HOST_PORT_LIST, FACILITY_LIST, TRUNK_LIST)


def run(parsed: argparse.Namespace) -> int:
    """Print the summary of a project, its table of host ports, or that for the facility team."""
    lists = [one for one in LISTS if getattr(parsed, one.option)]
    if parsed.csv is not None:
        if len(lists) != 1:
            raise FatdeskError("--csv: give --host-ports, --facility or --trunks, whose list it writes")
        folder_target(parsed.csv.parent, f"--csv {parsed.csv}", make=False)
    derived = Derived(load_project(parsed.project).project)
    if lists and not parsed.json:
        return _print(derived, lists, parsed.csv)
    growth = _next_step(derived, stated=parsed.growth)
    figures = summary(derived, check(derived, job_findings(derived), growth, today().isoformat()))
    if isinstance(growth, StepWork):
        figures["deployability"]["growth"] = growth.to_json()
    for one in lists:
        _save(derived, one, parsed.csv)
        figures[one.option] = _records(one.columns, one.rows(derived.light_plan))
    if parsed.facility:
        figures["power_feeds"] = _records(FEED_COLUMNS, feed_rows(derived.facility))
    if parsed.json:
        print_json(figures)
    else:
        say(in_words(figures))
    return DONE


def _next_step(derived: Derived, *, stated: bool) -> StepWork | str | None:
    """The work of the next step of the growth plan; where it is not to be stated, only for limits on it.

    Raises
    ------
    FatdeskError
        When it is to be stated and there is no plan, or the step is not possible.
    """
    steps, progress = derived.project.growth, ShownProgress()
    if stated and not steps:
        raise FatdeskError("--growth: the project has no growth plan, add its steps in the workspace Growth")
    try:
        if not stated:
            return growth_to_check(derived, load_shipped([]), progress)
        return work_figures(next_step_work(derived, load_shipped([]), steps, progress))
    except FatdeskError as error:
        raise FatdeskError(f"--growth: step 1: {error}") from None
    finally:
        progress.done()


def _records(columns: Sequence[Heading], rows: Iterable[Sequence[Value]]) -> list[dict[str, Value]]:
    """Rows as JSON has them: what is unknown is null, as everywhere in it."""
    names = [column.name for column in columns]
    return [
        {name: None if value == UNKNOWN else value for name, value in zip(names, row, strict=True)}
        for row in rows
    ]


def _save(derived: Derived, one: _List, path: Path | None) -> None:
    if path is not None:
        about_to_save()
        save_bytes(path, csv_bytes(one.columns, one.rows(derived.light_plan)))
        log(f"{path}")


def _print(derived: Derived, lists: Sequence[_List], path: Path | None) -> int:
    """Print tables; why a fabric is not in that of host ports, where it cannot be built."""
    for one in lists:
        say(table(one.text(derived.light_plan), one.right, one.spare, terminal_width()))
        _save(derived, one, path)
    for name, why in derived.built.problems.items() if HOST_PORT_LIST in lists else ():
        log(f"fabric {name}: {why}")
    return DONE


def _cell(value: Value) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else f"{value}"


def _counts(counts: dict[str, int]) -> list[str]:
    """The counts with their names; power units where there are some."""
    shown = [name for name in counts if counts[name] or name != "power_units"]
    return [f"{name.replace('_', ' ')} {counts[name]:,}" for name in shown]


def in_words(figures: dict[str, Any]) -> str:
    """The summary for people."""
    counts = figures["counts"]
    lines = [figures["name"] or "(no name)"]
    for fabric in figures["fabrics"]:
        uses = (f"{use['count']} x {_part(use)} {use['role']}" for use in fabric["parts"])
        family = fabric["family"] or "no design yet"
        if built := fabric.get("as_built"):
            family += f", as built (recorded from {built['source']})" if built["source"] else ", as built"
        lines.append(f"  {fabric['name']}: {family}  {' + '.join(uses)}".rstrip())
    cost = figures["cost"]
    watts = figures["power_w"]
    power = figure_text(None if watts is None else watts / 1000, ",.1f", "kW", figures["power_at_least"])
    mass = figure_text(figures["mass_kg"], ",.0f", "kg", figures["mass_at_least"])
    metres = figure_text(figures["metres"], ",.2f", "m", figures["metres_at_least"])
    fill = figure_text(figures["worst_tray_fill"], ".1%", "", figures["worst_tray_fill_at_least"])
    lines += [
        "  " + ", ".join(_counts(counts)),
        f"  cost {money_text(cost['amount'], cost['currency'], cost['at_least'])}",
        f"  power {power}, mass {mass}, racks {figures['racks']}",
        f"  cable {metres}, worst tray fill {fill}",
    ]
    work = figures["deployability"]
    if work["cables"]:
        bundles, types = counted_text(work["bundles"], "bundle"), counted_text(work["bundle_types"], "type")
        items = counted_text(work["items"], "item")
        lines.append(
            f"  installation {work['hours']:,.1f} hours, {bundles} between racks of {types}, {items} of cable"
        )
        lines.append(
            f"  {work['in_rack_share']:.1%} of the cables in one rack, "
            f"{work['racks_per_100_cables']:,.1f} racks entered per 100 cables, "
            f"{counted_text(work['fullest_tray'], 'cable')} in the fullest tray"
        )
    if (over := figures.get("structured")) is not None:
        loss = figure_text(over.pop("loss_db"), ",.2f", "dB", over.pop("loss_at_least"))
        lines.append(f"  over panels {', '.join(_counts(over))}, loss of a link up to {loss}")
    if (step := work["growth"]) is not None:
        stages = "no stages" if step["stages"] is None else counted_text(step["stages"], "stage")
        moved = counted_text(step["moves"], "moved cable")
        lines.append(f"  next growth step {moved}, {stages}, {step['hours']:,.1f} hours")
    failures = figures["failures_per_year"]
    if failures["amount"]:
        lines.append(
            f"  failures per year {figure_text(failures['amount'], ',.2f', '', failures['at_least'])}"
        )
    if figures["mean_cable_price"] is not None:
        mean = money_text(figures["mean_cable_price"], cost["currency"], False)
        lines.append(f"  mean price of a cable {mean}")
    network, each = figures["network_cost"], figures["network_cost_per_host"]
    if each is not None and network["amount"] is not None:
        shown = (money_text(one["amount"], one["currency"], one["at_least"]) for one in (network, each))
        lines.append("  network {}, {} per host".format(*shown))
    found = figures["findings"]
    if found:
        errors = sum(some["severity"] == "error" and not some["waived"] for some in found)
        lines.append(f"  findings {len(found)}, {counted(errors, 'error')} (fatdesk check lists them)")
    return "\n".join(lines)


def _part(use: dict[str, Any]) -> str:
    return part_text(use["part"], use.get("cards", 0))
