"""Results of simulations, fault studies and schedules as tables and as JSON."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from fatdesk.cli.kit.tables import table, terminal_width
from fatdesk.core.schema import fields_of
from fatdesk.engine.drawing.charts.fault_charts import (
    failure_mode_text,
    fatal_of,
    named,
    sampled_text,
    throughput_text,
)
from fatdesk.networks.fault_tolerance.results import MeasuredFaults, ToleranceRow, binomial_interval
from fatdesk.networks.fault_tolerance.sampled.measure import (
    Quantity,
    SampledMeasure,
    SampledParameters,
    SampledPoint,
)
from fatdesk.networks.schedules.output import channel_text, study_in_json
from fatdesk.networks.schedules.results import MeasuredSchedule
from fatdesk.networks.schedules.traffic_result import TrafficResult
from fatdesk.networks.schedules.verdict import schedule_verdict
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text
from fatdesk.networks.simulation.point import BASE_LOAD, Latency, Point, between, throughput
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.networks.verdict import Verdict, amount_text, counted_text
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.fault_tolerance import ToFail, fatal_names
from fatdesk.project.studies.schedule import ToSchedule
from fatdesk.project.studies.simulation import ToMeasure
from fatdesk.project.studies.verdicts import failed_rate, failed_verdict, link_rate, simulated_verdict


def simulated_in_json(derived: Derived, one: ToMeasure, found: MeasuredCurve | None) -> dict[str, Any]:
    """The results of a network of a study, as JSON."""
    points = () if found is None else found.points
    rate = link_rate(derived, one.requested, one.on.switching.flit_bytes)
    return {
        "hosts": one.network.hosts,
        "scheme": one.scheme,
        "points": [point_in_json(point, rate) for point in points],
        **_figures(derived, one, found),
    }


def simulated_text(derived: Derived, one: ToMeasure, found: MeasuredCurve | None) -> str:
    """The results of a network of a study as text, after its name."""
    points = () if found is None else found.points
    rate = link_rate(derived, one.requested, one.on.switching.flit_bytes)
    figures = _figures(derived, one, found)
    return f", {one.network.hosts:,} hosts, {one.scheme}\n{curve_text(figures, points, rate)}"


def _figures(derived: Derived, one: ToMeasure, found: MeasuredCurve | None) -> dict[str, Any]:
    points = () if found is None else found.points
    base, saturation, most = base_of(points), between(points), throughput(points)
    verdict = simulated_verdict(derived, one.requested, one.on.switching, found, one.highest)
    rate = link_rate(derived, one.requested, one.on.switching.flit_bytes)
    return {
        "base_latency": base,
        "saturation": saturation,
        "throughput": most,
        **in_units(rate, base, saturation, most),
        **verdict_in_json(verdict),
    }


def verdict_in_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict by keys of the command line: the sentence, and what limits."""
    return {"verdict": verdict.text, "limit": verdict.limit}


def in_units(
    rate: LinkRate | None, base: float | None, saturation: float | None, most: float | None
) -> dict[str, Any]:
    """Figures in Gb/s and microseconds by keys of the command line; none where no rate is known."""
    if rate is None:
        return {}
    return {
        "link_gbps": rate.gbps,
        "flit_bytes": rate.flit_bytes,
        "cycle_ns": rate.cycle_ns,
        "base_latency_us": None if base is None else rate.us_of(base),
        "saturation_gbps": None if saturation is None else rate.gbps_of(saturation),
        "throughput_gbps": None if most is None else rate.gbps_of(most),
    }


def base_of(points: Sequence[Point]) -> float | None:
    """Base latency where its load is among the points."""
    return next((point.latency.mean for point in points if point.offered == BASE_LOAD), None)


def unsettled(points: Sequence[Point]) -> list[str]:
    """Return warnings about points that had not settled."""
    loads = [f"{point.offered:g}" for point in points if not point.settled]
    if not loads:
        return []
    what = "load" if len(loads) == 1 else "loads"
    return [f"not settled when counting began at {what} {', '.join(loads)}: give more --cycles or a --warmup"]


