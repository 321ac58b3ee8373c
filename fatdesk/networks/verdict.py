"""A verdict: one sentence on what limits a network in a study, or on what is missing to know that."""

from dataclasses import dataclass
from typing import Literal

from fatdesk.core.number_text import plural

Limit = Literal["hosts", "fabric", "routing", "contention", "nothing", "unknown"]
"""Limits: links of hosts, links between switches whatever the routing, the routing algorithm, packets
that wait for each other in switches; nothing does; or no single limit can be named."""


@dataclass(frozen=True)
class Verdict:
    """Conclusion on what limits a network.

    Attributes
    ----------
    text
        One sentence or two, for people.
    channels
        The channels that limit, to be shown in a drawing; none where no single ones do.
    """

    limit: Limit
    text: str
    channels: tuple[int, ...] = ()

    @property
    def names_nodes(self) -> bool:
        """Whether the text has names of nodes: those at the channels, unless these merely carry most."""
        return bool(self.channels) and self.limit != "contention"


def amount_text(value: float) -> str:
    """Return an amount: whole where it is, else with two decimals, never in powers of ten.

    >>> amount_text(2e6), amount_text(2.5), amount_text(0.004)
    ('2,000,000', '2.50', '0.004')
    """
    if abs(value - round(value)) < 1e-9 * max(1.0, abs(value)):
        return f"{round(value):,}"
    if abs(value) >= 0.1:
        return f"{value:,.2f}"
    return f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) >= 1e-6 else "0"


def counted_text(count: float, noun: str) -> str:
    """Return an amount with its noun, singular or plural.

    >>> counted_text(1, "host"), counted_text(2.5, "message"), counted_text(1200, "switch")
    ('1 host', '2.50 messages', '1,200 switches')
    """
    return f"{amount_text(count)} {noun if count == 1 else plural(noun)}"
