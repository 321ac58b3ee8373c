"""Order of fibres over panels, against pin maps that are written out here, piece by piece.

The maps are those of TIA-568 arrays of 12 fibres (Types A, B, C), of duplex cords (A-to-B, A-to-A), and of
cassettes as makers draw the methods A, B, C and U1; see the table of docs/structured.md.
"""

import dataclasses
from itertools import product

import pytest
from msgspec.structs import replace

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.parts import Cable, Cassette
from fatdesk.engine.structured.checks import check_structured
from fatdesk.engine.structured.polarity import Ends, along, duplex_order, order_of, pairs_of, parallel_order
from fatdesk.engine.structured.stock import generic_part
from fatdesk.project.derived.derived import Derived
from tests.engine.structured import samples

TRUNKS = {
    "A": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "B": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "C": [2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11],
}
"""Where the fibres 1 to 12 end."""
CASSETTES = {
    "A": [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)],
    "B": [(12, 11), (10, 9), (8, 7), (6, 5), (4, 3), (2, 1)],
    "U1": [(1, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7)],
    "U2": [(12, 1), (11, 2), (10, 3), (9, 4), (8, 5), (7, 6)],
}
"""Fibres of the duplex ports 1 to 6: those of the sides A and B."""
CORDS = {"A": {"A": "A", "B": "B"}, "B": {"A": "B", "B": "A"}, None: {"A": "B", "B": "A"}}


def walked(cord, cassette, trunk, far_cassette, far_cord):
    """Where light that enters the cord of each port on side A leaves: port and side."""
    for port in range(6):
        side = CORDS[cord]["A"]
        fibre = CASSETTES[cassette][port]["AB".index(side)]
        arrives = TRUNKS[trunk][fibre - 1]
        there = next(n for n, pair in enumerate(CASSETTES[far_cassette]) if arrives in pair)
        side = "AB"[CASSETTES[far_cassette][there].index(arrives)]
        yield port, there, CORDS[far_cord][side]


def by_hand(*pieces):
    found = list(walked(*pieces))
    if any(side != "B" for _, _, side in found):
        return "senders"
    return "right" if all(port == there for port, there, _ in found) else "ports"


@pytest.mark.parametrize("kind", TRUNKS)
def test_trunks_are_those_of_the_tables(kind):
    assert [along(kind, fibre, 12) for fibre in range(1, 13)] == TRUNKS[kind]


@pytest.mark.parametrize("kind", CASSETTES)
def test_cassettes_are_those_of_the_tables(kind):
    assert list(pairs_of(kind, 12)) == CASSETTES[kind]


def test_every_combination_of_duplex_pieces_is_as_light_goes():
    """432 channels of every cord, cassette and trunk at both ends."""
    seen = set()
    for pieces in product(CORDS, CASSETTES, TRUNKS, CASSETTES, CORDS):
        verdict = duplex_order(Ends(*pieces), 12, 6)
        assert verdict == by_hand(*pieces), pieces
        seen.add(verdict)
    assert seen == {"right", "senders", "ports"}


@pytest.mark.parametrize(
    ("pieces", "verdict"),
    [
        (("B", "A", "A", "A", "A"), "right"),  # method A: one cord A-to-B, the other A-to-A
        (("B", "A", "A", "A", "B"), "senders"),
        (("B", "A", "B", "A", "B"), "ports"),  # method B without a reversed cassette: port 1 at port 6
        (("B", "B", "B", "A", "B"), "senders"),
        (("B", "A", "C", "A", "B"), "right"),  # method C
        (("B", "U1", "B", "U1", "B"), "right"),
        (("B", "U2", "B", "U2", "B"), "right"),
        (("B", "U1", "B", "U2", "B"), "senders"),
    ],
)
def test_the_methods_of_tia_568(pieces, verdict):
    assert duplex_order(Ends(*pieces), 12, 6) == verdict


