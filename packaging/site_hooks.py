"""Hooks of MkDocs: anchors as in the help window, and nothing on the site that another server holds."""

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fatdesk.core.documentation import anchor_of


def on_config(config: Any) -> Any:
    """Have headings get the anchors that links between pages use."""
    config["mdx_configs"]["toc"]["slugify"] = lambda text, separator: anchor_of(text)
    return config


def on_post_build(config: Any) -> None:
    """Remove the addresses from which the theme would load scripts that our pages do not use."""
    for script in sorted(Path(config["site_dir"]).rglob("*.js")):
        text = script.read_text(encoding="utf-8")
        kept = re.sub(r"https://unpkg\.com/[\w@./-]+", "", text)
        if kept != text:
            script.write_text(kept, encoding="utf-8")
