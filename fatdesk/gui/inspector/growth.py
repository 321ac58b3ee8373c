"""Inspector page of a growth step: hosts after it, policy, and what may be bought for it."""

import re
from typing import Any

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import field_at
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.gui.analysis.growth_plan import PlanEdits, hosts_before, with_hosts
from fatdesk.gui.views.property_page import LIST, Page, meaning
from fatdesk.gui.widgets.numbers import in_field, in_sentence, parse_number
from fatdesk.project.document.growth import GrowthStep

POLICY = ("policy", "balance", "floor", "gate")
ALLOWED = ("families", "edge", "core", "rows")
LEAST_SHARE = 0.01
"""Lower percentages are refused: whoever types 0.85 means 85 %, as files have it."""
COUNT = field_at(HostTarget, "count")


def show_growth_step(page: Page, number: int) -> None:
    """Add the fields of a step, by its number from 1."""
    steps = page.session.project.growth
    if not 1 <= number <= len(steps):
        page.title(f"Step {number}", "It was removed")
        return
    step = steps[number - 1]
    page.title(f"Step {number}" + (f": {step.name}" if step.name else ""), f"Growth, {len(steps)} in all")
    grid = page.section("Hosts after the step")
    before = hosts_before(page.session.project, number)
    for group in page.session.project.hosts:
        _hosts(page, grid, number, group.name, before[group.name])
    grid = page.section("How it grows")
    for key in ("name", *POLICY):
        _decided(page, grid, number, key)
    if step.progress is not None:
        page.section("Change order as it came back")
        for stage in step.progress.stages:
            page.note(f"Stage {stage.stage}: {stage.words}", "text2")
    grid = page.section("What may be bought")
    for key in ALLOWED:
        _decided(page, grid, number, key)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for piece in re.split("[,;]", text) if (name := piece.strip()))


def _hosts(page: Page, grid: QGridLayout, number: int, group: str, before: int) -> None:
    """Add the number of hosts of a group; empty: as many as before."""
    edits, project = PlanEdits(page.session), page.session.project
    targets = {target.name: target.count for target in project.growth[number - 1].hosts}

    def commit(text: str) -> bool | str:
        count = None
        if text.strip():
            try:
                count = COUNT.read(text, parse_number)
            except (FatdeskError, ValueError) as error:
                return in_sentence(str(error))
            if count < before:
                return f"{count:,} are fewer than the {before:,} before the step. Growth adds hosts."
        return edits.change(number, with_hosts(page.session.project, number, group, count))

    text = in_field(f"{targets[group]:,}") if group in targets else ""
    about = f"{meaning(COUNT)}\nEmpty: {before:,}, as before it"
    page.field(grid, group, text, commit, empty=f"{before:,}", about=about, number=False)


def _decided(page: Page, grid: QGridLayout, number: int, key: str) -> None:
    """Add a field of a step, as its schema describes it."""
    field = field_at(GrowthStep, key)

    def put(value: Any) -> bool | str:
        if field.unit == "%" and 0 < value < LEAST_SHARE:
            typed, likely = (in_field(f"{value * factor:.10g}") for factor in (100, 10_000))
            return f"{typed} % is too low. Type {likely} for {likely} %."
        if field.kind == "names":
            value = _names(value or "")
        step = page.session.project.growth[number - 1]
        try:
            changed = replace(step, **{key: value})
        except FatdeskError as error:
            return in_sentence(str(error))
        return PlanEdits(page.session).change(number, changed)

    value = getattr(page.session.project.growth[number - 1], key)
    page.decided(grid, field, [value], put, wide=0 if field.unit else LIST)
