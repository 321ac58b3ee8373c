"""Checks of channels over panels: loss, reach, units for panels, cables that no panel serves."""

from collections.abc import Iterator

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.number_text import counted
from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.cable_ends import unknown_ends
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.engine.structured.loss import losses_of
from fatdesk.engine.structured.placing import free_units, nearest_rack
from fatdesk.engine.structured.polarity import ONE_ROW, WHY, order_of, positions_of, remedy
from fatdesk.engine.structured.structured import NO_CHOICE, PlacedPanel, Structured


def check_structured(
    structured: Structured, floor: Floor, catalog: Catalog, rules: CablingRules
) -> list[Finding]:
    """Findings about channels and their panels; limits of vendors are rules of a profile."""
    return [
        *_ends(structured, floor, rules),
        *_without_units(structured, floor, catalog, rules),
        *_without_panel_racks(structured, floor, rules),
        *_unserved(structured),
        *_too_long(structured, catalog),
        *_losses(structured, catalog),
        *_orders(structured, catalog),
    ]


def _ends(structured: Structured, floor: Floor, rules: CablingRules) -> Iterator[Finding]:
    devices = [device for made in structured.cabling.fabrics for device in made.fabric.ids]
    for text in unknown_ends(rules.panel_ends, floor, devices):
        fix = "change the ends of cables over panels (`cabling.panel_ends`)"
        yield Finding(Severity.ERROR, "panel-ends", "cabling", text, fix)


ADD = "add panel racks (*Add panel racks* on the page of a cable, `fatdesk panels --add-racks`)"


def _without_units(
    structured: Structured, floor: Floor, catalog: Catalog, rules: CablingRules
) -> Iterator[Finding]:
    panels: dict[int, list[PlacedPanel]] = {}
    for panel in structured.panels:
        panels.setdefault(panel.rack, []).append(panel)
    full = {rack: some for rack, some in panels.items() if any(panel.u is None for panel in some)}
    if not full:
        return
    free = [
        free_units(
            rack,
            catalog,
            [(panel.u, panel.part.height_u) for panel in panels.get(number, ()) if panel.u is not None],
        )
        for number, rack in enumerate(floor.racks)
    ]
    most = max(sum(panel.part.height_u for panel in some) for some in full.values())
    for rack, some in full.items():
        label = rack_label(floor.racks[rack])
        lacking = [panel.part.height_u for panel in some if panel.u is None]
        text = f"no free units for {len(lacking)} of its {counted(len(some), 'panel')}"
        fix = "" if rules.panel_racks == "devices" else f"{ADD}, or "
        fix += (
            f"keep {most} U for panels and design again (Space kept free: `room.reserve` with"
            f" `rack: all, height_u: {most}, note: panels`),"
            f" or move devices of at least {sum(lacking)} U out of the rack"
        )
        near = nearest_rack(floor, rack, free, sum(lacking))
        if near is not None:
            fix += f"; {rack_label(floor.racks[near])} is the nearest with as many free units"
        yield Finding(Severity.ERROR, "panel-units", label, text, fix, (label,))


def _without_panel_racks(structured: Structured, floor: Floor, rules: CablingRules) -> Iterator[Finding]:
    """Racks of devices that keep their panels, although these are to be in panel racks."""
    if rules.panel_racks != "own":
        return
    labels = [rack_label(floor.racks[rack]) for rack in structured.needs if structured.homes[rack] == rack]
    if labels:
        text = f"no panel rack has room for the panels of {', '.join(labels[:MOST_NAMED])}"
        if len(labels) > MOST_NAMED:
            text += f" and {len(labels) - MOST_NAMED} more"
        yield Finding(
            Severity.WARNING, "panel-racks", "cabling", f"{text}: they stay there", ADD, tuple(labels)
        )


MOST_NAMED = 5


def _unserved(structured: Structured) -> Iterator[Finding]:
    for why, count in structured.unserved:
        cables = "1 cable goes" if count == 1 else f"{count:,} cables go"
        text = f"{cables} directly instead of over panels: {why}"
        fix = "add cassettes and trunks for it to the catalog, or change the rules of panels"
        yield Finding(Severity.WARNING, "no-panel", "cabling", text, fix)
    if structured.in_one_rack:
        cables = "1 cable goes" if structured.in_one_rack == 1 else f"{structured.in_one_rack:,} cables go"
        text = f"{cables} directly: the panels at both ends would be in the same panel rack"
        yield Finding(Severity.NOTE, "no-panel", "cabling", text, "have panel racks at both ends")


