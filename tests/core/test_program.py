"""Version and revision of the running program."""

import shutil
import subprocess
import sys

import pytest

import fatdesk
from fatdesk.cli import main
from fatdesk.core import program


def git(folder, *words):
    own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", "-C", folder, *own, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    """A checkout of one commit and one file."""
    if not shutil.which("git"):
        pytest.skip("git is not on this machine")
    git(tmp_path, "init", "-q")
    (tmp_path / "a.txt").write_text("a")
    git(tmp_path, "add", "a.txt")
    git(tmp_path, "commit", "-q", "-m", "first")
    git(tmp_path, "tag", "-m", "named", "v1")
    return tmp_path


def test_the_revision_of_a_checkout_and_its_changes(checkout):
    commit = git(checkout, "rev-parse", "HEAD")[: program.DIGITS]
    assert program.revision_of(checkout) == commit
    (checkout / "new.txt").write_text("files that git does not know are no changes")
    assert program.revision_of(checkout) == commit
    (checkout / "a.txt").write_text("b")
    assert program.revision_of(checkout) == commit + program.CHANGED


def test_a_folder_inside_another_project_has_no_revision(checkout):
    inside = checkout / "inside"
    inside.mkdir()
    assert program.revision_of(inside) == ""


def test_without_git_the_revision_is_unknown(checkout, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert program.revision_of(checkout) == ""


def test_a_broken_checkout_has_no_revision(tmp_path):
    (tmp_path / ".git").mkdir()
    assert program.revision_of(tmp_path) == ""


@pytest.mark.parametrize(("known", "shown"), [("abc123", " (revision abc123)"), ("", "")])
def test_an_unknown_revision_is_left_out(known, shown, monkeypatch, capsys):
    monkeypatch.setattr("fatdesk.core.program.revision", lambda: known)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"fatdesk {fatdesk.__version__}{shown}\n"


def test_only_a_frozen_program_says_so(monkeypatch):
    assert not program.is_frozen()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert program.is_frozen()
