"""Design for a point of an exploration, made with a switch from the catalog."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.posing import pose
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.families import star, three_level, two_level
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import EdgeOption, Problem
from fatdesk.engine.families.uses import shared_params, use
from fatdesk.networks.topologies import egft, hyperx

Network = Egft | HyperX


@dataclass(frozen=True)
class SwitchChoice:
    """A switch on sale that has the ports of a point.

    ``price`` is of one switch and ``total`` of all, None where it is unknown.
    """

    option: EdgeOption
    price: Decimal | None
    currency: str
    count: int

    @property
    def total(self) -> Decimal | None:
        """Cost of all switches."""
        return None if self.price is None else self.price * self.count

    @property
    def title(self) -> str:
        """The part, and its cards."""
        bought = self.option.configuration
        return f"{bought.part}, {bought.cards} cards" if bought.cards else bought.part


def choices(
    requirements: Requirements, fabric: FabricRequirement, network: Network, catalog: Catalog
) -> list[SwitchChoice]:
    """Switches of which a point can be built, cheapest first, those of unknown price last.

    All ports of the hosts' links and of those between switches are of one kind; of a modular switch the
    fewest cards that do.

    Raises
    ------
    FatdeskError
        When the fabric requires more than such a network, or no switch fits; the text says why.
    """
    problem = _problem(requirements, fabric, catalog)
    enough: dict[str, SwitchChoice] = {}
    most = 0
    for option in problem.edges:
        if not option.one_kind or option.split != 1 or problem.matcher.join(option.down, option.down) is None:
            continue
        most = max(most, option.down.count)
        bought = option.configuration
        if option.down.count >= network.radix:
            made = SwitchChoice(option, bought.price, bought.currency, network.switches)
            known = enough.get(bought.part)
            if known is None or bought.cards < known.option.configuration.cards:
                enough[bought.part] = made
    if not enough:
        raise FatdeskError(
            f"no switch in the catalog has {network.radix} ports of one kind for these hosts and for each "
            f"other, the most is {most}"
        )
    return sorted(
        enough.values(), key=lambda one: (one.price is None, one.price or 0, one.option.configuration.part)
    )


def design_of(
    requirements: Requirements,
    fabric: FabricRequirement,
    network: Network,
    part: tuple[str, int],
    catalog: Catalog,
) -> Design:
    """The design of a point over a switch, given by its part and its number of cards.

    Trees of two levels are the family ``two-level``; of three levels ``egft``, where a tree of two levels
    has as many links up as down; other trees are built from M, C and K unchanged, and lattices as
    ``hyperx``: in each case with the links of the point. Its places that have no host stay free ports.

    Raises
    ------
    FatdeskError
        When the fabric requires more than such a network, or the switch is none of `choices`.
    """
    for one in choices(requirements, fabric, network, catalog):
        bought = one.option.configuration
        if (bought.part, bought.cards) == part:
            problem = _problem(requirements, fabric, catalog)
            shared = shared_params(problem, one.option)
            if isinstance(network, HyperX):
                return _lattice(network, one.option, problem.hosts, shared)
            return _tree(network, one.option, problem.hosts, shared)
    raise FatdeskError(f"part {part[0]!r} does not fit this network: use one of those that have its ports")


def network_of(design: Design, hosts: int) -> Network | None:
    """The tree or lattice that a design is, whatever its switches; None: it is neither.

    Parameters
    ----------
    hosts
        Hosts, and hosts that represent external bandwidth.

    Examples
    --------
    >>> two = Design(family="two-level", parts=(), params={"P_En": 18, "E": 22, "C": 18, "B": 1, "U": 18})
    >>> network_of(two, 396)
    Egft(M=(18, 22), C=(1, 18), K=(1, 1))
    """
    if max(design.number("rails", 1), 1) * max(design.number("planes", 1), 1) > 1:
        return None
    try:
        found = _network_of(design, hosts)
    except ValueError:
        return None
    return None if found is None or found.ports < hosts else found


def _network_of(design: Design, hosts: int) -> Network | None:
    params, number = design.params, design.number
    if "on_up" in params:  # hosts of two rates, dealt to edge switches each on its own
        return None
    if design.family == star.NAME:
        return Egft((number("P_En"),), (1,), (1,))
    if design.family == two_level.NAME:
        whole = number("U") == number("C") * number("B")
        return Egft((number("P_En"), number("E")), (1, number("C")), (1, number("B"))) if whole else None
    if design.family == three_level.NAME and "c" in params:
        K = _numbers(params["K"])
        return Egft(_numbers(params["M"]), (1, number("c"), number("C")), K)
    if design.family == egft.NAME:
        return Egft(_numbers(params["M"]), _numbers(params["C"]), _numbers(params["K"]))
    if design.family == hyperx.NAME:
        return HyperX(_numbers(params["S"]), _numbers(params["K"]), number("T"), hosts)
    return None


def _numbers(text: int | str) -> tuple[int, ...]:
    """Whole numbers that a parameter lists; ValueError: others."""
    return tuple(map(int, str(text).split("-")))


def links_between(network: Network) -> int:
    """Links between switches.

    >>> links_between(Egft((16, 4), (1, 8), (1, 2))), links_between(HyperX((4, 4), (1, 1), 8))
    (64, 48)
    """
    return network.links - network.ports if isinstance(network, Egft) else network.links


def blocking_of(network: Network, hosts: int) -> Fraction:
    """Half the hosts over the links of a bisection; 1 at least."""
    if isinstance(network, Egft):
        return network.ratio
    return max(Fraction(1), Fraction(hosts, 2) / network.bisection)


def check_edges_anywhere(fabric: FabricRequirement) -> None:
    """Refuse what no point has: edge switches by rack or group, given core switches, special members.

    Raises
    ------
    FatdeskError
        When the fabric requires them.
    """
    if fabric.members or fabric.switches_of:
        raise FatdeskError(
            f"fabric {fabric.name!r} joins members in ways of their own, and networks are explored for equal "
            "hosts: leave members and switches_of out"
        )
    what = {
        "edges_per_rack": ("edge switches per rack", "edge switches for hosts of any rack"),
        "edges_per_group": ("edge switches per group", "edge switches without groups"),
        "core_count": ("core switches", "as many core switches as needed"),
    }
    for key, (counted, explored) in what.items():
        if count := getattr(fabric, key):
            raise FatdeskError(
                f"fabric {fabric.name!r} has {count} {counted} ({key}), "
                f"and networks are explored with {explored}: leave {key} out"
            )


def _problem(requirements: Requirements, fabric: FabricRequirement, catalog: Catalog) -> Problem:
    if fabric.rails * fabric.planes > 1 or fabric.extra_ports:
        raise FatdeskError(
            f"fabric {fabric.name!r} has {fabric.rails} rails, {fabric.planes} planes and "
            f"{fabric.extra_ports} extra ports: a point has one of each and none, so it does not fit"
        )
    check_edges_anywhere(fabric)
    problem = pose(requirements, fabric, catalog).problem
    if problem.blades:
        raise FatdeskError(
            f"fabric {fabric.name!r} joins blades, whose edge switches sit in enclosures; points have none"
        )
    return problem


def _lattice(network: HyperX, option: EdgeOption, hosts: int, shared: dict[str, int | str]) -> Design:
    sides = [(s, k) for s, k in zip(network.S, network.K, strict=True) if s > 1]
    if not sides:
        return _one_switch(option, network.T, shared)
    return Design(
        family=hyperx.NAME,
        parts=(use("edge", option.configuration, network.switches),),
        params={
            "S": "-".join(str(s) for s, _ in sides),
            "K": "-".join(str(k) for _, k in sides),
            "T": network.T,
            "E": network.switches,
            "B": max(k for _, k in sides),
            "blocking": str(blocking_of(network, hosts)),
            **shared,
        },
    )


def _one_switch(option: EdgeOption, places: int, shared: dict[str, int | str]) -> Design:
    return Design(
        family=star.NAME,
        parts=(use("edge", option.configuration, 1),),
        params={
            "E": 1,
            "C": 0,
            "P_En": places,
            "P_Ec": 0,
            "B": 0,
            "blocking": "1",
            "U": 0,
            "spread": 0,
            **shared,
        },
    )


def _tree(network: Egft, option: EdgeOption, hosts: int, shared: dict[str, int | str]) -> Design:
    M, C, K = network.M, network.C, network.K
    if network.levels == 1:
        return _one_switch(option, M[0], shared)
    bought, uplinks = option.configuration, C[1] * K[1]
    edges = network.modules(1)
    common: dict[str, int | str] = {
        "P_En": M[0],
        "P_Ec": uplinks,
        "U": uplinks,
        "E": edges,
        "B": K[1],
        "blocking": str(max(Fraction(1), Fraction(M[0], uplinks))),
        "spread": int(hosts < network.ports),
        **shared,
    }
    if network.levels == 2:
        return Design(
            family=two_level.NAME,
            parts=(use("edge", bought, edges), use("core", bought, C[1])),
            params={**common, "C": C[1]},
        )
    if network.levels == 3 and C[2] * K[2] == M[1] * uplinks and (M[1] * K[1]) % K[2] == 0:
        return Design(
            family=three_level.NAME,
            parts=(
                use("edge", bought, edges),
                use("middle", bought, network.modules(2) * C[1]),
                use("core", bought, C[2]),
            ),
            params={
                **common,
                **network.params(),
                "C": C[2],
                "c": C[1],
                "m": M[1],
                "pods": M[2],
                "unit": 1,
                "W": C[2] * K[2],
            },
        )
    between = sum(network.modules(level) * C[level - 1] for level in range(2, network.levels))
    return Design(
        family=egft.NAME,
        parts=(
            use("edge", bought, edges),
            use("middle", bought, between),
            use("core", bought, C[-1]),
        ),
        params={
            **network.params(),
            "E": edges,
            "B": max(K),
            "blocking": str(blocking_of(network, hosts)),
            **shared,
        },
    )