def point_in_json(point: Point, rate: LinkRate | None = None) -> dict[str, Any]:
    """A point by keys of the command line, without processor time; with Gb/s and us at a known rate."""
    fairness = point.fairness
    return {
        "offered": point.offered,
        "accepted": point.accepted,
        "accepted_ci95": point.accepted_ci95,
        "saturated": point.saturated,
        "latency": _latency_in_json(point.latency),
        "network_latency": _latency_in_json(point.network_latency),
        "packets": point.packets,
        "conflicts_per_cycle": point.conflicts_per_cycle,
        "received_per_cycle": point.received_per_cycle,
        "flit_hops": point.flit_hops,
        "warmup": point.warmup,
        "cycles": point.cycles,
        "settled": point.settled,
        "fairness": None if fairness is None else vars(fairness),
        "busiest_channel": float(point.channel_load.max(initial=0.0)),
        "seeds": point.seeds,
        **_point_in_units(point, rate),
    }


def _point_in_units(point: Point, rate: LinkRate | None) -> dict[str, Any]:
    if rate is None:
        return {}
    mean, p99 = point.latency.mean, point.latency.p99
    return {
        "offered_gbps": rate.gbps_of(point.offered),
        "accepted_gbps": rate.gbps_of(point.accepted),
        "latency_us": None if mean is None else rate.us_of(mean),
        "latency_p99_us": None if p99 is None else rate.us_of(p99),
    }


def _latency_in_json(latency: Latency) -> dict[str, Any]:
    return {
        "mean": latency.mean,
        "ci95": latency.ci95,
        "p50": latency.p50,
        "p99": latency.p99,
        "max": latency.most,
    }


def curve_text(figures: dict[str, Any], points: Sequence[Point], rate: LinkRate | None = None) -> str:
    """A table of points, and what follows from them; with Gb/s per host and us where the rate is known."""
    units = ["Gb/s", "us"] if rate is not None else []
    head = ["offered", "accepted", "+-", "latency", "+-", "p99", "in network", "conflicts", "packets", ""]
    rows = [[*head[:2], *units[:1], *head[2:4], *units[1:], *head[4:]]]
    rows += [_row(point, rate) for point in points]
    spare = ("packets", "conflicts", "in network", "p99")
    lines = [table(rows, frozenset(range(9 + len(units))), spare, terminal_width())]
    base, saturation, most = figures["base_latency"], figures["saturation"], figures["throughput"]
    if rate is not None:
        lines.append(f"units         {rate.text}")
    if figures.get("zero_load_latency") is not None:
        lines.append(
            f"zero load     {figures['zero_load_latency']:.1f} cycles, the mean of all pairs when alone"
        )
    if base is not None:
        lines.append(f"base latency  {_figure(base, '.1f')} cycles{_us(base, rate)}, at load {BASE_LOAD:g}")
    lines.append(f"saturation    {_figure(saturation, '.3f')}{_gbps(saturation, rate)}")
    lines.append(f"throughput    {_figure(most, '.3f')} flits per cycle and host{_gbps(most, rate)}")
    lines.append(f"verdict       {figures['verdict']}")
    return "\n".join(lines)


def _us(cycles: float | None, rate: LinkRate | None) -> str:
    return "" if cycles is None or rate is None else f" = {figure_text(rate.us_of(cycles))} us"


def _gbps(load: float | None, rate: LinkRate | None) -> str:
    return "" if load is None or rate is None else f" = {figure_text(rate.gbps_of(load))} Gb/s per host"


def _row(point: Point, rate: LinkRate | None) -> list[str]:
    remark = "saturated" if point.saturated else "" if point.settled else "not settled"
    mean = point.latency.mean
    units = ["", ""]
    if rate is not None:
        units = [
            figure_text(rate.gbps_of(point.accepted)),
            "-" if mean is None else figure_text(rate.us_of(mean)),
        ]
    return [
        f"{point.offered:g}",
        f"{point.accepted:.4f}",
        *([units[0]] if rate is not None else []),
        _figure(point.accepted_ci95, ".4f"),
        _figure(point.latency.mean, ",.1f"),
        *([units[1]] if rate is not None else []),
        _figure(point.latency.ci95, ",.1f"),
        _figure(point.latency.p99, ",.0f"),
        _figure(point.network_latency.mean, ",.1f"),
        f"{point.conflicts_per_cycle:.2f}",
        f"{point.packets:,}",
        remark,
    ]


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"


