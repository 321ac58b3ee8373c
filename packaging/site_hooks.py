"""Hooks of MkDocs: anchors as in the help window, room for pictures, nothing that another server holds."""

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fatdesk.core.documentation import anchor_of, documentation


def on_config(config: Any) -> Any:
    """Have headings get the anchors that links between pages use."""
    config["mdx_configs"]["toc"]["slugify"] = lambda text, separator: anchor_of(text)
    return config


STYLE = """
/* Tables and pictures of windows need more room than the theme has for text. */
@media screen and (min-width: 76.25em) { .md-grid { max-width: 80rem; } }
.md-typeset a.picture { display: block; border: .05rem solid var(--md-default-fg-color--lightest); }
.md-typeset a.picture img { display: block; }
.md-typeset h1 { color: var(--md-default-fg-color); font-weight: 400; }
"""


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Have links say titles of pages instead of names of files."""
    own = documentation().by_name.get(page.file.src_uri)
    return markdown if own is None else documentation().titled(own)


def on_page_content(html: str, **_: Any) -> str:
    """Have pictures open in full size."""
    link = r'<a class="picture" href="\2" title="Full size">\1</a>'
    return re.sub(r'(?<!">)(<img [^>]*?src="([^"]+)"[^>]*>)', link, html)


def on_post_page(output: str, **_: Any) -> str:
    """Add the style of this site to a page."""
    return output.replace("</head>", f"<style>{STYLE}</style></head>", 1)


def on_post_build(config: Any) -> None:
    """Remove the addresses from which the theme would load scripts that our pages do not use."""
    for script in sorted(Path(config["site_dir"]).rglob("*.js")):
        text = script.read_text(encoding="utf-8")
        kept = re.sub(r"https://unpkg\.com/[\w@./-]+", "", text)
        if kept != text:
            script.write_text(kept, encoding="utf-8")