@pytest.mark.parametrize("count", [8, 12, 16])
def test_parallel_channels_are_right_where_they_reverse(count):
    """Lanes of every combination of five pieces, followed one by one."""
    maps = {
        "A": list(range(count)),
        "B": list(range(count))[::-1],
        "C": [n ^ 1 for n in range(count)],
    }
    for pieces in product("ABC", repeat=5):
        arrived = list(range(count))
        for kind in pieces:
            arrived = [maps[kind][n] for n in arrived]
        verdict = parallel_order(Ends(*pieces), count)
        if arrived == list(range(count))[::-1]:
            assert verdict == "right"
        else:
            met = {arrived[n] for n in range(count // 2)} & set(range(count // 2))
            assert verdict == ("senders" if met else "lanes")
    assert parallel_order(Ends(*"BBBBB"), count) == "right"
    assert parallel_order(Ends(*"BABAB"), count) == "right"
    assert parallel_order(Ends(*"BABBB"), count) == "senders"


def test_what_is_not_known_is_not_judged():
    assert parallel_order(Ends("B", None, "B", "B", "B"), 12) is None
    assert parallel_order(Ends(*"BBBBB"), 24) is None  # two rows
    assert duplex_order(Ends(None, "A", None, "A", None), 12, 6) is None


@pytest.mark.parametrize("base", [8, 12])
@pytest.mark.parametrize("plug", ["lc-duplex-os2", "mpo-12-os2"])
def test_generic_pieces_go_together(base, plug):
    cassette = generic_part(f"generic-cassette-{plug}-base{base}")
    trunk = generic_part(f"generic-trunk-144-base{base}-{cassette.rear}")
    assert isinstance(cassette, Cassette)
    assert isinstance(trunk, Cable)
    cord = Cable(
        id="cord", medium="fibre", connectors=(plug, plug), lanes=4 if plug[0] == "m" else 1, polarity="B"
    )
    assert order_of(cord, cassette, trunk, fibres=base) == "right"


def project_with(trunk, cord):
    """Four units over trunks and patch cords of given types."""
    project = samples.four_units()
    used = samples.four_units_derived().structured.trunks[0].part
    own = replace(used, id="our-trunk", polarity=trunk)
    fibres = [part for part in project.parts if isinstance(part, Cable) and part.medium == "fibre"]
    cords = [replace(part, polarity=cord) for part in fibres]
    others = [part for part in project.parts if part not in fibres]
    return replace(project, parts=tuple(sorted([*others, *cords, own], key=lambda part: part.id)))


def findings_with(trunk, cord):
    derived = Derived(project_with(trunk, cord))
    floor, rules = derived.project.floor, derived.project.cabling
    return check_structured(derived.structured, floor, derived.catalog, rules)


def test_a_wrong_trunk_is_an_error_that_names_what_would_help():
    [found] = [one for one in findings_with("A", "B") if one.rule == "fibre-order"]
    assert "1,024 links of compute over panels: lanes" in found.text or "senders meet senders" in found.text
    assert "use trunks of Type B" in found.fix
    assert not [one for one in findings_with("B", "B") if one.rule == "fibre-order"]


def test_a_patch_cord_of_unknown_type_is_noted():
    found = findings_with("B", None)
    assert not [one for one in found if one.rule == "fibre-order"]
    assert [one.where for one in found if "polarity is not known" in one.text] == ["nvidia-mfp7e10-n"]


def test_plugs_with_two_rows_are_noted_with_what_decides():
    """MPO-24: what the types state is not enough, so that nothing is said to be right or wrong."""
    derived = samples.four_units_derived()
    made = derived.structured
    wide = []
    for one in made.trunks:
        cassette = replace(one.kit.cassette, rear="mpo-24-om4")
        part = replace(one.part, id="wide", fibres=24 * one.plugs)
        wide.append(one._replace(part=part, kit=dataclasses.replace(one.kit, cassette=cassette)))
    changed = dataclasses.replace(made, trunks=tuple(wide))
    floor, rules = derived.project.floor, derived.project.cabling
    found = check_structured(changed, floor, derived.catalog, rules)
    [note] = [one for one in found if one.rule == "fibre-order"]
    assert (note.where, note.severity) == ("wide", Severity.NOTE)
    assert note.text.startswith("its plugs have 24 fibres in two rows: the order of fibres over panels")
    assert note.fix.startswith("compare the makers' drawings")
