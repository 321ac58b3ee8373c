"""One label of each kind, of networks whose labels are known to differ without reading them all."""

from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs, distinct
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.wiring.rows import FabricRows, Writing, rows_of

NODES_A_STEP = 500
DIGITS = bytes.maketrans(b"123456789", b"000000000")


def label_kinds(
    cabling: Cabling, writing: Writing, longest: int
) -> Generator[None, None, list[tuple[str, str]] | None]:
    """Return one end of each kind: its label, and the device and port where it is; in small steps.

    Labels that differ in digits alone are of one kind. None where labels may be alike, longer than
    ``longest``, or are more than a text before the port, the port, and a text after it: they must be read.
    """
    found: list[tuple[str, str]] = []
    texts: dict[str, int] = {}
    devices: dict[str, int] = {}
    before: dict[str, str] = {}
    after: set[str] = set()
    used: list[tuple[Longs, Longs]] = []
    for rows in rows_of(cabling, writing):
        ends = rows.plain_ends()
        if ends is None:
            return None
        nodes, ports = ends
        here = np.zeros(rows.fabric.node_count, np.int64)
        here[nodes] = 1
        device, kind = here.copy(), here
        kinds: dict[bytes, int] = {}
        widest = 0
        every_node = np.flatnonzero(here)
        for number in range(0, len(every_node), NODES_A_STEP):
            yield
            some = every_node[number : number + NODES_A_STEP]
            seated = list(map(rows.seated, some.tolist()))
            if any(one.slot or len(one.around) != 2 for one in seated):
                return None
            firsts, lasts = zip(*(one.around for one in seated), strict=True)
            ids = [rows.fabric.ids[node] for node in some.tolist()]
            if list(map(before.setdefault, firsts, ids)) != ids:
                return None
            after.update(lasts)
            device[some] = [devices.setdefault(one, len(devices)) for one in ids]
            shapes = _shapes([f"{one.around[0]}\n{one.device}" for one in seated])
            kind[some] = [kinds.setdefault(shape, len(kinds)) for shape in shapes]
            widest = max(widest, *map(len, firsts))
        printed = _Printed.of(rows, texts)
        if printed is None:
            return None
        port = printed.start[rows.fabric.part[nodes]] + ports
        if len(after) > 1 or widest + printed.longest + sum(map(len, after)) > longest:
            return None
        used.append((device[nodes], printed.text[port]))
        yield
        every = printed.kind[port] * len(kinds) + kind[nodes]
        first_end = np.full(int(every.max(initial=0)) + 1, -1, np.int64)
        first_end[every[::-1]] = np.arange(len(every))[::-1]
        some = np.sort(first_end[first_end >= 0])
        found += map(rows.near_at, nodes[some].tolist(), ports[some].tolist())
        yield
    if any(longer.startswith(some) for some, longer in pairwise(sorted(before))):
        return None
    yield
    key = np.concatenate([np.zeros(0, np.int64), *(device * len(texts) + text for device, text in used)])
    return found if len(distinct(key)) == len(key) else None


def _shapes(texts: Sequence[str]) -> list[bytes]:
    """The texts with all digits alike."""
    shapes = "\0".join(texts).encode("utf-8", "surrogatepass").translate(DIGITS).split(b"\0")
    if len(shapes) != len(texts):  # a text with the separator in it
        return [text.encode("utf-8", "surrogatepass").translate(DIGITS) for text in texts]
    return shapes


class _Printed(NamedTuple):
    """Ports of the parts of a fabric, of part p from ``start[p]`` on: number and kind of their text.

    Attributes
    ----------
    longest
        Length of the longest text.
    """

    start: Longs
    text: Longs
    kind: Longs
    longest: int

    @classmethod
    def of(cls, rows: FabricRows, known: dict[str, int]) -> "_Printed | None":
        """Number the texts that are not known yet; None where two ports of a part have one text."""
        texts = [[f"{slot}/{name}" if slot else name for slot, name in ports] for ports in rows.printed]
        if any(len(set(some)) < len(some) for some in texts):
            return None
        start = np.cumsum([0, *map(len, texts)])[:-1]
        shapes = _shapes(["\n".join(port) for some in rows.printed for port in some])
        kinds: dict[bytes, int] = {}
        return cls(
            start,
            np.array([known.setdefault(one, len(known)) for some in texts for one in some], np.int64),
            np.array([kinds.setdefault(shape, len(kinds)) for shape in shapes], np.int64),
            max((len(one) for some in texts for one in some), default=0),
        )
