"""Device types written by hand: each doubt, each refusal with its line, racks, adapters, taken ids."""

from typing import Any

import pytest

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.engine.catalog.parts import Adapter, Equipment, Ports, PowerUnit, RackPart
from fatdesk.engine.devicetypes.proposal import Proposal, accepted_parts, propose_all
from fatdesk.engine.devicetypes.sockets import socket_of

HEAD = "manufacturer: Acme\nmodel: S-1024-A\nslug: acme-s-1024-a\nu_height: 1\n"


def ports(count: int, kind: str = "100gbase-x-qsfp28", name: str = "p{}") -> str:
    rows = "".join(f"  - {{name: {name.format(n)}, type: {kind}}}\n" for n in range(1, count + 1))
    return f"interfaces:\n{rows}"


def read(text: str, **more: Any) -> Proposal:
    [proposal] = propose_all([("lib/Acme/f.yaml", text.encode())], **more)
    if proposal.refused is not None:
        raise proposal.refused
    return proposal


def rules(text: str) -> dict[str, str]:
    return {found.rule: found.text for found in read(text).findings}


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        (HEAD + "weight: 3\nmodel: other\n", 6, "model"),
        (HEAD + "interfaces:\n  - name: a\n    type: b\n    name: c\n", 8, "interfaces[0].name"),
        (HEAD + "u_height: 2\n", 5, "u_height"),
        ("model: x\n", 1, "manufacturer"),
        (HEAD + "weight: heavy\n", 5, "weight"),
        (HEAD.replace("u_height: 1", "u_height: -1"), 4, "u_height"),
        (HEAD + "interfaces: {a: b}\n", 5, "interfaces"),
        ("- a\n", 1, "file"),
    ],
)
def test_refused_with_the_line(text: str, line: int, field: str) -> None:
    with pytest.raises((InputError, InputErrors)) as caught:
        read(text)
    assert f"f.yaml:{line}: {field}: " in str(caught.value)
    assert str(propose_all([("f.yaml", text.encode())])[0].refused).startswith("f.yaml:")


def test_keys_that_nobody_knows_are_left_aside() -> None:
    assert read(HEAD + "front_image: true\nextra: [1, 2]\n" + ports(4)).part is not None


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("100base-tx", (0.1, "rj45", 1, "ethernet")),
        ("10gbase-t", (10, "rj45", 1, "ethernet")),
        ("2.5gbase-t", (2.5, "rj45", 1, "ethernet")),
        ("10gbase-x-sfpp", (10, "sfp", 1, "ethernet")),
        ("40gbase-x-qsfpp", (40, "qsfp", 4, "ethernet")),
        ("400gbase-x-qsfpdd", (400, "qsfp-dd", 8, "ethernet")),
        ("800gbase-x-osfp", (800, "osfp", 8, "ethernet")),
        ("1.6tbase-x-osfp1600", (1600, "osfp224", 8, "ethernet")),
        ("infiniband-sdr", (10, "qsfp", 4, "infiniband")),
        ("infiniband-fdr", (56, "qsfp", 4, "infiniband")),
        ("infiniband-edr-2x", (50, "qsfp28", 2, "infiniband")),
        ("infiniband-ndr-4x", (400, "osfp", 4, "infiniband")),
        ("infiniband-xdr", (800, "osfp224", 4, "infiniband")),
        ("ieee802.11ax", None),
        ("32gfc-sfp28", None),
        ("0gbase-t", None),
        ("1.2.3gbase-t", None),
        ("other", None),
    ],
)
def test_words_of_types(word: str, expected: tuple[float, str, int, str] | None) -> None:
    socket = socket_of("p", word)
    found = socket and (socket.rate_gbps, socket.connector, socket.lanes, socket.protocol)
    assert found == expected


