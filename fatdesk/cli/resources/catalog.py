"""``fatdesk catalog``: list and check parts; import and prices have modules of their own."""

import argparse

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import DONE, FINDINGS, print_json, say
from fatdesk.cli.kit.tables import table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.descriptions import kind_of, price_range, what_it_is
from fatdesk.engine.catalog.lint import lint
from fatdesk.engine.catalog.part_files import load_parts, load_shipped, part_files
from fatdesk.engine.catalog.parts import AnyPart


def run(parsed: argparse.Namespace) -> int:
    """List the parts (shipped ones when no files are named), or lint them."""
    _refuse_idle(parsed)
    if parsed.what == "import":
        from fatdesk.cli.resources.catalog_import import run as import_files

        return import_files(parsed)
    if parsed.what == "prices":
        from fatdesk.cli.resources.catalog_prices import run as compare_prices

        return compare_prices(parsed)
    catalog = _parts(parsed)
    if parsed.what == "list":
        return _list(catalog, as_json=parsed.json)
    findings = lint(catalog, beside=load_shipped() if parsed.files else ())
    bad = sum(found.severity is Severity.ERROR for found in findings)
    if parsed.json:
        keys = ("severity", "rule", "where", "text", "fix")
        rows = [{key: str(getattr(found, key)) for key in keys} for found in findings]
        print_json({"parts": len(catalog), "errors": bad, "findings": rows})
    else:
        for found in findings:
            say(f"{found.severity}: {found.rule}@{found.where}: {found.text}")
        say(f"{len(catalog)} parts, {len(findings)} findings, {bad} errors")
    return FINDINGS if bad else DONE


OF = {
    "import": ("to", "accept", "adapter"),
    "prices": ("catalog", "project", "map", "sheet", "head", "decimal", "currency", "date", "take", "output"),
}
"""Options that belong to one use of the command alone; ``--source`` belongs to both."""


def _refuse_idle(parsed: argparse.Namespace) -> None:
    """Refuse options of another use of the command."""
    given = given_options(parsed)
    for what, options in OF.items():
        if what != parsed.what:
            refuse_idle(given, options, f"is for `fatdesk catalog {what}`, leave it out")
    if parsed.what not in OF:
        refuse_idle(given, ["source"], "is for `fatdesk catalog import` and `prices`, leave it out")


def _parts(parsed: argparse.Namespace) -> Catalog:
    if not parsed.files:
        return load_shipped()
    for path in parsed.files:
        if not path.exists():
            raise FatdeskError(f"{path}: there is no such file or folder, check its name")
    named = [[path] if path.is_file() else part_files(path) for path in parsed.files]
    return Catalog(load_parts(path for paths in named for path in paths))


def _list(catalog: Catalog, *, as_json: bool) -> int:
    rows = [
        {
            "kind": kind_of(part),
            "id": part.id,
            "name": part.name,
            "vendor": part.vendor,
            "price": price_of(part),
            "what": what_it_is(part),
        }
        for part in sorted(catalog, key=lambda part: (kind_of(part), part.id))
    ]
    if as_json:
        print_json({"parts": rows})
    else:
        head = ["kind", "id", "what", "price", "name"]
        cells = [[str(row[key]) if row[key] is not None else "unknown" for key in head] for row in rows]
        say(table([head, *cells], frozenset({3}), ("name", "kind", "price"), terminal_width()))
    return DONE


def price_of(part: AnyPart) -> str | None:
    """The price of one unit, or the range of its prices; None where unknown."""
    found = price_range(part)
    if found is None:
        return None
    return str(found.least) if found.least == found.highest else f"{found.least} to {found.highest}"
