"""Parts for a search: shipped ones, further folders, overrides, and price lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.formats.sheets import read_sheets
from fatdesk.core.formats.typed_records import as_one
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import lines_of, lint
from fatdesk.engine.catalog.part_files import (
    files_and_lone_overrides,
    load_files,
    overridden,
    part_files,
    stem_of_override,
)
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.catalog.price_list import Listed, PriceList, guess_columns, read_prices
from fatdesk.engine.catalog.price_match import Compared, compare, with_prices

MOST_NOTES = 20
"""Rows of a price list that are described one by one."""
NO_CURRENCY = "XXX"
"""The code of ISO 4217 for no currency."""


@dataclass(frozen=True)
class Library:
    """Parts, and where each comes from.

    Attributes
    ----------
    catalog
        Without parts that contradict themselves or others; it knows why those are left out.
    files
        The file of each part, by id.
    notes
        What price lists state that was not applied, and which parts are left out, one line each; ``FILE:LINE:
        FIELD: ...`` where it is about a row or a part.
    """

    catalog: Catalog
    files: Mapping[str, Path]
    notes: tuple[str, ...] = ()


def load_library(
    sources: Sequence[Path] = (), price_lists: Sequence[Path] = (), currency: str = "USD"
) -> Library:
    """The shipped parts with those of ``sources`` and the prices of ``price_lists``.

    Parameters
    ----------
    sources
        Folders of part files, and price lists. A file ``NAME.override.yaml`` changes the part in the file
        ``NAME.yaml`` next to it; where there is none, the part with the id NAME, shipped or of any folder.
        Of several such overrides of a part later ones win.
    price_lists
        Price lists (XLSX, ODS, CSV), applied after all overrides; later ones win.
    currency
        Of prices in lists that state none.

    Raises
    ------
    FatdeskError
        When a source does not exist, a folder holds neither parts nor overrides, or a list has no prices.
    InputError, InputErrors
        When files are wrong, two have the same id, or an override is of no part.
    """
    folders = [source for source in sources if not source.is_file()]
    lists = [*(source for source in sources if source.is_file()), *price_lists]
    files = part_files(shipped("catalogs"))
    overrides: list[Path] = []
    for folder in folders:
        own, lone = files_and_lone_overrides(folder)
        if not own and not lone:
            raise FatdeskError(f"{folder}: holds no part, expected files named *.yaml or *.yml")
        files += own
        overrides += lone
    found = load_files(files)
    parts = {part_id: part for part_id, (part, _) in found.items()}
    _override(parts, overrides)
    notes: list[str] = []
    for path in lists:
        parts, of_list = _priced(parts, path, currency)
        notes += of_list
    origin = {part_id: file for part_id, (_, file) in found.items()}
    left_out = _contradictions(parts, origin) if sources or price_lists else {}
    notes += [f"{why}: the part {part_id} is left out" for part_id, why in left_out.items()]
    sound = (part for part_id, part in parts.items() if part_id not in left_out)
    return Library(Catalog(sound, left_out), origin, tuple(notes))


def _contradictions(parts: Mapping[str, AnyPart], origin: Mapping[str, Path]) -> dict[str, str]:
    """Return the errors of contradictory parts, with file and line, by id."""
    found: dict[str, list[Finding]] = {}
    for finding in lint(Catalog(parts.values())):
        if finding.severity is Severity.ERROR:
            found.setdefault(finding.where, []).append(finding)
    result = {}
    for part_id, findings in sorted(found.items()):
        first, path = findings[0], origin[part_id]
        [line] = lines_of([first], read_bytes(path))
        fix = f", {first.fix}" if first.fix else ""
        result[part_id] = f"{path}:{line}: {first.rule}: {first.text}{fix}"
    return result


def _override(parts: dict[str, AnyPart], overrides: Iterable[Path]) -> None:
    errors: list[InputError] = []
    for path in overrides:
        part_id = stem_of_override(path.name)
        if part_id not in parts:
            what = f'overrides nothing: no part is next to it or has the id "{part_id}", correct its name'
            errors.append(InputError(str(path), 1, "file", what))
            continue
        try:
            parts[part_id] = overridden(parts[part_id], read_bytes(path), str(path))
        except InputError as error:
            errors.append(error)
        except InputErrors as several:
            errors += several.errors
    if errors:
        raise as_one(errors)


def _priced(parts: Mapping[str, AnyPart], path: Path, currency: str) -> tuple[dict[str, AnyPart], list[str]]:
    """The parts with the prices of a list, and what of the list was not applied."""
    sheets = read_sheets(read_bytes(path), str(path))
    columns = guess_columns(sheets)
    if columns is None:
        what = "no columns for part numbers and prices were found, name their heads "
        what += '"Part number" and "Price", or apply the list with `fatdesk catalog prices --map`'
        raise InputError(str(path), 1, "head", what)
    prices = read_prices(sheets, str(path), columns, NO_CURRENCY, source=path.name)
    notes = [str(error) for error in prices.bad]
    rows = [_in_currency(row, currency) for row in prices.rows]
    assumed = sum(row.price.currency == NO_CURRENCY for row in prices.rows)
    if assumed:
        notes.append(f"{path}: {assumed} of its {len(rows)} prices state no currency, {currency} is assumed")
    compared = compare(PriceList(prices.file, tuple(rows)), parts.values())
    notes += _left_out(compared, path, len(rows))
    changed = {change.part for change in compared.changes}
    return {
        part_id: with_prices(part, compared.changes) if part_id in changed else part
        for part_id, part in parts.items()
    }, notes


def _in_currency(row: Listed, currency: str) -> Listed:
    if row.price.currency != NO_CURRENCY:
        return row
    return row._replace(price=msgspec.structs.replace(row.price, currency=currency))


def _left_out(compared: Compared, path: Path, rows: int) -> Iterator[str]:
    """Return the entries of a price list that were not applied: ambiguous rows, unknown numbers."""
    unclear = compared.ambiguous
    for row in unclear[:MOST_NOTES]:
        yield f"{row.message(str(path))}: not applied, correct the list"
    if len(unclear) > MOST_NOTES:
        yield f"{path}: {len(unclear) - MOST_NOTES} more rows fit no single price"
    if compared.unmatched:
        first = compared.unmatched[0]
        yield (
            f"{path}: {len(compared.unmatched)} of {rows} numbers are of no part, "
            f"the first is {first.part_number} in line {first.line}"
        )
