"""``fatdesk catalog import``: make parts of device types, with doubtful figures and suggested corrections."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from fatdesk.cli.kit.output import (
    BAD_INPUT,
    DONE,
    FINDINGS,
    about_to_save,
    folder_target,
    log,
    print_json,
    say,
)
from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_catalog, load_shipped, yaml_files
from fatdesk.engine.catalog.parts import Adapter
from fatdesk.engine.devicetypes.proposal import Clash, Proposal, accepted_parts, propose_all

Numbered = dict[int, tuple[int, int]]
"""Suggestions by their number in the whole preview: which file, which of its own."""


def run(parsed: argparse.Namespace) -> int:
    """Print a preview of the parts; with ``--to`` write them, one file each."""
    if not parsed.files:
        raise FatdeskError("catalog import: no file is named, give device-type files or folders with them")
    if parsed.to is not None:
        folder_target(parsed.to, "--to")
    proposals = _proposals(parsed)
    numbered = _numbered(proposals)
    parts, clashes = accepted_parts(proposals, _accepted(parsed.accept, numbered))
    left_out = {clash.proposal: _why_left_out(clash, proposals, numbered) for clash in clashes}
    written: tuple[Path, ...] = ()
    if parsed.to is not None and parts:
        from fatdesk.project.libraries.on_disk import save_parts

        about_to_save()
        written = save_parts(parsed.to, [part for _, part in parts])
    ids = {id(proposal): part.id for proposal, part in parts}
    if parsed.json:
        print_json(_as_json(proposals, numbered, ids, left_out, written))
    else:
        _print(proposals, numbered, ids, left_out)
        if parsed.to is None:
            say("nothing was written: --to DIR writes the parts, --accept N,... or all applies suggestions")
        else:
            say(f"{len(written)} files written in {parsed.to}")
    refused = [proposal.refused for proposal in proposals if proposal.refused is not None]
    for error in (*refused, *left_out.values()):
        log(str(error))
    if not refused and not left_out:
        return DONE
    return FINDINGS if parts else BAD_INPUT


def _why_left_out(clash: Clash, proposals: Sequence[Proposal], numbered: Numbered) -> InputError:
    """The error of a part whose id is in use, with the number of the suggestion that changes it."""
    place = (clash.proposal, clash.suggestion)
    number = next((number for number, one in numbered.items() if one == place), None)
    what = f"{clash.id} is already the id of {proposals[clash.of].file}, this part is not imported: "
    what += f"--accept {number} gives it another id" if number else "import it alone, into another folder"
    return InputError(proposals[clash.proposal].file, 1, "id", what)


def _proposals(parsed: argparse.Namespace) -> tuple[Proposal, ...]:
    for path in parsed.files:
        if not path.exists():
            raise FatdeskError(f"{path}: there is no such file or folder, check its name")
    named = [[path] if path.is_file() else yaml_files(path) for path in parsed.files]
    files = dict.fromkeys(path for paths in named for path in paths)
    if not files:
        raise FatdeskError(f"{parsed.files[0]}: holds no file named *.yaml or *.yml, name another folder")
    shipped = load_shipped()
    taken = {part.id: part.source for part in shipped}
    adapter = _adapter(parsed, shipped)
    data = [(path.as_posix(), read_bytes(path)) for path in files]
    return propose_all(data, adapter, parsed.source, taken)


def _adapter(parsed: argparse.Namespace, shipped: Catalog) -> Adapter | None:
    """Return the adapter of ``--adapter``, from the shipped parts or the folder to write to."""
    if not parsed.adapter:
        return None
    found = shipped.find(parsed.adapter)
    if found is None and parsed.to is not None and parsed.to.is_dir():
        found = load_catalog([parsed.to]).find(parsed.adapter)
    if not isinstance(found, Adapter):
        what = "is not an adapter of the catalog, see fatdesk catalog list"
        raise FatdeskError(f"--adapter {parsed.adapter}: {what}")
    return found


def _numbered(proposals: Sequence[Proposal]) -> Numbered:
    every = [(n, m) for n, proposal in enumerate(proposals) for m in range(len(proposal.suggestions))]
    return dict(enumerate(every, start=1))


def _accepted(wanted: str, numbered: Numbered) -> list[tuple[int, int]]:
    if wanted == "all":
        return list(numbered.values())
    accepted = []
    for word in wanted.split(",") if wanted else ():
        if not word.isdecimal() or len(word) > 9 or int(word) not in numbered:
            known = (
                f"give numbers from 1 to {len(numbered)}, or all" if numbered else "there are no suggestions"
            )
            raise FatdeskError(f"--accept {word[:40]}: is not the number of a suggestion, {known}")
        accepted.append(numbered[int(word)])
    return accepted


def _print(
    proposals: Sequence[Proposal], numbered: Numbered, ids: dict[int, str], left_out: Mapping[int, InputError]
) -> None:
    of = {place: number for number, place in numbered.items()}
    for n, proposal in enumerate(proposals):
        if proposal.refused is not None:
            say(f"{proposal.file}: refused")
            continue
        without = "not imported, its id is taken" if n in left_out else "(comes with its chassis)"
        say(f"{proposal.file}: {proposal.kind} {ids.get(id(proposal), without)}")
        if proposal.missing:
            say(f"    missing: {', '.join(proposal.missing)}")
        for found in proposal.findings:
            say(f"    {found.severity}: {found.rule}: {found.text}{f'; {found.fix}' if found.fix else ''}")
        for m, suggestion in enumerate(proposal.suggestions):
            say(f"    {of[n, m]}. {suggestion.field}: {suggestion.found} -> {suggestion.suggested}")
    refused = sum(proposal.refused is not None for proposal in proposals)
    clashing = f", {len(left_out)} left out" if left_out else ""
    say(f"{len(proposals)} files, {len(ids)} parts, {len(numbered)} suggestions, {refused} refused{clashing}")


def _as_json(
    proposals: Sequence[Proposal],
    numbered: Numbered,
    ids: dict[int, str],
    left_out: Mapping[int, InputError],
    written: Sequence[Path],
) -> dict[str, object]:
    of = {place: number for number, place in numbered.items()}
    files = [
        {
            "file": proposal.file,
            "kind": str(proposal.kind),
            "part": ids.get(id(proposal)),
            "refused": None if proposal.refused is None else str(proposal.refused),
            "left_out": str(left_out[n]) if n in left_out else None,
            "missing": list(proposal.missing),
            "findings": [
                {key: str(getattr(found, key)) for key in ("severity", "rule", "where", "text", "fix")}
                for found in proposal.findings
            ],
            "suggestions": [
                {
                    "number": of[n, m],
                    "field": suggestion.field,
                    "found": suggestion.found,
                    "suggested": suggestion.suggested,
                    "why": suggestion.why,
                }
                for m, suggestion in enumerate(proposal.suggestions)
            ],
        }
        for n, proposal in enumerate(proposals)
    ]
    return {"files": files, "parts": len(ids), "written": [str(path) for path in written]}
