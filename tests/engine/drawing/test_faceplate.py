"""Squares of ports: none over another, cages in the order of the chassis, lanes within their cage."""

import numpy as np
import pytest

from fatdesk.engine.drawing.faceplate import WIDEST, faceplate, ports_at
from fatdesk.engine.wiring.ports import MANAGEMENT


def places(cards, cages, links):
    return tuple((card, cage) for card in range(cards) for cage in range(cages) for _ in range(links))


@pytest.mark.parametrize(
    ("cards", "cages", "links"),
    [(1, 1, 1), (1, 2, 2), (1, 4, 1), (1, 5, 1), (1, 36, 1), (1, 32, 2), (1, 64, 2), (9, 16, 1), (18, 36, 1)],
)
def test_no_port_overlaps_another_and_all_are_inside(cards, cages, links):
    made = faceplate(places(cards, cages, links))
    assert len(made.squares) == cards * cages * links
    left, top, wide, high = made.squares.T
    assert (wide > 0).all()
    assert (left >= 0).all()
    assert (top >= 0).all()
    assert (left + wide <= made.wide + 1e-9).all()
    assert (top + high <= made.high + 1e-9).all()
    for number, (x, y, w, h) in enumerate(made.squares.tolist()):
        assert ports_at(made.squares, x + w / 2, y + h / 2) == [number]
    assert len(made.cards) == (cards if cards > 1 else 0)
    assert made.wide <= WIDEST


def test_odd_cages_are_above_even_ones():
    """As on printed port maps: 1 over 2, 3 over 4."""
    made = faceplate(places(1, 36, 1)).squares
    assert np.allclose(made[0::2, 0], made[1::2, 0])
    assert (made[0::2, 1] < made[1::2, 1]).all()
    assert (np.diff(made[0::2, 0]) > 0).all()


def test_a_split_cage_shares_its_square():
    made = faceplate(((0, 0), (0, 1), (0, 1), (0, 2))).squares
    assert np.isclose(made[1, 2] + made[2, 2], made[0, 2])
    assert made[1, 0] < made[2, 0] < made[3, 0]


@pytest.mark.parametrize(("ports", "managed"), [(32, 1), (36, 2), (4, 3), (0, 2), (64, 5)])
def test_management_ports_are_apart_at_the_right(ports, managed):
    """The ports of the network are where they are without them."""
    data = tuple((0, cage) for cage in range(ports))
    whole = faceplate((*data, *((MANAGEMENT, cage) for cage in range(managed))))
    main = faceplate(data)
    assert np.array_equal(whole.squares[:ports], main.squares)
    left, top, wide, high = whole.squares[ports:].T
    assert (left > main.wide).all()
    assert (left + wide <= whole.wide).all()
    assert (top + high <= whole.high).all()
    assert whole.high >= main.high
    assert len({(x, y) for x, y in zip(left.tolist(), top.tolist(), strict=True)}) == managed
