"""What a simulation study asks, and what was measured, in words for pictures and lists."""

from fatdesk.engine.drawing.sketch import counted
from fatdesk.networks.simulation.parameters import BURSTY
from fatdesk.networks.simulation.results import StudyResult
from fatdesk.networks.simulation.study import SimulationStudy, TrafficAsked
from fatdesk.networks.simulation.switching import FLIT, HEAD, WORMHOLE, Switching


def asked_words(study: SimulationStudy) -> str:
    """Traffic, packets, switching and how long, in a few sentences.

    >>> asked_words(SimulationStudy(name="x"))[:47]
    'Traffic: uniform. Packets of 128 bytes (flits o'
    """
    runs = f", {study.seeds:,} runs a point" if study.seeds > 1 else ""
    traffic, switching = traffic_words(study.traffic), switching_words(study.switching)
    return f"Traffic: {traffic}. {switching} {_length_words(study)}{runs}."


def traffic_words(asked: TrafficAsked) -> str:
    """Who sends to whom, and when."""
    words, arrivals = asked.pattern, asked.arrivals
    if arrivals.kind == BURSTY:
        words += f", in bursts of {arrivals.burst_packets:,} packets"
    return f"{words}, to oneself too" if asked.itself else words


def switching_words(switching: Switching) -> str:
    """Packets, switching, buffers and stages."""
    packets = f"Packets of {counted(switching.packet_bytes, 'byte')} (flits of {switching.flit_bytes:,})"
    if switching.switching == WORMHOLE:
        how = f"wormhole, buffers of {counted(switching.room_flits, 'flit')}"
    else:
        how = f"cut-through, buffers of {counted(switching.buffer_packets, 'packet')}"
        how += ", credits a flit" if switching.credits == FLIT else ""
    if switching.route_at == HEAD:
        how += ", forwarding at the head"
    stages = f"{switching.routing} + {switching.crossbar} + {switching.link} + {switching.fly}"
    return f"{packets}, {how}, {switching.binding} binding, {stages} cycles a switch."


def _length_words(study: SimulationStudy) -> str:
    duration = study.duration
    warmup = "until settled" if duration.warmup is None else counted(duration.warmup, "cycle")
    words = f"Warm-up {warmup}, then {duration.cycles:,} cycles"
    if duration.precision is not None:
        words += f" or until known to {duration.precision:.2%}"
    if duration.packets_per_source is not None:
        words += f" or {counted(duration.packets_per_source, 'packet')} of each host"
    return words


def measured_words(result: StudyResult) -> list[str]:
    """What is to be said of the points: what is missing, and which version measured."""
    words = []
    missing = [
        network.name
        for network, curve in zip(result.study.networks, result.curves, strict=True)
        if curve is None or not curve.points
    ]
    if missing:
        words.append(f"Not measured: {', '.join(missing)}.")
    programs = sorted({curve.program for curve in result.curves if curve is not None and curve.program})
    if programs:
        words.append(f"Measured by fatdesk {', '.join(programs)}.")
    return words


def network_words(result: StudyResult) -> list[str]:
    """Each network for a key: its name, how it forwards, its hosts."""
    found = []
    for network, curve in zip(result.study.networks, result.curves, strict=True):
        words = network.name
        if curve is not None:
            words += f" · {curve.on.scheme} · {counted(curve.on.hosts, 'host')}"
        found.append(words)
    return found
