"""Tables of Schedule: classes of channels, channels, delivery cycles, messages; the key to their colours."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.listing.cells import by_name
from fatdesk.engine.listing.schedule_columns import COLUMNS, MessageRow
from fatdesk.engine.topology.link_colours import BINS, bin_names, load_bin, load_top
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import described, figure, listed, others
from fatdesk.gui.theme.icons import ink_on
from fatdesk.gui.widgets.sorting import natural
from fatdesk.networks.schedules.output import channel_of, channel_text
from fatdesk.networks.schedules.traffic_result import ChannelClass, channels_of_class, classes
from fatdesk.project.studies.schedule import ScheduleResult

MOST_CHANNELS = 5_000
"""Number of channels of a class that are listed, the fullest first."""
WAYS = {"up": "up", "down": "down", "level": "across"}


@dataclass(frozen=True)
class ClassRow:
    """A class of channels with its words; ``top`` is the upper end of the heat map."""

    between: str
    way: str
    one: ChannelClass
    top: float


class ChannelRow(NamedTuple):
    """A channel of the class that is looked at."""

    channel: int
    words: str
    load: float
    links: int
    factor: float
    top: float


def words_of(channel: dict[str, Any]) -> str:
    """A channel in few words: what is under one switch by the name of that.

    >>> words_of({"way": "up", "level": 1, "hosts": 18, "switch": "E07", "first_host": "n109"})
    'up from E07, 18 hosts'
    """
    if channel.get("level") == 1 and channel["switch"]:
        way = "up from" if channel["way"] == "up" else "down to"
        return f"{way} {channel['switch']}, {counted(channel['hosts'], 'host')}"
    return channel_text(channel)


def class_rows(found: ScheduleResult, cycle: int | None) -> list[ClassRow]:
    """The classes of a result, all on one heat map."""
    net = found.network
    highest = int(net.level.max())
    rows = classes(found.traffic, net, cycle)
    top = load_top(max((one.worst for one in rows), default=0.0))
    return [
        ClassRow(
            levels_text(level_name(one.low, highest), level_name(one.high, highest)), WAYS[one.way], one, top
        )
        for one in rows
    ]


def levels_text(low: str, high: str) -> str:
    """Two levels in few words.

    >>> levels_text("Level 3", "Level 2"), levels_text("Edge", "Core")
    ('Levels 3 – 2', 'Edge – core')
    """
    numbers = [name.removeprefix("Level ") for name in (low, high)]
    if all(number.isdigit() for number in numbers):
        return f"Levels {' – '.join(numbers)}"
    return f"{low} – {high.lower()}"


def channel_rows(found: ScheduleResult, row: ClassRow, cycle: int | None) -> list[ChannelRow]:
    """The channels of a class, the fullest first."""
    about, net, names = found.traffic, found.network, found.names
    channel, load, links = channels_of_class(about, net, row.one, cycle)
    some = slice(MOST_CHANNELS)
    factor = np.asarray(load / links, np.float64)
    return [
        ChannelRow(
            one,
            words_of(channel_of(about, net, names, one, row.one.way, much)),
            much,
            wide,
            share,
            row.top,
        )
        for one, much, wide, share in zip(
            channel[some].tolist(),
            load[some].tolist(),
            links[some].tolist(),
            factor[some].tolist(),
            strict=True,
        )
    ]


def amount(value: float) -> str:
    """Messages: whole where they are, else with two decimals."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


ABOUT_CLASSES = {
    "Channels": "Levels that the channels connect; all channels of a class are alike.",
    "Direction": "Up from the hosts, down to them, or across between switches of one level.",
    "Worst": "Load factor of the fullest channel of the class: messages over its links.",
    "Mean": "Mean load factor of the channels of the class.",
    "Messages": "Messages that pass this class; a message that passes several classes counts in each.",
    "Links": "Links of all channels of the class together.",
    "Count": "Number of channels of the class.",
}
CLASSES: tuple[Column[ClassRow], ...] = described(
    (
        Column("Channels", 92, lambda r: r.between, order=natural, strong=True, stretch=True),
        Column("Direction", 72, lambda r: r.way),
        figure(
            "Worst",
            72,
            lambda r: r.one.worst,
            ".3f",
            strong=True,
            heat=lambda r: load_bin(r.one.worst, r.top),
        ),
        figure("Mean", 68, lambda r: r.one.mean, ".3f", heat=lambda r: load_bin(r.one.mean, r.top)),
        Column("Messages", 78, lambda r: amount(r.one.messages), lambda r: r.one.messages, number=True),
        figure("Links", 50, lambda r: r.one.capacity),
        figure("Count", 60, lambda r: r.one.channels, tone=lambda _: "text2", hidden=True),
    ),
    ABOUT_CLASSES,
)
ABOUT_CHANNELS = {
    "Channel": "All parallel links in one direction between two places of the network.",
    "Load factor": "Messages over the links of the channel: it needs at least this number of cycles.",
    "Messages": "Messages that pass the channel.",
    "Links": "Parallel links of the channel: messages that it carries in one cycle.",
}
CHANNELS: tuple[Column[ChannelRow], ...] = described(
    (
        Column("Channel", 200, lambda r: r.words, order=natural, stretch=True),
        figure(
            "Load factor",
            88,
            lambda r: r.factor,
            ".3f",
            strong=True,
            heat=lambda r: load_bin(r.factor, r.top),
        ),
        Column("Messages", 80, lambda r: amount(r.load), lambda r: r.load, number=True),
        figure("Links", 60, lambda r: r.links),
    ),
    ABOUT_CHANNELS,
)


