"""How wide a text is, known without a screen; shorter or smaller when it must fit."""

from dataclasses import dataclass
from functools import cache, lru_cache

from fatdesk.engine.drawing import advance_widths as table

ASCENT, DESCENT = 0.76, 0.22
"""Above and below the baseline, in sizes: what capitals, accents and tails take."""

MARGIN = 1.03
"""Where Roboto is missing, the next font of the list may be a little wider."""

STEP = 0.1


@dataclass(frozen=True)
class Fitted:
    """A text as it can be set: itself or shortened, its size in mm, and how wide that is."""

    text: str
    size: float
    condensed: bool
    width: float


@cache
def _advances(bold: bool, condensed: bool) -> dict[int, int]:
    rows = {
        (False, False): table.REGULAR,
        (True, False): table.BOLD,
        (False, True): table.CONDENSED,
        (True, True): table.CONDENSED_BOLD,
    }[bold, condensed]
    codes = [*range(table.FIRST, table.LAST + 1), *map(ord, table.MORE)]
    return dict(zip(codes, map(int, rows.split()), strict=True))


@lru_cache(maxsize=16_384)
def text_width(text: str, size: float, *, bold: bool = False, condensed: bool = False) -> float:
    """Width of a text in mm when its em is ``size`` mm; characters out of the tables count one em.

    >>> round(text_width("E01", 2048.0))
    3570
    """
    advances = _advances(bold, condensed)
    units = sum(advances.get(ord(sign), table.UNITS_PER_EM) for sign in text)
    return units / table.UNITS_PER_EM * size * MARGIN


def abbreviate(text: str, width: float, size: float, *, bold: bool = False, condensed: bool = False) -> str:
    """The text with as little as possible left out of its middle, so that it is no wider than ``width``.

    Ends are kept because names differ there: ``storage-E017`` becomes ``sto…017``. Empty when not even
    the sign of omission fits.
    """
    if text_width(text, size, bold=bold, condensed=condensed) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        keep = (low + high + 1) // 2
        if text_width(_shortened(text, keep), size, bold=bold, condensed=condensed) <= width:
            low = keep
        else:
            high = keep - 1
    short = _shortened(text, low)
    return short if text_width(short, size, bold=bold, condensed=condensed) <= width else ""


def _shortened(text: str, keep: int) -> str:
    head = keep // 2
    return text[:head] + "…" + text[len(text) - (keep - head) :]


def fit(text: str, width: float, size: float, least: float, *, bold: bool = False) -> Fitted:
    """Set a text into a width: as it is, else condensed, else smaller down to ``least``, else shortened."""
    for condensed in (False, True):
        wide = text_width(text, size, bold=bold, condensed=condensed)
        if wide <= width:
            return Fitted(text, size, condensed, wide)
    smaller = _smaller(text, width, size, least, bold=bold)
    if smaller is not None:
        return smaller
    short = abbreviate(text, width, least, bold=bold, condensed=True)
    return Fitted(short, least, True, text_width(short, least, bold=bold, condensed=True))


def fit_whole(text: str, width: float, size: float, least: float, *, bold: bool = False) -> Fitted | None:
    """Set a text condensed into a width, smaller down to ``least``, with nothing left out.

    Returns
    -------
    Fitted or None
        Nothing when it does not fit even so.
    """
    wide = text_width(text, size, bold=bold, condensed=True)
    if wide <= width:
        return Fitted(text, size, True, wide)
    return _smaller(text, width, size, least, bold=bold)


def _smaller(text: str, width: float, size: float, least: float, *, bold: bool) -> Fitted | None:
    """A condensed text as large as it fits, in steps; nothing when the least is too large."""
    if text_width(text, least, bold=bold, condensed=True) > width:
        return None
    wide = text_width(text, size, bold=bold, condensed=True)
    smaller = max(least, int(size * width / wide / STEP) * STEP)
    while text_width(text, smaller, bold=bold, condensed=True) > width:
        smaller = max(least, smaller - STEP)
    smaller = round(smaller, 2)
    return Fitted(text, smaller, True, text_width(text, smaller, bold=bold, condensed=True))
