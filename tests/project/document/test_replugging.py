"""Plugs exchanged in a network: links go with them, bundles are told anew, what cannot be is refused."""

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.project.document.replugging import exchanged
from tests.engine import plan_samples as samples

FABRIC = samples.nodes_60().fabrics[0]
E1, E4, C1, C2 = (FABRIC.ids.index(f"compute/{name}") for name in ("edge/1", "edge/4", "core/1", "core/2"))


def joined(fabric):
    ends = zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
    return {frozenset({(a, p), (b, q)}) for (a, b), (p, q) in ends}


def test_two_uplinks_change_places() -> None:
    changed = exchanged(FABRIC, [((C1, 0), (C2, 0))])
    gone, come = joined(FABRIC) - joined(changed), joined(changed) - joined(FABRIC)
    assert len(gone) == len(come) == 2
    far = {socket for link in gone for socket in link} - {(C1, 0), (C2, 0)}
    assert far == {socket for link in come for socket in link} - {(C1, 0), (C2, 0)}
    assert exchanged(changed, [((C1, 0), (C2, 0))]).ends.tolist() == FABRIC.ends.tolist()


def test_bundles_join_the_same_two_switches() -> None:
    changed = exchanged(FABRIC, [((C1, 0), (C2, 35))])
    between = (changed.kind[changed.ends] == 1).all(axis=1)
    pairs = {}
    for (a, b), number in zip(changed.ends[between].tolist(), changed.bundle[between].tolist(), strict=True):
        assert pairs.setdefault(number, (a, b)) == (a, b)
    assert len(set(pairs.values())) == len(pairs)
    same = (changed.ends == FABRIC.ends).all(axis=1)
    assert np.array_equal(changed.bundle[same], FABRIC.bundle[same])


def test_one_port_may_be_free() -> None:
    host = next(link for link in range(132) if FABRIC.ends[link, 0] == E4 and FABRIC.ports[link, 0] == 0)
    changed = exchanged(FABRIC, [((E4, 0), (E4, 17))])
    assert changed.ports[host].tolist() == [17, 0]


@pytest.mark.parametrize(
    ("pair", "stated"),
    [
        (((E4, 16), (E4, 17)), "nothing is plugged"),
        (((E1, 18), (C1, 0)), "of different kinds or levels"),
        (((E1, 0), (0, 0)), "of different kinds or levels"),
    ],
)
def test_what_cannot_be_is_refused(pair, stated: str) -> None:
    with pytest.raises(FatdeskError, match=stated):
        exchanged(FABRIC, [pair])


def test_backplanes_stay() -> None:
    fabric = samples.blades().fabrics[0]
    trace = int(np.flatnonzero(fabric.trace)[0])
    node, port = int(fabric.ends[trace, 0]), int(fabric.ports[trace, 0])
    with pytest.raises(FatdeskError, match="a backplane"):
        exchanged(fabric, [((node, port), (node, port + 1))])
