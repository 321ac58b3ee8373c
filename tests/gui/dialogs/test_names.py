"""Names: templates with a preview while they are typed, applied as one step."""

from itertools import pairwise

from fatdesk.core.schema import fields_of
from fatdesk.engine.fabric.name_templates import KIND_FIELDS, LABEL_FIELDS
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.gui.panels.findings_panel import fix_text, setting_of
from fatdesk.project.commands.fabrics import SetHosts
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.document.project import Naming
from tests.gui.pages.names import NamesPage


def test_names_are_shown_while_typed_and_applied_as_one_step(desk, qtbot):
    page = NamesPage(desk, qtbot)
    assert page.kinds == ["host", "edge", "core", "label"]
    assert page.names("host") == ["n001", "n199", "n396", "396 in all"]
    assert page.state == "The project uses these names."
    assert not page.apply.isEnabled()
    page.type("host", "{label_lower}-n{in_rack:02}")
    names = desk.session.derived.device_names
    shown = page.names("host")
    assert shown[3] == "396 in all"
    assert names["nodes/1"] == "n001"
    page.apply.click()
    names = desk.session.derived.device_names
    assert shown[:3] == [names[f"nodes/{number}"] for number in (1, 199, 396)]
    assert page.state == "The project uses these names."
    desk.session.undo()
    assert desk.session.project.naming == Naming()
    assert page.edit("host").text() == ""
    assert page.names("host")[0] == "n001"


def test_templates_are_those_of_the_schema(desk, qtbot):
    page = NamesPage(desk, qtbot)
    templates = [field for field in fields_of(Naming).values() if field.kind == "text"]
    assert len(templates) == 6
    for field in templates:
        assert page.edit(field.key).accessibleName() == f"Template of {field.title.lower()}"
        assert field.about.help in page.edit(field.key).toolTip()


def test_groups_with_templates_of_their_own_are_listed(desk, qtbot):
    page = NamesPage(desk, qtbot)
    assert page.groups == ""
    [group] = desk.session.project.hosts
    own = SetHosts(name=group.name, part=group.part, count=group.count, names="cn{index:04}")
    assert desk.session.do(own)
    assert page.groups.endswith("templates of their own, set under Requirements: nodes: cn{index:04}")
    assert page.names("host")[0] == "cn0001"
    desk.session.undo()
    assert page.groups == ""


def test_problems_are_shown_at_their_template(desk, qtbot):
    page = NamesPage(desk, qtbot)
    page.type("host", "{zz}")
    assert page.problem("host") == "{zz} is not understood, insert a field from the list."
    assert not page.apply.isEnabled()
    page.type("host", "{label}")
    assert "devices have this name (nodes/1" in page.problem("host")
    assert page.problem("edge") == ""
    assert page.apply.isEnabled()  # check reports it; other templates may follow
    page.type("label", "{device}")
    assert "is on several ends" in page.problem("label")
    page.type("host", "Spine-{index}")
    page.type("core", "spine-{index}")
    assert "case alone" in page.problem("core")
    assert page.problem("core") == page.problem("host")


def test_a_finding_of_names_leads_to_its_template(desk, qtbot):
    """From the list of findings, as its link does."""
    desk.session.do(SetNaming(core="Node{index}", host="node{index}", label="{device}"))
    qtbot.waitUntil(lambda: any(one.finding.rule == "name-twice" for one in desk.session.findings))
    found = {one.finding.rule: one for one in desk.session.findings}
    for rule, fields in (("name-twice", KIND_FIELDS["host"]), ("label-twice", LABEL_FIELDS)):
        assert fix_text(found[rule]) == "Fix…"
        desk.bottom.findings.setting_asked.emit(*setting_of(found[rule].finding))
        page = NamesPage(desk, qtbot)
        assert page.fields == [f"{{{name}}}" for name in fields]


def test_fields_of_the_template_in_front_are_inserted_at_the_cursor(desk, qtbot):
    page = NamesPage(desk, qtbot)
    page.type("edge", "sw--x")
    assert "{rail}" in page.fields
    page.edit("edge").setCursorPosition(3)
    page.insert("{label}")
    assert page.edit("edge").text() == "sw-{label}-x"
    page.type("label", "")
    assert "{far}" in page.fields
    assert "{rail}" not in page.fields


def test_templates_stay_where_they_are_while_one_is_wrong(desk, qtbot):
    page = NamesPage(desk, qtbot)
    page.type("host", "n{index}")
    below = page.edit("core").y()
    page.type("host", "n{index")
    assert "Braces do not match" in page.problem("host")
    tops = [page.edit(kind).y() for kind in ("host", "edge", "core", "label")]
    assert len({after - before for before, after in pairwise(tops)}) == 1, "absent kinds leave no gaps"
    assert page.edit("core").y() == below


def test_a_scheme_labels_the_ends_of_cables_as_one_step(desk, qtbot):
    page = NamesPage(desk, qtbot)
    assert page.scheme == "Template of cable labels"
    page.choose_scheme("4BK01")
    assert page.kinds == ["host", "edge", "core", "identifier-floor", "identifier-room"]
    assert "has a room" in page.identifier_problem
    page.type_of_building("room", "dc")
    page.type_of_building("floor", "4")
    assert page.identifiers == ["rack 4DC.A01", "cable 4DC.A01-42:19/4DC.A07-42:01"]
    assert page.identifier_problem == ""
    assert page.state == "Not applied yet: one step, which can be undone."
    page.apply.click()
    assert desk.session.project.naming.identifiers == Identifiers(scheme="iso", floor="4", room="DC")
    assert desk.session.derived.rows[396].a.label == "4DC.A01-42:19/4DC.A07-42:01"
    assert page.state == "The project uses these names."
    desk.session.undo()
    assert page.scheme == "Template of cable labels"
    assert page.kinds == ["host", "edge", "core", "label"]


def test_an_own_template_is_refused_in_place_where_it_is_ambiguous(desk, qtbot):
    page = NamesPage(desk, qtbot)
    page.choose_scheme("Own template")
    assert page.identifier_problem.startswith("Scheme own needs a template")
    assert not page.apply.isEnabled()
    page.type("identifier", "{row}{rack}{u}-{port}")
    assert page.identifier_problem.startswith(
        "'A110-0' has two meanings, row A, rack 11, u 0, port 0 or row A"
    )
    assert page.fields[0] == "{floor}"
    page.type("identifier", "{row}{rack}/{u}-")
    page.insert("{port}")
    assert page.identifier_problem == ""
    assert page.identifiers[0] == "rack A1"
    page.type("identifier", "{row}{rack}-{port}")
    assert "is on several ends" in page.identifier_problem
    page.type_of_building("room", "7")
    assert page.identifier_problem.startswith("Room: type at most 8 capital letters")
