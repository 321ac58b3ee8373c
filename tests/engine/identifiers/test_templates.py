"""Templates of identifiers: published identifiers are printed and parsed, and no text has two meanings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.engine.identifiers.fields import FIELDS, PATTERNS
from fatdesk.engine.identifiers.schemes import SCHEMES, Identifiers
from fatdesk.engine.identifiers.template import cable_template_of, template_of


def test_the_rack_of_the_grid_is_printed_and_parsed():
    rack = Identifiers(scheme="tia-grid").cable.end.rack
    values = {"floor": "1", "room": "A", "grid": "AJ05"}
    assert rack.parse("1A-AJ05") == values
    assert rack.print(values) == "1A-AJ05"
    assert rack.print({"grid": "AJ05"}) == "AJ05"
    assert rack.print({"floor": "1", "room": "A"}) is None


def test_a_cable_of_the_compatible_form_is_printed_and_parsed():
    cable = Identifiers(scheme="iso").cable
    near = {"floor": "4", "room": "BK", "rack": 1, "u": 55, "port": "50"}
    far = {"room": "DC", "row": "C", "rack": 3, "u": 14, "port": "4"}
    assert cable.parse("4BK01-55:50/DC.C03-14:04") == (near, far)
    assert cable.print(near, far) == "4BK01-55:50/DC.C03-14:04"
    assert cable.end.parse("4BK01-55:50") == near
    assert cable.parse("4BK01-55:50") is None


def test_rack_unit_and_port_are_printed_and_parsed():
    end = Identifiers(scheme="rack-unit").cable.end
    values = {"number": 1, "u": 24, "port": "8", "side": "A"}
    assert end.parse("R1-U24-P8A") == values
    assert end.print(values) == "R1-U24-P8A"


def test_chassis_and_slots_from_the_top_are_printed_and_parsed():
    end = Identifiers(scheme="from-top").cable.end
    values = {"row": "A", "rack": 1, "chassis": 3, "slot": 10, "port": "5"}
    assert end.parse("A01-03-10-05") == values
    assert end.print(values) == "A01-03-10-05"
    assert end.print({**values, "slot": ""}) == "A01-03-05"
    assert end.parse("A01-03-05") == {"row": "A", "rack": 1, "chassis": 3, "port": "5"}


def test_each_scheme_states_its_source_and_how_its_example_is_read():
    for name, scheme in SCHEMES.items():
        cable = Identifiers(scheme=name).cable
        assert scheme.source
        assert scheme.meaning
        assert any(
            (
                cable.parse(scheme.example),
                cable.end.parse(scheme.example),
                cable.end.rack.parse(scheme.example),
            )
        )


def test_numbers_are_parsed_as_they_are_printed_alone():
    end = Identifiers(scheme="from-top").cable.end
    assert end.parse("A1-3-10-5") is None
    assert end.parse("A001-03-10-05") is None
    assert end.parse("A100-03-10-05")["rack"] == 100


OWN = (
    "{label}-U{u:02}-P{port}",
    "{device}:{port}",
    "[{floor}.]{room}.{row}{rack:02}/{u_from_top:02}[-{slot}]-{port:03}[{side}][.{leg}]",
)
EVERY = (*(scheme.template for scheme in SCHEMES.values()), *OWN)


@st.composite
def values_of(draw, template):
    """Values of the fields of a template, some without those that may be missing."""
    found = {}
    for field in template.fields:
        shape = FIELDS[field].shape
        if shape == "number":
            value = draw(st.integers(0, 9999))
        elif shape == "port":
            value = draw(st.one_of(st.integers(0, 300).map(str), st.sampled_from(["mgmt", "mgmt2"])))
        elif shape == "text":
            value = draw(st.text("AZaz09-.:>/", min_size=1, max_size=6))
        else:
            value = draw(
                st.from_regex(PATTERNS[shape](1), fullmatch=True).filter(
                    lambda text: len(text) < 9 and text.isascii()
                )
            )
        if field in template.required or draw(st.booleans()):
            found[field] = value
    return found


@pytest.mark.parametrize("text", EVERY)
@given(data=st.data())
def test_what_is_printed_is_parsed_to_a_text_of_the_same_bytes(text, data):
    template = template_of(text)
    values = data.draw(values_of(template))
    printed = template.print(values)
    found = template.parse(printed)
    assert template.print(found) == printed
    assert found.items() <= values.items()
    if "[[" not in text:
        assert found == values


@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
def test_both_ends_of_a_cable_are_told_apart(name, data):
    cable = Identifiers(scheme=name).cable
    near, far = data.draw(values_of(cable.end)), data.draw(values_of(cable.end))
    printed = cable.print(near, far)
    found = cable.parse(printed)
    assert found == (cable.end.parse(cable.end.print(near)), cable.end.parse(cable.end.print(far)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "printable characters"),
        ("x" * 201, "printable characters"),
        ("R\n{rack}", "printable characters"),
        ("rack", "contains no field"),
        ("{rack", "'{rack' is not understood"),
        ("{shelf}", "{shelf} is not understood; known fields: {floor}"),
        ("{rack}-{rack}", "{rack} occurs twice"),
        ("{device:02}", "{device} is not a number"),
        ("[{slot}", "each [ needs its ]"),
        ("{slot}]", "each ] needs its ["),
        ("[-]{port}", "a part in [ ] needs a field of its own"),
        ("{floor}{rack}", "'010' has two meanings, floor 01, rack 0 or floor 0, rack 10"),
        ("{row}{room}", "'AAA' has two meanings, row AA, room A or row A, room AA"),
        ("{label}-{device}", "has two meanings, label"),
        ("[{slot}]{port}", "has two meanings"),
    ],
)
def test_wrong_and_ambiguous_templates_are_refused_with_the_reason(text, reason):
    with pytest.raises(FatdeskError) as refused:
        template_of(text)
    assert reason in str(refused.value)


def test_a_template_whose_ends_run_into_each_other_is_refused():
    assert template_of("{port}.{leg}").parse("3.1") == {"port": "3", "leg": 1}
    with pytest.raises(FatdeskError, match="has two meanings"):
        cable_template_of("{port}[.{leg}]", ".")


def test_digits_next_to_each_other_may_differ_by_their_first_letters():
    assert template_of("{row}{rack}{side}").parse("AB12C") == {"row": "AB", "rack": 12, "side": "C"}


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"scheme": "own"}, "scheme own needs a template"),
        ({"scheme": "own", "template": "{u}{port}"}, "two meanings"),
        ({"scheme": "iso", "template": "{port}"}, "belongs to scheme own"),
    ],
)
def test_a_choice_that_does_not_fit_its_template_is_refused(keys, reason):
    with pytest.raises(UnsoundError, match=reason):
        Identifiers(**keys)
