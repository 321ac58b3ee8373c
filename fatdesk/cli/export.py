"""``fatdesk export``: bill, wiring list, drawings and files for other programs."""

import argparse

from fatdesk.cli.answer import DONE, ShownProgress, about_to_save, say, tell
from fatdesk.cli.tables import table
from fatdesk.cli.targets import folder_target
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.export import EXPORTS
from fatdesk.project.derived import Derived
from fatdesk.project.saver import save_all
from fatdesk.project.storing import load_project


def run(parsed: argparse.Namespace) -> int:
    """Write the files, all of them or none."""
    if parsed.list:
        say(table([["name", "what"], *([export.name, export.told] for export in EXPORTS)]))
        return DONE
    if parsed.project is None or parsed.folder is None:
        raise FatdeskError("export needs P.fatdesk and DIR (or --list)")
    wanted = parsed.only or tuple(export.name for export in EXPORTS)
    known = {export.name: export for export in EXPORTS}
    for name in wanted:
        if name not in known:
            raise FatdeskError(
                f"--only {name}: there is no such file to export, `fatdesk export --list` tells them"
            )
    folder_target(parsed.folder, str(parsed.folder))
    project = load_project(parsed.project).project
    progress = ShownProgress()
    plan = Derived(project, progress=progress).plan
    files: dict[str, bytes] = {}
    for number, name in enumerate(wanted):
        progress.step(number, len(wanted), f"writing {name}")
        files |= known[name].make(plan)
    progress.done()
    about_to_save()
    save_all(parsed.folder, files)
    for name in sorted(files):
        tell(f"{parsed.folder / name}")
    return DONE