def _too_long(structured: Structured, catalog: Catalog) -> Iterator[Finding]:
    """Channels beyond the reach of their signal, and pieces that are not sold as long as needed."""
    for fabric, some in enumerate(structured.channels):
        made = structured.cabling.fabrics[fabric]
        beyond: list[tuple[int, int]] = []
        short: set[str] = set()
        for channel, cable in enumerate(some.cable.tolist()):
            choice = made.choices[made.choice[cable]]
            reach = choice.option.stated_reach_um
            if reach is not None and choice.ordered_um > reach:
                beyond.append((choice.ordered_um, cable))
            if NO_CHOICE in some.cord[channel].tolist():
                short.add(choice.option.cable.id)
            trunk = structured.trunks[some.trunk[channel]]
            if trunk.choice == NO_CHOICE:
                short.add(trunk.part.id)
        if beyond:
            longest, cable = max(beyond, key=lambda pair: (pair[0], -pair[1]))
            reach = made.choices[made.choice[cable]].option.stated_reach_um or 0
            [name] = link_ids(made.fabric, made.heads[[cable]], catalog)
            number = "1 link" if len(beyond) == 1 else f"{len(beyond):,} links"
            text = (
                f"{number} of {made.fabric.name} over panels, up to {m_from_um(longest):g} m with all pieces:"
                f" the signal reaches {m_from_um(reach):g} m"
            )
            fix = "use transceivers with a longer reach, or move the racks closer together"
            yield Finding(Severity.ERROR, "beyond-reach", name, text, fix)
        for part in sorted(short):
            text = "is not sold as long as some pieces of channels need"
            yield Finding(Severity.ERROR, "too-short", part, text, "add a longer one to the catalog")


def _losses(structured: Structured, catalog: Catalog) -> Iterator[Finding]:
    """Channels whose loss is above the budget of their transceivers, and figures that are not known."""
    missing: dict[str, str] = {}
    for fabric, some in enumerate(structured.channels):
        made = structured.cabling.fabrics[fabric]
        over: list[tuple[float, int, float]] = []
        for channel, loss in enumerate(losses_of(structured, fabric)):
            missing |= dict.fromkeys(
                loss.missing, "loss is not known: the loss of channels with it is unknown"
            )
            text = "loss budget is not known: losses of channels between them are not judged"
            missing |= dict.fromkeys(loss.unstated, text)
            if loss.loss_db is not None and loss.limit_db is not None and loss.loss_db > loss.limit_db + 1e-9:
                over.append((loss.loss_db, channel, loss.limit_db))
        if over:
            most, channel, limit = max(over, key=lambda one: (one[0] - one[2], -one[1]))
            [name] = link_ids(made.fabric, made.heads[some.cable[[channel]]], catalog)
            number = "1 link" if len(over) == 1 else f"{len(over):,} links"
            text = (
                f"{number} of {made.fabric.name} over panels lose up to {most:.2f} dB, {limit:g} dB allowed"
            )
            fix = (
                "use cassettes and cables of lower loss, adapters instead of cassettes, or other transceivers"
            )
            yield Finding(Severity.ERROR, "channel-loss", name, text, fix)
    for part, text in sorted(missing.items()):
        yield Finding(Severity.NOTE, "unknown-figure", part, text, "enter it in the catalog")


def _orders(structured: Structured, catalog: Catalog) -> Iterator[Finding]:
    """Channels in which senders do not reach the receivers that they should, and pieces of unknown type."""
    unknown: dict[str, None] = {}
    two_rows: dict[str, int] = {}
    for fabric, some in enumerate(structured.channels):
        made = structured.cabling.fabrics[fabric]
        found: dict[tuple[str, str, str], list[int]] = {}
        for channel in range(len(some.cable)):
            trunk = structured.trunks[some.trunk[channel]]
            cord = structured.cord(fabric, channel)
            found.setdefault((cord.id, trunk.kit.cassette.id, trunk.part.id), []).append(channel)
        for channels in found.values():
            trunk = structured.trunks[some.trunk[channels[0]]]
            cord, cassette, part = structured.cord(fabric, channels[0]), trunk.kit.cassette, trunk.part
            fibres = (part.fibres or 0) // trunk.plugs
            verdict = order_of(cord, cassette, part, fibres=fibres)
            if verdict == "right":
                continue
            if verdict is None:
                lacking = (cassette, part) if cassette.port.startswith("lc") else (cord, cassette, part)
                unknown |= dict.fromkeys(one.id for one in lacking if one.polarity is None)
                count = max(fibres, positions_of(cassette.rear))
                if count > ONE_ROW:
                    two_rows[part.id] = count
                continue
            [name] = link_ids(made.fabric, made.heads[some.cable[channels[:1]]], catalog)
            number = "1 link" if len(channels) == 1 else f"{len(channels):,} links"
            types = ", ".join(
                f"{what} {one.polarity}"
                for what, one in (("patch cords", cord), ("cassettes", cassette), ("trunk", part))
                if one.polarity is not None
            )
            text = f"{number} of {made.fabric.name} over panels: {WHY[verdict]} (types: {types})"
            fix = remedy(cord, cassette, part, fibres=fibres)
            yield Finding(Severity.ERROR, "fibre-order", name, text, fix)
    for part_id in sorted(unknown):
        text = "polarity is not known: the order of fibres over panels with it is not judged"
        yield Finding(Severity.NOTE, "unknown-figure", part_id, text, "enter it in the catalog")
    for part_id, count in sorted(two_rows.items()):
        text = (
            f"its plugs have {count} fibres in two rows: the order of fibres over panels with it is not "
            "judged, as types A, B and C do not state how the rows of two plugs meet"
        )
        fix = "compare the makers' drawings of trunk, cassette and patch cord, or use plugs with one row"
        yield Finding(Severity.NOTE, "fibre-order", part_id, text, fix)
