"""``fatdesk show``: the figures of a project."""

import argparse
from typing import Any

from fatdesk.cli.answer import DONE, print_json, say
from fatdesk.project.check import check
from fatdesk.project.derived import Derived
from fatdesk.project.storing import load_project
from fatdesk.project.summary import summary


def run(parsed: argparse.Namespace) -> int:
    """Print the summary of a project."""
    derived = Derived(load_project(parsed.project).project)
    figures = summary(derived, check(derived))
    if parsed.json:
        print_json(figures)
    else:
        say(in_words(figures))
    return DONE


def in_words(figures: dict[str, Any]) -> str:
    """The summary for people."""
    counts = figures["counts"]
    lines = [figures["name"] or "(no name)"]
    for fabric in figures["fabrics"]:
        parts = " + ".join(f"{use['count']} x {_part(use)} {use['role']}" for use in fabric["parts"])
        lines.append(f"  {fabric['name']}: {fabric['family'] or 'no design yet'}  {parts}")
    cost = figures["cost"]
    power = _figure(figures["power_w"] / 1000, ",.1f", "kW", figures["power_at_least"])
    mass = _figure(figures["mass_kg"], ",.0f", "kg", figures["mass_at_least"])
    metres = f"{_bound(figures['metres_at_least'])}{figures['metres']:,.2f} m"
    fill = f"{_bound(figures['worst_tray_fill_at_least'])}{figures['worst_tray_fill']:.1%}"
    lines += [
        "  " + ", ".join(f"{name} {counts[name]:,}" for name in counts),
        f"  cost {_bound(cost['at_least'])}{cost['amount']} {cost['currency']}",
        f"  power {power}, mass {mass}, racks {figures['racks']}",
        f"  cable {metres}, worst tray fill {fill}",
    ]
    if figures["mean_cable_price"] is not None:
        lines.append(f"  mean price of a cable {figures['mean_cable_price']} {cost['currency']}")
    found = figures["findings"]
    if found:
        errors = sum(some["severity"] == "error" and not some["waived"] for some in found)
        lines.append(f"  findings {len(found)}, {errors} errors (fatdesk check tells them)")
    return "\n".join(lines)


def _part(use: dict[str, Any]) -> str:
    return f"{use['part']} ({use['cards']} cards)" if "cards" in use else str(use["part"])


def _figure(value: float, form: str, unit: str, at_least: bool) -> str:
    """A figure that may be a lower bound; of which nothing is known it says so."""
    return "unknown" if at_least and not value else f"{_bound(at_least)}{value:{form}} {unit}"


def _bound(at_least: bool) -> str:
    return ">= " if at_least else ""
