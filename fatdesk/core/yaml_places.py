"""Where the values of a YAML file stand in its text, so that one can be changed and the rest left alone."""

from typing import Any, NamedTuple

from yaml.events import (
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from fatdesk.core.yaml_events import Parser, Place


class Span(NamedTuple):
    """A piece of a text, by numbers of characters.

    Attributes
    ----------
    start, end
        The value; of a mapping or list in brackets with these, else up to its last value.
    key
        Where its key begins; of an item of a list the same as ``start``.
    flow
        Whether it stands inside brackets or is in brackets itself.
    style
        The quotes of a text; ``|`` and ``>`` stand for one of several lines; empty: plain.
    scalar
        Whether it is a text or nothing, and no mapping or list.
    """

    start: int
    end: int
    key: int
    flow: bool
    style: str
    scalar: bool


class _Holder:
    """A mapping or list that is open."""

    def __init__(self, place: Place, start: int, key: int, *, is_list: bool, flow: bool) -> None:
        self.place, self.start, self.key_start = place, start, key
        self.is_list, self.flow = is_list, flow
        self.count, self.key, self.key_at, self.last = 0, "", -1, start


def spans(text: str) -> dict[Place, Span]:
    r"""The pieces of all values in a text that ``yaml_events.parse`` accepts; the whole is at ``()``.

    >>> found = spans("a: 1   # one\nb: [x, y]\n")
    >>> found["a",].start, found["b", 1][:3]
    (3, (20, 21, 20))
    """
    found: dict[Place, Span] = {}
    around: list[_Holder] = []
    next_event = Parser(text).get_event
    while type(event := next_event()) is not StreamEndEvent:
        kind = type(event)
        if kind is ScalarEvent:
            _take_scalar(event, around, found)
        elif kind in (MappingStartEvent, SequenceStartEvent):
            place, key = _next(around, event.start_mark.index)
            around.append(
                _Holder(
                    place,
                    event.start_mark.index,
                    key,
                    is_list=kind is SequenceStartEvent,
                    flow=bool(event.flow_style),
                )
            )
        elif kind in (MappingEndEvent, SequenceEndEvent):
            _close(event, around, found)
    return found


def _next(around: list[_Holder], at: int) -> tuple[Place, int]:
    """The place of the value that comes next, and where its key begins."""
    if not around:
        return (), at
    holder = around[-1]
    if holder.is_list:
        return (*holder.place, holder.count), at
    return (*holder.place, holder.key), holder.key_at


def _done(around: list[_Holder], end: int) -> None:
    """A value of what is open has ended."""
    if around:
        holder = around[-1]
        holder.last = max(holder.last, end)
        holder.count += 1
        holder.key_at = -1


def _take_scalar(event: Any, around: list[_Holder], found: dict[Place, Span]) -> None:
    start, end = event.start_mark.index, event.end_mark.index
    if around and not around[-1].is_list and around[-1].key_at < 0:
        around[-1].key, around[-1].key_at = event.value, start
        return
    place, key = _next(around, start)
    flow = bool(around) and around[-1].flow
    found[place] = Span(start, end, key, flow, event.style or "", scalar=True)
    _done(around, end)


def _close(event: Any, around: list[_Holder], found: dict[Place, Span]) -> None:
    holder = around.pop()
    end = event.end_mark.index if holder.flow else holder.last
    found[holder.place] = Span(holder.start, end, holder.key_start, holder.flow, "", scalar=False)
    _done(around, end)
