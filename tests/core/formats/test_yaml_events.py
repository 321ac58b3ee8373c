"""The reader of YAML events: what it reads, what it refuses and in which words."""

import sys
import time
from pathlib import Path

import pytest

from fatdesk.core.errors import InputError
from fatdesk.core.formats import yaml_events
from fatdesk.core.formats.yaml_events import MAX_BYTES, MAX_DEPTH, MAX_SCALAR, lines, parse, read_bytes
from tests.patience import judge_time
from tests.trust.promises import Promise


def error_of(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(InputError) as caught:
        parse(data, "f.yaml")
    return str(caught.value)


def test_scalars_stay_text() -> None:
    tree = parse(b"a: 0123\nb: no\nc: 1:30\nd: 1e3\ne: 0x1F\nf: 2026-05-31\ng: .nan\nh: True\n", "f.yaml")
    assert tree == {
        "a": "0123",
        "b": "no",
        "c": "1:30",
        "d": "1e3",
        "e": "0x1F",
        "f": "2026-05-31",
        "g": ".nan",
        "h": "True",
    }


def test_nothing_is_none_and_a_quoted_null_is_text() -> None:
    assert parse(b"a:\nb: ~\nc: null\nd: 'null'\ne: \"~\"\nf: ''\n", "f.yaml") == {
        "a": None,
        "b": None,
        "c": None,
        "d": "null",
        "e": "~",
        "f": "",
    }


def test_nesting_block_scalars_and_a_mark() -> None:
    text = "\ufeff- {m: 1, n: [a, [b]]}\n- |\n  two\n  lines\n- []\n- {}\n"
    assert parse(text.encode(), "f.yaml") == [{"m": "1", "n": ["a", ["b"]]}, "two\nlines\n", [], {}]


@pytest.mark.parametrize("data", [b"", b"# only a remark\n", b"---\n", b"\xef\xbb\xbf"])
def test_empty_file_is_none(data: bytes) -> None:
    assert parse(data, "f.yaml") is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a: 1\nb: {c: 1, c: 2}\n", "f.yaml:2: b.c: is listed twice, remove one"),
        ("a: 1\n'a': 2\n", "f.yaml:2: a: is listed twice, remove one"),
        ("a:\n  - &x 1\n", "f.yaml:2: a[0]: has an anchor (&x), write the value out"),
        ("a: &x {b: 1}\n", "f.yaml:1: a: has an anchor (&x), write the value out"),
        ("a: *x\n", "f.yaml:1: a: is an alias (*x), write the value out"),
        ("a: !!int 3\n", "f.yaml:1: a: has a tag (!!int), remove it"),
        ("a: !!python/object:os.system x\n", "f.yaml:1: a: has a tag (!!python/object:os.system), remove it"),
        ("a: ! x\n", "f.yaml:1: a: has a tag (!), remove it"),
        ("a: !t [1]\n", "f.yaml:1: a: has a tag (!t), remove it"),
        ("b: 1\n<<: {a: 1}\n", "f.yaml:2: <<: is a merge key, write out the keys that it merges"),
        ("? [a]\n: 1\n", "f.yaml:1: file: has a list or a mapping as a key, write a plain word"),
        ("x: {? {a: 1} : 2}\n", "f.yaml:1: x: has a list or a mapping as a key, write a plain word"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2: file: a second document starts here, put it into a file of its own"),
        ('a:\n  b: "x\\0y"\n', "f.yaml:2: a.b: holds an escaped control character, remove it"),
        ("a: 1\nb: x\0y\n", "f.yaml:2: text: holds the control character U+0000, remove it"),
        (b"a: 1\n\nb: \xff\n", "f.yaml:3: text: is not UTF-8, save the file as UTF-8"),
        ("a: 1\n".encode("utf-16"), "f.yaml:1: text: is not UTF-8, save the file as UTF-8"),
        (
            "a: 1\nb: [1, 2\nc: 3\n",
            (
                "f.yaml:3: text: is not YAML: did not find expected ',' or ']', "
                "check indent, quotes and brackets near here"
            ),
        ),
        (
            "a: 'x\n",
            (
                "f.yaml:2: text: is not YAML: found unexpected end of stream, "
                "check indent, quotes and brackets near here"
            ),
        ),
    ],
)
def test_refused(text: str | bytes, error: str) -> None:
    assert error_of(text) == error


@pytest.mark.promise("P9")
def test_depth_just_below_and_just_above(promise: Promise) -> None:
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert parse(deep.encode(), "f.yaml") is not None
    assert error_of(f"[{deep}]").endswith("is nested deeper than 40 levels, flatten it")
    promise("YAML {most_depth} levels", most_depth=MAX_DEPTH)


@pytest.mark.parametrize(
    ("piece", "what"),
    [
        ("[", "is nested deeper than 40 levels"),
        ("{a: ", "is nested deeper than 40 levels"),
        ("- ", "is nested deeper than 40 levels"),
        ("? ", "has a list or a mapping as a key"),
    ],
)
def test_a_million_levels_are_refused_at_once(piece: str, what: str) -> None:
    start = time.process_time()
    assert what in error_of(piece * 1_000_000)
    judge_time(time.process_time() - start, 2)


def test_long_text_just_below_and_just_above() -> None:
    assert parse(b"a: " + b"x" * MAX_SCALAR, "f.yaml") == {"a": "x" * MAX_SCALAR}
    error = error_of("a: " + "x" * (MAX_SCALAR + 1))
    assert error == "f.yaml:1: a: is longer than 100000 characters, shorten it"


@pytest.mark.promise("P9")
def test_size_just_below_and_just_above(tmp_path: Path, promise: Promise) -> None:
    file = tmp_path / "f.yaml"
    with file.open("wb") as stream:
        stream.write(b"a: 1\n")
        stream.truncate(MAX_BYTES)
    assert len(read_bytes(file)) == MAX_BYTES
    with file.open("r+b") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(InputError, match="file: is larger than 100000000 bytes, split it"):
        read_bytes(file)
    promise("YAML {most_mb:.0f} MB", most_mb=MAX_BYTES / 1e6)


@pytest.mark.skipif(sys.platform != "linux", reason="devices of Linux")
def test_what_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_events, "MAX_BYTES", 3_000_000)
    with pytest.raises(InputError, match="file: is larger than 3000000 bytes"):
        read_bytes(Path("/dev/zero"))


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml:1: file: cannot be read \(No such file or directory\)"):
        read_bytes(tmp_path / "none.yaml")
    with pytest.raises(InputError, match=":1: file: cannot be read"):
        read_bytes(tmp_path)


def test_lines_of_places() -> None:
    data = b"# remark\na: 1\nb:\n  - x\n  - {c: 1,\n     d: [1,\n         2]}\n"
    places = [
        ("a",),
        ("b",),
        ("b", 0),
        ("b", 1, "c"),
        ("b", 1, "d"),
        ("b", 1, "d", 1),
        ("b", 1, "none"),
        ("no",),
    ]
    found = lines(data, "f.yaml", [*places, ()])
    assert [found[place] for place in places] == [2, 3, 4, 5, 6, 7, 5, 2]
    assert found[()] == 2


def test_the_slow_parser_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    yaml = pytest.importorskip("yaml")
    data = b"a: [1, {b: c}]\nd: 'e'\n"
    fast = parse(data, "f.yaml")
    monkeypatch.setattr(yaml_events, "Parser", yaml.SafeLoader)
    assert parse(data, "f.yaml") == fast
