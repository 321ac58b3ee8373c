"""packaging/five_minutes.py: what it reads out of README, and how it splits the first start into stages."""

import sys

import five_minutes
import pytest
from five_minutes import FailedError, Line, Step, UnclearPageError

README = (five_minutes.ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_leads_to_documents():
    read = five_minutes.instructions(README)
    assert read.start == "python3 packaging/start.py run"
    assert read.alias.startswith("alias fatdesk=")
    assert list(read.files) == ["nodes.yaml", "move.json"]
    assert read.commands[0] == "fatdesk design nodes.yaml -o nodes.fatdesk"
    assert "fatdesk export nodes.fatdesk out/" in read.commands
    assert any(one.startswith("fatdesk simulate ") for one in read.further)
    assert not any("#" in one for one in read.commands + read.further)
    files, own = five_minutes.own_files(read)
    assert list(files) == ["own.yaml"]
    assert own == ("fatdesk design own.yaml -o own.fatdesk", "fatdesk export own.fatdesk own/")


def test_a_page_that_leads_nowhere_is_refused():
    with pytest.raises(UnclearPageError, match="a file to save"):
        five_minutes.instructions(README.replace("```yaml", "```text"))


def test_stages_of_the_start_take_its_time():
    lines = (
        Line(0.5, "Installing system packages: libegl1 libgl1"),
        Line(4.0, "Installing 20 pinned packages for 'run' (the first time takes a minute or two)"),
        Line(10.0, "Compiling the program for this machine"),
        Line(11.0, "a warning"),
        Line(30.0, "$ fatdesk design a.yaml -o a.fatdesk"),
    )
    found = five_minutes.stages(Step("start", 32.0, 40.0, lines))
    assert found == [
        ("Installing system packages", 3.5),
        ("Installing 20 pinned packages for 'run'", 6.0),
        ("Compiling the program for this machine", 20.0),
        ("fatdesk design a.yaml -o a.fatdesk", 2.0),
    ]


def test_a_command_that_fails_is_shown_with_its_output():
    with pytest.raises(FailedError, match="the command\nended with status 3:\nthe reason"):
        five_minutes.run(
            [sys.executable, "-c", "print('the reason'); raise SystemExit(3)"], {}, None, "the command"
        )


def test_pages_are_counted(tmp_path):
    path = tmp_path / "wiring.pdf"
    with pytest.raises(FailedError, match="was not printed"):
        five_minutes.pages(path)
    path.write_bytes(b"%PDF-1.4\n<</Type /Pages /Count 2>>\n<</Type /Page>>\n<</Type /Page /Parent 1 0 R>>")
    assert five_minutes.pages(path) == 2
