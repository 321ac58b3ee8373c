"""Sentences of the change order on a stage: cables, the bandwidth that stays, the gate, how it is undone."""

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.sheets.checklists import metres_text
from fatdesk.engine.growth.changes import CableChange, Fate, WorkStage


def why_not_reused(one: CableChange) -> str:
    """Reason against moving a cable to its new ports, in words."""
    before, after = one.before, one.after
    if before is None or after is None:
        return ""
    has, needs = before.length.ordered_um, after.length.computed_um
    if has is None or needs is None:
        return "its length is unknown"
    if has < needs:
        return f"{metres_text(has)} is too short for {metres_text(needs)}"
    return "it does not fit the new ports"


def counts_text(stage: WorkStage) -> str:
    """The numbers of cables of a stage in words."""
    words = ((Fate.MOVED, "moved"), (Fate.ADDED, "added"), (Fate.REMOVED, "removed"))
    return ", ".join(f"{stage.count(fate):,} {word}" for fate, word in words if stage.count(fate))


def residual_text(stage: WorkStage, *, brief: bool = False) -> str:
    """The bandwidth that stays while a stage is worked on, in words; rounded down.

    ``brief``: in a column whose head says what it is.
    """
    if stage.residual is None:
        return "unknown" if brief else "the bandwidth that stays is unknown"
    if not stage.residual and not stage.worst:
        return "out of service"
    share = f"{int(stage.residual * 1000) / 10:g} %" + ("" if brief else " of bandwidth stays")
    return f"{share} at {stage.worst}" if stage.worst else share


def gate_text(stage: WorkStage) -> str:
    """The condition of the next stage in words."""
    if not stage.links:
        return "no link is plugged in this stage: continue"
    if not stage.gate:
        return "no link has to work: continue"
    if stage.links == 1:
        return "continue when the link plugged in this stage works"
    some = f"{stage.gate:,} of the {stage.links:,} links plugged in this stage"
    verb = "works" if stage.gate == 1 else "work"
    return f"continue when {some} {verb} ({float(100 * stage.gate_share):g} %)"


def roll_back_text(stage: WorkStage) -> str:
    """Instruction to undo a stage, in words."""
    reused = [one for one in stage.changes if one.fate is Fate.MOVED and one.reused]
    moved, replaced = sum(len(one.pulled) for one in reused), stage.count(Fate.MOVED) - len(reused)
    new, gone = stage.count(Fate.ADDED) + replaced, stage.count(Fate.REMOVED) + replaced
    words = []
    if new:
        words.append(f"pull {counted(new, 'new cable')}")
    if moved:
        words.append(f"plug {counted(moved, 'moved plug')} back in {_old_ports(moved)}")
    if gone:
        words.append(f"plug {counted(gone, 'spare')} back in {_old_ports(2)}")
    if reused:
        words.append("put the old labels on")
    return f"to undo this stage: {'; '.join(words)}" if words else "no cable to undo in this stage"


def _old_ports(plugs: int) -> str:
    """The ports from which plugs were pulled."""
    return "the port of its pull row" if plugs == 1 else "the ports of their pull rows"
