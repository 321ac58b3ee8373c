"""Preview of names: what templates give before they are applied, and what is wrong with it."""

from collections.abc import Mapping
from typing import NamedTuple

from fatdesk.core.finding import Finding, sorted_findings
from fatdesk.engine.cabling.checks import LabelCheck
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.fabric.name_templates import KIND_FIELDS, Naming
from fatdesk.engine.fabric.names import Names
from fatdesk.engine.wiring.rows import WiringList, Writing, near_labels
from fatdesk.project.derived.derived import Derived

LABEL_LENGTH = 20
"""Characters that a printed label holds for one end."""


class KindSample(NamedTuple):
    """Names of one kind of device: the first, a middle and the last; all alike where there are less."""

    kind: str
    template: str
    devices: int
    first: str
    middle: str
    last: str


class NamesPreview(NamedTuple):
    """Names that templates give, with findings.

    Attributes
    ----------
    kinds
        The kinds of devices that the project has.
    cable, label
        The id of a cable in the middle of the wiring list, and its label; empty: there is no cable.
    findings
        Findings about names and labels, errors first.
    kinds_of
        The kinds of devices that have the names of findings, by name in small letters.
    compared
        Whether the labels of all cables were compared.
    rack
        The identifier of the first rack; empty: it has none.
    """

    kinds: tuple[KindSample, ...]
    cable: str
    label: str
    findings: tuple[Finding, ...]
    kinds_of: Mapping[str, frozenset[str]]
    compared: bool
    rack: str = ""

    def about(self, kind: str) -> list[Finding]:
        """Return the findings about names of a kind of device, or about labels (``label``)."""
        if kind == "label":
            return [one for one in self.findings if one.rule.startswith(("label-", "identifier-"))]
        return [
            one
            for one in self.findings
            if one.rule.startswith("name-") and kind in self.kinds_of.get(one.where.casefold(), ())
        ]


def preview_names(derived: Derived, naming: Naming, most: int | None = None) -> NamesPreview:
    """Return what templates give in a project, which stays as it is.

    Parameters
    ----------
    most
        The number of cables up to which labels are compared; None: always.
    """
    names = derived.named if naming == derived.project.naming else derived.names_by(naming)
    kinds = []
    for kind in KIND_FIELDS:
        devices = names.by_kind.get(kind, [])
        if devices:
            some = (names.devices[devices[at]] for at in (0, len(devices) // 2, -1))
            kinds.append(KindSample(kind, getattr(naming, kind), len(devices), *some))
    cabling, writing = derived.cabling, writing_of(derived, names, naming)
    rows = WiringList(cabling, writing)
    row = rows[len(rows) // 2] if len(rows) else None
    findings = derived.findings_of_names(names, naming)
    found = {one.where.casefold() for one in findings}
    kinds_of: dict[str, frozenset[str]] = {}
    for device, name in names.devices.items() if found else ():
        if (folded := name.casefold()) in found:
            kinds_of[folded] = kinds_of.get(folded, frozenset()) | {kind_of(device)}
    compared = most is None or len(rows) <= most
    if compared:
        labels = LabelCheck(LABEL_LENGTH)
        labels.see([label for label, _ in near_labels(cabling, writing)])
        findings += labels.findings(near_labels(cabling, writing))
    return NamesPreview(
        tuple(kinds),
        row.id if row else "",
        row.a.label if row else "",
        tuple(sorted_findings(findings)),
        kinds_of,
        compared,
        writing.marking.rack(0) if writing.marking is not None and writing.floor.racks else "",
    )


def writing_of(derived: Derived, names: Names, naming: Naming) -> Writing:
    """Return what rows of the wiring list need besides cables."""
    return derived.writing_by(names.nodes, naming)
