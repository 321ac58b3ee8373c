"""Names previewed and applied from the command line."""

from pathlib import Path

from fatdesk.project.files.storing import load_project

COMMAND = "names"


def test_a_preview_writes_nothing_and_take_applies_it(sixty, run, answer, tmp_path: Path):
    data = sixty.read_bytes()
    found = answer(sixty, "--host", "{label}-n{in_rack:02}")
    assert [one["kind"] for one in found["kinds"]] == ["host", "edge", "core"]
    assert found["kinds"][0]["devices"] == 60
    assert found["findings"] == []
    assert sixty.read_bytes() == data
    out = tmp_path / "named.fatdesk"
    assert run(sixty, "--host", "{label}-n{in_rack:02}", "--take", "-o", out)[0] == 0
    assert load_project(out).project.naming.host == "{label}-n{in_rack:02}"
    assert sixty.read_bytes() == data
    assert answer(out)["kinds"] == found["kinds"]


def test_names_that_are_alike_end_with_1_and_bad_templates_with_2(sixty, run):
    status, out, _ = run(sixty, "--host", "same")
    assert status == 1
    assert "name-twice@same: 60 devices" in out
    status, _, error = run(sixty, "--host", "{zz}")
    assert status == 2
    assert "known fields: {index}" in error
    assert run(sixty, "--take")[0] == 2
    assert run()[0] == 2


def test_a_scheme_of_identifiers_labels_both_ends_and_finds_ports(sixty, run, answer, tmp_path: Path):
    out = tmp_path / "identified.fatdesk"
    assert run(sixty, "--scheme", "iso", "--floor", "4", "--room", "BK", "--take", "-o", out)[0] == 0
    found = answer(out)
    assert found["identifiers"]["scheme"] == "iso"
    assert found["identifiers"]["rack"] == "4BK.A01"
    near, _, far = found["label"]["text"].partition("/")
    status, text, _ = run(out, "--find", found["label"]["text"])
    assert status == 0
    assert text.splitlines() == [f"{near}: port 25 of E01", f"{far}: port 7 of C01"]
    assert answer(out, "--find", near) == [
        {"identifier": near, "device": "compute/edge/1", "name": "E01", "port": "25"}
    ]
    status, text, _ = run(out, "--find", "4BK.A01-01:99")
    assert status == 1
    assert text.startswith("4BK.A01-01:99 names ")
    kept = answer(out, "--room", "DC", "--floor", "")
    assert kept["identifiers"]["rack"] == "DC.A01"
    assert answer(out, "--scheme", "none")["identifiers"] is None
    own = answer(out, "--identifier", "{row}{rack}/{u}-{port}")["identifiers"]
    assert (own["scheme"], own["template"], own["rack"]) == ("own", "{row}{rack}/{u}-{port}", "A1")


def test_wrong_schemes_are_refused_with_the_reason(sixty, run):
    for options, reason in (
        (("--identifier", "{rack}{u}-{port}"), "'110-0' has two meanings"),
        (("--scheme", "iso", "--room", "b 3"), "room: type at most 8 capital letters"),
        (("--scheme", "iso", "--floor", "9999"), "floor: type at most 3 digits"),
        (("--scheme", "own"), "scheme own needs a template"),
        (("--scheme", "iso", "--identifier", "{port}"), "belongs to scheme own"),
        (("--room", "A"), "give --scheme, too"),
        (("--find", "x"), "give --scheme"),
        (("--scheme", "iso", "--take", "--find", "x"), "--take: does nothing with --find"),
        (("--scheme", "none", "--floor", "4"), "--floor: does nothing with --scheme none"),
    ):
        status, _, error = run(sixty, *options)
        assert status == 2, options
        assert reason in error, error


def test_schemes_are_listed_with_their_fields_and_sources(run):
    status, text, _ = run("--schemes")
    assert status == 0
    assert "scheme iso: ISO-compatible, TIA-606-B" in text
    assert "  4BK01-55:50/DC.C03-14:04: near end: floor 4" in text
    assert text.count("  source: ") == 4
