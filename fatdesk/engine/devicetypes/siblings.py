"""What device types say of each other: sisters whose masses differ, part numbers that stand twice."""

import re
from collections import defaultdict
from collections.abc import Sequence

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.devicetypes.draft import Draft
from fatdesk.engine.devicetypes.read import DeviceType
from fatdesk.engine.devicetypes.remark import Remark, remark
from fatdesk.engine.devicetypes.sockets import groups_of_cages

MUCH = 1.25
"""How much heavier than a sister of the same series a device may be."""
_SERIES = re.compile(r"[0-9]{4,}")

Both = tuple[DeviceType, Draft]


def lint_siblings(files: Sequence[Both]) -> list[tuple[int, Remark]]:
    """Contradictions between files, each with the number of the file that it is about."""
    return [*_masses(files), *_part_numbers(files)]


def _masses(files: Sequence[Both]) -> list[tuple[int, Remark]]:
    """A device much heavier than one of its series, or heavier at all than one with the same ports."""
    series: dict[tuple[object, ...], list[int]] = defaultdict(list)
    twins: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for n, (device, draft) in enumerate(files):
        if draft.figures.get("mass_kg") is None:
            continue
        frame = (device.manufacturer, draft.kind, device.u_height)
        number = _SERIES.search(device.model)
        if number:
            series[*frame, device.model[: number.end() - 1]].append(n)
        stem, dash, _ = device.model.rpartition("-")
        if dash and draft.sockets:
            twins[*frame, stem, groups_of_cages(draft.sockets)].append(n)
    found = {}
    for families, factor in ((series, MUCH), (twins, 1.0)):
        for members in families.values():
            light = min(members, key=lambda n: (_mass(files, n), n))
            for n in members:
                if _mass(files, n) > factor * _mass(files, light):
                    more = round(_mass(files, n) - _mass(files, light), 2)
                    name = files[light][1].figures["id"]
                    text = f"is {more:g} kg heavier than {name} of the same series and height"
                    found[n] = remark(
                        files[n][1], "sibling-mass", text, "check mass_kg of both", Severity.NOTE
                    )
    return sorted(found.items())


def _mass(files: Sequence[Both], n: int) -> float:
    return float(files[n][1].figures["mass_kg"])


def _part_numbers(files: Sequence[Both]) -> list[tuple[int, Remark]]:
    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, (device, _) in enumerate(files):
        if device.part_number:
            numbers[device.manufacturer, device.part_number].append(n)
    found = []
    for (_, number), members in numbers.items():
        for n in members if len(members) > 1 else ():
            others = ", ".join(str(files[other][1].figures["id"]) for other in members if other != n)
            text = f"its part number {number} is that of {others} as well"
            finding = Finding(
                Severity.WARNING, "part-number-twice", str(files[n][1].figures["id"]), text, "correct one"
            )
            found.append((n, Remark(finding)))
    return found
