"""Reasons why a design was rejected, as codes with figures; text on demand."""

from dataclasses import dataclass
from fractions import Fraction

Figure = int | Fraction

TEXTS = {
    "ports": "ports: {allowed}, needs {needs}",
    "core-ports": "core ports: {allowed}, needs {needs}",
    "host-ports": "host ports: {what} has {allowed} free, needs {needs}",
    "edge-kind": "edge ports: none joins {what}",
    "core-kind": "core ports: none joins {what}",
    "edge-hosts": "edge ports: {allowed} left for hosts, needs {needs}",
    "uplinks": "uplinks: {allowed} left on the edge switch, needs {needs}",
    "bay": "edge: {what}",
    "plain": "equal switches: {what}",
    "blades": "blades: {what}",
    "pass-through": "pass-through: {what}",
    "family": "{what}",
    "by-rack": "edge switches by rack: {what}",
    "one-pod": "edge switches: {allowed}, three levels need {needs} or more (two levels hold fewer)",
    "hosts_possible": "hosts_possible: {allowed}, needs {needs}",
    "bisection_gbps": "bisection_gbps: {allowed}, needs {needs}",
    "in_rack_share": "in_rack_share: {allowed}, needs {needs}",
    "no-stages": "{what}: no stages of the next growth step keep the bandwidth that it states",
}
"""Text by code; what is not here is a limit: ``racks: needs 4, allowed 3``."""

LIMIT = "{code}: needs {needs}, allowed {allowed}"


@dataclass(frozen=True, slots=True)
class Reason:
    """One cause of a rejection.

    Attributes
    ----------
    code
        Which rule.
    needs, allowed
        What it would take and what there is, where that is a number.
    what
        Subject, when a number does not identify it.

    >>> str(Reason("racks", 4, 3)), str(Reason("core-ports", 50, 36))
    ('racks: needs 4, allowed 3', 'core ports: 36, needs 50')
    """

    code: str
    needs: Figure | None = None
    allowed: Figure | None = None
    what: str = ""

    def __str__(self) -> str:
        needs, allowed = figure(self.needs), figure(self.allowed)
        return TEXTS.get(self.code, LIMIT).format(
            code=self.code, needs=needs, allowed=allowed, what=self.what
        )


NO_CORE = Reason("family", what="no switch is allowed in the core")

BY_RACK_ONE_KIND = Reason(
    "by-rack", what="hosts have ports of two kinds of such a switch, give each a fabric of its own"
)


def figure(value: Figure | None) -> str:
    """A whole number, a decimal of at most six places, or a fraction.

    >>> figure(7), figure(Fraction(3, 2)), figure(Fraction(18, 17)), figure(Fraction(70000))
    ('7', '1.5', '18/17', '70000')
    """
    if value is None:
        return "unknown"
    scaled = Fraction(value) * 10**6
    if scaled.denominator > 1:
        return str(Fraction(value))
    text = f"{scaled.numerator // 10**6}.{scaled.numerator % 10**6:06}"
    return text.rstrip("0").rstrip(".")
