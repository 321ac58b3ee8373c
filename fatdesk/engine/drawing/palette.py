"""Colours, cable patterns and role colours of drawings on screen and on black-and-white paper."""

from functools import lru_cache
from typing import Literal

from fatdesk.core.struct import Struct

Role = Literal["host", "edge", "core"]


class RoleColours(Struct, frozen=True, kw_only=True):
    """A box of a role: fill, stroke, text on the fill."""

    fill: str
    stroke: str
    text: str


class FateInks(Struct, frozen=True, kw_only=True):
    """Inks of items that a growth step moves, adds and removes."""

    moved: str
    new: str
    removed: str


class Palette(Struct, frozen=True, kw_only=True):
    """Every colour that a drawing uses.

    ``kinds`` is by code of the cable kind, ``heat`` has five bins up to the limit and one over it.
    """

    ground: str
    text: str
    text2: str
    faint: str
    """Hairlines and free places."""
    frame: str
    """Page frames, rack frames, walls."""
    host: RoleColours
    edge: RoleColours
    core: RoleColours
    reserved: RoleColours
    bars: tuple[str, str, str]
    """Bars of racks with hosts only, with an edge switch, with a core switch."""
    kinds: dict[str, str]
    heat: tuple[str, str, str, str, str, str]
    heat_outline: str
    fates: FateInks

    def role(self, level: int, levels: int) -> RoleColours:
        """Colours of a switch level, from 1; levels between edge and core mix both."""
        if level <= 1:
            return self.edge
        if level >= levels:
            return self.core
        share = (level - 1) / (levels - 1)
        fill = mixed(self.edge.fill, self.core.fill, share)
        return RoleColours(
            fill=fill, stroke=mixed(self.edge.stroke, self.core.stroke, share), text=self.ink_on(fill)
        )

    def ink_on(self, fill: str) -> str:
        """The colour of text or of the ground, whichever is read better on the fill."""
        return max((self.text, self.ground), key=lambda ink: contrast(ink, fill))


DASHES: dict[str, tuple[float, ...]] = {
    "ACC": (4.0, 1.2),
    "FIB": (3.0, 2.0),
    "SPL": (6.0, 1.5, 1.0, 1.5),
    "TRK": (8.0, 1.0),
    "BPL": (0.8, 1.0),
    "": (1.0, 2.5),
}
"""Pattern of each cable kind in line widths; what is not named is solid, AOC has a gap along its middle."""

KIND_NAMES: dict[str, str] = {
    "DAC": "Passive copper (DAC)",
    "ACC": "Active copper (ACC)",
    "AOC": "Active optical (AOC)",
    "FIB": "Fibre and transceivers",
    "SPL": "Splitter",
    "TRK": "Trunk between panels",
    "BPL": "Backplane",
    "": "No cable chosen",
}

LIGHT = Palette(
    ground="#FFFFFF",
    text="#181C24",
    text2="#4C5565",
    faint="#C3C9D3",
    frame="#3A4352",
    host=RoleColours(fill="#EEF1F5", stroke="#7C879A", text="#3A4352"),
    edge=RoleColours(fill="#BFE3D3", stroke="#1D7655", text="#0C4A33"),
    core=RoleColours(fill="#D9CFF5", stroke="#5B3FA8", text="#3B2478"),
    reserved=RoleColours(fill="#F3E3DF", stroke="#A2685B", text="#181C24"),
    bars=("#7C879A", "#1D7655", "#5B3FA8"),
    kinds={
        "DAC": "#8B4008",
        "ACC": "#B38A01",
        "AOC": "#13996E",
        "FIB": "#4C277A",
        "SPL": "#581937",
        "TRK": "#0A5C78",
        "BPL": "#626D86",
        "": "#4C5565",
    },
    heat=("#FFF4CC", "#FDD57E", "#F8A54A", "#E56A2C", "#B32E1C", "#6E0F14"),
    heat_outline="#7A5A30",
    fates=FateInks(moved="#B85C00", new="#0B5FBF", removed="#A3123A"),
)

PRINT = Palette(
    ground="#FFFFFF",
    text="#000000",
    text2="#595959",
    faint="#9A9A9A",
    frame="#000000",
    host=RoleColours(fill="#FFFFFF", stroke="#000000", text="#000000"),
    edge=RoleColours(fill="#E4E4E4", stroke="#000000", text="#000000"),
    core=RoleColours(fill="#000000", stroke="#000000", text="#FFFFFF"),
    reserved=RoleColours(fill="#FFFFFF", stroke="#595959", text="#000000"),
    bars=("#CFCFCF", "#808080", "#000000"),
    kinds=dict.fromkeys(KIND_NAMES, "#000000"),
    heat=("#F7F7F7", "#DEDEDE", "#BEBEBE", "#969696", "#6A6A6A", "#3A3A3A"),
    heat_outline="#000000",
    fates=FateInks(moved="#8A4500", new="#003C8C", removed="#8C0020"),
)


def heat_bin(value: float, limit: float) -> int:
    """Return the index in ``heat`` of a value: 0 to 4 up to the limit, 5 above.

    >>> heat_bin(0.0, 0.5), heat_bin(0.5, 0.5), heat_bin(0.51, 0.5)
    (0, 4, 5)
    """
    if value > limit:
        return 5
    return min(4, int(value / limit * 5)) if limit > 0 else 0


def _linear(colour: str) -> tuple[float, float, float]:
    """Red, green and blue as light, 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white.

    >>> luminance("#FFFFFF")
    1.0
    """
    red, green, blue = _linear(colour)
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 6)


@lru_cache(maxsize=4096)
def contrast(first: str, second: str) -> float:
    """Contrast of two colours as WCAG 2 has it, 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def text_on(fill: str) -> str:
    """Black or white, whichever is read better on the fill."""
    return max(("#10131A", "#FFFFFF"), key=lambda ink: contrast(ink, fill))


@lru_cache(maxsize=4096)
def mixed(first: str, second: str, share: float) -> str:
    """The colour between two, mixed as light.

    >>> mixed("#000000", "#FFFFFF", 1.0)
    '#FFFFFF'
    """
    light = [a + (b - a) * share for a, b in zip(_linear(first), _linear(second), strict=True)]
    signs = [12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055 for p in light]
    return "#" + "".join(f"{round(max(0.0, min(1.0, p)) * 255):02X}" for p in signs)
