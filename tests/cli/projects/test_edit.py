"""Files of commands are read with errors by line and field."""

from pathlib import Path

import pytest

from fatdesk.cli.projects.edit import decode_command, load_command
from fatdesk.core.errors import InputError, InputErrors
from fatdesk.project.commands import Batch, Rename


def test_one_command_and_a_list() -> None:
    one = b'{"command": "rename", "name": "x"}'
    assert decode_command(one, "c") == Rename(name="x")
    assert decode_command(b"[" + one + b"]", "c") == Rename(name="x")
    assert decode_command(b" [" + one + b"," + one + b"]\n", "c") == Batch(commands=(Rename(name="x"),) * 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "c.json:1: file: is empty"),
        (b"\xef\xbb\xbf{}", "c.json:1: text: begins with a byte order mark"),
        (b'{"command":\n"rename",\n"name": "\xff"}', "c.json:3: text: is not UTF-8"),
        (
            b'{"command": "rename", "name": "\\u0007"}',
            "c.json:1: text: holds the escaped control character U+0007",
        ),
        (b'{\n"command": "rename"\n"name": "x"}', "c.json:3: text: is not JSON at character 1, correct it"),
        (b"[", "c.json:1: text: is not JSON"),
        (b"[" * 41, "c.json:1: record: is nested deeper than 40 levels"),
        (b"[]", "c.json:1: command: is missing, the list is empty"),
        (b"5", "c.json:1: command: expected"),
        (b'{"name": "x"}', "c.json:1: command: is missing, add one of add-column"),
        (b'{\n\n"command": "renam"}', "c.json:3: command: expected one of add-column"),
        (b'{"command": "rename"}', "c.json:1: name: is missing"),
        (b'{"command": "rename",\n"name": "x",\n"name": "y"}', "c.json:1: name: is listed twice"),
        (b'{"command": "rename",\n"name": 5}', "name: expected text, got a whole number"),
        (b'{"command": "rename", "name": "\\ud800"}', "c.json:1: command: holds an escape from U+D800"),
        (
            b'[{"command": "rename", "name": "x"},\n{"command": "move-rack",\n"rack": -1}]',
            "c.json:3: [1].rack: expected",
        ),
        (b'{"command": "set-bill", "hourly_rate": "NaN"}', "c.json:1: hourly_rate: expected an amount"),
        (
            b'{"command": "set-cabling",\n"slack_m": -1,\n"zz": 1}',
            "c.json:2: slack_m: expected a number from 0 to 100, got",
        ),
        (b'{"command": "set-cabling",\n"slack_m": -1,\n"zz": 1}', "c.json:3: zz: is not a known key"),
        (
            b'{"command": "set-rack-power", "racks": [1],\n"power": {"count": 3}}',
            "c.json:2: power.count: only N+1 has a choice, 2N has 2 feeds",
        ),
    ],
)
def test_errors(text: bytes, said: str) -> None:
    with pytest.raises((InputError, InputErrors)) as caught:
        decode_command(text, "c.json")
    assert said in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json:1: file: cannot be read \(No such file"):
        load_command(tmp_path / "none.json")
