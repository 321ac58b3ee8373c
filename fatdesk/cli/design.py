"""``fatdesk design``: search, choose the best, place and cable it."""

import argparse

from fatdesk.cli.answer import DONE, FINDINGS, ShownProgress, print_json, say, table, tell
from fatdesk.cli.check import line
from fatdesk.cli.show import in_words
from fatdesk.engine.catalog.load import load_shipped
from fatdesk.engine.design.output import to_json, totals_json
from fatdesk.engine.design.read import read_requirements
from fatdesk.engine.design.search import SearchResult
from fatdesk.engine.families.design import PartUse
from fatdesk.project.check import check, errors
from fatdesk.project.derived import Derived
from fatdesk.project.designing import Designed, RoomTooSmallError, design_project
from fatdesk.project.storing import save_project
from fatdesk.project.summary import summary

MOST_FINDINGS = 20


def run(parsed: argparse.Namespace) -> int:
    """Design a project; nothing is written when there is no design or the room is too small."""
    catalog = load_shipped(parsed.catalog)
    requirements = read_requirements(parsed.requirements, catalog)
    progress = ShownProgress()
    try:
        designed = design_project(requirements, catalog, parsed.requirements.stem, parsed.top, progress)
    except RoomTooSmallError as error:
        progress.done()
        tell(str(error))
        return FINDINGS
    if designed.project is None:
        progress.done()
        return _nothing(designed, parsed.json)
    derived = Derived(designed.project, progress=progress)
    checked = check(derived)
    figures = summary(derived, checked)
    progress.done()
    chosen = {result.name: result.candidates[0] for result in designed.results}
    if parsed.output is not None:
        saved = save_project(designed.project, parsed.output)
        tell(f"{parsed.output}: written" + (f"; {saved.warning}" if saved.warning else ""))
    if parsed.json:
        print_json(
            {
                "fabrics": [to_json(result) for result in designed.results],
                "totals": totals_json(requirements, chosen, catalog),
                "placed": figures,
            }
        )
    else:
        for result in designed.results:
            say(_candidates(result))
        say(in_words(figures))
    for finding in (finding for result in designed.results for finding in result.findings):
        tell(f"{finding.severity}: {finding.where}: {finding.text}")
    for some in checked[:MOST_FINDINGS]:
        tell(line(some))
    if len(checked) > MOST_FINDINGS:
        tell(f"... and {len(checked) - MOST_FINDINGS} more findings")
    return FINDINGS if errors(checked) else DONE


def _nothing(designed: Designed, as_json: bool) -> int:
    tell(designed.results[-1].why_none())
    if as_json:
        print_json({"fabrics": [to_json(result) for result in designed.results], "totals": None})
    return FINDINGS


def _candidates(result: SearchResult) -> str:
    """The ranking of one fabric as a table, then how many fell."""
    head = ["rank", "family", "edge", "core", "B", "blocking", "links", "cables", "cost", "hosts possible"]
    rows = [head]
    for rank, one in enumerate(result.candidates, start=1):
        params = one.design.params
        rows.append(
            [
                str(rank),
                one.design.family,
                _use(one.design.part("edge")),
                _use(one.design.part("core")),
                str(params.get("B", "")),
                str(params.get("blocking", "")),
                f"{one.links:,}",
                f"{one.cables:,}",
                str(one.cost),
                f"{one.hosts_possible:,}",
            ]
        )
    text = f"{result.name}: {result.found} designs, {result.rejected_count} rejected\n"
    return text + table(rows, frozenset({0, 4, 6, 7, 8, 9}))


def _use(use: PartUse | None) -> str:
    if use is None:
        return "-"
    return f"{use.count} x {use.part}" + (f" ({use.cards} cards)" if use.cards else "")
