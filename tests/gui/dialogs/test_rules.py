"""Rules are listed with their worst figures; one is tried, kept, changed, copied and removed, with undo."""

import pytest
from msgspec.structs import replace

from fatdesk.core.schema import fields_of
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.rules.rules import Rule
from fatdesk.gui.panels.findings_panel import setting_of
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.ref import RACK
from fatdesk.project.files.storing import save_project
from tests.gui.pages.rules import RulesPage


@pytest.fixture
def page(window, qtbot, tmp_path, designed):
    save_project(designed("nodes-60"), tmp_path / "p.fatdesk")
    window.session.load(tmp_path / "p.fatdesk")
    return RulesPage(window, qtbot)


def own(page):
    """The rules of the project, as they are kept."""
    return [(rule.name, rule.limit) for rule in page.dialog._desk.session.project.rules]


def fill(page, **texts):
    page.choose(scope="rack", figure="rack-used-units", op="<=", severity="warning")
    page.type(**({"name": "low", "limit": "10", "source": "handbook", "fix": "spread them"} | texts))


def test_a_rule_is_tried_kept_changed_and_removed(page, window):
    session = window.session
    assert page.rows["tray-fill"][0] == "default"
    fill(page)
    page.press("try")
    racks = [rack for rack in session.project.floor.racks if rack.devices]
    assert f"low: {len(racks)} of {len(racks)} racks would be findings; worst" in page.state
    assert own(page) == []
    page.press("save")
    assert own(page) == [("low", 10.0)]
    stated, figure, limit, worst, where, count, unknown = page.rows["low"]
    assert (stated, figure, limit) == ("rules of the project", "Used units", "<= 10 U")
    assert (count, unknown) == (str(len(racks)), "0")
    found = [one.finding for one in check(Derived(session.project)) if one.finding.rule == "low"]
    most = max(found, key=lambda one: one.amount)
    assert (worst, where) == (f"{most.amount:.0f} U", most.where)
    page.open("low")
    assert session.ids(RACK) == {rack.number for rack in racks if rack_label(rack) == where}
    page.select("low")
    page.type(limit="48")
    page.press("save")
    assert (own(page), page.rows["low"][5]) == ([("low", 48.0)], "0")
    page.press("duplicate")
    assert [name for name, _ in own(page)] == ["low", "low-2"]
    page.select("low")
    page.press("delete")
    assert [name for name, _ in own(page)] == ["low-2"]
    for _ in range(3):
        session.undo()
    assert own(page) == [("low", 10.0)]


def test_a_rule_of_the_profile_is_replaced_and_holds_again(page, window):
    page.select("tray-fill")
    assert (page.text("limit"), page.is_enabled("delete")) == ("50 %", False)
    page.type(limit="30 %", source="handbook")
    page.press("save")
    assert own(page) == [("tray-fill", 0.3)]
    assert page.rows["tray-fill"][0] == "rules of the project"
    page.select("tray-fill")
    page.press("delete")
    assert page.rows["tray-fill"][0] == "default"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"source": ""}, "Source: is missing, fill it in"),
        ({"limit": ""}, "is missing, type a number such as"),
        ({"limit": "1.5 x rack-pwer"}, 'there is no figure "rack-pwer", did you mean "rack-power"'),
        ({"filter": "rwo=A"}, 'Filter: a rack has no "rwo", did you mean "row"'),
        ({"name": "two words"}, "Name: expected a name of at most 80 letters"),
        ({"limit": "-3"}, "no rack can be <= -3"),
    ],
)
def test_what_is_wrong_is_said_and_not_kept(page, texts, message):
    fill(page, **texts)
    page.press("save")
    assert message in page.state
    assert own(page) == []


def test_a_finding_about_a_rule_leads_to_it(page, window):
    session = window.session
    page.dialog.close()
    newer = Rule(name="newer", scope="rack", figure="rack-noise", limit=1.0, source="s")
    path = session.path
    save_project(replace(session.project, rules=(newer,)), path)
    session.load(path)
    found = next(one for one in session.findings if one.finding.rule == "rule-unsound")
    page_name, place = setting_of(found.finding)
    window.dialogs.rules(*place)
    assert (page_name, page.text("name"), page.is_enabled("delete")) == ("rules", "newer", True)
    page.press("delete")
    assert own(page) == []


def test_rules_come_from_files_and_go_to_files(page, tmp_path, window):
    fill(page, limit="0.9 x rack-free-units")
    page.press("save")
    page.dialog.export_file(tmp_path / "rules.yaml")
    window.session.undo()
    assert own(page) == []
    page.dialog.import_file(tmp_path / "rules.yaml")
    [(name, limit)] = own(page)
    assert (name, limit.factor, limit.by) == ("low", 0.9, "rack-free-units")
    (tmp_path / "bad.yaml").write_text("rules: [{name: a}]\n")
    page.dialog.import_file(tmp_path / "bad.yaml")
    assert "bad.yaml:1: rules[0].scope: is missing" in page.state


def test_a_profile_is_chosen_where_its_rules_are_listed(page, window):
    session, before = window.session, list(page.rows)
    assert page.profile == ""
    page.take_profile("nvidia-ndr-xdr")
    assert session.project.cabling.profile == "nvidia-ndr-xdr"
    assert len(page.rows) > len(before)
    session.undo()
    assert (page.profile, list(page.rows)) == ("", before)


def test_the_form_has_the_fields_of_the_schema(page):
    """Each field of a rule once, in the order of the keys Tab: what the schema names, with its words."""
    fields = fields_of(Rule)
    assert sorted(page.fields) == sorted(fields)
    assert page.fields[:3] == ["name", "scope", "figure"]
    for key, field in fields.items():
        assert page.field(key).accessibleName() == field.title
        if field.kind == "choice":
            assert page.choices(key) == [value for value, _ in field.choices]
