"""What is doubtful about the box of a device type: height, mass, power, names."""

import re

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.lint_part import BIG_CAGES, CAGES_PER_U
from fatdesk.engine.devicetypes.draft import Draft
from fatdesk.engine.devicetypes.drafting import AIRFLOWS, KILOGRAMS, mass_kg
from fatdesk.engine.devicetypes.kinds import Kind
from fatdesk.engine.devicetypes.read import DeviceType, is_bare
from fatdesk.engine.devicetypes.remark import Remarks, mend_figure, remark
from fatdesk.engine.devicetypes.sockets import groups_of_cages

_NUMBER = re.compile(
    r"[-+]?[0-9][0-9_]*(\.[0-9]*)?([eE][-+]?[0-9]+)?|0[xo][0-9a-fA-F]+|[0-9]+(:[0-5]?[0-9])+"
)
_BAR_CODE = (12, 13)
"""Digits of an UPC or an EAN."""
_WATTS = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?) ?k(W|VA)\b")


def lint_box(device: DeviceType, draft: Draft, data: bytes, file: str) -> Remarks:
    """Doubts about everything but the ports."""
    yield from _height(device, draft)
    yield from _mass(device, draft)
    yield from _power(device, draft)
    if device.part_number:
        yield from _part_number(device, draft, data, file)
    if device.airflow and device.airflow not in AIRFLOWS:
        text = f"its airflow is told as {device.airflow!r}, which is none of {', '.join(AIRFLOWS)}"
        yield remark(draft, "airflow", text, "correct airflow")
    if device.subdevice_role == "parent" and not device.device_bays:
        text = "is said to hold other devices, but names no bay for them"
        yield remark(draft, "parent-without-bays", text, "nothing to mend here", Severity.NOTE)


def _height(device: DeviceType, draft: Draft) -> Remarks:
    if device.u_height is None:
        if not device.is_module:
            yield remark(draft, "height-unknown", "does not say its height", "give height_u")
        return
    if device.u_height % 1:
        text = (
            f"is {device.u_height:g} U high; racks have whole units, so it takes {draft.figures['height_u']}"
        )
        yield remark(draft, "height-half", text, severity=Severity.NOTE)
    if device.u_height == 0 and draft.kind is Kind.POWER:
        text = "is 0 U high: it hangs beside the rack's units"
        yield remark(draft, "height-zero", text, severity=Severity.NOTE)
    elif device.u_height == 0:
        held = ", held by a tray of another device" if device.subdevice_role == "child" else ""
        text = f"is 0 U high{held}; alone in a rack it takes a unit"
        yield mend_figure(draft, "height-zero", text, "height_u", 1)
    cages = sum(g.count for g in groups_of_cages(draft.sockets) if g.connector.startswith(BIG_CAGES))
    if device.u_height and cages > CAGES_PER_U * draft.figures["height_u"]:
        height = -(-cages // CAGES_PER_U)
        text = f"has {cages} cages in {device.u_height:g} U; no front has more than {CAGES_PER_U} a unit"
        yield mend_figure(draft, "cages", text, "height_u", height)


def _mass(device: DeviceType, draft: Draft) -> Remarks:
    if device.weight is None:
        return
    if not device.weight:
        yield remark(draft, "mass", "has a weight of 0, which is taken as unknown", "give mass_kg")
    elif device.weight_unit not in KILOGRAMS:
        unit = f"of unit {device.weight_unit!r}" if device.weight_unit else "without a unit"
        text = f"has a weight of {device.weight:g} {unit}; it may be in kg"
        yield mend_figure(draft, "mass", text, "mass_kg", mass_kg(device.weight, "kg"))


def _power(device: DeviceType, draft: Draft) -> Remarks:
    inlets = device.power_ports
    most = [port.maximum_draw for port in inlets if port.maximum_draw]
    usual = [port.allocated_draw for port in inlets if port.allocated_draw]
    if draft.kind is Kind.POWER:
        told = _WATTS.search(device.words)
        if "power_limit_w" not in draft.figures and told:
            text = f"its inlets tell no draw, its description {told[0]}"
            yield mend_figure(draft, "no-power-limit", text, "power_limit_w", round(1000 * float(told[1]), 1))
        return
    if len(most) > 2:
        text = (
            f"{len(most)} inlets of {max(most):g} W: how many are spares is not told; "
            f"all together draw {sum(most):g} W, which is the most that it can be"
        )
        yield mend_figure(draft, "power-spares", text, "power_w", sum(most))
    elif most and usual and max(usual) < max(most) and "power_w" in draft.figures:
        gives, takes = f"{max(most):g} W", f"{max(usual):g} W"
        text = f"the maximum of {gives} is what a supply can give, the allocated {takes} what it takes"
        yield mend_figure(draft, "power-of-supply", text, "power_w", max(usual))


def _part_number(device: DeviceType, draft: Draft, data: bytes, file: str) -> Remarks:
    number = device.part_number or ""
    plain = re.sub(r"\s*\(.*", "", number)
    if number in AIRFLOWS:
        text = f"its part number is {number!r}, an airflow"
        yield mend_figure(draft, "part-number", text, "part_number", device.model)
    elif _NUMBER.fullmatch(number):
        text = f"its part number {number} is a number"
        if is_bare(data, file, "part_number"):
            text += " without quotes: other programs may drop zeros or digits of it"
        if number.isdigit() and len(number) in _BAR_CODE and _checks(number):
            text += ", and the bar code of the package: its last digit checks"
            yield mend_figure(draft, "numeric-part-number", text, "part_number", device.model)
        else:
            yield remark(draft, "numeric-part-number", text, "check part_number")
    elif re.search(r"x{4,}$|(?<=[0-9A-Z])x$", number):
        text = f"its part number {number} stands for many: x is any letter or digit"
        yield remark(draft, "part-number-open", text, "give the one that you order", Severity.NOTE)
    elif plain and plain != number:
        text = f"its part number {number!r} has a remark in it"
        yield mend_figure(draft, "part-number", text, "part_number", plain)


def _checks(digits: str) -> bool:
    """Whether the last digit is the check digit of an UPC or EAN.

    >>> _checks("036000291452"), _checks("036000291453")
    (True, False)
    """
    weighed = sum(int(digit) * (3 if n % 2 else 1) for n, digit in enumerate(reversed(digits)))
    return weighed % 10 == 0
