"""Loss of channels: fibre by its length, and the mated pairs of the panels.

The plugs in transceivers are no part of a channel, as in IEEE 802.3: the loss budget of a transceiver is
compared with what lies between both.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fatdesk.core.units import UM_PER_M
from fatdesk.engine.catalog.parts import Cassette, Transceiver
from fatdesk.engine.structured.structured import NO_CHOICE, Structured

UM_PER_KM = 1_000 * UM_PER_M


def loss_db(fibres: Iterable[tuple[int | None, float | None]], pairs: Iterable[float | None]) -> float | None:
    """The loss of fibres, each by length in micrometres and loss of a kilometre, and of mated pairs, in dB.

    None where a figure is not known.

    >>> loss_db([(100_000_000, 0.4)], [0.35] * 4), loss_db([(50_000_000, 3.0)], [0.35] * 4)
    (1.44, 1.55)
    >>> loss_db([(100_000_000, None)], [0.35]) is None
    True
    """
    total = 0.0
    for length, per_km in fibres:
        if length is None or per_km is None:
            return None
        total += length / UM_PER_KM * per_km
    for pair in pairs:
        if pair is None:
            return None
        total += pair
    return round(total, 6)


class ChannelLoss(NamedTuple):
    """Loss of a channel.

    Attributes
    ----------
    pairs
        Mated pairs at its panels.
    length_um
        Ordered length of its pieces together; None: a piece is not long enough.
    loss_db, limit_db
        Its loss, and the smaller loss budget of both transceivers; None: not known.
    missing
        Parts whose figures the loss lacks.
    """

    pairs: int
    length_um: int | None
    loss_db: float | None
    limit_db: float | None
    missing: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    """Transceivers without a loss budget."""


def losses_of(structured: Structured, fabric: int) -> list[ChannelLoss]:
    """The loss of each channel of a fabric; channels of the same pieces share one value."""
    made, some = structured.cabling.fabrics[fabric], structured.channels[fabric]
    known: dict[tuple[int, int, int, int], ChannelLoss] = {}
    found = []
    for channel, (cable, trunk, (near, far)) in enumerate(
        zip(some.cable.tolist(), some.trunk.tolist(), some.cord.tolist(), strict=True)
    ):
        item = structured.trunks[trunk]
        key = int(made.choice[cable]), item.choice, near, far
        if key not in known:
            known[key] = _loss(structured, fabric, channel)
        found.append(known[key])
    return found


def loss_of(structured: Structured, fabric: int, cable: int) -> ChannelLoss | None:
    """Return the loss of the channel of a cable of a fabric; None: it goes directly."""
    channel = structured.channels[fabric].number.get(cable)
    return None if channel is None else _loss(structured, fabric, channel)


def largest_loss(structured: Structured) -> tuple[float | None, bool]:
    """Return the largest known loss of all channels in dB, and whether that of some is not known."""
    every = [
        one.loss_db for fabric in range(len(structured.channels)) for one in losses_of(structured, fabric)
    ]
    known = [loss for loss in every if loss is not None]
    return max(known, default=None), len(known) < len(every)


def _loss(structured: Structured, fabric: int, channel: int) -> ChannelLoss:
    made, some = structured.cabling.fabrics[fabric], structured.channels[fabric]
    trunk = structured.trunks[some.trunk[channel]]
    cord = structured.cord(fabric, channel)
    near, far = some.cord[channel].tolist()
    ordered = [
        None if number == NO_CHOICE else made.laid.choices[number].ordered_um
        for number in (near, trunk.choice, far)
    ]
    parts = cord, trunk.part, cord
    cassette = trunk.kit.cassette
    pairs = pair_losses(cassette) * 2
    fibres = [(length, part.loss_db_per_km) for length, part in zip(ordered, parts, strict=True)]
    missing = [part.id for part in parts if part.loss_db_per_km is None]
    missing += [cassette.id] if None in pairs else []
    option = made.choices[made.choice[some.cable[channel]]].option
    modules = [module for module in (option.a, option.b) if isinstance(module, Transceiver)]
    budgets = [module.loss_max_db for module in modules if module.loss_max_db is not None]
    length = None if None in ordered else sum(one for one in ordered if one is not None)
    return ChannelLoss(
        len(pairs),
        length,
        loss_db(fibres, pairs),
        min(budgets) if modules and len(budgets) == len(modules) else None,
        tuple(dict.fromkeys(missing)),
        tuple(dict.fromkeys(module.id for module in modules if module.loss_max_db is None)),
    )


def pair_losses(cassette: Cassette) -> list[float | None]:
    """The loss of each mated pair of a cassette, from the patch cord to the trunk; None: not known."""
    front = [cassette.front_loss_db]
    return front if cassette.mated_pairs == 1 else [*front, cassette.rear_loss_db]