def of_nothing(network: str, fabric: str) -> dict[str, Any]:
    """The keys that every answer has, where no combinations are tried."""
    return {"network": network, "fabric": fabric, "rows": [], "always_tolerated": None, "fatal": []}


def found_in_json(
    found: MeasuredFaults, names: Mapping[int, str], verdict: Verdict, rate: LinkRate | None = None
) -> dict[str, Any]:
    """Return measured results as JSON, by keys of the command line."""
    on, always = found.on, found.always
    fatal = fatal_of(found)
    fields: dict[str, Any] = {
        "hosts": on.hosts,
        "scheme": on.scheme,
        "fails": on.faults.among,
        "whole": on.faults.whole,
        "rows": [_row_in_json(row) for row in found.rows],
        "always_tolerated": None if always is None else always.faults,
        "proof": None if always is None else always.proof,
        "fatal": [names[element] for element in fatal or ()],
        **verdict_in_json(verdict),
    }
    if on.sampled is None:
        return fields
    measure, parameters = on.sampled
    if on.degradation is not None:
        fields["traffic"] = on.degradation.traffic.pattern
    else:
        fields["measure"] = measure.name
    fields["points"] = [_point_in_json(found, measure, point, rate) for point in found.points]
    if on.degradation is not None:
        for name in ("measured", "drawn", "redraw", "injection", "counted"):
            fields[name] = getattr(on.degradation, name)
    else:
        fields |= {key: getattr(parameters, key) for key in fields_of(measure.parameters)}
    return fields


def _row_in_json(row: ToleranceRow) -> dict[str, Any]:
    return {
        "faults": row.faults,
        "combinations": row.combinations,
        "exhaustive": row.exhaustive,
        "tolerated": row.share,
        "ci95": list(_interval(row)),
        "pairs_connected": row.pairs_connected,
    }


def share_of_whole(found: MeasuredFaults, quantity: Quantity, point: SampledPoint) -> float | None:
    """Return the share of a quantity's value without failures; None where that was not measured."""
    first = found.points[0]
    whole = quantity.of(first).mean
    return None if first.faults or whole <= 0 else quantity.of(point).mean / whole


def _point_in_json(
    found: MeasuredFaults, measure: SampledMeasure, point: SampledPoint, rate: LinkRate | None
) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for quantity in measure.quantities:
        if rate is not None and quantity.is_rate:
            fields[f"{quantity.key}_gbps"] = rate.gbps_of(quantity.of(point).mean)
    fields["faults"] = point.faults
    for quantity in measure.quantities:
        fields.update(zip(quantity.fields, quantity.of(point), strict=True))
    fields["samples"] = point.samples
    for quantity in measure.quantities:
        if quantity.kept:
            before = "" if quantity.first else f"{quantity.key}_"
            fields[f"{before}of_no_faults"] = share_of_whole(found, quantity, point)
    return fields


def _interval(row: ToleranceRow) -> tuple[float, float]:
    """The 95 % interval of the share; the share itself where all combinations were tried."""
    return (row.share, row.share) if row.exhaustive else binomial_interval(row.tolerated, row.combinations)


def found_text(
    found: MeasuredFaults,
    elements: int,
    names: Mapping[int, str],
    verdict: Verdict,
    rate: LinkRate | None = None,
) -> str:
    """A head, a table of rows, and what follows from them; ``elements`` may fail."""
    on = found.on
    lines = [
        f"{on.hosts:,} hosts, routing {on.scheme}; {failure_mode_text(on.faults)} may fail ({elements:,})"
    ]
    if on.sampled is not None and found.points:
        lines.append(_points_table(found, elements, *on.sampled, rate))
    if found.rows:
        lines.append(_rows_table(found))
    if found.always is not None:
        least = "at least " if found.always.proof == "not proved" else ""
        lines.append(f"always tolerated  {least}{found.always.faults:,} ({found.always.proof})")
    fatal = fatal_of(found)
    if fatal is not None:
        lines.append(f"fatal             {named(fatal, names)}")
    lines.append(f"verdict           {verdict.text}")
    return "\n".join(lines)


