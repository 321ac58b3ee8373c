"""``fatdesk diff``: what differs between two project files; as a diff driver of git, too."""

import argparse
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from fatdesk.cli.kit.output import DONE, about_to_save, log, print_json, say
from fatdesk.cli.kit.tables import figure_text, money_text
from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import Money
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.revising.differences import Differences, Recabled, Repriced, differences
from fatdesk.project.revising.revisions import project_at

GIT_WORDS = 7
"""Git calls a diff driver with path, old file, its hash and mode, new file, its hash and mode."""
MOST = 40
"""Cables that are listed one by one; further ones are counted."""


def run(parsed: argparse.Namespace) -> int:
    """Print what differs."""
    words = parsed.files
    if len(words) == GIT_WORDS:
        say(f"fatdesk diff {words[0]}")
        words = [words[1], words[4]]
    if len(words) != 2:
        raise FatdeskError("diff: give two project files, the earlier first")
    before, after = (Derived(_project(word)) for word in words)
    found = differences(before, after)
    if parsed.pdf is not None:
        if not found.changes:
            raise FatdeskError("--pdf: the states do not differ, there is nothing to draw")
        _write_pdf(parsed.pdf, before, after, found, words)
    if parsed.json:
        print_json(_record(found))
        return DONE
    for line in _lines(found, whole=parsed.all):
        say(line)
    return DONE


def _write_pdf(path: Path, before: Derived, after: Derived, found: Differences, words: Sequence[str]) -> None:
    from fatdesk.tasks.comparing import differences_pdf

    first, second = (Path(word).name.removesuffix(".fatdesk") for word in words)
    content = differences_pdf(before, after, found, f"from {first} to {second}")
    about_to_save()
    save_bytes(path, content)
    log(str(path))


def _project(word: str) -> Project:
    """The project of a file or revision; git has an empty file where a side has none."""
    path = Path(word)
    if path.as_posix() in ("/dev/null", "nul") or (path.is_file() and not path.stat().st_size):
        return Project()
    return project_at(word)


def _lines(found: Differences, *, whole: bool) -> Iterator[str]:
    if not found.changes:
        yield "no differences"
        return
    for change in found.changes:
        yield change.text
    cables = found.cables if whole else found.cables[:MOST]
    for cable in cables:
        yield f"cable {cable.id}: {_cable(cable)}"
    if len(cables) < len(found.cables):
        yield f"and {len(found.cables) - len(cables):,} further cables (--all lists them)"
    if found.cables:
        yield f"cables: {_sums(found)}"
    for line in found.lines:
        yield f"bill: {_line(line)}"
    if found.totals[0] != found.totals[1]:
        yield f"bill: total {_money(found.totals[0])} -> {_money(found.totals[1])}"


def _sums(found: Differences) -> str:
    """Number of cables that differ in each way, and the metres ordered."""
    kinds = [cable.what for cable in found.cables]
    counts = ", ".join(f"{kinds.count(what):,} {what}" for what in ("added", "removed", "changed"))
    before, after = (figure_text(length, ",.2f", "m", least) for length, least in found.ordered_m)
    return f"{counts}; ordered {before} -> {after}"


def _cable(cable: Recabled) -> str:
    first, second = (
        f"{part} {_metres(length)}" if part else "no part"
        for part, length in zip(cable.part, cable.length_m, strict=True)
    )
    if cable.what == "added":
        return f"added: {second}"
    if cable.what == "removed":
        return f"removed: {first}"
    return "changed: " + (f"other route or port, {first}" if first == second else f"{first} -> {second}")


def _metres(length: float | None) -> str:
    return "of unknown length" if length is None else f"{length:,.2f} m"


def _line(line: Repriced) -> str:
    name = line.part if line.length_m is None else f"{line.part} {line.length_m:g} m"
    text = f"{name}: {line.order[0]:,} -> {line.order[1]:,}"
    if line.unit_price[0] != line.unit_price[1] and all(line.order):
        before, after = (money_text(amount, line.currency, False) for amount in line.unit_price)
        text += f", each {before} -> {after}"
    return text


def _money(total: Money) -> str:
    return money_text(total.amount, total.currency, total.at_least)


def _record(found: Differences) -> dict[str, Any]:
    def price(amount: Decimal | None) -> str | None:
        return None if amount is None else str(amount)

    totals = {
        word: {
            "cost": str(total.amount),
            "currency": total.currency,
            "at_least": total.at_least,
            "ordered_m": metres,
            "ordered_at_least": at_least,
        }
        for word, total, (metres, at_least) in zip(
            ("before", "after"), found.totals, found.ordered_m, strict=True
        )
    }
    return {
        "records": [
            {
                "kind": change.kind,
                "name": change.name,
                "now": change.now or change.name,
                "what": change.what,
                "fields": [field._asdict() for field in change.fields],
            }
            for change in found.changes
        ],
        "cables": [
            {
                "id": cable.id,
                "what": cable.what,
                "part": list(cable.part),
                "ordered_m": list(cable.length_m),
            }
            for cable in found.cables
        ],
        "bill": [
            {
                "part": line.part,
                "length_m": line.length_m,
                "order": list(line.order),
                "unit_price": [price(amount) for amount in line.unit_price],
                "currency": line.currency,
            }
            for line in found.lines
        ],
        "totals": totals,
    }
