"""``fatdesk examples``: list or write the example files of the program; compare published networks."""

import argparse
from pathlib import Path

from fatdesk.cli.kit.output import DONE, about_to_save, folder_target, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.references import (
    FIGURES,
    ComparedCount,
    Reference,
    as_tree,
    find_reference,
    outcome,
    shipped_references,
)
from fatdesk.project.designing.references import count_reference
from fatdesk.project.files.file_lock import ABSENT
from fatdesk.project.files.saver import save_all

KINDS = ("examples", "references", "studies")
"""Folders of the shipped files: projects to begin with, published networks, and figures of papers."""


def run(parsed: argparse.Namespace) -> int:
    """Write those that the folder does not have; refuse to replace one with other content."""
    if parsed.list is not None:
        return _compare(parsed)
    files = {path.name: (kind, path.read_bytes()) for kind in KINDS for path in shipped_files(kind)}
    if parsed.folder is None:
        if parsed.json:
            print_json({"files": [{"name": name, "kind": kind} for name, (kind, _) in files.items()]})
        else:
            say("\n".join(files))
        return DONE
    folder_target(parsed.folder, str(parsed.folder))
    missing: dict[str, bytes] = {}
    for name, (_, data) in files.items():
        path = parsed.folder / name
        if not path.exists():
            missing[name] = data
        elif not path.is_file() or path.read_bytes() != data:
            raise FatdeskError(f"{path}: is there with other content, move it or name another folder")
    about_to_save()
    save_all(parsed.folder, missing, ABSENT)
    written = [str(parsed.folder / name) for name in missing]
    if parsed.json:
        print_json({"written": written})
    else:
        say("\n".join(written) or "nothing to write: all files are there")
    return DONE


def shipped_files(kind: str) -> list[Path]:
    """Return the files of a kind, by name: requirements, studies, lists of links."""
    return sorted(
        path for path in (shipped("resources") / kind).iterdir() if path.suffix in (".yaml", ".txt")
    )


def _compare(parsed: argparse.Namespace) -> int:
    """Print the published counts next to those of the networks that the program finds."""
    if parsed.folder is not None:
        raise FatdeskError("--list: writes no files, leave out the folder")
    shown = shipped_references()
    names = dict.fromkeys(parsed.list)
    wanted = [find_reference(name) for name in names] if names else shown.references
    catalog = load_shipped([])
    found = [(one, count_reference(one, catalog)) for one in wanted]
    if parsed.json:
        print_json(
            {
                "references": [as_tree(one, counts) for one, counts in found],
                "left_out": [{"title": one.title, "reason": one.reason} for one in shown.left_out],
            }
        )
        return DONE
    say(_published_and_ours(found))
    if parsed.list:
        for one, counts in found:
            say(f"\n{one.id}: {outcome(counts)}\nSource: {one.source}")
            if one.remark:
                say(one.remark)
    else:
        say("\nLeft out:")
        for left in shown.left_out:
            say(f"- {left.title}: {left.reason}")
    return DONE


def _published_and_ours(found: list[tuple[Reference, tuple[ComparedCount, ...]]]) -> str:
    rows = [["id", "reference", *(title.lower() for title in FIGURES.values())]]
    for one, counts in found:
        cells = {count.figure: f"{_number(count.published)} | {_number(count.ours)}" for count in counts}
        rows.append([one.id, one.name, *(cells.get(figure, "") for figure in FIGURES)])
    return "Published | ours\n\n" + table(rows, frozenset(range(2, len(rows[0]))))


def _number(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"