def _rows_table(found: MeasuredFaults) -> str:
    rows = [["faults", "combinations", "", "tolerated", "from", "to", "pairs connected"]]
    for row in found.rows:
        low, high = _interval(row)
        rows.append(
            [
                f"{row.faults:,}",
                f"{row.combinations:,}",
                "all" if row.exhaustive else "random",
                _percent(row.share, row.tolerated == row.combinations),
                "" if row.exhaustive else _percent(low),
                "" if row.exhaustive else _percent(high),
                _percent(row.pairs_connected, row.pairs_connected == 1),
            ]
        )
    return table(rows, frozenset({0, 1, 3, 4, 5, 6}), ("to", "from"), terminal_width())


def _percent(share: float, whole: bool = False) -> str:
    """A share in percent; 100 only where it is, and 0 only where it is."""
    if whole or share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    return f"{100 * share:.4f} %".replace("100.0000", "> 99.9999").replace(" 0.0000", " < 0.0001")


def _points_table(
    found: MeasuredFaults,
    elements: int,
    measure: SampledMeasure,
    parameters: SampledParameters,
    rate: LinkRate | None,
) -> str:
    """Points with the share of elements that are out and the share of the quantities without failures."""
    rows = [_points_head(measure, rate)]
    for point in found.points:
        failing = parameters.failing(point.faults, elements)
        row = [f"{failing:,}", f"{100 * failing / elements:.1f} %", f"{point.samples:,}"]
        for quantity in measure.quantities:
            mean, ci95, least, most = quantity.of(point)
            row.append(f"{mean:.4f}")
            if rate is not None and quantity.is_rate:
                row.append(figure_text(rate.gbps_of(mean)))
            row += ["-" if ci95 is None else f"{ci95:.4f}", f"{least:.4f}", f"{most:.4f}"]
            if quantity.kept:
                kept = share_of_whole(found, quantity, point)
                row.append("-" if kept is None else f"{100 * kept:.1f} %")
        rows.append(row)
    fields = table(rows, frozenset(range(len(rows[0]))), ("most", "least", "out"), terminal_width())
    requested = found.on.degradation
    if requested is not None:
        return f"{fields}\nthroughput        {throughput_text(requested)}"
    return f"{fields}\nmeasured          {sampled_text(measure, parameters, found.on.seed)}"


def _points_head(measure: SampledMeasure, rate: LinkRate | None) -> list[str]:
    head = ["faults", "out", "combinations"]
    for quantity in measure.quantities:
        gbps = ["Gb/s"] if rate is not None and quantity.is_rate else []
        kept = ["of no faults"] if quantity.kept else []
        head += [quantity.title.lower(), *gbps, "+-", "least", "most", *kept]
    return head


def faults_in_json(derived: Derived, one: ToFail, found: MeasuredFaults | None) -> dict[str, Any]:
    """The results of a network of a study, as JSON."""
    if found is None:
        return {}
    verdict, rate = failed_verdict(derived, one.requested, found), failed_rate(derived, one.requested, found)
    return found_in_json(found, fatal_names(derived, one, found), verdict, rate)


def faults_text(derived: Derived, one: ToFail, found: MeasuredFaults | None) -> str:
    """The results of a network of a study as text, after its name."""
    if found is None:
        return ": nothing is measured"
    verdict, rate = failed_verdict(derived, one.requested, found), failed_rate(derived, one.requested, found)
    return f", {found_text(found, one.units.count, fatal_names(derived, one, found), verdict, rate)}"


def schedule_in_json(_derived: Derived, one: ToSchedule, found: MeasuredSchedule | None) -> dict[str, Any]:
    """The results of a network of a study, as JSON."""
    if found is None:
        return {}
    about = found.result(one.network)
    rate = one.rate
    cycle_us = None if rate is None else rate.us_of(1)
    verdict = schedule_verdict(about, one.network, one.names, one.flows, one.on.scheme, cycle_us)
    return {
        "hosts": one.network.hosts,
        "scheme": one.on.scheme or None,
        "traffic": one.on.traffic,
        **study_in_json(about, one.network, one.names),
        **verdict_in_json(verdict),
        **schedule_in_units(about, rate),
        "decomposition": None if found.room is None else found.room.in_json,
    }


