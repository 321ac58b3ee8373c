"""Columns and rows of the delivery cycles, and of the messages of one."""

from typing import NamedTuple

import numpy as np

from fatdesk.engine.topology.load_colours import load_bin
from fatdesk.gui.schedule.channel_tables import words_of
from fatdesk.gui.tables import Column
from fatdesk.gui.widgets.sorting import natural
from fatdesk.networks.schedules.output import channel_of
from fatdesk.project.studies.measuring import Measured

MOST_MESSAGES = 20_000
"""So many rows of a cycle are listed; the file has all."""


class CycleRow(NamedTuple):
    """A delivery cycle from 0; -1: all messages, as if they went at once."""

    cycle: int
    messages: int
    fullest: str
    factor: float
    used: float | None


class MessageRow(NamedTuple):
    """Messages of a cycle from a host to another."""

    source: int
    destination: int
    origin: str
    goal: str
    messages: int


def cycle_rows(found: Measured) -> list[CycleRow]:
    """All messages together, then each cycle; nothing of what is no tree."""
    about, where, figures = found.study, found.where, found.cycles
    if about.made is None:
        return []
    rows = [CycleRow(-1, int(about.messages), "", about.factor, None)]
    for cycle, (messages, channel, up, load, factor, used) in enumerate(
        zip(
            figures.messages.tolist(),
            figures.channel.tolist(),
            figures.up.tolist(),
            figures.load.tolist(),
            figures.factor.tolist(),
            figures.used.tolist(),
            strict=True,
        )
    ):
        words = "nothing leaves its host"
        if channel >= 0:
            way = "up" if up else "down"
            words = words_of(channel_of(about, where.network, where.names, channel, way, load))
        rows.append(CycleRow(cycle, messages, words, factor, used))
    return rows


def message_rows(found: Measured, cycle: int) -> list[MessageRow]:
    """From whom to whom in a cycle, by source."""
    about, names = found.study, found.where.names
    if about.made is None:
        return []
    here = about.made.cycle == cycle
    pairs = np.stack([about.source[here], about.destination[here]], axis=1)
    different, count = np.unique(pairs, axis=0, return_counts=True)
    return [
        MessageRow(source, goal, names[source], names[goal], often)
        for (source, goal), often in zip(
            different[:MOST_MESSAGES].tolist(), count[:MOST_MESSAGES].tolist(), strict=True
        )
    ]


CYCLES: tuple[Column[CycleRow], ...] = (
    Column(
        "Cycle", 60, lambda r: "All" if r.cycle < 0 else f"{r.cycle + 1:,}", lambda r: r.cycle, number=True
    ),
    Column("Messages", 76, lambda r: f"{r.messages:,}", lambda r: r.messages, number=True),
    Column("Fullest channel", 140, lambda r: r.fullest, order=natural, stretch=True),
    Column(
        "Its load",
        74,
        lambda r: f"{r.factor:.3f}",
        lambda r: r.factor,
        number=True,
    ),
    Column(
        "In use, %",
        78,
        lambda r: "–" if r.used is None else f"{100 * r.used:.1f}",
        lambda r: -1.0 if r.used is None else r.used,
        number=True,
        heat=lambda r: None if r.used is None else load_bin(r.used, 1.0),
    ),
)
MESSAGES: tuple[Column[MessageRow], ...] = (
    Column("From", 150, lambda r: r.origin, order=natural, strong=True),
    Column("To", 150, lambda r: r.goal, order=natural, strong=True, stretch=True),
    Column("Messages", 84, lambda r: f"{r.messages:,}", lambda r: r.messages, number=True),
)
