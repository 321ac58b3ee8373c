"""Waivers count to their last day, or until the accepted figure is worse; the sheet to sign has them."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.cli import main
from fatdesk.core.finding import Finding, Severity, Waiver
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.drawing.issue import Issue
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.rules.rules import Rule
from fatdesk.paper.documents import PDFS, Printing
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Waive
from fatdesk.project.commands.rules import AddRule, RemoveRule
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.waiving import UNUSED, errors, waivable, with_waivers
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import load_project, save_project

WISH = """
hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36]}]
cabling: {tray_width_m: 0.1, tray_depth_m: 0.06}
"""


def finding(amount=None, where="tray-1", text="Fill is 51.2 %"):
    return Finding(Severity.ERROR, "tray-fill", where, text, amount=amount)


def waiver(where="tray-1", **named):
    return Waiver(rule="tray-fill", where=where, comment="agreed", **named)


@pytest.fixture(scope="module")
def project():
    """Three hosts a rack, and trays that are too small for their cables."""
    catalog = load_shipped([])
    made = design_project(parse_requirements(WISH.encode(), "wish.yaml", catalog), catalog, "p").project
    return perform(made, SetCabling(fill_max=0.01))


@pytest.fixture
def path(project, tmp_path):
    save_project(project, tmp_path / "p.fatdesk")
    return tmp_path / "p.fatdesk"


def run(capsys, *words):
    status = main(["check", *map(str, words)])
    return status, capsys.readouterr().out


@given(accepted=st.floats(0.01, 1e6), now=st.floats(0.01, 1e6))
def test_a_waiver_lapses_when_the_figure_is_worse(accepted, now):
    [found] = with_waivers([finding(now)], [waiver(amount=accepted, text="Fill is 51.2 %")])
    if now <= accepted:
        assert (found.waived, found.lapsed) == ("agreed", "")
    elif now > accepted * 1.000001:
        assert (found.waived, found.lapsed) == ("", "worse than accepted (Fill is 51.2 %)")
        assert found.waiver_text == "Waiver lapsed: worse than accepted (Fill is 51.2 %)"


@given(until=st.dates(date(2000, 1, 1), date(2100, 1, 1)), today=st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_a_waiver_counts_to_the_end_of_its_day_month_or_year(until, today):
    def counts(text):
        [found] = with_waivers([finding()], [waiver(until=text)], today.isoformat())
        return bool(found.waived)

    assert counts(until.isoformat()) == (today <= until)
    assert counts(f"{until:%Y-%m}") == ((today.year, today.month) <= (until.year, until.month))
    assert counts(f"{until:%Y}") == (today.year <= until.year)


def test_waivers_without_a_figure_or_a_day_stay():
    [plain] = with_waivers([finding(5.0)], [waiver(until="2020-01-01")])
    assert plain.waived == "agreed"
    [plain] = with_waivers([finding()], [waiver(amount=1.0)], "2026-11-27")
    assert plain.waived == "agreed"


def test_a_waiver_that_accepts_nothing_is_a_note():
    other = finding(where="tray-2")
    checked = with_waivers([other], [waiver()])
    assert [(one.finding.rule, one.finding.where, bool(one.waived)) for one in checked] == [
        ("tray-fill", "tray-2", False),
        (UNUSED, "tray-1", False),
    ]
    assert errors(checked) == 1


def test_of_several_findings_at_a_place_the_worst_is_accepted():
    worst, other = finding(3.0, text="most"), finding(9.0, "tray-2")
    assert waivable([finding(1.0, text="some"), worst, finding(2.0, text="more"), other]) == [
        finding(3.0, text="most; some; more"),
        other,
    ]
    [long] = waivable([finding(1.0, text=str(number) * 3) for number in range(1000)])
    assert long.text == "000; and 999 more"


def test_figures_grow_with_what_is_wrong(project):
    """The limit is lowered: more is wrong, and the figure of the tray stays what it is."""
    found = [one.finding for one in check(Derived(project)) if one.finding.rule == "tray-fill"]
    filling = Derived(project).filling
    assert found
    assert {one.where: one.amount for one in found} == {
        tray: pytest.approx(fill) for tray, (fill, _) in filling.worst.items() if fill > 0.01
    }


def test_waive_all_of_a_rule_and_revoke(path, capsys):
    status, out = run(capsys, path, "--json")
    before = json.loads(out)
    trays = [one["where"] for one in before["findings"] if one["rule"] == "tray-fill"]
    assert (status, before["errors"]) == (1, len(trays))
    words = ("--waive", "tray-fill@*", "--comment", "for now", "--by", "rk")
    status, out = run(capsys, path, *words, "--until", "31 Dec 2026", "--date", "2026-11-27", "--json")
    assert (status, json.loads(out)["errors"]) == (0, 0)
    waivers = load_project(path).project.waivers
    assert [(one.where, one.by, one.on, one.until) for one in waivers] == [
        (where, "rk", "2026-11-27", "2026-12-31") for where in sorted(trays)
    ]
    texts = {one["where"]: one["text"] for one in before["findings"] if one["rule"] == "tray-fill"}
    assert {one.where: one.text for one in waivers} == texts
    assert all(one.amount for one in waivers)
    assert run(capsys, path, "--date", "2026-12-31")[0] == 0
    status, out = run(capsys, path, "--date", "2027-01-01", "--json")
    lapsed = [one.get("lapsed") for one in json.loads(out)["findings"] if one["rule"] == "tray-fill"]
    assert (status, set(lapsed)) == (1, {"until 2026-12-31 (for now)"})
    status, out = run(capsys, path, "--revoke", "tray-fill@*")
    assert (status, load_project(path).project.waivers) == (1, ())


def test_strict_exits_with_2_on_warnings_alone(path, capsys):
    words = ("--waive", "tray-fill@*", "--comment", "c")
    status, out = run(capsys, path, *words, "--json")
    answer = json.loads(out)
    assert (status, answer["errors"], answer["warnings"] > 0) == (0, 0, True)
    assert run(capsys, path, "--strict")[0] == 2
    for rule in {one["rule"] for one in answer["findings"] if one["severity"] == "warning"}:
        assert run(capsys, path, "--waive", f"{rule}@*", "--comment", "c")[0] == 0
    assert run(capsys, path, "--strict")[0] == 0
    assert run(capsys, path, "--strict", "--revoke", "tray-fill@*")[0] == 1


def test_sarif_has_each_finding_with_its_rule_level_and_suppression(path, capsys):
    run(capsys, path, "--waive", "tray-fill@*", "--comment", "for now", "--until", "2026")
    findings = json.loads(run(capsys, path, "--json", "--date", "2026-06-01")[1])["findings"]
    for day, wanted in (("2026-06-01", "accepted"), ("2027-06-01", "rejected")):
        log = json.loads(run(capsys, path, "--sarif", "--date", day)[1])
        [one] = log["runs"]
        rules = [rule["id"] for rule in one["tool"]["driver"]["rules"]]
        assert (log["version"], one["tool"]["driver"]["name"]) == ("2.1.0", "fatdesk")
        assert rules == sorted({some["rule"] for some in findings})
        for result, found in zip(one["results"], findings, strict=True):
            assert rules[result["ruleIndex"]] == result["ruleId"] == found["rule"]
            assert result["level"] == found["severity"]
            assert found["text"] in result["message"]["text"]
            [where] = result["locations"]
            assert where["physicalLocation"]["artifactLocation"]["uri"] == path.as_posix()
            assert len(where["logicalLocations"]) >= 1
            status = [some["status"] for some in result.get("suppressions", ())]
            assert status == ([wanted] if found["rule"] == "tray-fill" else [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "rk"), "--by: is for --waive"),
        (("--revoke", "tray-fill@tray-99"), "--revoke tray-fill@tray-99: nothing is waived there"),
        (("--revoke", "tray-fill"), "expected RULE@WHERE"),
        (("--sarif", "--json"), "--sarif: is another form of --json"),
        (("--waive", f"{UNUSED}@*", "--comment", "c"), "there is no such finding"),
    ],
)
def test_wrong_words_are_refused(path, capsys, words, said):
    before = path.read_bytes()
    assert main(["check", str(path), *words]) == 2
    assert said in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_sheet_to_sign_and_the_list_have_every_waiver(project):
    for number in range(40):
        project = perform(
            project,
            Waive(
                rule="little-spare", where=f"part-{number}", comment="why " * 60, text="what " * 40, by="rk"
            ),
        )
    plan = Derived(project).plan
    document = next(some for some in PDFS if some.name == "waivers.pdf")
    pages = list(document.sheets(plan, Printing()))
    texts = [item.text for page in pages for item in page.items if hasattr(item, "text")]
    assert len(pages) > 1
    for number in range(40):
        assert texts.count(f"part-{number}: little-spare") == 1
    assert sum(text.count("why") for text in texts) == 40 * 60
    assert sum(text.count("what") for text in texts) >= 40 * 40
    rows = BY_NAME["waivers.csv"].make(plan)["waivers.csv"].decode("utf-8-sig").splitlines()
    assert len(rows) == 41


def test_a_day_in_between_is_not_lost():
    """Each day of a leap year is before, on or after the last one, in the order of the calendar."""
    first = date(2028, 1, 1)
    days = [(first + timedelta(days=n)).isoformat() for n in range(366)]
    counting = [bool(with_waivers([finding()], [waiver(until="2028-02-29")], day)[0].waived) for day in days]
    assert counting == [True] * 60 + [False] * 306


def test_a_waiver_until_a_revision_lapses_when_that_is_kept(path, capsys):
    words = ("--waive", "tray-fill@*", "--comment", "for now", "--until-revision", "C")
    status, out = run(capsys, path, *words)
    assert (status, ", until revision C)" in out, "for now (" in out) == (0, True, True)
    assert main(["revisions", str(path), "--new", "B"]) == 0
    assert run(capsys, path)[0] == 0
    assert main(["revisions", str(path), "--new", "C"]) == 0
    capsys.readouterr()
    status, out = run(capsys, path, "--json")
    found = [one for one in json.loads(out)["findings"] if one["rule"] == "tray-fill"]
    assert status == 1
    assert {(one["waived_until_revision"], one["lapsed"]) for one in found} == {
        ("C", "until revision C, which is there (for now)")
    }
    assert main(["check", str(path), *words]) == 2
    assert "there is a revision C already" in capsys.readouterr().err
    assert main(["check", str(path), *words[:-1], "a b"]) == 2
    assert "until_revision: expected the name of a revision, such as C" in capsys.readouterr().err


def test_a_waiver_of_a_rule_that_is_gone_is_said_kept_and_removed(path, capsys):
    own = Rule(name="own", scope="rack", figure="rack-used-units", limit=1.0, source="s")
    project = perform(load_project(path).project, AddRule(rule=own))
    save_project(project, path)
    run(capsys, path, "--waive", "own@A01", "--comment", "agreed")
    save_project(perform(load_project(path).project, RemoveRule(name="own")), path)
    _, out = run(capsys, path)
    assert "unused-waiver@A01: the waiver of own accepts nothing there any more, and no finding has" in out
    assert [one.rule for one in load_project(path).project.waivers] == ["own"]
    run(capsys, path, "--revoke", "own@A01")
    assert load_project(path).project.waivers == ()


def waiver_sheet(plan, **options):
    """The texts of waivers.pdf, and the rows of waivers.csv without its head."""
    printing = Printing(**options)
    [document] = [one for one in PDFS if one.name == "waivers.pdf"]
    texts = [
        item.text for page in document.sheets(plan, printing) for item in page.items if hasattr(item, "text")
    ]
    rows = BY_NAME["waivers.csv"].make(printing.plan_for(plan))["waivers.csv"].decode("utf-8-sig")
    return texts, rows.splitlines()[1:]


@pytest.mark.parametrize(
    ("date", "issued", "lapsed", "stated"),
    [
        ("2026-10-31", "", 0, "judged on 2026-10-31"),
        ("2026-11-01", "", 1, "judged on 2026-11-01"),
        ("November 2026", "", 0, "not judged"),
        ("", "", 0, "not judged"),
        ("", "2026-12-01", 1, "judged on 2026-12-01"),
        ("2026-10-01", "2026-12-01", 0, "judged on 2026-10-01"),
    ],
)
def test_the_sheet_to_sign_marks_what_has_lapsed_on_its_date(project, date, issued, lapsed, stated):
    first = waiver(where="part-1", until="2026-10")
    plan = replace(Derived(project).plan, waivers=(first, waiver(where="part-2")))
    if issued:
        plan = replace(plan, revisions=((Issue(name="B", date=issued), "another state"),))
    texts, rows = waiver_sheet(plan, date=date)
    assert texts.count("LAPSED") == lapsed
    assert any(stated in text for text in texts)
    assert any(f"2 waivers{', 1 lapsed' if lapsed else ''}" in text for text in texts)
    assert [row.endswith(",until 2026-10") for row in rows] == [bool(lapsed), False]


def test_the_sheet_to_sign_marks_waivers_until_a_revision_that_is_there(project):
    plan = replace(Derived(project).plan, waivers=(waiver(where="part-1", until_revision="C"),))
    assert "LAPSED" not in waiver_sheet(plan)[0]
    kept = replace(plan, revisions=((Issue(name="C"), "another state"),))
    texts, rows = waiver_sheet(kept)
    assert "LAPSED" in texts
    assert (
        rows[0].endswith("until revision C, which is there")
        or '"until revision C, which is there"' in rows[0]
    )