def schedule_in_units(about: TrafficResult, rate: LinkRate | None) -> dict[str, Any]:
    """Times by keys of the command line, a cycle being the time of a message; none without a rate."""
    if rate is None:
        return {}
    made, online = about.made, about.online
    return {
        "link_gbps": rate.gbps,
        "message_bytes": rate.flit_bytes,
        "cycle_us": rate.us_of(1),
        "cycles_us": None if made is None else rate.us_of(made.cycles),
        "lower_bound_us": None if made is None else rate.us_of(made.lower_bound),
        "online_cycles_us": None if online is None else rate.us_of(online.cycles),
        "load_factor_us": rate.us_of(about.factor),
    }


def schedule_text(derived: Derived, one: ToSchedule, found: MeasuredSchedule | None) -> str:
    """The results of a network of a study as text, after its name."""
    if found is None:
        return ": nothing is measured"
    routing = f", routing {one.on.scheme}" if one.on.scheme else ""
    head = f", {one.network.hosts:,} hosts{routing}, {one.on.traffic}"
    return f"{head}\n{schedule_figures_text(schedule_in_json(derived, one, found))}"


def schedule_figures_text(figures: dict[str, Any]) -> str:
    """Return the figures of traffic in a network as text."""
    lines = [f"messages      {figures['messages']:,}", f"load factor   {figures['load_factor']:.3f}"]
    worst = figures["worst_channel"]
    if worst is not None:
        links = f"{worst['links']:,} link{'s' if worst['links'] > 1 else ''}"
        lines.append(f"worst channel {channel_text(worst)}: {amount_text(worst['load'])} over {links}")
    if figures["tree"]:
        bounds = f"at least {figures['lower_bound']:,}, at most {figures['bound']:,}"
        lines.append(f"cycles        {figures['cycles']:,} ({bounds})")
        lines.append(f"on line       {counted_text(figures['online_cycles'], 'cycle')}")
        if "cycle_us" in figures:
            size = f"{figures['message_bytes']:,} B on links of {figure_text(figures['link_gbps'])} Gb/s"
            times = [figure_text(figures[key]) for key in ("cycles_us", "online_cycles_us", "cycle_us")]
            one = f"{times[2]} us per cycle: {size}"
            lines.append(f"time          {times[0]} us, on line {times[1]} us ({one})")
        if figures["unequal"]:
            lines.append("bundles are unequal: a switch can be full before its subtree's channel is")
    else:
        lines.append(f"no schedule: the network is not a tree, {figures['no_tree']}")
    lines.append(f"verdict       {figures['verdict']}")
    if figures["decomposition"] is not None:
        lines += _room_lines(figures["decomposition"])
    return "\n".join(lines)


def _room_lines(found: dict[str, Any]) -> list[str]:
    low, high = found["box_m"]
    sides = " x ".join(f"{b - a:.2f}" for a, b in zip(low, high, strict=True))
    rows = [["level", "by planes", "per m2", "width", "balanced", "bound", "hosts"]]
    for row, even in zip_longest(found["levels"], found["balanced"]):
        planes = [f"{row['level']}", f"{row['out_gbps']:,.0f}", f"{row['out_gbps_per_m2']:,.1f}"]
        cells = ["", "", ""]
        if even is not None:
            cells = [f"{even['out_gbps']:,.0f}", f"{even['bound_gbps']:,.0f}", f"{even['most_hosts']:,}"]
        rows.append([*planes, f"{row['width_gbps']:,.0f}", *cells])
    lines = [
        f"decomposition of a room of {sides} m: Gb/s out of the part of a level with most",
        *table(rows, frozenset(range(7))).splitlines(),
        "bound: four times the sum of the widths from its level on; hosts: of a balanced part at most",
    ]
    beside = found["universal"]
    if beside is not None:
        root = f"root capacity {beside['root_capacity']:,} at {beside['links_per_m2']:,.1f} links per m2"
        lines.append(f"universal fat-tree of the same volume: {root}")
        if beside["cycles"] is not None:
            lines.append(
                f"  load factor {beside['load_factor']:.3f}, {counted_text(beside['cycles'], 'cycle')}"
            )
    return lines
