"""``fatdesk show``: the figures of a project."""

import argparse
from pathlib import Path
from typing import Any

from fatdesk.cli.kit.output import DONE, about_to_save, folder_target, log, print_json, say
from fatdesk.cli.kit.tables import figure_text, money_text, part_text, table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.listing.cells import Value, csv_bytes
from fatdesk.engine.listing.host_port_columns import COLUMNS as HOST_PORTS
from fatdesk.engine.listing.host_port_columns import host_port_rows
from fatdesk.networks.verdict import counted_text
from fatdesk.paper.jobs import job_findings
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project

SPARE = ("part", "port name", "connector", "switches", "joined hosts")
"""Columns of host ports that a narrow terminal leaves out, the first one first."""


def run(parsed: argparse.Namespace) -> int:
    """Print the summary of a project, or its table of host ports."""
    if parsed.csv is not None:
        if not parsed.host_ports:
            raise FatdeskError("--csv: give --host-ports, whose list it writes")
        folder_target(parsed.csv.parent, f"--csv {parsed.csv}", make=False)
    derived = Derived(load_project(parsed.project).project)
    if parsed.host_ports and not parsed.json:
        return _host_ports(derived, parsed.csv)
    figures = summary(derived, check(derived, job_findings(derived)))
    if parsed.host_ports:
        _save_ports(derived, parsed.csv)
        names = [column.name for column in HOST_PORTS]
        figures["host_ports"] = [
            dict(zip(names, row, strict=True)) for row in host_port_rows(derived.light_plan)
        ]
    if parsed.json:
        print_json(figures)
    else:
        say(in_words(figures))
    return DONE


def _save_ports(derived: Derived, path: Path | None) -> None:
    if path is not None:
        about_to_save()
        save_bytes(path, csv_bytes(HOST_PORTS, host_port_rows(derived.light_plan)))
        log(f"{path}")


def _host_ports(derived: Derived, path: Path | None) -> int:
    """Print the table of host ports; why a fabric is not in it, where it cannot be built."""
    rows = [[f"{one.title[0].lower()}{one.title[1:]}" for one in HOST_PORTS]]
    rows += [[_cell(value) for value in row] for row in host_port_rows(derived.light_plan)]
    right = frozenset(n for n, column in enumerate(HOST_PORTS) if column.kind != "text")
    say(table(rows, right, SPARE, terminal_width()))
    for name, why in derived.built.problems.items():
        log(f"fabric {name}: {why}")
    _save_ports(derived, path)
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
        lines.append(f"  findings {len(found)}, {errors} errors (fatdesk check lists them)")
    return "\n".join(lines)


def _part(use: dict[str, Any]) -> str:
    return part_text(use["part"], use.get("cards", 0))
