"""Write the pages of ``docs/reference`` that follow from the code: ``python packaging/reference.py``.

Tables of keys that another page has (``<!-- keys: module.Record -->``, see ``keys.py``) are linked, not
written again.
"""

import argparse
import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as types

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
FOLDER = ROOT / "docs" / "reference"
_MARK = re.compile(r"<!-- keys: (\S+)(?: without \S+)? -->")
_MARKS = re.compile(r"(?<![\w`-])(--[a-z][\w-]*|<[^>]*>|[^\s(]*[*_](?:[^\s)]*[^\s,;:.)])?)")
"""Words of help texts that Markdown would read as marks."""
WRITTEN = "This page is written by `python packaging/reference.py` from the program itself."


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return (
        "".join(f"| {' | '.join(_cell(text) for text in line)} |\n" for line in lines)
        .replace("| --- ", "|---")
        .replace("|--- |", "|---|")
    )


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def page(title: str, intro: str, *sections: str) -> str:
    """Return a page: title, an introduction, its sections."""
    return "\n".join((f"# {title}\n", f"{intro.strip()}\n", f"{WRITTEN}\n", *sections)).rstrip() + "\n"


# Commands


def commands() -> str:
    """Return the page of all commands with their arguments and options."""
    from fatdesk.cli.grammar import EPILOG, grammar

    parser = grammar()
    (found,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    listed = [(f"[`{name}`](#fatdesk-{name})", _help_of(found, name)) for name in found.choices]
    sections = [
        "## All commands\n",
        table(("command", "what it does"), listed),
        *(_command(name, one.fill()) for name, one in found.choices.items()),
    ]
    intro = (
        f"Every command of `fatdesk` with its arguments and options. {EPILOG} "
        "`fatdesk COMMAND --help` prints the same."
    )
    return page("Commands", textwrap.fill(intro, 130), *sections)


def _help_of(found: Any, name: str) -> str:
    return next(str(one.help) for one in found._choices_actions if one.dest == name)


def _command(name: str, parser: argparse.ArgumentParser) -> str:
    actions = [one for one in parser._actions if not isinstance(one, argparse._HelpAction)]
    usage = " ".join(filter(None, (f"fatdesk {name}", *map(_in_usage, actions))))
    rows = [(_named(one), _meaning(one, parser)) for one in actions]
    body = [f"## `fatdesk {name}`\n", f"{parser.description}\n", f"```text\n{_wrapped(usage)}\n```\n"]
    if rows:
        body.append(table(("argument", "meaning"), rows))
    return "\n".join(body)


def _wrapped(usage: str) -> str:
    return "\n    ".join(_lines(usage))


def _lines(usage: str) -> list[str]:
    """Lines of at most 100 letters that begin with whole arguments."""
    lines, pieces = [""], re.findall(r"\[[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*\]|\S+ ?(?=\[|$)|\S+", usage)
    for piece in map(str.strip, pieces):
        if len(lines[-1]) + len(piece) > 96:
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}".strip()
    return lines


def _values(action: argparse.Action) -> str:
    """The values of an argument as its usage shows them."""
    if action.nargs == 0:
        return ""
    word = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
    if isinstance(word, tuple):
        return " ".join(word)
    return {"*": f"[{word} ...]", "+": f"{word} [{word} ...]", "?": f"[{word}]"}.get(str(action.nargs), word)


def _in_usage(action: argparse.Action) -> str:
    values = _values(action)
    if not action.option_strings:
        return values
    text = f"{action.option_strings[0]} {values}".strip()
    return text if action.required else f"[{text}]"


def _named(action: argparse.Action) -> str:
    values = _values(action)
    names = ", ".join(f"`{one}`" for one in action.option_strings)
    return " ".join(filter(None, (names, f"`{values}`" if values else "")))


