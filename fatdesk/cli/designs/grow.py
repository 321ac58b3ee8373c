"""``fatdesk grow``: what is bought, placed, cabled and moved now and later where a network is to grow."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fatdesk.cli.kit.arguments import asked_library, named, placed_in, with_place
from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    check_chart,
    folder_target,
    log,
    print_json,
    project_target,
    save_chart,
    say,
)
from fatdesk.cli.kit.tables import money_text, table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import Money
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.texts import counts_text, residual_text
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.design.search import NoDesignError
from fatdesk.engine.growth.changes import Fate, WorkStage
from fatdesk.engine.growth.moves import GrowthError
from fatdesk.engine.growth.plans import GrowthPlan, GrowthStage, plans_by_racks
from fatdesk.engine.growth.published import published_figures
from fatdesk.paper.application import need_qt
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.redesigning import catalog_of, requirements_of, with_names
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import save_folders
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.growing.policies import (
    Policies,
    PolicyResult,
    best,
    check_steps,
    hosts_of_steps,
    plan_title,
    plans_to_compare,
    policy_results,
    pure_policy,
    step_title,
)
from fatdesk.project.growing.work import Work, new_devices
from fatdesk.tasks.change_orders import order_files

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page

MOST_STAGES = 12
"""Stages of a step that the text lists; JSON and the change order have all."""
SPARE = ("ports free", "moved", "cost later")


def run(parsed: argparse.Namespace) -> int:
    """Print the growth plans; 1 when there is no design."""
    if parsed.published:
        return _published(parsed)
    if parsed.file is None:
        raise FatdeskError("REQUIREMENTS.yaml|P.fatdesk: name the file of the network that grows")
    catalog = asked_library(parsed).catalog
    return _by_racks(parsed, catalog) if parsed.racks is not None else _by_hosts(parsed, catalog)


def _by_hosts(parsed: argparse.Namespace, catalog: Catalog) -> int:
    """Follow the policies through the steps; 1 when none gets to the last one."""
    if parsed.fabric:
        raise FatdeskError("--fabric: is for --racks; all networks of a project grow with their hosts")
    if parsed.file.suffix != ".fatdesk":
        _need_steps(parsed)
    if parsed.output is not None:
        project_target(parsed.output)
    if parsed.order is not None:
        folder_target(parsed.order, f"--order {parsed.order}")
        need_qt()
    check_chart(parsed)
    progress = ShownProgress()
    try:
        project = _project(parsed.file, catalog, progress)
        steps = _steps(parsed, project)
        check_steps(project, steps)
        decided, wanted = _plans(parsed, steps)
        results = policy_results(project, steps, catalog, wanted, progress)
    except NoDesignError as error:
        log(str(error))
        return FINDINGS
    finally:
        progress.done()
    first = best(results)
    chosen = first if decided is None else next(one for one in results if one.policies == decided)
    if chosen is None or chosen.why_not:
        for one in results if chosen is None else (chosen,):
            log(f"{_lower(plan_title(one.policies))}: {one.why_not}")
        return FINDINGS
    for remark in _remarks(chosen):
        log(remark)
    _save(parsed, chosen)
    save_chart(parsed, lambda: _page(project, steps, results))
    if parsed.json:
        print_json(_answer(project, steps, results, chosen))
    else:
        say("\n".join(_lines(steps, results, chosen)))
    return DONE


def _remarks(chosen: PolicyResult) -> Iterator[str]:
    """Sentences on what had to be allowed for the steps, and on errors that they make."""
    for remark in dict.fromkeys(remark for work in chosen.works for remark in work.grown.remarks):
        yield f"note: {remark}"
    for number, work in enumerate(chosen.works, start=1):
        yield from (f"warning: step {number}: {text}" for text in work.new_errors)


def _project(path: Path, catalog: Catalog, progress: ShownProgress) -> Project:
    """The project of a file; requirements are designed first."""
    if path.suffix == ".fatdesk":
        project = load_project(path).project
        if not project.hosts or not project.fabrics:
            raise FatdeskError(f"{path}: the project has no hosts or no networks, design one first")
        return project
    requirements = read_requirements(path, catalog)
    with placed_in(path, requirements):
        designed = design_project(requirements, catalog, path.stem, progress=progress)
    if designed.project is None:
        why = designed.too_large or with_place(designed.results[-1].why_none(), path, requirements)
        raise NoDesignError(why)
    return designed.project


def _steps(parsed: argparse.Namespace, project: Project) -> tuple[GrowthStep, ...]:
    """The steps that a command line names, else those of the plan of a project."""
    given = given_options(parsed)
    if parsed.to is None and parsed.hosts is None:
        if not project.growth:
            _need_steps(parsed)
        values = {name: getattr(parsed, name) for name in ("balance", "floor", "gate") if name in given}
        return _with_policies(parsed, tuple(replace(step, **values) for step in project.growth))
    targets: list[tuple[tuple[str, int], ...]] = list(parsed.to or ())
    if parsed.hosts is not None:
        if len(project.hosts) > 1:
            names = ", ".join(group.name for group in project.hosts)
            raise FatdeskError(f"--hosts: there are several groups ({names}): use --to hosts=NAME:TOTAL")
        targets = [((project.hosts[0].name, parsed.hosts),)]
    steps = tuple(
        GrowthStep(
            hosts=tuple(HostTarget(name=name, count=count) for name, count in some),
            balance=parsed.balance,
            floor=parsed.floor,
            gate=parsed.gate,
        )
        for some in targets
    )
    return _with_policies(parsed, steps)


def _need_steps(parsed: argparse.Namespace) -> None:
    """Refuse a file without a growth plan where the command line has none either."""
    if parsed.to is None and parsed.hosts is None:
        raise FatdeskError(
            f"{parsed.file}: there is no growth plan: name its steps with --to hosts=NAME:TOTAL, "
            "or racks with --racks NOW:LATER"
        )


def _with_policies(parsed: argparse.Namespace, steps: tuple[GrowthStep, ...]) -> tuple[GrowthStep, ...]:
    """The steps with the policies that ``--policy`` names: one for all of them, or one each."""
    named: Policies = parsed.policy or ()
    if len(named) == 1:
        named *= len(steps)
    if not named:
        return steps
    if len(named) != len(steps):
        raise FatdeskError(
            f"--policy: {counted(len(named), 'policy', 'policies')} for {counted(len(steps), 'step')}: "
            "name one for all of them, or one each"
        )
    return tuple(replace(one, policy=policy) for one, policy in zip(steps, named, strict=True))


def _plans(
    parsed: argparse.Namespace, steps: Sequence[GrowthStep]
) -> tuple[Policies | None, Sequence[Policies]]:
    """The plan that is decided, None for the best of all, and all plans to compare."""
    policies = tuple(step.policy for step in steps)
    if parsed.policy is not None and pure_policy(policies) is not None:
        return policies, (policies,)
    of_project = parsed.to is None and parsed.hosts is None
    return policies if parsed.policy is not None or of_project else None, plans_to_compare(steps)


def _save(parsed: argparse.Namespace, chosen: PolicyResult) -> None:
    """Write the change orders and the project, as far as they are wanted."""
    folders = {} if parsed.order is None else _orders(chosen, parsed.order)
    if parsed.order is not None:
        about_to_save()
        save_folders(folders)
        for folder, files in folders.items():
            for name in files:
                log(f"{folder / name}")
    if parsed.output is not None:
        about_to_save()
        saved = save_project(chosen.works[-1].grown.project, parsed.output)
        log(f"{parsed.output}: written" + (f"; {saved.warning}" if saved.warning else ""))


def _page(project: Project, steps: Sequence[GrowthStep], results: Sequence[PolicyResult]) -> "Page":
    from fatdesk.engine.drawing.charts.chart_page import charts_page  # drawing loads for those who ask for it
    from fatdesk.engine.drawing.charts.growth_charts import TITLE, PlannedCosts, growth_charts

    plans = [
        PlannedCosts(plan_title(one.policies), [work.purchases.total for work in one.works])
        for one in results
    ]
    return charts_page(TITLE, growth_charts(plans, hosts_of_steps(project, steps)))


def _orders(chosen: PolicyResult, folder: Path) -> dict[Path, dict[str, bytes]]:
    """The files of the change order of each step."""
    found = {}
    for number, work in enumerate(chosen.works, start=1):
        try:
            files = order_files(work, number)
        except GrowthError as error:
            raise FatdeskError(f"--order: step {number}: {error}") from None
        found[folder / f"step-{number}"] = {f"change-order.{end}": data for end, data in files.items()}
    return found


# -- answers ---------------------------------------------------------------------------------------------


def _answer(
    project: Project, steps: Sequence[GrowthStep], results: Sequence[PolicyResult], chosen: PolicyResult
) -> dict[str, object]:
    """Steps with their policies, and the stages of purchase of the chosen one."""
    first = best(results)
    return {
        "fabric": project.fabrics[0].requirement.name,
        "steps": [
            {
                "hosts": {target.name: target.count for target in step.hosts},
                "racks": None,
                "policies": [
                    _policy(one, number, chosen=one is chosen, first=one is first) for one in results
                ],
            }
            for number, step in enumerate(steps)
        ],
        "stages": [_purchase(work, project.fabrics[0].requirement.name) for work in chosen.works],
    }


def _lower(title: str) -> str:
    """A title within a sentence."""
    return title[0].lower() + title[1:]


def _policy(one: PolicyResult, number: int, *, chosen: bool, first: bool) -> dict[str, object]:
    """A plan in a step; one that does not get there says why."""
    head: dict[str, object] = {
        "policy": pure_policy(one.policies) or "mixed",
        "policies": list(one.policies),
        "title": _lower(plan_title(one.policies)),
        "chosen": chosen,
        "best": first,
    }
    if number >= len(one.works):
        return {**head, "why_not": one.why_not}
    work = one.works[number]
    changes, share, no_stages = work.changes, work.bisection_share, work.why_no_stages
    return {
        **head,
        "hosts": sum(group.count for group in work.grown.project.hosts),
        "moved_cables": changes.count(Fate.MOVED),
        "added_cables": changes.count(Fate.ADDED),
        "removed_cables": changes.count(Fate.REMOVED),
        "too_short_cables": changes.too_short,
        **_of_panels(work),
        "proof": work.proof,
        "cost_now": work.purchases.total.to_json(),
        "cost_later": one.cost_later(number).to_json(),
        "hours": round(float(work.hours), 2),
        "stranded_ports": work.stranded_ports,
        "stranded_u": work.stranded_u,
        "bisection_share": None if share is None else round(float(share.most), 6),
        "bisection_share_least": None if share is None else round(float(share.least), 6),
        "stages": [] if no_stages else [stage.to_json() for stage in work.stages],
        "why_no_stages": no_stages or None,
        "remarks": list(work.remarks),
    }


def _of_panels(work: Work) -> dict[str, int]:
    """Moves of patch cords, panels with work, and trunks that come and go; nothing without panels."""
    structured = (work.grown.before.structured, work.grown.after.structured)
    if structured == (None, None):
        return {}
    was, now = ({trunk.id for trunk in some.trunks} if some is not None else set() for some in structured)
    return {
        "patch_moves": work.changes.patch_moves,
        "panels": len(work.changes.panels),
        "trunks_added": len(now - was),
        "trunks_removed": len(was - now),
    }


def _purchase(work: Work, fabric: str) -> dict[str, object]:
    """Purchases of a step, their places, and the work; bandwidth meanwhile is that of one network."""
    changes = work.changes
    least, most = work.bisection_during(fabric) or (None, None)
    return {
        "hosts": {group.name: group.count for group in work.grown.project.hosts},
        "buy": [
            {"part": line.part, "category": line.category, "length_m": line.length_m, "count": line.order}
            for line in work.purchases.lines
        ],
        "from_spares": [
            {"part": part, "length_m": length, "count": count}
            for (part, length), count in work.from_stock.items()
        ],
        "place": [
            {"rack": one.rack, "role": one.role, "part": one.part, "count": one.count}
            for one in new_devices(work)
        ],
        "add_cables": changes.count(Fate.ADDED),
        "move_cables": changes.count(Fate.MOVED),
        "remove_cables": changes.count(Fate.REMOVED),
        "cost": work.purchases.total.to_json(),
        "bisection_during": most,
        "bisection_during_least": least,
    }


def _lines(
    steps: Sequence[GrowthStep], results: Sequence[PolicyResult], chosen: PolicyResult
) -> Iterator[str]:
    """Policies side by side for each step, then the purchases of the chosen one."""
    head = ["policy", "moved", "added", "removed", "cost now", "cost later", "hours", "ports free", "U free"]
    for number, step in enumerate(steps):
        hosts = ", ".join(f"{target.count:,} {target.name}" for target in step.hosts)
        yield f"step {number + 1}: {hosts}"
        rows = [head]
        ends = []
        for one in results:
            title = _lower(step_title(one.policies, number)) + (" (chosen)" if one is chosen else "")
            if number >= len(one.works):
                ends.append(f"{title}: {one.why_not}")
                continue
            work, later = one.works[number], one.cost_later(number)
            cost = work.purchases.total
            rows.append(
                [
                    title,
                    f"{work.changes.count(Fate.MOVED):,}",
                    f"{work.changes.count(Fate.ADDED):,}",
                    f"{work.changes.count(Fate.REMOVED):,}",
                    money_text(cost.amount, cost.currency, cost.at_least),
                    money_text(later.amount, later.currency, later.at_least)
                    if number + 1 < len(steps)
                    else "",
                    f"{float(work.hours):,.1f}",
                    f"{work.stranded_ports:,}",
                    f"{work.stranded_u:,}",
                ]
            )
        if len(rows) > 1:
            yield table(rows, frozenset(range(1, len(head))), SPARE, terminal_width())
        yield from ends
        if number < len(chosen.works):
            yield from _step(chosen.works[number])
        yield ""


def _money(cost: Money) -> str:
    return money_text(cost.amount, cost.currency, cost.at_least)


def _step(work: Work) -> Iterator[str]:
    """Purchases, and the racks of the new devices."""
    buy = ", ".join(
        f"{line.order:,} x {line.part}" + (f" {line.length_m:g} m" if line.length_m else "")
        for line in work.purchases.lines
    )
    yield f"  buy {buy}"
    if work.from_stock:
        yield f"  {work.spares_text}"
    if over := _of_panels(work):
        added, removed = over["trunks_added"], over["trunks_removed"]
        yield (
            f"  {counted(over['patch_moves'], 'move')} on patch panels, counted as moves in a rack; work at "
            f"{counted(over['panels'], 'panel')}; {counted(added, 'trunk')} added, {removed:,} removed"
        )
    if work.changes.too_short:
        short = counted(work.changes.too_short, "moved cable")
        yield f"  new cables for {short}: the old ones are too short or of another kind"
    racks: dict[str, list[str]] = {}
    for one in new_devices(work):
        racks.setdefault(one.label, []).append(f"{one.count} x {one.part} {one.role}")
    for rack, some in racks.items():
        yield f"  rack {rack}: {', '.join(some)}"
    if work.why_no_stages:
        yield f"  no stages: {work.why_no_stages}"
        return
    for number, stage in enumerate(work.stages[:MOST_STAGES], start=1):
        yield f"  stage {number}{_stage_text(stage)}"
    if len(work.stages) > MOST_STAGES:
        yield f"  and {counted(len(work.stages) - MOST_STAGES, 'more stage')}; --json and --order list all"


def _stage_text(stage: WorkStage) -> str:
    """A stage in a line: place, cables, hours, bandwidth, gate."""
    at = f" at {', '.join(stage.domains)}" if stage.domains else ""
    return (
        f"{at}: {counts_text(stage)}, {float(stage.hours):,.1f} h, {residual_text(stage)}; "
        f"gate {stage.gate:,} of {counted(stage.links, 'link')}"
    )


# -- by racks --------------------------------------------------------------------------------------------


def _by_racks(parsed: argparse.Namespace, catalog: Catalog) -> int:
    """Plans that fill a number of racks now, and a larger number later."""
    possible = (None, ("in-place",), ("sized",))
    if parsed.output is not None or parsed.order is not None or parsed.policy not in possible:
        raise FatdeskError(
            "--racks: plans from the first rack on: leave -o, --order and all of --policy but in-place or "
            "sized out"
        )
    if parsed.chart is not None:
        raise FatdeskError("--chart: is for steps to numbers of hosts, leave it out with --racks")
    refuse_idle(
        given_options(parsed), ("balance", "floor", "gate"), "does nothing with --racks, leave it out"
    )
    requirements, catalog = _wanted(parsed.file, catalog)
    fabric = requirements.fabrics[0]
    if parsed.fabric:
        fabric = named(requirements.fabrics, parsed.fabric, "--fabric", "fabric", "")
    progress = ShownProgress()
    try:
        with placed_in(parsed.file, requirements):
            plans = plans_by_racks(requirements, fabric, catalog, parsed.racks, progress)
    except NoDesignError as error:
        log(str(error))
        return FINDINGS
    finally:
        progress.done()
    if parsed.policy:
        plans = tuple(plan for plan in plans if (plan.policy,) == parsed.policy)
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
        "racks": {"now": parsed.racks[0], "later": parsed.racks[1]},
        "policies": [plan.to_json() for plan in plans],
    }
    return {"fabric": fabric.name, "steps": [step], "stages": [one.to_json() for one in chosen.stages]}


def _text(fabric: FabricRequirement, plans: tuple[GrowthPlan, ...]) -> str:
    """The plans side by side, then their stages."""
    head = ["plan", "E", "C", "hosts now", "later", "together", "cost now", "cost later"]
    head += ["moved", "ports free", "U free"]
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
                str(plan.stranded_u),
            ]
        )
    lines = [fabric.name, table(rows, frozenset(range(1, len(head))), SPARE, terminal_width())]
    for plan in plans:
        lines += ["", plan.title]
        for number, stage in enumerate(plan.stages, start=1):
            lines += _stage(number, stage)
    return "\n".join(lines)


def _stage(number: int, stage: GrowthStage) -> Iterator[str]:
    buy = ", ".join(f"{use.count} x {use.part} {use.role}" for use in stage.buy)
    spare = f", {stage.on_spare_ports} of the hosts on free ports" if stage.on_spare_ports else ""
    yield f"  stage {number} ({stage.racks} racks): buy {buy}{spare}"
    yield (
        f"    cables: {stage.add_cables:,} added ({stage.host_cables:,} to hosts, {stage.uplink_cables:,} "
        "between switches), none moved"
    )
    for one in stage.place:
        yield f"    rack {one.rack}: {one.count} x {one.part} {one.role} in {one.units}"
