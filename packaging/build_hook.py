"""Hatchling's hook: the wheel and the source archive carry the revision that they are built from.

A source archive is no checkout: a wheel that is built from one keeps the revision that came with it.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RevisionHook(BuildHookInterface[BuilderConfig]):
    """Write the revision into the file that ``fatdesk --version`` reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Include the revision, where git knows it and an editable install does not follow the checkout."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from fatdesk.core.program import REVISION_FILE, revision_of

        sys.path.remove(str(root))
        known = revision_of(root)
        if not known or version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="fatdesk-")
        file = Path(self._folder.name) / REVISION_FILE
        file.write_text(f"{known}\n", encoding="utf-8")
        build_data["force_include"][str(file)] = f"fatdesk/_shipped/{REVISION_FILE}"