@pytest.mark.parametrize(
    ("number", "stated", "suggested"),
    [
        ("0123", "without quotes", None),
        ("'0123'", "is a number", None),
        ("1e5", "without quotes", None),
        ("12:30", "without quotes", None),
        ("036000291452", "bar code", "S-1024-A"),
        ("036000291453", "without quotes", None),
    ],
)
def test_numeric_part_numbers(number: str, stated: str, suggested: str | None) -> None:
    proposal = read(f"{HEAD}part_number: {number}\n{ports(8)}")
    assert stated in {found.rule: found.text for found in proposal.findings}["numeric-part-number"]
    assert ("without quotes" in proposal.findings[0].text) == ("'" not in number)
    assert proposal.part is not None
    assert proposal.part.part_number == number.strip("'")  # no digit is lost
    assert [s.suggested for s in proposal.suggestions] == ([suggested] if suggested else [])


@pytest.mark.parametrize("line_break", ["\r\n", "\r", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("number", ["0123", "'0123'"])
def test_part_numbers_after_any_line_break_of_yaml(number: str, line_break: str) -> None:
    text = f"{HEAD}part_number: {number}".replace("\n", line_break)
    [found] = [one for one in read(text).findings if one.rule == "numeric-part-number"]
    assert ("without quotes" in found.text) == ("'" not in number)


def test_numbers_in_a_part_number_are_no_number() -> None:
    assert "numeric-part-number" not in rules(HEAD + "part_number: 12-A\n" + ports(8))


def test_heights() -> None:
    half = read(HEAD.replace("u_height: 1", "u_height: 1.5") + ports(8))
    assert half.part is not None
    assert (half.part.height_u, half.part.sources["height_u"]) == (2, "1.5 U, rounded up")
    assert half.findings[0].rule == "height-half"
    none = read(HEAD.replace("u_height: 1\n", "") + ports(8))
    assert (none.part and none.part.height_u, none.findings[0].rule) == (None, "height-unknown")


def test_mass_without_a_unit_stays_unknown_until_accepted() -> None:
    proposal = read(HEAD + "weight: 7.5\n" + ports(8))
    assert proposal.part is not None
    assert (proposal.part.mass_kg, proposal.findings[0].rule) == (None, "mass")
    assert proposal.accepted([0]).mass_kg == 7.5
    assert "corrected" in proposal.accepted([0]).sources["mass_kg"]
    assert read(HEAD + "weight: 500\nweight_unit: g\n" + ports(8)).part.mass_kg == 0.5
    assert rules(HEAD + "weight: 0\nweight_unit: kg\n" + ports(8)).keys() == {"mass"}


def test_sisters_with_the_same_ports() -> None:
    """Any difference is told of sisters with the same ports, more than a quarter of others of the series."""

    def file(model: str, weight: float, count: int) -> tuple[str, bytes]:
        text = f"manufacturer: Acme\nmodel: {model}\nslug: {model.lower()}\nu_height: 1\nweight: {weight}\n"
        return model, (text + "weight_unit: kg\n" + ports(count)).encode()

    def heavy(*files: tuple[str, bytes]) -> set[str]:
        return {p.file for p in propose_all(files) if any(f.rule == "sibling-mass" for f in p.findings)}

    assert heavy(file("S-1024-F", 9, 32), file("S-1024-R", 9.1, 32)) == {"S-1024-R"}
    assert heavy(file("S-1024", 8, 32), file("S-1025", 10, 16)) == set()
    assert heavy(file("S-1024", 8, 32), file("S-1025", 10.1, 16)) == {"S-1025"}


def test_gaps_in_numberings() -> None:
    whole = ports(32)
    assert "ports-missing" not in rules(HEAD + whole)
    gone = whole.replace("  - {name: p17, type: 100gbase-x-qsfp28}\n", "")
    assert rules(HEAD + gone)["ports-missing"] == "lists 31 of 32 ports: p17 is missing"
    mended_part: Any = read(HEAD + gone).accepted([0])
    assert mended_part.ports == (
        Ports(count=32, connector="qsfp28", rate_gbps=100, lanes=4, protocol="ethernet"),
    )
    elsewhere = gone + "  - {name: q17, type: 10gbase-x-sfpp}\n"
    assert "ports-missing" not in rules(HEAD + elsewhere)
    huge = ports(9).replace("p9", "p999999999999")
    assert "ports-missing" not in rules(HEAD + huge)


def test_ports_twice_and_of_unknown_types() -> None:
    text = HEAD + ports(8) + "  - {name: p1, type: 10gbase-x-sfpp}\n  - {name: r, type: 32gfc-sfp28}\n"
    found = rules(text)
    assert found["port-twice"] == "the port 'p1' is listed 2 times; the first counts"
    assert found["port-type"].startswith("1 ports of type 32gfc-sfp28 are left out")
    [group] = read(text).part.ports
    assert (group.count, group.connector) == (8, "qsfp28")


def test_rack_types() -> None:
    text = (
        "manufacturer: Acme\nmodel: R42\nslug: acme-r42\nform_factor: 4-post-cabinet\nu_height: 42\n"
        "outer_width: 600\nouter_depth: 1200\nouter_height: 78.5\nouter_unit: {unit}\nweight: 130\n"
        "max_weight: 1500\nweight_unit: kg\n"
    )
    inches = text.replace("600", "24").replace("1200", "48")
    part = read(inches.format(unit="in")).part
    assert isinstance(part, RackPart)
    assert (part.width_mm, part.depth_mm) == (609.6, 1219.2)
    assert (part.height_u, part.height_mm, part.mass_kg, part.mass_limit_kg) == (42, 1993.9, 130, 1500)
    part = read(text.format(unit="mm").replace("78.5", "1991")).part
    assert isinstance(part, RackPart)
    assert (part.width_mm, part.depth_mm, part.height_mm) == (600, 1200, 1991)
    assert read(text.format(unit="mm").replace("u_height: 42\n", "")).missing[0] == "height_u"


def test_modules() -> None:
    """Few ports are an adapter's; a card goes into the chassis whose series it names."""
    adapter = read("manufacturer: Acme\nmodel: N2\n" + ports(2)).part
    assert isinstance(adapter, Adapter)
    chassis = (
        "manufacturer: Acme\nmodel: Big 7708\nslug: acme-7708\nu_height: 13\nmodule-bays:\n"
        "  - {name: Linecard 1}\n  - {name: Linecard 2}\n  - {name: Fabric 1}\n  - {name: PSU 1}\n"
    )
    card = "manufacturer: ACME\nmodel: C-32\ndescription: line card of the 7700 series\n" + ports(32)
    other = "manufacturer: ACME\nmodel: C-33\ndescription: line card of the 7800 series\n" + ports(32)
    big, mine, strange = propose_all(
        [("big", chassis.encode()), ("mine", card.encode()), ("strange", other.encode())]
    )
    assert [c.name for c in big.part.cards] == ["C-32"]
    assert [(m.name, m.count) for m in big.part.fixed] == [("fabric", 1)]
    assert (mine.part, mine.findings, mine.card is not None) == (None, (), True)
    assert [found.rule for found in strange.findings] == ["equipment"]


def test_a_server_takes_the_ports_of_an_adapter() -> None:
    text = HEAD + "interfaces: [{name: BMC, type: 1000base-t, mgmt_only: true}]\n"
    alone = read(text)
    assert isinstance(alone.part, Equipment)
    assert (alone.part.what, alone.missing[0], str(alone.kind)) == ("server", "ports", "server")
    adapter = Adapter(id="a", ports=(Ports(count=1, connector="osfp-flt", rate_gbps=400, lanes=4),))
    part: Any = read(text, adapter=adapter).part
    assert (part.ports, part.sources["ports"]) == (adapter.ports, "the adapter a")


def test_ids_that_are_taken() -> None:
    text = (HEAD + ports(8)).encode()
    one, two = propose_all(
        [("a", text), ("b", text)], taken={"acme-s-1024-a": "mine", "acme-s-1024-a-2": "mine"}
    )
    assert one.findings[0].text == "its id acme-s-1024-a is that of a part that is there already"
    assert one.suggestions[0].suggested == "acme-s-1024-a-3"
    assert two.findings[0].rule == "id-taken"
    found = accepted_parts([one, two], [])
    assert [part.id for _, part in found.parts] == ["acme-s-1024-a"]
    [(left_out, of, part_id, suggestion)] = found.clashes
    assert (left_out, of, part_id, suggestion) == (1, 0, "acme-s-1024-a", 0)
    found = accepted_parts([one, two], [(1, 0)])
    assert [part.id for _, part in found.parts] == ["acme-s-1024-a", "acme-s-1024-a-3"]
    assert not found.clashes


@pytest.mark.parametrize(("text", "mass"), [(".5", 0.5), ("'.5'", 0.5), ("5.", 5.0), ("'+2.50'", 2.5)])
def test_weights_as_people_write_them(text: str, mass: float) -> None:
    part: Any = read(HEAD + f"weight: {text}\nweight_unit: kg\n" + ports(8)).part
    assert part.mass_kg == mass


def test_the_names_of_interfaces_are_kept_as_names_of_ports() -> None:
    """Those of a known system as its name, others one by one, of twin ports cage by cage."""

    def names(*interfaces: str, kind: str = "100gbase-x-qsfp28") -> Any:
        rows = "".join(f"- {{name: {name}, type: {kind}}}\n" for name in interfaces)
        part: Any = read(HEAD + "interfaces:\n" + rows).part
        return [(naming.system, naming.names) for naming in part.port_names]

    many = [f"swp{n}" for n in range(1, 33)]
    assert names(*many) == [("cumulus", ())]
    ours = [f"uplink-{n}-east" for n in range(1, 33)]
    assert names(*ours) == [("listed", tuple(ours))]
    twins = [f"P{n}/{k}" for k in (1, 2) for n in range(1, 17)]
    listed = dict(names(*twins, kind="400gbase-x-osfp"))
    assert [name for some in listed.values() for name in some][:4] in ([], ["P1/1", "P1/2", "P2/1", "P2/2"])


def test_a_file_that_comes_again_is_no_other_part() -> None:
    text = (HEAD + ports(8)).encode()
    again = {"acme-s-1024-a": "device type Acme/f.yaml, the library of May"}
    assert propose_all([("lib/Acme/f.yaml", text)], taken=again)[0].findings == ()
    [other] = propose_all([("lib/Acme/g.yaml", text)], taken=again)
    assert [found.rule for found in other.findings] == ["id-taken"]


def test_where_figures_come_from() -> None:
    text = HEAD + "comments: see https://example.org/sheet.pdf.\n" + ports(8)
    part = read(text, origin="the library of May (CC0)").part
    assert part is not None
    assert part.source == "device type Acme/f.yaml, the library of May (CC0), https://example.org/sheet.pdf"


def test_numbers_of_suggestions() -> None:
    with pytest.raises(InputError, match="has no suggestion 3, there are 0"):
        read(HEAD + ports(8)).accepted([3])


@pytest.mark.parametrize(
    ("types", "inlet"),
    [
        (("iec-60320-c20", "iec-60320-c20"), "C20"),
        (("iec-60320-c14", "iec-60320-c20"), None),
        (("dc",), None),
    ],
)
def test_inlets_are_those_that_all_supplies_have(types: tuple[str, ...], inlet: str | None) -> None:
    rows = "".join(f"  - {{name: psu{n}, type: {word}}}\n" for n, word in enumerate(types))
    part = read(f"{HEAD}power-ports:\n{rows}{ports(32)}").part
    assert part is not None
    assert part.inlet == inlet


def test_outlets_are_counted_by_their_kind_where_all_state_it() -> None:
    kinds = ["iec-60320-c13"] * 3 + ["iec-60320-c19", "nema-5-20r"]
    rows = "".join(f"  - {{name: o{n}, type: {word}}}\n" for n, word in enumerate(kinds))
    part = read(f"{HEAD}power-outlets:\n{rows}").part
    assert isinstance(part, PowerUnit)
    assert (part.outlets, part.c13_outlets, part.c19_outlets) == (5, 3, 1)
    part = read(f"{HEAD}power-outlets:\n{rows}  - {{name: other}}\n").part
    assert isinstance(part, PowerUnit)
    assert (part.outlets, part.c13_outlets, part.c19_outlets) == (6, None, None)
