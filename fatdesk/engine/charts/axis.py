"""An axis: a range of values, straight or logarithmic, with round ticks and their labels."""

import math
from dataclasses import dataclass, replace

import numpy as np

from fatdesk.core.arrays import Floats

GAP = 0.05
"""Share of a range that is left free at both ends."""
STEPS = (1.0, 2.0, 5.0, 10.0)
SCALES = ((2e9, 1e9, "billion"), (2e6, 1e6, "million"), (2e3, 1e3, "thousand"))
"""Values from which on labels have a larger unit."""


@dataclass(frozen=True)
class Axis:
    """Visible range of an axis.

    Attributes
    ----------
    unit
        What follows the title, perhaps behind ``thousand``; empty: a plain number.
    whole
        Whether there are only whole values, so that there are no ticks between them.
    scaled
        Whether large values may be shown in thousands and so on.
    """

    title: str
    low: float = 0.0
    high: float = 1.0
    unit: str = ""
    log: bool = False
    whole: bool = False
    scaled: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends as they are laid out: logarithms on a logarithmic axis."""
        return (math.log10(self.low), math.log10(self.high)) if self.log else (self.low, self.high)

    def shares(self, values: Floats) -> Floats:
        """Return the positions of values between both ends, 0 to 1; NaN stays NaN."""
        low, high = self.ends
        with np.errstate(divide="ignore", invalid="ignore"):
            laid = np.log10(np.where(values > 0, values, np.nan)) if self.log else values
        return (laid - low) / (high - low)

    def value(self, share: float) -> float:
        """The value at a share of the path."""
        low, high = self.ends
        found = low + share * (high - low)
        return float(10**found) if self.log else found

    def moved(self, shares: float) -> "Axis":
        """The same length of values, further on by a share of it."""
        return replace(self, low=self.value(shares), high=self.value(1 + shares))

    def zoomed(self, factor: float, at: float) -> "Axis":
        """Larger by a factor, with the place at a share fixed."""
        return replace(self, low=self.value(at - at / factor), high=self.value(at + (1 - at) / factor))

    def between(self, low: float, high: float) -> "Axis":
        """The part between two shares of the path."""
        return replace(self, low=self.value(low), high=self.value(high))

    def reading(self, value: float) -> str:
        """A value as text, as exact as a pixel of the axis is.

        >>> Axis("x", 0, 2).reading(0.12345), Axis("x", 0, 4e6, scaled=True).reading(1234567.0)
        ('0.123', '1.235')
        """
        span = abs(self.value(min(1.0, self._share(value) + 0.001)) - value) / self.scale[0]
        decimals = max(0, min(12, math.ceil(-math.log10(span)))) if span > 0 else 0
        return f"{value / self.scale[0] + 0.0:,.{decimals}f}"

    def _share(self, value: float) -> float:
        return float(self.shares(np.array([value]))[0])

    def over(self, values: Floats) -> "Axis":
        """The range of values, with some room at both ends; a straight one from 0 where that is near."""
        known = values[np.isfinite(values) & ((values > 0) | (not self.log))]
        if not len(known):
            return replace(self, low=1.0 if self.log else 0.0, high=10.0 if self.log else 1.0)
        low, high = float(known.min()), float(known.max())
        if self.log:
            room = (high / low) ** GAP if high > low else 2.0
            return replace(self, low=low / room, high=high * room)
        room = (high - low) * GAP or max(1.0, abs(high) * GAP)
        if 0 <= low <= 0.5 * high and not self.whole:
            return replace(self, low=0.0, high=high + room)
        return replace(self, low=low - room, high=high + room)

    # Ticks

    def ticks(self, most: int) -> list[float]:
        """Round values in range, about as many at most.

        >>> Axis("x", 0, 95).ticks(6), Axis("x", 300, 9000, log=True).ticks(6)
        ([0.0, 20.0, 40.0, 60.0, 80.0], [500.0, 1000.0, 2000.0, 5000.0])
        """
        if self._has_log_ticks(most):
            return self._log_ticks(most)
        step = self._step(most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [float(number * step) for number in range(first, last + 1)]

    def _has_log_ticks(self, most: int) -> bool:
        """Whether ticks are powers of ten and parts of them, not even steps."""
        return self.log and self.high / self.low > 4 and len(self._log_ticks(most)) > 1

    def _step(self, most: int) -> float:
        wanted = (self.high - self.low) / max(1, most)
        size = 10.0 ** math.floor(math.log10(wanted)) if wanted > 0 else 1.0
        step = next(size * one for one in STEPS if size * one >= wanted * (1 - 1e-9))
        return max(1.0, step) if self.whole else step

    def _log_ticks(self, most: int) -> list[float]:
        low, high = (math.floor(end) for end in self.ends)
        for parts in ((1, 2, 5), (1,)):
            found = [float(part * 10.0**power) for power in range(low, high + 1) for part in parts]
            inside = [value for value in found if self.low <= value <= self.high]
            if len(inside) <= most:
                return inside
        return inside[:: math.ceil(len(inside) / max(1, most))]

    @property
    def scale(self) -> tuple[float, str]:
        """Divisor of the labels, and its name."""
        if self.scaled:
            for least, scale, name in SCALES:
                if max(abs(self.low), abs(self.high)) >= least:
                    return scale, name
        return 1.0, ""

    def labelled(self, most: int) -> list[tuple[float, str]]:
        """Return the ticks with their labels, which differ from each other and give each tick's exact value.

        >>> Axis("Cost", 0.4, 2.43).labelled(5)
        [(0.5, '0.5'), (1.0, '1.0'), (1.5, '1.5'), (2.0, '2.0')]
        """
        ticks = self.ticks(most)
        shown = [tick / self.scale[0] for tick in ticks]
        if self._has_log_ticks(most):
            return list(zip(ticks, (f"{value:,.10g}" for value in shown), strict=True))
        step = self._step(most) / self.scale[0]
        decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
        # steps are 1, 2 or 5 times a power of ten, so these decimals are all there are; "-0.0" is 0
        texts = [f"{value + 0.0:,.{decimals}f}" for value in shown]
        return list(zip(ticks, texts, strict=True))

    @property
    def words(self) -> str:
        """The title with its unit.

        >>> Axis("Cost", 0, 9e5, "USD", scaled=True).words
        'Cost, thousand USD'
        """
        stated = " ".join(word for word in (self.scale[1], self.unit) if word)
        return f"{self.title}, {stated}" if stated else self.title
