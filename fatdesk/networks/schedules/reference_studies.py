"""Schedule studies of the paper on universal fat-trees, ready to run."""

from typing import NamedTuple

from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.study import StudyNetwork

PAPER = "C. E. Leiserson, Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing (1985)"


class ReadyMadeSchedule(NamedTuple):
    """A study to begin with.

    Attributes
    ----------
    remark
        What it shows.
    """

    study: ScheduleStudy
    source: str
    remark: str


def _roots(leaves: int, *roots: int) -> tuple[StudyNetwork, ...]:
    return tuple(StudyNetwork(name=f"w = {w}", spec=f"universal:n={leaves},w={w}") for w in roots)


READY_MADE_SCHEDULES: tuple[ReadyMadeSchedule, ...] = (
    ReadyMadeSchedule(
        ScheduleStudy(
            name="Root capacities, complement", networks=_roots(64, 16, 32, 64), traffic="complement"
        ),
        f"{PAPER}, sections II and III",
        "64 hosts and three capacities of the root: every message crosses it, so that the channels below it "
        "decide the load factor; rounded up it is the lower bound on delivery cycles.",
    ),
    ReadyMadeSchedule(
        ScheduleStudy(name="Theorem 1, shuffle", networks=_roots(64, 16), traffic="shuffle", messages=6),
        f"{PAPER}, sections II and III",
        "64 hosts that send 6 messages each over a root of 16 wires: load factor 13.714 and 14 cycles, the "
        "fewest possible, far below the 96 that Theorem 1 guarantees; 17 cycles without a schedule.",
    ),
    ReadyMadeSchedule(
        ScheduleStudy(
            name="Trees and a lattice, uniform",
            networks=(
                StudyNetwork(name="Universal fat-tree", spec="universal:n=64,w=16"),
                StudyNetwork(name="4-ary 3-tree", spec="kary-tree:k=4,n=3"),
                StudyNetwork(name="Lattice", spec="hyperx:S=4-4,K=1-1,T=4"),
            ),
            messages=8,
        ),
        f"{PAPER}, section III",
        "64 hosts that send 8 messages each: cycles of a schedule, its lower bound, and cycles without a "
        "schedule. The lattice is no tree, so that it has loads of links only.",
    ),
)
"""In the order in which menus offer them."""
