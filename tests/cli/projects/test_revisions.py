"""``fatdesk revisions``: states are kept next to the project, and compared by ``P.fatdesk@NAME``."""

import json

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.building import PlanSettings, Underlay
from fatdesk.paper.documents import PDFS, Printing
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.racks import RenameRack
from fatdesk.project.derived.derived import Derived, state_digest
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.revising.revisions import project_at, revision_path

COMMAND = "revisions"
WISH = """
hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36]}]
"""


@pytest.fixture(scope="module")
def made():
    catalog = load_shipped([])
    return design_project(parse_requirements(WISH.encode(), "wish.yaml", catalog), catalog, "p").project


@pytest.fixture
def path(made, tmp_path):
    save_project(made, tmp_path / "hall.fatdesk")
    return tmp_path / "hall.fatdesk"


def rename(path, label):
    opened = load_project(path)
    save_project(perform(opened.project, RenameRack(rack=1, rack_label=label)), path, opened.stamp)


def test_a_revision_is_kept_listed_and_compared(path, made, run, capsys):
    about = ("--by", "rk", "--issued-for", "construction", "--remark", "first", "--date", "2026-11-27")
    status, out, _ = run(path, "--new", "A", *about, "--json")
    [one] = json.loads(out)["revisions"]
    assert (status, one["name"], one["date"], one["state"]) == (0, "A", "2026-11-27", state_digest(made))
    rename(path, "Z1")
    assert run(path, "--new", "B")[0] == 0
    rows = run(path)[1].splitlines()
    assert [row.split()[0] for row in rows] == ["revision", "A", "B"]
    assert main(["diff", f"{path}@A", str(path)]) == 0
    out = capsys.readouterr().out
    assert "racks A01, now Z1: changed: label" in out
    assert "revisions B: added" in out
    assert main(["diff", f"{path}@B", str(path)]) == 0
    assert capsys.readouterr().out == "no differences\n"
    assert state_digest(project_at(f"{path}@A")) == state_digest(made)


def test_documents_of_that_state_carry_its_name(path, run):
    run(path, "--new", "C.1")
    assert {"Revision", "C.1"} <= set(texts(path))
    rename(path, "Z1")
    assert {"Revision", "changed after C.1"} <= set(texts(path))
    assert "C.1" in texts(path)[-40:], "in the table of revisions"


def texts(path, **options):
    """All texts of the elevations, sheet by sheet."""
    document = next(some for some in PDFS if some.name == "elevations.pdf")
    plan = Derived(load_project(path).project).plan
    pages = document.sheets(plan, Printing(**options))
    return [item.text for page in pages for item in page.items if hasattr(item, "text")]


def test_title_blocks_and_the_table_of_revisions_state_purpose_and_people(path, run):
    assert "Drawn" not in texts(path)
    assert not any("revisions" in text for text in texts(path))
    run(path, "--new", "A", "--by", "R. Keller", "--date", "2026-11-01")
    run(path, "--new", "B", "--by", "R. Keller", "--checked-by", "M. Ott", "--issued-for", "construction",
        "--date", "2026-11-20", "--remark", "racks are numbered from the door; " * 4)  # fmt: skip
    shown = texts(path, drawing="4711-{document}-{sheet:02}")
    for text in ("B", "R. Keller", "checked M. Ott", "2026-11-20 · for construction", "4711-elevations-01"):
        assert text in shown
    table = shown[shown.index("Rack elevations: revisions") :]
    assert table.index("2026-11-20") < table.index("2026-11-01"), "the latest first"
    assert sum(text.count("numbered") for text in table) == 4
    assert "4711-elevations-revisions-01" in table
    typed = texts(path, revision="preliminary")
    assert "preliminary" in typed
    assert "Drawn" not in typed, "another revision than the one that was drawn and checked"


def test_a_drawing_number_with_a_wrong_field_is_refused(path, run, capsys):
    assert main(["export", str(path), str(path.parent / "out"), "--drawing", "{page}"]) == 2
    said = capsys.readouterr().err
    assert "drawing: template '{page}': {page} is not understood; known fields: {document}, {sheet}" in said


def test_paths_in_a_revision_are_those_of_the_project(path, made, run):
    plan = PlanSettings(underlay=Underlay(file="plans/hall.dxf", sha256="0f" * 32, mm_per_unit=1.0))
    drawn = replace(made, floor=replace(made.floor, plan=plan))
    save_project(drawn, path)
    assert run(path, "--new", "A")[0] == 0
    moved = path.parent / "moved"
    moved.mkdir()
    revision_path(path, "A").parent.rename(revision_path(moved / path.name, "A").parent)
    path = path.rename(moved / path.name)
    assert project_at(f"{path}@A").floor == drawn.floor


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--new", "no / name"), "revision no / name: use a name of at most 80 letters"),
        (("--by", "rk"), "--by: is for --new NAME"),
    ],
)
def test_wrong_words(path, run, words, said):
    before = path.read_bytes()
    status, _, error = run(path, *words)
    assert status == 2
    assert said in error
    assert path.read_bytes() == before


def test_a_name_is_used_once_and_a_changed_file_is_found_out(path, run, capsys):
    assert run(path, "--new", "A")[0] == 0
    before = path.read_bytes()
    assert run(path, "--new", "A")[0] == 2
    assert path.read_bytes() == before
    kept = revision_path(path, "A")
    rename(kept, "Z1")
    assert main(["diff", f"{path}@A", str(path)]) == 2
    assert "is not what revision A was" in capsys.readouterr().err
    kept.unlink()
    assert main(["diff", f"{path}@A", str(path)]) == 2
    assert main(["diff", f"{path}@Q", str(path)]) == 2
    assert "there is no revision Q, they are A" in capsys.readouterr().err
