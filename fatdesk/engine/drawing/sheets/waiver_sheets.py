"""Waived findings to sign off: what was accepted, why, by whom and until when, with room for a signature."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from fatdesk.core.finding import Waiver, rule_title
from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, content_area, sheet
from fatdesk.engine.drawing.text_width import text_width, wrapped

TITLE = "Waived findings"
MARGIN = 4.0
TOP = 18.0
SIGNED = 52.0
"""Width of the fields to sign in."""
GAP = 6.0
LINE = 4.2
PADDING = 3.2
LEAST = 2 * PADDING + 3 * LINE
"""Height in which a signature has room."""


class _Block(NamedTuple):
    """A waiver with its texts in lines."""

    waiver: Waiver
    accepted: tuple[str, ...]
    reason: tuple[str, ...]
    lapsed: str
    """Why it does not count any more on the day of the sheet; empty: it does, as far as that is known."""

    @property
    def height(self) -> float:
        return max(LEAST, 2 * PADDING + LINE * (2 + len(self.accepted) + len(self.reason)))


def waiver_leaves(plan: Plan, palette: Palette, imprint: Imprint, paper: Paper) -> Iterator[Leaf]:
    """The sheets, in order of rule and place; none where nothing is waived."""
    left, upper, right, lower = content_area(paper)
    width = right - left - 2 * MARGIN - SIGNED - GAP
    room = lower - upper - TOP - MARGIN
    sheets: list[list[_Block]] = []
    revisions, lapsed = [one.name for one in plan.issues], 0
    height = room
    for waiver in plan.waivers:
        accepted = tuple(wrapped(waiver.text, width, font_sizes.SUMMARY)) if waiver.text else ()
        reason = tuple(wrapped(f"Reason: {waiver.comment}", width, font_sizes.SUMMARY))
        block = _Block(waiver, accepted, reason, waiver.ended(plan.day, revisions))
        if height + block.height > room:
            sheets.append([])
            height = 0.0
        sheets[-1].append(block)
        height += block.height
        lapsed += bool(block.lapsed)
    day = _day(plan)
    count = counted(len(plan.waivers), "waiver") + (f", {lapsed:,} lapsed" if lapsed else "")
    for number, blocks in enumerate(sheets, start=1):
        heading = Heading(
            document=TITLE,
            scope=count,
            number=number,
            sheets=len(sheets),
            remark="to sign off",
        )
        name = f"{TITLE}, sheet {number} of {len(sheets)}"
        yield Leaf(name, partial(_draw, name, blocks, day, heading, palette, imprint, paper))


def _draw(
    name: str,
    blocks: Sequence[_Block],
    day: str,
    heading: Heading,
    palette: Palette,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    x, end = left + MARGIN, right - MARGIN
    sketch.text(x, upper + 8, TITLE, font_sizes.TITLE, bold=True)
    words = f"Each lapses when its figure becomes worse than the one stated here, or after its last day{day}."
    sketch.text(x, upper + 13.4, words, font_sizes.SUMMARY, colour=palette.text2, within=end - x)
    signed, y = end - SIGNED, upper + TOP
    for block in blocks:
        waiver, accepted, reason, lapsed = block
        sketch.line(x, y, end, y, sketch.pen(0.18))
        base = y + PADDING + 0.7 * LINE
        wide = signed - GAP - x
        title = f"{waiver.where}: {rule_title(waiver.rule)}"
        if lapsed:
            mark = "LAPSED"
            sketch.text(x, base, mark, font_sizes.CELL, bold=True)
            shift = text_width(mark, font_sizes.CELL, bold=True) + 2
            sketch.text(x + shift, base, title, font_sizes.CELL, bold=True, within=wide - shift)
        else:
            sketch.text(x, base, title, font_sizes.CELL, bold=True, within=wide)
        for number, line in enumerate((*accepted, *reason), start=1):
            sketch.text(x, base + number * LINE, line, font_sizes.SUMMARY, within=wide)
        last = base + (len(accepted) + len(reason) + 1) * LINE
        sketch.text(x, last, _who(waiver), font_sizes.SMALL, colour=palette.text2, within=wide)
        for number, field in enumerate(("Approved by", "Date")):
            low = base + (1 + number * 1.9) * LINE
            sketch.text(signed, low, field, font_sizes.SMALL, colour=palette.text2)
            sketch.line(signed + 18, low + 0.6, end, low + 0.6, sketch.pen(0.18))
        y += block.height
    sketch.line(x, y, end, y, sketch.pen(0.18))
    return sketch.page(f"{name}, {imprint.project}")


def _day(plan: Plan) -> str:
    """Return on which day last days are judged, in words that follow; empty: no waiver has one."""
    if not any(one.until for one in plan.waivers):
        return ""
    return f" (judged on {plan.day})" if plan.day else " (not judged: the sheet has no date)"


def _who(waiver: Waiver) -> str:
    """Who accepted it when and until when, as far as that is known."""
    by = f"by {waiver.by}" if waiver.by else ""
    until = waiver.end or "no last day"
    accepted = ", ".join(filter(None, (by, waiver.on)))
    return f"Waived {accepted}, {until}" if accepted else f"Waived, {until}"