def _meaning(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    text = (action.help or "") % {**vars(action), "prog": parser.prog}
    chosen = action.choices if action.metavar is not None else None
    return _prose(text) + (f" (one of {', '.join(f'`{one}`' for one in chosen)})" if chosen else "")


def _prose(text: str) -> str:
    """A help text, in which words that Markdown would read as marks are code."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(one if one.startswith("`") else _MARKS.sub(r"`\1`", one) for one in pieces)


# Keyboard


def keyboard() -> str:
    """Return the page of all actions with their menus and shortcuts."""
    from fatdesk.gui.menus.actions import ACTIONS, HELP_KEYS

    keyed = [action for action in ACTIONS if action.shortcut]
    menus = list(dict.fromkeys(action.menu for action in ACTIONS))
    sections = []
    for menu in menus:
        some = [action for action in ACTIONS if action.menu == menu]
        rows = [
            (
                action.text.removesuffix("…"),
                ", ".join(f"`{key}`" for key in (action.shortcut, action.also) if key),
                "the drawing or list with the focus" if action.in_view else "the whole window",
            )
            for action in some
            if action.shortcut
        ]
        if rows:
            sections += [f"## {menu.replace('/', ', ')}\n", table(("action", "keys", "works in"), rows)]
    helping = [(text, ", ".join(f"`{key}`" for key in keys)) for text, keys in HELP_KEYS.values()]
    sections += ["## The help window\n", table(("action", "keys"), helping)]
    others = [f"{action.menu.replace('/', ', ')}: {action.text}" for action in ACTIONS if not action.shortcut]
    intro = (
        f"All {len(keyed)} actions with a key, by menu. [The window](../desk.md#keys) describes keys "
        "inside of drawings, lists and plots. "
        "Single letters work where the drawing has the focus. Ctrl+F1 shows all actions in the window, "
        "those without a key included."
    )
    listed = "".join(f"- {text}\n" for text in others)
    without = f"## Without a key\n\nThe palette (`Ctrl+K`) runs these by their names.\n\n{listed}"
    return page("Keys", textwrap.fill(intro, 130), *sections, without)


# Files and documents


def documents() -> str:
    """Return the page of all files and documents that ``fatdesk export`` makes."""
    from fatdesk.engine.export import EXPORTS
    from fatdesk.paper import PDFS

    def rows(some: Iterable[Any]) -> list[tuple[str, str, str]]:
        return [
            (f"`{one.name}`", _sentence(one.description), "when named" if one.asked_only else "always")
            for one in some
        ]

    heads = ("name", "what it is", "made")
    intro = (
        "Everything that `fatdesk export` and the workspace Documents make of a project. What is made "
        "always is left out where the "
        "project has nothing for it. [Documents](../documents.md) describes jobs, [Files for other "
        "programs](../neighbours.md) what "
        "other programs take from them."
    )
    return page(
        "Files and documents",
        textwrap.fill(intro, 130),
        "## Printed documents\n",
        table(heads, rows(PDFS)),
        "## Lists, drawings and files for other programs\n",
        table(heads, rows(EXPORTS)),
    )


def _sentence(text: str) -> str:
    return _prose(text.strip().removesuffix("."))


# Rules


def rules() -> str:
    """Return the page of the figures that rules can limit, and of the profiles."""
    from fatdesk.engine.physical import FIGURES
    from fatdesk.engine.rules.profiles import shipped_profiles
    from fatdesk.engine.rules.rules import DEFAULT, FILTER_KEYS, Scope

    scopes = get_args(Scope)
    ordered = sorted(FIGURES.values(), key=lambda one: scopes.index(one.of))
    sections = [
        "## Profiles\n",
        table(("profile", "title", "source"), _profiles(shipped_profiles().values(), DEFAULT)),
    ]
    for scope, some in groupby(ordered, lambda one: one.of):
        keys = ", ".join(f"`{key}=`" for key in FILTER_KEYS.get(scope, ()))
        asked = f"Filters name elements{', or ask by ' + keys if keys else ''}.\n"
        rows = [
            (f"`{one.name}`", one.title, "share" if one.unit == "%" else one.unit, _prose(one.help))
            for one in some
        ]
        sections += [
            f"## Figures of a {scope}\n",
            asked,
            table(("figure", "title", "unit", "definition"), rows),
        ]
    intro = (
        f"The {len(FIGURES)} figures that rules can limit, by kind of elements, and the profiles of "
        "rules that come with the program. "
        "[Rules of your own](../rules.md) describes how a rule is written; `fatdesk rules --figures` "
        "prints the same figures."
    )
    return page("Figures and profiles of rules", textwrap.fill(intro, 130), *sections)


def _profiles(profiles: Iterable[Any], usual: str) -> Iterator[tuple[str, str, str]]:
    for one in profiles:
        title = f"{one.title} (of projects that select none)" if one.id == usual else one.title
        yield f"`{one.id}`", title, _prose(one.source)


# Records


@lru_cache(maxsize=1)
def tables_elsewhere() -> dict[str, str]:
    """Return where other pages have the table of a record, by its module and name: a link."""
    from fatdesk.core.documentation import anchor_of

    found: dict[str, str] = {}
    for file in sorted((ROOT / "docs").glob("*.md")):
        heading = title = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = line.lstrip("# ")
                title = title or heading
            for mark in _MARK.findall(line):
                found.setdefault(f"fatdesk.{mark}", f"[{title}](../{file.name}#{anchor_of(heading)})")
    return found


def _name_of(record: type) -> str:
    return f"{record.__module__}.{record.__name__}"


def _members(info: types.Type) -> Iterator[types.Type]:
    """The types that a type is made of, itself included."""
    yield info
    inside: tuple[types.Type, ...] = ()
    if isinstance(info, types.Metadata):
        inside = (info.type,)
    elif isinstance(info, types.UnionType):
        inside = info.types
    elif isinstance(info, types.VarTupleType | types.ListType | types.SetType | types.FrozenSetType):
        inside = (info.item_type,)
    elif isinstance(info, types.TupleType):
        inside = info.item_types
    elif isinstance(info, types.DictType):
        inside = (info.value_type,)
    for one in inside:
        yield from _members(one)


def records_in(info: types.Type) -> list[type]:
    """Return the records that a value of a type holds directly."""
    return list(dict.fromkeys(one.cls for one in _members(info) if isinstance(one, types.StructType)))


@lru_cache(maxsize=512)
def described(record: type) -> dict[str, str]:
    """Return what the docstrings of a record say about its attributes, by name."""
    found: dict[str, str] = {}
    for base in reversed(record.__mro__):
        if base.__module__.startswith("fatdesk"):
            found |= _attributes_section(inspect.cleandoc(base.__dict__.get("__doc__") or ""))
            found |= _attribute_docstrings(base)
    return found


def _attributes_section(text: str) -> dict[str, str]:
    _, _, section = text.partition("Attributes\n----------\n")
    section = re.split(r"\n\w[^\n]*\n-{3,}\n", section)[0]
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.splitlines():
        if line and not line.startswith(" "):
            names = [name.strip() for name in line.partition(" :")[0].split(",")]
        elif line.strip():
            for name in names:
                found[name] = f"{found.get(name, '')} {line.strip()}".strip()
    return found


def _attribute_docstrings(record: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(record)))
    except (OSError, TypeError):
        return {}
    (body,) = (one.body for one in tree.body if isinstance(one, ast.ClassDef))
    return {
        one.target.id: " ".join(str(after.value.value).split())
        for one, after in pairwise(body)
        if isinstance(one, ast.AnnAssign)
        and isinstance(one.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
    }


def summary(about: Any) -> str:
    """Return the first sentence of a docstring, without its full stop and marks of code."""
    text = inspect.cleandoc(about.__doc__ or "").partition("\n\n")[0]
    return " ".join(text.replace("``", "`").split()).removesuffix(".")


def _plain_marks(text: str) -> str:
    return re.sub(r":\w+:`[.~]?([^`]+)`", r"`\1`", text.replace("``", "`"))


def keys_of(record: type, link: Callable[[type], str], without: frozenset[str] = frozenset()) -> str:
    """Return the table of all keys of a record, described or not; ``link`` names the records inside."""
    from fatdesk.core.schema import fields_of, words_of_values

    known, docs = fields_of(record), described(record)
    rows = []
    info = types.type_info(record)
    assert isinstance(info, types.StructType)
    for field in info.fields:
        if field.encode_name in without:
            continue
        key = field.encode_name
        said = known.get(key)
        if said is not None:
            words = ". ".join(filter(None, (said.about.help, said.about.more)))
            meaning = f"*{said.title}*: {words}" if words else f"*{said.title}*"
            meaning = re.sub(r"\]\((?=[\w/-]+\.md)", "](../", meaning)  # records name pages from docs
            default, values = said.file_default, said.file_values
            if said.is_required and not field.required:
                default = "unchanged"  # of commands: what is left out stays
        else:
            meaning = _plain_marks(docs.get(field.name, docs.get(key, "")))
            default, values = _default(field), words_of_values(field.type)
        records = records_in(field.type)
        if not meaning and len(records) == 1:
            meaning = summary(records[0])
        inside = ", ".join(map(link, records))
        rows.append((f"`{key}`", default, f"{values}: {inside}" if inside else values, meaning))
    heads = ("key", "default", "values", "meaning")
    used = [column for column, cells in enumerate(zip(*rows, strict=True)) if any(cells)]
    shown = [[row[column] for column in used] for row in rows]
    return table([heads[column] for column in used], shown) if rows else "No keys.\n"


def _default(field: types.Field) -> str:
    default = field.default
    if default is NODEFAULT and field.default_factory is not NODEFAULT:
        default = field.default_factory()
    if default is NODEFAULT:
        return "required" if field.required else "unchanged"
    if default in (None, (), {}, ""):
        return ""
    if isinstance(default, msgspec.Struct):
        return ""
    return f"`{msgspec.json.encode(default).decode().strip(chr(34))}`"


class Records:
    """Sections of records: each record once, in the order in which tables name them."""

    def __init__(self) -> None:
        self._found: dict[str, type] = {}

    def link(self, record: type) -> str:
        """Return a link to the table of a record, here or on another page."""
        from fatdesk.core.documentation import anchor_of

        name = _name_of(record)
        elsewhere = tables_elsewhere().get(name)
        if elsewhere is not None:
            return elsewhere
        self._found.setdefault(name, record)
        title = spaced(record.__name__)
        return f"[{title}](#{anchor_of(title)})"

    def sections(self) -> list[str]:
        """Return the sections of the records named so far, and of those that these name."""
        made, done = [], set[str]()
        while left := [record for name, record in self._found.items() if name not in done]:
            for record in left:
                done.add(_name_of(record))
                made += [
                    f"### {spaced(record.__name__)}\n",
                    f"{summary(record)}.\n",
                    keys_of(record, self.link),
                ]
        return made


def spaced(name: str) -> str:
    """Return the name of a class as words: ``HostGroup`` is "Host group"."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).split()
    return " ".join([words[0], *(word.lower() for word in words[1:])])


def project_file() -> str:
    """Return the page of the records of a project file."""
    from fatdesk.project.document.record_kinds import RECORD_KINDS
    from fatdesk.project.files.migrations import FORMAT

    records = Records()
    rows, sections = [], []
    for kind in RECORD_KINDS:
        number = (
            "one"
            if kind.section
            else "any number, in the order of the project"
            if kind.ordered
            else "any number"
        )
        inside = records_in(types.type_info(kind.type))
        said = spaced(inside[0].__name__) if len(inside) == 1 else "Part of the catalog"
        rows.append((f"[`{kind.word}`](#{kind.word})", said, number, str(kind.since)))
        body = [f"## `{kind.word}`\n"]
        if len(inside) > 1:
            body.append(
                "A part of the project's own catalog; [Parts](../parts.md) has the keys of each kind.\n"
            )
        elif _name_of(inside[0]) in tables_elsewhere():
            body.append(f"{summary(inside[0])}. Its keys: {records.link(inside[0])}.\n")
        else:
            body += [f"{summary(inside[0])}.\n", keys_of(inside[0], records.link)]
        sections += body
    intro = (
        "A `.fatdesk` file is UTF-8 text, one JSON object a line: a header "
        '`{"t":"fatdesk","format":F,"min_reader":R}`, records, and '
        'the line `{"t":"end"}`. `t` is the kind of a record. Keys with their default are left out, so '
        "that the same project is always "
        f"the same file. The newest format is {FORMAT}; a file states the oldest that knows everything "
        "in it, and older ones are read. "
        "Figures that follow from these decisions are not stored. [Edit commands](edit-commands.md) "
        "change a project from scripts."
    )
    return page(
        "The project file",
        textwrap.fill(intro, 130, break_long_words=False, break_on_hyphens=False),
        "## Kinds of records\n",
        table(("t", "record", "how many", "since format"), rows),
        *sections,
        "## Records inside of records\n",
        *records.sections(),
    )


def edit_commands() -> str:
    """Return the page of the commands of ``fatdesk edit``."""
    from fatdesk.project.commands import COMMANDS

    records = Records()
    ordered = sorted(COMMANDS, key=lambda one: str(one.__struct_config__.tag))
    sections = []
    for one in ordered:
        tag = one.__struct_config__.tag
        text = f"{_plain_marks(summary(one))}.\n"
        sections += [f"## `{tag}`\n", text, keys_of(one, _link_or_batch(records, COMMANDS))]
    intro = (
        "Every change of a project is one of these commands, in the window too: Undo names and reverts "
        "them one by one. `fatdesk edit "
        "P.fatdesk FILE.json` performs one, or a list of them as one step. `fatdesk edit --list` prints "
        "the list."
    )
    example = '```json\n{"command": "swap-devices", "a": "nodes/1", "b": "nodes/396"}\n```\n'
    rows = [
        (f"[`{one.__struct_config__.tag}`](#{one.__struct_config__.tag})", _plain_marks(summary(one)))
        for one in ordered
    ]
    return page(
        "Edit commands",
        textwrap.fill(intro, 130),
        example,
        "## All edit commands\n",
        table(("command", "what it does"), rows),
        *sections,
        "## Records inside of commands\n",
        *records.sections(),
    )


def _link_or_batch(records: Records, known: Sequence[type[msgspec.Struct]]) -> Callable[[type], str]:
    """Link a command to its section, another record to its table."""
    tags: dict[type, str] = {one: str(one.__struct_config__.tag) for one in known}

    def link(record: type) -> str:
        tag = tags.get(record)
        return records.link(record) if tag is None else f"[`{tag}`](#{tag})"

    return link


# Library


def library() -> str:
    """Return the page of the public names of ``fatdesk.networks``."""
    from fatdesk import networks

    by_module: dict[str, list[str]] = {}
    for name in sorted(networks.__all__, key=str.casefold):
        by_module.setdefault(getattr(networks, name).__module__, []).append(name)
    sections: list[str] = []
    for module, names in sorted(by_module.items()):
        sections += [f"## {module}\n", f"{summary(sys.modules[module])}.\n"]
        functions = [name for name in names if not inspect.isclass(getattr(networks, name))]
        if functions:
            rows = [
                (f"`{_call(name, getattr(networks, name))}`", _plain_marks(summary(getattr(networks, name))))
                for name in functions
            ]
            sections.append(table(("function", "returns or does"), rows))
        for name in names:
            if name not in functions:
                sections += _class(name, getattr(networks, name))
    intro = (
        f"The {len(networks.__all__)} public names of `fatdesk.networks`, by the module that defines "
        "them; import them from "
        "`fatdesk.networks`. [Networks as a library](../library.md) shows them at work. `help(NAME)` in "
        "Python has parameters, units and "
        "errors. Names that are not listed may change with any version."
    )
    return page("Public names of the library", textwrap.fill(intro, 130), *sections)


def _call(name: str, about: Any) -> str:
    parts, star = [], False
    for one in inspect.signature(about).parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        star = star or one.kind is one.VAR_POSITIONAL
        mark = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        default = "" if one.default is one.empty else f"={_shown(one.default)}"
        parts.append(f"{mark}{one.name}{default}")
    return f"{name}({', '.join(parts)})"


def _shown(value: Any) -> str:
    simple = isinstance(value, str | int | float | bool | tuple) or value is None
    return repr(value) if simple and "<" not in repr(value) else "..."


def _class(name: str, about: type) -> list[str]:
    docs = described(about)
    rows = []
    for key in dict.fromkeys([*docs, *vars(about)]):
        value = inspect.getattr_static(about, key, None)
        if key.startswith("_"):
            continue
        if isinstance(value, staticmethod | classmethod):
            rows.append((f"`{_call(key, getattr(about, key))}`", _plain_marks(summary(getattr(about, key)))))
        elif inspect.isfunction(value):
            rows.append((f"`{_call(key, value)}`", _plain_marks(summary(value))))
        elif isinstance(value, property) or hasattr(value, "func"):
            rows.append((f"`{key}`", _plain_marks(summary(getattr(value, "func", value)))))
        elif key in docs:
            rows.append((f"`{key}`", _plain_marks(docs[key]).removesuffix(".")))
    heads = [f"### {name}\n", f"{_plain_marks(summary(about))}.\n"]
    return [*heads, table(("attribute or method", "what it is or does"), rows)] if rows else heads


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands,
    "documents.md": documents,
    "edit-commands.md": edit_commands,
    "keyboard.md": keyboard,
    "library.md": library,
    "project-file.md": project_file,
    "rules.md": rules,
}
"""What writes each page."""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for written, make in PAGES.items():
        (FOLDER / written).write_text(make(), encoding="utf-8")
