"""Pages of docs/guide as data: steps with what they ask the reader to do, and what they say is shown.

A step is a heading `## 1. Title` with text. In the text of a step

- ``*File, Open…*`` is an entry of a menu, with its shortcut in parentheses where one is stated,
- ``**Next**`` is a control to click, by its caption,
- `` `396` `` is typed, or shown by the program,
- ``*Findings*`` is a caption that is shown,
- ``![…](pictures/NAME.png)`` is a picture that this step makes,
- a block ``console`` has commands after ``$`` with what they print, a block ``python`` a session,
- any other block is the file whose name is the last one in the text before it.

Numbers that are not marked so are not allowed: a figure in the text is one that the run has seen.
"""

import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from fatdesk.gui.menus.actions import ACTIONS

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide"
PICTURES = GUIDE / "pictures"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[([^\]]*)\]\(pictures/([\w-]+)\.png\)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
ITALIC = re.compile(r"\*([^*]+)\*")
CODE = re.compile(r"`([^`]+)`")
KEYS = re.compile(r"\b(?:(?:Ctrl|Shift|Alt)\+)+\S*\w|\bF\d+\b")
READ_A_MINUTE, DO_A_MINUTE = 180, 4
"""Words that a reader reads in a minute, and steps of the hand that are done in one."""


MENUS = tuple(dict.fromkeys(action.menu.partition("/")[0] for action in ACTIONS))


class Entry(NamedTuple):
    """An entry of a menu, and the shortcut that the text states; empty: none."""

    path: tuple[str, ...]
    key: str


class Block(NamedTuple):
    """A code block, and the file that it is; empty: it is none."""

    language: str
    text: str
    file: str


class Step:
    """A step of a page."""

    def __init__(self, title: str, text: str) -> None:
        self.title, self.text = title, text

    @cached_property
    def prose(self) -> str:
        """The text without blocks, pictures and the targets of links."""
        return LINK.sub(r"\1", PICTURE.sub("", FENCE.sub("", self.text)))

    @cached_property
    def _plain(self) -> str:
        return CODE.sub("", self.prose)

    @property
    def entries(self) -> list[Entry]:
        """The entries of menus in order."""
        plain = BOLD.sub("", self._plain)
        found = re.finditer(r"\*([^*]+)\*(?:\s\(([^)\s]+)\))?", plain)
        made = [Entry(tuple(" ".join(one[1].split()).split(", ")), one[2] or "") for one in found]
        return [one for one in made if one.path[0] in MENUS and len(one.path) > 1]

    @property
    def controls(self) -> list[str]:
        """The captions of the controls to click, in order."""
        return [one.replace("\n", " ") for one in BOLD.findall(self._plain)]

    @property
    def captions(self) -> list[str]:
        """The captions that are shown."""
        plain = BOLD.sub("", self._plain)
        found = [" ".join(one.split()) for one in ITALIC.findall(plain)]
        return [one for one in found if one.split(", ")[0] not in MENUS or ", " not in one]

    @property
    def values(self) -> list[str]:
        """What is typed or shown."""
        return [one.replace("\n", " ") for one in CODE.findall(self.prose)]

    @property
    def pictures(self) -> list[str]:
        """The names of the pictures."""
        return [name for _, name in PICTURE.findall(self.text)]

    @property
    def blocks(self) -> list[Block]:
        """The code blocks, each with the file that it is."""
        made = []
        for found in FENCE.finditer(self.text):
            before = CODE.findall(FENCE.sub("", self.text[: found.start()]))
            is_file = found[1] not in ("console", "python")
            made.append(Block(found[1], found[2], before[-1] if is_file else ""))
        return made

    @property
    def begins_in_a_terminal(self) -> bool:
        """Whether the commands come before what is done in the window."""
        before, commands, _ = self.text.partition("```console")
        first = Step(self.title, before)
        return bool(commands) and not first.entries and not first.controls

    @property
    def unmarked(self) -> list[str]:
        """Numbers in the text that nobody has checked."""
        plain = KEYS.sub("", ITALIC.sub("", BOLD.sub("", self._plain)))
        return re.findall(r"\S*\d\S*", plain)


class GuidePage:
    """A page of the guide."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.path = GUIDE / f"{name}.md"
        self.text = self.path.read_text(encoding="utf-8")

    @cached_property
    def steps(self) -> list[Step]:
        """The steps in order."""
        parts = re.split(r"^## (.+)$", self.text, flags=re.MULTILINE)[1:]
        heads = [re.fullmatch(r"(\d+)\. (.+)", head) for head in parts[::2]]
        made = [Step(head[2], text) for head, text in zip(heads, parts[1::2], strict=True) if head]
        numbers = [int(head[1]) for head in heads if head]
        assert numbers == [*range(1, len(made) + 1)], f"{self.path.name} numbers its steps {numbers}"
        return made

    @property
    def minutes(self) -> float:
        """How long a reader needs who does all of it."""
        words = len(FENCE.sub("", self.text).split())
        hands = sum(
            len(step.entries) + len(step.controls) + sum(b.text.count("$ ") or 1 for b in step.blocks)
            for step in self.steps
        )
        return words / READ_A_MINUTE + hands / DO_A_MINUTE


def pages() -> list[str]:
    """The names of the pages with steps."""
    found = sorted(GUIDE.glob("*.md"))
    return [path.stem for path in found if re.search(r"^## 1\. ", path.read_text("utf-8"), re.MULTILINE)]
