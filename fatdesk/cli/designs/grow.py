"""``fatdesk grow``: what is bought, placed and cabled now and later where a network is to grow."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from fatdesk.cli.kit.arguments import asked_library, named, placed_in
from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import DONE, FINDINGS, ShownProgress, log, print_json, say
from fatdesk.cli.kit.tables import money_text, table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.design.search import NoDesignError
from fatdesk.engine.growth.plans import GrowthPlan, GrowthStage, plans_by_hosts, plans_by_racks
from fatdesk.engine.growth.published import published_figures
from fatdesk.project.designing.redesigning import catalog_of, requirements_of, with_names
from fatdesk.project.files.storing import load_project

SPARE = ("ports free", "moved", "cost later")


def run(parsed: argparse.Namespace) -> int:
    """Print the plans of growth; 1 when there is no design."""
    if parsed.published:
        return _published(parsed)
    if parsed.file is None:
        raise FatdeskError("REQUIREMENTS.yaml|P.fatdesk: name the file of the network that grows")
    catalog = asked_library(parsed).catalog
    requirements, catalog = _wanted(parsed.file, catalog)
    fabric = requirements.fabrics[0]
    if parsed.fabric:
        fabric = named(requirements.fabrics, parsed.fabric, "--fabric", "fabric", "")
    progress = ShownProgress()
    try:
        with placed_in(parsed.file, requirements):
            plans = _plans(parsed, requirements, fabric, catalog, progress)
    except NoDesignError as error:
        log(str(error))
        return FINDINGS
    finally:
        progress.done()
    if parsed.policy:
        plans = tuple(plan for plan in plans if plan.policy == parsed.policy)
    if not plans:
        log("the core switches of today have too few ports: see --policy sized")
        return FINDINGS
    if parsed.json:
        print_json(_json(parsed, requirements, fabric, plans))
    else:
        say(_text(fabric, plans))
    return DONE


def _published(parsed: argparse.Namespace) -> int:
    """Print the published figures next to ours; 1 when one differs."""
    idle = sorted(given_options(parsed) - {"published", "json"})
    if "file" in idle:
        raise FatdeskError(f"{parsed.file}: does nothing with --published, leave it out")
    refuse_idle(frozenset(idle), idle, "does nothing with --published, leave it out")
    figures = published_figures()
    equal = all(one.equal for one in figures)
    if parsed.json:
        print_json({"figures": [one.to_json() for one in figures], "equal": equal})
    else:
        rows = [["figure", "published", "fatdesk", "source"]]
        rows += [[one.title, str(one.published), str(one.computed), one.source] for one in figures]
        say(table(rows, frozenset({1, 2})))
    return DONE if equal else FINDINGS


def _wanted(path: Path, catalog: Catalog) -> tuple[Requirements, Catalog]:
    """The requirements of a file or of a project."""
    if path.suffix != ".fatdesk":
        return read_requirements(path, catalog), catalog
    project = load_project(path).project
    if not project.hosts or not project.fabrics:
        raise FatdeskError(f"{path}: the project has no hosts or no networks, design one first")
    return with_names(requirements_of(project), project), catalog_of(project, catalog)


def _plans(
    parsed: argparse.Namespace,
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    progress: ShownProgress,
) -> tuple[GrowthPlan, ...]:
    if parsed.racks is not None:
        return plans_by_racks(requirements, fabric, catalog, parsed.racks, progress)
    if parsed.to is None:
        return plans_by_hosts(requirements, fabric, catalog, parsed.hosts)
    name, hosts = parsed.to
    groups = [group.name for group in requirements.hosts_of(fabric)]
    if name not in groups:
        raise FatdeskError(f"--to hosts={name}: no such hosts in {fabric.name!r}, known: {', '.join(groups)}")
    return plans_by_hosts(requirements, fabric, catalog, hosts)


def _json(
    parsed: argparse.Namespace,
    requirements: Requirements,
    fabric: FabricRequirement,
    plans: tuple[GrowthPlan, ...],
) -> dict[str, object]:
    name = requirements.hosts_of(fabric)[0].name
    chosen = next((plan for plan in plans if plan.chosen), plans[0])
    step = {
        "hosts": {name: chosen.hosts},
        "racks": None if parsed.racks is None else {"now": parsed.racks[0], "later": parsed.racks[1]},
        "policies": [plan.to_json() for plan in plans],
    }
    return {"fabric": fabric.name, "steps": [step], "stages": [one.to_json() for one in chosen.stages]}


def _text(fabric: FabricRequirement, plans: tuple[GrowthPlan, ...]) -> str:
    """The plans side by side, then their stages."""
    by_racks = plans[0].stranded_u is not None
    head = ["plan", "E", "C", "hosts now", "later", "together", "cost now", "cost later"]
    head += ["moved", "ports free", *(["U free"] if by_racks else [])]
    rows = [head]
    for plan in plans:
        now, later = plan.stages
        rows.append(
            [
                f"{plan.title}{' (chosen)' if plan.chosen else ''}",
                str(plan.design.number("E")),
                str(plan.design.number("C")),
                f"{now.hosts:,}",
                f"{later.hosts:,}",
                f"{plan.hosts:,}",
                *(money_text(one.cost.amount, one.cost.currency, one.cost.at_least) for one in plan.stages),
                "0",
                f"{plan.stranded_ports:,}",
                *([str(plan.stranded_u)] if by_racks else []),
            ]
        )
    lines = [fabric.name, table(rows, frozenset(range(1, len(head))), SPARE, terminal_width())]
    for plan in plans:
        lines += ["", plan.title]
        for number, stage in enumerate(plan.stages, start=1):
            lines += _stage(number, stage)
    return "\n".join(lines)


def _stage(number: int, stage: GrowthStage) -> Iterator[str]:
    racks = "" if stage.racks is None else f" ({stage.racks} racks)"
    buy = ", ".join(f"{use.count} x {use.part} {use.role}" for use in stage.buy)
    spare = f", {stage.on_spare_ports} of the hosts on free ports" if stage.on_spare_ports else ""
    yield f"  stage {number}{racks}: buy {buy}{spare}"
    yield (
        f"    cables: {stage.add_cables:,} added ({stage.host_cables:,} to hosts, {stage.uplink_cables:,} "
        "between switches), none moved"
    )
    for one in stage.place:
        yield f"    rack {one.rack}: {one.count} x {one.part} {one.role} in {one.units}"
