"""Commands on a project: show, check, edit, export, import, compare."""
