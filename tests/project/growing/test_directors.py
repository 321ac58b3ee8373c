"""From the report of a fabric with directors to its change order, against counts of its design.

Each of E leaf switches has 18 hosts and 3 uplinks to each of 6 directors, whose cards have 18 ports: uplink k
of leaf e is port 3 e + k of its director, so E leaves need E / 6 cards, and every figure follows from E.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.change_order.rows import Action, order_csv
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.growth.changes import Fate
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.adopting import adopt_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.growing.expected import expected_today
from fatdesk.project.growing.policies import policy_results
from fatdesk.project.growing.work import Work
from tests.project.growing.test_change_order import Installer, table, wiring

CATALOG = load_shipped([])
DIRECTORS, HOSTS, UPLINKS, BOARDS = 6, 18, 18, 18
SMALL, LARGE = 12, 192
PARTS = {"hosts": "server-1u", "leaf*": "ib-36", "dir*": "modular-648"}


def links(leaves: int) -> Iterator[tuple[int, int, int, int]]:
    """GUID and port of both ends of each link: of hosts, of uplinks, and inside of the directors."""
    for leaf in range(leaves):
        for host in range(HOSTS):
            yield 0x100 + leaf, host + 1, 0x40000000 + leaf * HOSTS + host, 1
        for up in range(UPLINKS):
            port = 3 * leaf + up % 3
            yield 0x100 + leaf, 19 + up, card(up // 3, port // 18), port % 18 + 1
    for director in range(DIRECTORS):
        for slot in range(leaves // 6):
            for board in range(BOARDS):
                yield card(director, slot), 19 + board, card(director, 0x800 + board), slot + 1


def card(director: int, slot: int) -> int:
    """The GUID of the chip of a card; of a fabric board from 0x800 on."""
    return 0x1000000 * (director + 1) + slot


def named(guid: int) -> str:
    if guid >= 0x40000000:
        return f"node{guid - 0x3FFFFFFF:04} mlx4_0"
    director, slot = divmod(guid, 0x1000000)
    if not director:
        return f"MF0;leaf{guid - 0xFF:03}:SX6036/U1"
    chip = f"S{slot - 0x7FF:02}" if slot >= 0x800 else f"L{slot + 1:02}"
    return f"MF0;dir{director}:IS5600/{chip}/U1"


def idle_cards(leaves: int, cards: int) -> Iterator[tuple[int, int, int, int]]:
    """Links inside of the directors of cards that no cable goes to, up to a number of cards."""
    for director in range(DIRECTORS):
        for slot in range(leaves // 6, cards):
            for board in range(BOARDS):
                yield card(director, slot), 19 + board, card(director, 0x800 + board), slot + 1


def report(leaves: int, cards: int = 0) -> str:
    ends: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for a, p, b, q in (*links(leaves), *idle_cards(leaves, cards)):
        ends[a].append((p, b, q))
        ends[b].append((q, a, p))
    found = []
    for guid, own in ends.items():
        if guid >= 0x40000000:
            found.append(f'caguid=0x{guid:x}\nCa\t1 "H-{guid:016x}"\t\t# "{named(guid)}"\n')
        else:
            found.append(
                f'switchguid=0x{guid:x}({guid:x})\nSwitch\t36 "S-{guid:016x}"\t\t# "{named(guid)}"\n'
            )
        for port, far, at in sorted(own):
            kind = "H" if far >= 0x40000000 else "S"
            found.append(f'[{port}]\t"{kind}-{far:016x}"[{at}]\t\t# "{named(far)}" lid 2 4xQDR\n')
        found.append("\n")
    return "".join(found)


@cache
def adopted(leaves: int) -> Project:
    found = read_discovered(report(leaves).encode(), "site.net")
    return adopt_project(found, CATALOG, PARTS).project


@cache
def grown(leaves: int, later: int) -> Work:
    step = GrowthStep(hosts=(HostTarget(name="node", count=later * HOSTS),))
    [found] = policy_results(adopted(leaves), (step,), CATALOG, [("in-place",)])
    assert not found.why_not
    [work] = found.works
    return work


def bought(work: Work) -> Counter[str]:
    return Counter({line.part: line.needed for line in work.purchases.lines if line.length_m is None})


SIZES = [
    (SMALL, SMALL + 6),
    pytest.param(LARGE, 216, marks=pytest.mark.slow, id="3,456 to 3,888 hosts"),
]


@pytest.mark.parametrize(("leaves", "later"), SIZES)
def test_adopted_grown_and_ordered_without_a_wrong_figure(leaves: int, later: int) -> None:
    before = Derived(adopted(leaves))
    assert len(before.rows) == leaves * (HOSTS + UPLINKS)
    work, more = grown(leaves, later), later - leaves
    assert work.moved == 0
    assert {one.fate for stage in work.stages for one in stage.changes} == {Fate.ADDED}
    assert sum(len(stage.changes) for stage in work.stages) == more * (HOSTS + UPLINKS)
    assert [stage.domains for stage in work.stages if stage.domains] == [(f"dir{n}",) for n in range(1, 7)]
    lines = bought(work)
    assert (lines["server-1u"], lines["ib-36"]) == (more * HOSTS, more)
    assert lines["modular-648/line-card"] == more // 6 * DIRECTORS
    assert not {"modular-648", "modular-648/fabric-board"} & set(lines)


@pytest.mark.parametrize(("leaves", "later"), SIZES)
def test_its_order_makes_the_wiring_after_the_step_and_mounts_the_cards(leaves: int, later: int) -> None:
    work = grown(leaves, later)
    order = work.order("site, step 1")
    hands = Installer(wiring(work.grown.before))
    for row in table(order_csv(order)):
        hands.do(row)
    assert hands.wiring() == wiring(work.grown.after)
    cards = [row for row in order.rows() if row.action is Action.MOUNT and "line-card" in row.part]
    slots = f"slots {leaves // 6 + 1} to {later // 6}" if later - leaves > 6 else f"slot {later // 6}"
    assert sorted(row.target.device for row in cards if row.target) == [f"dir{n}" for n in range(1, 7)]
    assert all(row.note.endswith(f"into {slots}") for row in cards)
    assert {row.stage for row in cards} == {1}
    mounted = [row for row in order.rows() if row.action is Action.MOUNT and row not in cards]
    assert len(mounted) == (later - leaves) * (HOSTS + 1)


def test_the_report_of_the_network_after_the_step_is_as_planned() -> None:
    """The report of 18 leaves, chip by chip, against the project that grew to them."""
    after = grown(SMALL, SMALL + 6).grown.after
    [data] = BY_NAME["fabric.net"].make(after.plan).values()
    for text in (data, report(SMALL + 6).encode()):
        built = expected_today(after, read_discovered(text, "after.net")).compared()
        assert built.matched == built.planned == len(after.rows)
        assert not built.differences


@pytest.mark.parametrize("cards", [4, 36])
def test_directors_with_more_cards_than_needed_stay_two_levels(cards: int) -> None:
    """No card is bought, no cable moves: 18 leaves need three cards of each director."""
    found = read_discovered(report(SMALL, cards).encode(), "site.net")
    project = adopt_project(found, CATALOG, PARTS).project
    step = GrowthStep(hosts=(HostTarget(name="node", count=18 * HOSTS),))
    for made in policy_results(project, (step,), CATALOG, [("in-place",), ("sized",)]):
        [work] = made.works
        assert work.moved == 0
        after = work.grown.after.fabrics[0]
        levels = Counter(
            (int(after.level[node]), after.parts[after.part[node]].cards) for node in after.nodes(1)
        )
        assert levels == {(1, 0): 18, (2, cards): DIRECTORS}
        assert {"server-1u", "ib-36"} == {
            part for part in bought(work) if not part.startswith(("rack", "tray"))
        }