MOST_MESSAGES = 20_000
"""Number of rows of a cycle that are listed; the exported file has all."""


class CycleRow(NamedTuple):
    """A delivery cycle from 0; -1: all messages, as if they went at once."""

    cycle: int
    messages: int
    fullest: str
    factor: float
    used: float | None


class MessagesAt(NamedTuple):
    """Messages of a cycle from a host to another, both by their numbers."""

    source: int
    destination: int
    row: MessageRow


def cycle_rows(found: ScheduleResult) -> list[CycleRow]:
    """All messages together, then each cycle; nothing of what is no tree."""
    about, figures = found.traffic, found.found.of_cycles
    if about.made is None or figures is None:
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
            words = words_of(channel_of(about, found.network, found.names, channel, way, load))
        rows.append(CycleRow(cycle, messages, words, factor, used))
    return rows


def message_rows(found: ScheduleResult, cycle: int) -> list[MessagesAt]:
    """From whom to whom in a cycle, by source."""
    about, names = found.traffic, found.names
    if about.made is None:
        return []
    here = about.made.cycle == cycle
    pairs = np.stack([about.source[here], about.destination[here]], axis=1)
    different, count = np.unique(pairs, axis=0, return_counts=True)
    return [
        MessagesAt(source, goal, MessageRow(cycle + 1, names[source], names[goal], often))
        for (source, goal), often in zip(
            different[:MOST_MESSAGES].tolist(), count[:MOST_MESSAGES].tolist(), strict=True
        )
    ]


ABOUT_CYCLES = {
    "Cycle": (
        "Delivery cycle: a set of messages that pass at the same time, as no channel carries more "
        "than it has links."
    ),
    "Messages": "Messages that are delivered in the cycle.",
    "Fullest channel": "Channel with the highest load factor in the cycle.",
    "Load": "Load factor of the fullest channel; at most 1 in a cycle.",
    "In use, %": "Share of the links that carry a message in the cycle.",
}
CYCLES: tuple[Column[CycleRow], ...] = described(
    (
        Column(
            "Cycle",
            54,
            lambda r: "All" if r.cycle < 0 else f"{r.cycle + 1:,}",
            lambda r: r.cycle,
            number=True,
        ),
        figure("Messages", 80, lambda r: r.messages),
        Column("Fullest channel", 150, lambda r: r.fullest, order=natural, stretch=True),
        figure("Load", 66, lambda r: r.factor, ".3f"),
        Column(
            "In use, %",
            78,
            lambda r: "–" if r.used is None else f"{100 * r.used:.1f}",
            lambda r: -1.0 if r.used is None else r.used,
            number=True,
            heat=lambda r: None if r.used is None else load_bin(r.used, 1.0),
        ),
    ),
    ABOUT_CYCLES,
)


def _message(row: MessagesAt) -> MessageRow:
    return row.row


LIST = by_name(COLUMNS)
ABOUT_MESSAGES = {
    "Cycle": "Delivery cycle in which the messages are sent.",
    "Source": "Host that sends.",
    "Destination": "Host that receives.",
    "Messages": "Messages from the source to the destination in this cycle.",
}
MESSAGES: tuple[Column[MessagesAt], ...] = described(
    (
        listed(LIST["source"], _message, 150, strong=True),
        listed(LIST["destination"], _message, 150, strong=True, stretch=True),
        listed(LIST["messages"], _message, 84),
        *others(COLUMNS, _message, ("source", "destination", "messages")),
    ),
    ABOUT_MESSAGES,
)


CELL = 72


class HeatKey(QWidget):
    """Bins of load factors, each with its range in it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.names = bin_names(1.0)
        self.setFixedHeight(desk.theme.px(34))
        self.setAccessibleName("Key to the load factors")

    def show_top(self, top: float) -> None:
        """Bins up to a figure."""
        self.names = bin_names(top)
        self.setAccessibleDescription("Load factors in five shades: " + ", ".join(self.names))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The words, then the bins."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text2"))
        words = "Load factor"
        painter.drawText(QPointF(px(12), self.height() / 2 + px(4)), words)
        left = px(12) + painter.fontMetrics().horizontalAdvance(words) + px(12)
        cell = min(px(CELL), (self.width() - left - px(12)) / BINS)
        painter.setFont(theme.strong(11))
        for number, name in enumerate(self.names):
            fill = theme.tokens.drawing.heat[number]
            bar = QRectF(left + number * cell, px(7), cell, self.height() - px(14))
            painter.setPen(QPen(QColor(theme.tokens.drawing.heat_outline), 1))
            painter.setBrush(QColor(fill))
            painter.drawRect(bar)
            painter.setPen(ink_on(fill))
            painter.drawText(bar, int(Qt.AlignmentFlag.AlignCenter), name)
        painter.end()
