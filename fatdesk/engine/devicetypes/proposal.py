"""Parts proposed from device-type files, with missing figures, findings and corrections."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgspec

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.finding import Finding, sorted_findings
from fatdesk.engine.catalog.lint_part import contradictions, unknown_figures
from fatdesk.engine.catalog.parts import Adapter, AnyPart, Card
from fatdesk.engine.devicetypes.draft import Draft, Kind, draft_of, from_same_file
from fatdesk.engine.devicetypes.lint import (
    Remark,
    Suggestion,
    lint_box,
    lint_ports,
    lint_siblings,
    remark,
    suggest_figure,
)
from fatdesk.engine.devicetypes.read import DeviceType, read_device_type

_EQUIPMENT = {
    Kind.PANEL: ("is a patch panel, which no design uses", "reserve its units in the racks"),
    Kind.UNKNOWN: ("names neither ports nor outlets nor slots", "complete the file"),
    Kind.ENCLOSURE: (
        "holds other devices, and the file does not state which",
        "write an enclosure with the servers that fit into it (kind: enclosure)",
    ),
    Kind.CHASSIS: ("is a chassis without line cards", "import its line cards' files together with it"),
    Kind.SERVER: ("names no network port but for management", "name the adapter that it holds"),
    Kind.CARD: ("is a line card without a chassis", "import the file of its chassis together with it"),
}


@dataclass(frozen=True)
class Proposal:
    """Part proposed from a file.

    Attributes
    ----------
    file
        Its name as it was given.
    kind
        What it describes; also of what comes as equipment.
    part
        The part with nothing mended; None of a line card that comes with its chassis, or of what was refused.
    card
        A line card as chassis take it.
    findings
        What is doubtful, errors first.
    missing
        Figures of the part that the file does not state.
    suggestions
        What would mend it; ``accepted`` takes their numbers from 0.
    refused
        Why the file was not read; nothing else is known then.
    """

    file: str
    kind: Kind = Kind.UNKNOWN
    part: AnyPart | None = None
    card: Card | None = None
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    refused: FatdeskError | None = None
    draft: Draft | None = field(default=None, repr=False)

    def accepted(self, numbers: Iterable[int]) -> AnyPart | None:
        """The part with some suggestions taken, in their order.

        Raises
        ------
        InputError
            When a number is none of a suggestion, or both together make no part.
        """
        if self.draft is None:
            return None
        draft = self.draft
        for number in sorted(set(numbers)):
            if not 0 <= number < len(self.suggestions):
                what = f"has no suggestion {number}, there are {len(self.suggestions)}"
                raise InputError(self.file, 1, "suggestions", what)
            suggestion = self.suggestions[number]
            draft = suggestion.edit(draft)
            if suggestion.field == "id":  # a name, not a figure
                continue
            said = draft.sources.get(suggestion.field)
            source = f"{said}; corrected: {suggestion.why}" if said else f"corrected: {suggestion.why}"
            draft = replace(draft, sources={**draft.sources, suggestion.field: source[:2000]})
        return draft.part(self.file)


@dataclass(frozen=True)
class _Read:
    file: str
    data: bytes
    device: DeviceType
    draft: Draft


def propose_all(
    files: Iterable[tuple[str, bytes]],
    adapter: Adapter | None = None,
    origin: str = "",
    taken: Mapping[str, str] | None = None,
) -> tuple[Proposal, ...]:
    """Propose parts from several files, compared with each other; line cards go into their chassis.

    Parameters
    ----------
    files
        Names and bytes; the last two steps of a name state the source of figures.
    adapter
        What servers without network ports hold.
    origin
        What the files were taken from.
    taken
        Ids of parts that are there already, with their sources; one that was made of the same file is no
        other part.
    """
    found: list[_Read | Proposal] = []
    for file, data in files:
        try:
            device = read_device_type(data, file)
            found.append(_Read(file, data, device, draft_of(device, file, origin)))
        except FatdeskError as error:
            found.append(Proposal(file, refused=error))
    read = _completed([one for one in found if isinstance(one, _Read)], adapter)
    between: dict[int, list[Remark]] = {}
    for n, said in lint_siblings([(one.device, one.draft) for one in read]):
        between.setdefault(n, []).append(said)
    there = taken or {}
    ids: dict[str, str] = dict.fromkeys(there, "a part that is there already")
    proposals = iter([_proposal(one, between.get(n, []), ids, there) for n, one in enumerate(read)])
    return tuple(next(proposals) if isinstance(one, _Read) else one for one in found)


def _completed(read: list[_Read], adapter: Adapter | None) -> list[_Read]:
    """Servers with the ports of the adapter, chassis with the cards among the files."""
    cards = [(one, card) for one in read if (card := one.draft.card()) is not None]
    homes = {
        n: [(other, card) for other, card in cards if _fits(one.device, other.device)]
        for n, one in enumerate(read)
        if one.draft.kind is Kind.CHASSIS
    }
    lodged = {id(other) for fitting in homes.values() for other, _ in fitting}
    done = []
    for n, one in enumerate(read):
        draft = one.draft
        if draft.kind is Kind.SERVER and not draft.sockets and adapter is not None:
            draft = draft.with_figure("ports", adapter.ports, f"the adapter {adapter.id}")
        if homes.get(n):
            stated = {card.name: card for _, card in homes[n]}
            cards_of = msgspec.to_builtins([*stated.values()])
            names = ", ".join("/".join(other.file.split("/")[-2:]) for other, _ in homes[n])
            draft = draft.with_figure("cards", cards_of, f"module types {names}"[:2000])
        if draft.kind is Kind.CARD and id(one) in lodged:
            draft = draft.with_figure("lodged", True)
        done.append(replace(one, draft=draft))
    return done


def _fits(chassis: DeviceType, card: DeviceType) -> bool:
    """Whether a card names the series of a chassis: its number, or that with two zeros at its end."""
    if chassis.manufacturer.lower() != card.manufacturer.lower():
        return False
    numbers = re.findall(r"[0-9]{4,6}", chassis.model)
    series = {*numbers, *(f"{number[:-2]}00" for number in numbers)}
    return any(re.search(rf"(?<![0-9]){number}(?![0-9])", card.words) for number in sorted(series))


def _proposal(one: _Read, between: list[Remark], ids: dict[str, str], there: Mapping[str, str]) -> Proposal:
    device, draft = one.device, one.draft
    try:
        said = [*lint_ports(device, draft, one.data), *lint_box(device, draft, one.data, one.file), *between]
        part = draft.part(one.file)
    except FatdeskError as error:
        return Proposal(one.file, draft.kind, refused=error)
    if part is not None and draft.is_equipment:
        said.append(_why_equipment(draft))
    if part is not None:
        said += [Remark(finding) for finding in contradictions(part) if finding.rule != "cages"]
        if part.id in ids and not from_same_file(there.get(part.id, ""), part.source):
            said.append(_taken(draft, ids))
        ids.setdefault(part.id, one.file)
    missing = tuple(dict.fromkeys((*draft.lacking(), *unknown_figures(part)))) if part is not None else ()
    return Proposal(
        one.file,
        draft.kind,
        part,
        draft.card(),
        tuple(sorted_findings([remark.finding for remark in said])),
        missing,
        tuple(remark.suggestion for remark in said if remark.suggestion is not None) if part else (),
        draft=draft,
    )


def _why_equipment(draft: Draft) -> Remark:
    text, fix = _EQUIPMENT.get(draft.kind, ("names no network port", "complete the file"))
    return remark(draft, "equipment", f"{text}: it comes as equipment", fix)


def _taken(draft: Draft, ids: dict[str, str]) -> Remark:
    part_id = str(draft.figures["id"])
    text = f"its id {part_id} is that of {ids[part_id]}"
    number = 2
    while f"{part_id[:76]}-{number}" in ids:
        number += 1
    return suggest_figure(draft, "id-taken", text, "id", f"{part_id[:76]}-{number}")


class Clash(NamedTuple):
    """A part that is left out because another one of the same import has its id.

    Attributes
    ----------
    proposal, of
        Numbers of its proposal and of the other one, from 0.
    suggestion
        Number of the suggestion with another id, from 0; None where there is none.
    """

    proposal: int
    of: int
    id: str
    suggestion: int | None


class Accepted(NamedTuple):
    """The parts of an import, each with its proposal, and those left out because of their ids."""

    parts: list[tuple[Proposal, AnyPart]]
    clashes: list[Clash]


def accepted_parts(proposals: Sequence[Proposal], accepted: Collection[tuple[int, int]]) -> Accepted:
    """The parts of proposals with what was accepted of their suggestions; of one id the first part.

    Parameters
    ----------
    proposals
        Of one reading.
    accepted
        Pairs: number of the proposal, number of its suggestion, both from 0.

    Raises
    ------
    InputError, FatdeskError
        When a part cannot be made.
    """
    found = Accepted([], [])
    ids: dict[str, int] = {}
    for n, proposal in enumerate(proposals):
        part = proposal.accepted(number for at, number in accepted if at == n)
        if part is None:
            continue
        if part.id in ids:
            other = (m for m, suggestion in enumerate(proposal.suggestions) if suggestion.field == "id")
            found.clashes.append(Clash(n, ids[part.id], part.id, next(other, None)))
        else:
            ids[part.id] = n
            found.parts.append((proposal, part))
    return found
