"""Findings about names: given twice, equal labels of racks, or not valid elsewhere."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.fabric.name_templates import KIND_FIELDS, KIND_TITLES, Naming
from fatdesk.engine.fabric.names import Names

_HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\Z")
"""Host names of RFC 1123: labels of at most 63 letters, digits and hyphens, with dots between."""
LONGEST_NAME = 60
"""Characters of a name that files for other programs keep (NetBox: 64, DNS: 63)."""


def name_findings(names: Names, naming: Naming, racks: Sequence[str]) -> list[Finding]:
    """Findings about the names of a project, each with the templates that cause it.

    Names and labels that differ in case alone are the same to DNS and NetBox, so they are found too.

    Parameters
    ----------
    racks
        The labels of all racks.
    """
    return [
        *_given_twice(names, naming),
        *_like_racks(names, naming, racks),
        *_racks_alike(racks),
        *_unsound(names, naming),
        *_unplaced(names, naming),
    ]


def _stated(kind: str, naming: Naming) -> str:
    """A template in words."""
    template = getattr(naming, kind, "") if kind in KIND_FIELDS else ""
    title = KIND_TITLES.get(kind, "far ends of extra ports")
    return f"the template of {title} ({template})" if template else f"the plain names of {title}"


def _given_twice(names: Names, naming: Naming) -> Iterator[Finding]:
    """Names of several devices: one finding for the templates that give them."""
    if len(set(map(str.casefold, names.devices.values()))) == len(names.devices):
        return
    count = Counter(map(str.casefold, names.devices.values()))
    alike: dict[str, list[str]] = {}
    for device, name in names.devices.items():
        if count[name.casefold()] > 1:
            alike.setdefault(name.casefold(), []).append(device)
    causes: dict[tuple[bool, tuple[str, ...]], list[list[str]]] = {}
    for devices in alike.values():
        kinds = tuple(dict.fromkeys(map(kind_of, devices)))
        exact = len({names.devices[one] for one in devices}) < len(devices)
        causes.setdefault((exact, kinds), []).append(devices)
    for (exact, kinds), cases in causes.items():
        devices = cases[0]
        first = names.devices[devices[0]]
        some = ", ".join(devices[:3]) + (", ..." if len(devices) > 3 else "")
        what = f"{len(devices):,} devices have this name" if exact else "names differ in case alone"
        more = f"; in all {len(cases):,} names are there more than once" if len(cases) > 1 else ""
        by = " and ".join(_stated(kind, naming) for kind in kinds)
        yield Finding(
            Severity.ERROR if exact else Severity.WARNING,
            "name-twice",
            first,
            f"{what} ({some}), by {by}{more}",
            "let the template distinguish them, with {index}, or {label} and {in_rack}"
            if len(kinds) == 1
            else "let the templates differ, in a letter for one",
        )


def _like_racks(names: Names, naming: Naming, racks: Sequence[str]) -> Iterator[Finding]:
    """Devices that are named as a rack is labelled."""
    labels = set(map(str.casefold, racks))
    if labels.isdisjoint(map(str.casefold, names.devices.values())):
        return
    first = {name: device for device, name in reversed(names.devices.items())}
    for name, device in reversed(first.items()):
        if name.casefold() in labels:
            kind = kind_of(device)
            longer = f"give them a longer name, such as {LONGER_NAMES.get(kind, 'node{index:03}')}"
            yield Finding(
                Severity.WARNING,
                "name-of-rack",
                name,
                f"a device and a rack have this name, by {_stated(kind, naming)}",
                f"{longer}, or give the rack another label",
            )


LONGER_NAMES = {
    "edge": "edge-{index:02}",
    "middle": "middle-{index:02}",
    "core": "core-{index:02}",
    "enclosure": "enclosure-{index:02}",
}
"""Templates for switches and enclosures whose plain names repeat labels of racks.

Plain names of several middle levels (M2-01) are never labels of racks.
"""


def _racks_alike(racks: Sequence[str]) -> Iterator[Finding]:
    first = {label.casefold(): label for label in reversed(racks)}
    for folded, times in Counter(map(str.casefold, racks)).items():
        if times > 1:
            text = f"{times} racks have this label"
            yield Finding(Severity.ERROR, "rack-twice", first[folded], text, "give one another label")


def _unsound(names: Names, naming: Naming) -> Iterator[Finding]:
    """Names that other programs refuse, or that files for them have to change."""
    for kind, devices in names.by_kind.items():
        if kind not in KIND_FIELDS:
            continue
        bad = [
            name
            for name in map(names.devices.__getitem__, devices)
            if len(name) > LONGEST_NAME or not _HOST_NAME.match(name)
        ]
        if bad:
            few = ", ".join(map(repr, bad[:2]))
            yield Finding(
                Severity.WARNING if getattr(naming, kind) else Severity.NOTE,
                "name-unsound",
                bad[0],
                f"{len(bad):,} names are not host names ({few}), by {_stated(kind, naming)}: DNS "
                "refuses them, and files for other programs may have to change them",
                f"use letters, digits and hyphens, {LONGEST_NAME} at most",
            )


def _unplaced(names: Names, naming: Naming) -> Iterator[Finding]:
    if names.unplaced:
        kind = kind_of(names.unplaced[0])
        yield Finding(
            Severity.NOTE,
            "name-unplaced",
            names.devices[names.unplaced[0]],
            f"{len(names.unplaced):,} devices are in no rack and have plain names, though "
            f"{_stated(kind, naming)} contains the place",
            "place them, then their names follow the template",
        )
