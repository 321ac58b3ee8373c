"""Figures of channels over panels: mated pairs, panels, loss, and parts whose plugs do not mate."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from fatdesk.engine.catalog.parts import Cable, Cassette
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values
from fatdesk.engine.structured.loss import ChannelLoss, losses_of
from fatdesk.engine.structured.structured import Structured

PANELS = 2
"""Panels of a channel."""


def _of_fabrics(placed: Placed, figure: Callable[[ChannelLoss], float | None], missing: str) -> Values:
    """Fabrics with channels, each with its largest known figure."""
    structured = placed.structured
    names, amounts, places, unknown, bound = [], [], [], [], []
    if structured is not None:
        for fabric, some in enumerate(structured.channels):
            if not len(some.cable):
                continue
            found = [figure(one) for one in losses_of(structured, fabric)]
            known = [(value, channel) for channel, value in enumerate(found) if value is not None]
            worst = max(known, key=lambda pair: (pair[0], -pair[1]), default=None)
            made = structured.cabling.fabrics[fabric]
            names.append(made.fabric.name)
            amounts.append(np.nan if worst is None else worst[0])
            places.append("")
            unknown.append(missing if len(known) < len(found) else "")
            bound.append(len(known) < len(found))
    return Values(names, np.array(amounts, np.float64), np.array(bound, bool), places, unknown)


class Piece(NamedTuple):
    """A part of channels, and the first piece that it is in."""

    part: Cable | Cassette
    where: str
    mates: tuple[Cassette, ...] = ()
    """Cassettes that a patch cord or trunk is plugged into."""
    is_trunk: bool = False


def pieces_in(structured: Structured, names: Callable[[int, int], str]) -> Iterator[Piece]:
    """The parts of all channels, each once with the first piece that has it.

    Parameters
    ----------
    names
        The id of a link by fabric and cable.
    """
    found: dict[tuple[str, str], Piece] = {}
    for fabric, some in enumerate(structured.channels):
        for channel, cable in enumerate(some.cable.tolist()):
            trunk = structured.trunks[some.trunk[channel]]
            cord, cassette = structured.cord(fabric, channel), trunk.kit.cassette
            for part, letter, is_trunk in (
                (cord, "A", False),
                (trunk.part, "B", True),
                (cassette, "B", False),
            ):
                key = part.id, cassette.id
                if key in found:
                    continue
                mates = () if isinstance(part, Cassette) else (cassette,)
                found[key] = Piece(part, f"{names(fabric, cable)}-{letter}", mates, is_trunk)
    yield from found.values()


def _is_mpo(part: Cable | Cassette) -> bool:
    return (part.connectors[0] if isinstance(part, Cable) else part.port).startswith("mpo")


def _other_polarity(piece: Piece) -> float | None:
    return None if piece.part.polarity is None else float(piece.part.polarity != "B")


def _other_gender(piece: Piece) -> float | None:
    if isinstance(piece.part, Cassette):
        return 0.0
    if piece.part.gender is None:
        return None
    return float(piece.part.gender != ("male" if piece.is_trunk else "female"))


def _other_polish(piece: Piece) -> float | None:
    if isinstance(piece.part, Cassette):
        return 0.0
    own = piece.part.polish
    mates = [some.rear_polish if piece.is_trunk else some.polish for some in piece.mates]
    if own is None or None in mates:
        return None
    return float(any(mate != own for mate in mates))


def _of_parts(
    placed: Placed, wrong: Callable[[Piece], float | None], missing: str, *, mpo: bool = True
) -> Values:
    """Parts of channels: 1 where one is wrong; of each part the worst."""
    pieces = placed.kept(_pieces)
    worst: dict[str, tuple[float | None, str]] = {}
    for piece in pieces:
        if mpo and not _is_mpo(piece.part):
            continue
        value = wrong(piece)
        before = worst.get(piece.part.id)
        if before is None or (value is not None and (before[0] is None or value > before[0])):
            worst[piece.part.id] = value, piece.where
    parts = sorted(worst)
    return Values.of(
        parts,
        [worst[part][0] for part in parts],
        places=[f"in {worst[part][1]}" for part in parts],
        unknown=["" if worst[part][0] is not None else missing for part in parts],
    )


def _pieces(placed: Placed) -> list[Piece]:
    return [] if placed.structured is None else list(pieces_in(placed.structured, placed.link_id))


FIGURES = (
    PhysicalFigure(
        "channel-panels",
        "fabric",
        "Panels in a channel",
        "",
        "Patch panels between both devices of a link.",
        lambda placed: _of_fabrics(placed, lambda _: PANELS, ""),
        0,
        short="Panels",
    ),
    PhysicalFigure(
        "channel-pairs",
        "fabric",
        "Mated pairs in a channel",
        "",
        "Ferrules that meet in the panels of a link; those in transceivers do not count.",
        lambda placed: _of_fabrics(placed, lambda one: one.pairs, ""),
        0,
        short="Mated pairs",
    ),
    PhysicalFigure(
        "channel-loss",
        "fabric",
        "Loss of a channel",
        "dB",
        "Loss of the fibres by their ordered length, and of the mated pairs, of the link that has most.",
        lambda placed: _of_fabrics(placed, lambda one: one.loss_db, "losses of some parts are not known"),
        2,
        short="Loss",
    ),
    PhysicalFigure(
        "channel-polarity",
        "part",
        "Pieces of another polarity than Type B",
        "",
        "1 where a patch cord, trunk or cassette with MPO is not of Type B by TIA-568, else 0.",
        lambda placed: _of_parts(placed, _other_polarity, "its polarity is not known"),
        0,
        short="Other polarity",
    ),
    PhysicalFigure(
        "channel-gender",
        "part",
        "Pieces with the wrong plugs",
        "",
        "1 where a patch cord with MPO has pins, or a trunk has none, else 0.",
        lambda placed: _of_parts(placed, _other_gender, "whether its plugs have pins is not known"),
        0,
        short="Wrong plugs",
    ),
    PhysicalFigure(
        "channel-polish",
        "part",
        "Pieces that mate APC with UPC",
        "",
        "1 where the end faces of a patch cord or trunk differ from those of a cassette, else 0.",
        lambda placed: _of_parts(
            placed, _other_polish, "the polish of its end faces is not known", mpo=False
        ),
        0,
        short="APC with UPC",
    ),
)
"""Figures of channels over panels."""
