"""``fatdesk catalog prices``: compare a price list with parts, and write the chosen prices."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from fatdesk.cli.kit.output import (
    BAD_INPUT,
    DONE,
    FINDINGS,
    about_to_save,
    log,
    print_json,
    project_target,
    say,
)
from fatdesk.cli.kit.tables import table, terminal_width
from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.formats.sheets import ReadSheet, read_sheets
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.engine.catalog.parts import AnyPart, Price
from fatdesk.engine.catalog.price_list import (
    FIELDS,
    Columns,
    PriceList,
    chosen_columns,
    currency_of,
    date_of,
    read_prices,
)
from fatdesk.engine.catalog.price_match import Compared, PriceChange, compare

MOST_ROWS = 20
"""Rows without a part that are listed."""


def run(parsed: argparse.Namespace) -> int:
    """Print the changes; with ``--take`` write them into the folder or the project."""
    if len(parsed.files) != 1:
        raise FatdeskError("catalog prices: name one price list (XLSX, ODS or CSV)")
    if (parsed.catalog is None) == (parsed.project is None):
        raise FatdeskError("catalog prices: name the parts, --catalog DIR or --project P.fatdesk")
    if parsed.output is not None:
        if parsed.project is None:
            raise FatdeskError("-o is for --project; the files of a --catalog folder are changed in place")
        if not parsed.take:
            raise FatdeskError("-o: is for --take, give both")
        project_target(parsed.output)
    [path] = parsed.files
    sheets = read_sheets(read_bytes(path), str(path))
    columns = _columns(parsed, sheets)
    prices = read_prices(sheets, str(path), columns, *_currency_and_date(parsed), parsed.source or path.name)
    compared = compare(prices, _parts(parsed))
    taken = _taken(parsed.take, compared.changes)
    written = _take(parsed, taken) if taken else ()
    if parsed.json:
        print_json(_as_json(compared, prices, taken, written))
    else:
        _print(compared, prices.file, columns, sheets, taken, written)
    for error in prices.bad:
        log(str(error))
    if prices.bad and columns.decimal is None and any("may be" in error.what for error in prices.bad):
        log("give the decimal sign of this list with --decimal . or --decimal ,")
    if not prices.bad and not compared.ambiguous:
        return DONE
    return FINDINGS if compared.changes or compared.same else BAD_INPUT


def _columns(parsed: argparse.Namespace, sheets: Sequence[ReadSheet]) -> Columns:
    chosen = {}
    for word in parsed.map:
        field, equals, column = word.partition("=")
        if not equals or field not in FIELDS:
            what = "is not FIELD=HEAD or FIELD==LETTER, fields are"
            raise FatdeskError(f"--map {word[:60]}: {what} {', '.join(FIELDS)}")
        chosen[field] = column
    names = [sheet.name for sheet in sheets]
    if parsed.sheet and parsed.sheet not in names:
        raise FatdeskError(
            f"--sheet {parsed.sheet}: there is no such sheet; the sheets are: {', '.join(names)[:150]}"
        )
    sheet = names.index(parsed.sheet) if parsed.sheet else None
    head = parsed.head - 1 if parsed.head else None
    try:
        return chosen_columns(sheets, chosen, sheet, head, parsed.decimal)
    except FatdeskError as error:
        line = _head_line(sheets, sheet or 0, head)
        raise InputError(str(parsed.files[0]), line, "head", f"{error} (--map FIELD=HEAD)") from None


def _head_line(sheets: Sequence[ReadSheet], sheet: int, head: int | None) -> int:
    """The line of the named head row, or else of the first row with more than one cell."""
    if not 0 <= sheet < len(sheets) or not sheets[sheet].rows:
        return 1
    rows, lines = sheets[sheet].rows, sheets[sheet].lines
    if head is not None:
        return lines[min(max(head, 0), len(lines) - 1)]
    found = (n for n, row in enumerate(rows) if sum(cell != "" for cell in row) > 1)
    return lines[next(found, 0)]


def _currency_and_date(parsed: argparse.Namespace) -> tuple[str, str]:
    """Currency and date for rows without them."""
    currency = currency_of(parsed.currency)
    if currency is None:
        raise FatdeskError(f"--currency {parsed.currency[:20]}: is not a currency such as USD")
    try:
        return currency, date_of(parsed.date)
    except ValueError as error:
        raise FatdeskError(f"--date {parsed.date[:20]}: {error}") from None


def _parts(parsed: argparse.Namespace) -> list[AnyPart]:
    if parsed.catalog is not None:
        return list(load_catalog([parsed.catalog]))
    from fatdesk.project.files.storing import load_project

    return list(load_project(parsed.project).project.parts)


def _taken(wanted: str, changes: Sequence[PriceChange]) -> list[PriceChange]:
    if wanted == "all":
        return list(changes)
    taken = []
    for word in wanted.split(",") if wanted else ():
        if not word.isdecimal() or len(word) > 9 or not 1 <= int(word) <= len(changes):
            known = f"give numbers from 1 to {len(changes)}, or all" if changes else "no price changes"
            raise FatdeskError(f"--take {word[:40]}: is not the number of a change, {known}")
        taken.append(changes[int(word) - 1])
    return taken


def _take(parsed: argparse.Namespace, taken: Sequence[PriceChange]) -> tuple[str, ...]:
    """Write the changes and return the files that changed."""
    from fatdesk.project.libraries.changes import prices_of_project, save_prices

    if parsed.catalog is not None:
        about_to_save()
        return save_prices(parsed.catalog, taken)
    from fatdesk.project.commands.history import perform
    from fatdesk.project.files.storing import load_project, save_project

    opened = load_project(parsed.project)
    project = perform(opened.project, prices_of_project(opened.project, taken))
    target: Path = parsed.output or parsed.project
    about_to_save()
    same = target.resolve() == parsed.project.resolve()
    saved = save_project(project, target, opened.stamp if same else None, parsed.project.parent)
    if saved.warning:
        log(saved.warning)
    return (str(target),)


def price_text(price: Price | None) -> str:
    """A price with currency and date.

    >>> price_text(None)
    'unknown'
    """
    if price is None or price.amount is None:
        return "unknown"
    return f"{price.currency} {price.amount:,f}" + (f" ({price.date})" if price.date else "")


def _print(
    compared: Compared,
    file: str,
    columns: Columns,
    sheets: Sequence[ReadSheet],
    taken: Sequence[PriceChange],
    written: Sequence[str],
) -> None:
    row = sheets[columns.sheet].rows[columns.head] if columns.head >= 0 else ()
    heads = (
        f"{field} = {row[at] if at < len(row) else f'column {at + 1}'}" for field, at in columns.of.items()
    )
    say(f"columns: {', '.join(heads)}")
    rows = [
        [
            str(n),
            change.part,
            change.place,
            price_text(change.old),
            price_text(change.new),
            str(change.line),
        ]
        for n, change in enumerate(compared.changes, start=1)
    ]
    if rows:
        head = ["#", "part", "price", "old", "new", "line"]
        say(table([head, *rows], frozenset({0, 3, 4, 5}), ("part", "old"), terminal_width()))
    for unclear in compared.ambiguous:
        say(f"{unclear.message(file)}: not applied")
    for unclear in compared.unmatched[:MOST_ROWS]:
        say(unclear.message(file))
    if len(compared.unmatched) > MOST_ROWS:
        say(f"and {len(compared.unmatched) - MOST_ROWS} more part numbers of no part")
    say(
        f"{len(compared.changes)} prices change, {compared.same} are the same, "
        f"{len(compared.unmatched)} part numbers of no part, {len(compared.ambiguous)} are ambiguous"
    )
    if taken:
        say(f"{len(taken)} applied: {', '.join(written) or 'nothing differs'}")
    elif compared.changes:
        say("nothing was written: --take N,... or all writes the changes")


def _as_json(
    compared: Compared, prices: PriceList, taken: Sequence[PriceChange], written: Sequence[str]
) -> dict[str, object]:
    def price_json(price: Price | None) -> dict[str, object] | None:
        if price is None or price.amount is None:
            return None
        amount = f"{price.amount:f}"
        return {"amount": amount, "currency": price.currency, "date": price.date, "source": price.source}

    return {
        "changes": [
            {
                "number": n,
                "part": change.part,
                "place": change.place,
                "old": price_json(change.old),
                "new": price_json(change.new),
                "line": change.line,
                "taken": change in taken,
            }
            for n, change in enumerate(compared.changes, start=1)
        ],
        "same": compared.same,
        "unmatched": [row._asdict() for row in compared.unmatched],
        "ambiguous": [row._asdict() for row in compared.ambiguous],
        "bad": [str(error) for error in prices.bad],
        "written": list(written),
    }
