"""Packets that hosts generate from streams of random numbers, when and to where; the same for every engine.

A host's packets depend on the seed and the host alone. Each takes one or more numbers of the host's stream:
for the pause before it, then for its destination.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
generators, 2014); a stream counts up by its constant.
"""

from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats, Ints, Longs, Words
from fatdesk.core.compiled import hot, inlined
from fatdesk.networks.traffic.traffic import Draws

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S30, S27, S31 = np.uint64(30), np.uint64(27), np.uint64(31)
S11, S40 = np.uint64(11), np.uint64(40)
UNIT = 1.0 / (1 << 53)


@inlined
def mixed(value: np.uint64) -> np.uint64:
    """A number of 64 bits that looks random."""
    value = (value ^ (value >> S30)) * MIX_A
    value = (value ^ (value >> S27)) * MIX_B
    return value ^ (value >> S31)


@inlined
def cycle_key(seed: np.uint64, cycle: int) -> np.uint64:
    """Return the key of the random numbers of a cycle."""
    return seed * MIX_B + np.uint64(cycle) * GOLDEN


@inlined
def lot(key: np.uint64, channel: int) -> int:
    """The lot of a channel in a cycle, 0 to 2^24 - 1: of channels with the same room the lowest is first."""
    return int(mixed(key + np.uint64(channel) * MIX_A) >> S40)


@inlined
def drawn(key: np.uint64, number: int, many: int) -> int:
    """The number of one of several that is drawn in a cycle, 0 to ``many`` - 1."""
    return (lot(key, number) * many) >> 24


@inlined
def stream(seed: int, host: int) -> np.uint64:
    """The beginning of a host's stream."""
    return mixed(mixed(np.uint64(seed) * GOLDEN + np.uint64(1)) ^ (np.uint64(host) + np.uint64(1)) * MIX_A)


@inlined
def unit(state: np.uint64) -> float:
    """A number in [0, 1) from the state of a stream, which then goes on by GOLDEN."""
    return (mixed(state) >> S11) * UNIT


NEVER = 1 << 40
UNIFORM, FIXED, IN_TURN = 0, 1, 2


class Making(NamedTuple):
    """Arrays from which the packets of all hosts are made.

    Attributes
    ----------
    stream, log_stay, burst_stay, gap, left
        As :func:`pause` takes them.
    numbers, share, fixed, start, target, cumulative, made
        As :func:`destination` takes them; ``numbers`` are the kind, ``itself`` and ``hot``.
    when, to : (hosts,)
        The packet at the head of each queue: the cycle in which it was made, and its destination.
    """

    stream: Words
    log_stay: Floats
    burst_stay: Floats
    gap: Floats
    left: Floats
    numbers: Longs
    share: Floats
    fixed: Ints
    start: Ints
    target: Ints
    cumulative: Floats
    made: Longs
    when: Longs
    to: Ints


@inlined
def pause(host: int, state: Words, log_stay: Floats, burst_stay: Floats, gap: Floats, left: Floats) -> int:
    """Cycles from one packet of a host to the next.

    Parameters
    ----------
    state
        Streams; that of the host goes on.
    log_stay : (hosts,) float64
        Logarithm of the chance that a pause goes on for another cycle; of bursty hosts that between bursts.
        Above 0: the host makes no packets.
    burst_stay : (hosts,) float64
        The chance that a burst goes on after a packet; negative: packets come one by one.
    gap, left : (hosts,) float64
        Cycles from packet to packet in a burst, and what of them is not used up yet.
    """
    if log_stay[host] > 0.0:
        return NEVER
    drawn = unit(state[host])
    state[host] += GOLDEN
    if burst_stay[host] >= 0.0:
        left[host] += gap[host]
        whole = int(left[host])
        left[host] -= whole
        if drawn < burst_stay[host]:
            return whole
        drawn = unit(state[host])
        state[host] += GOLDEN
        if log_stay[host] == -np.inf:
            return whole
        return whole + min(int(np.log1p(-drawn) / log_stay[host]), NEVER)
    if log_stay[host] == -np.inf:
        return 1
    return 1 + min(int(np.log1p(-drawn) / log_stay[host]), NEVER)


@inlined
def destination(
    host: int,
    state: Words,
    kind: int,
    itself: int,
    hot: int,
    share: float,
    fixed: Ints,
    start: Ints,
    target: Ints,
    cumulative: Floats,
    made: Longs,
) -> int:
    """Return the destination of a host's next packet; the parameters are those of ``Draws``.

    ``made`` counts the packets of each host.
    """
    if kind == FIXED:
        return int(fixed[host])
    hosts = len(made)
    count = made[host]
    made[host] += 1
    if kind == IN_TURN:
        return int((host + 1 + count % (hosts - 1)) % hosts)
    drawn = unit(state[host])
    state[host] += GOLDEN
    if kind == UNIFORM:
        if hot >= 0 and (itself or host != hot):
            if drawn < share:
                return hot
            drawn = (drawn - share) / (1.0 - share)
        if itself:
            return min(int(drawn * hosts), hosts - 1)
        return (host + 1 + min(int(drawn * (hosts - 1)), hosts - 2)) % hosts
    low, high = start[host], start[host + 1] - 1
    while low < high:
        middle = (low + high) // 2
        if drawn < cumulative[middle]:
            high = middle
        else:
            low = middle + 1
    return int(target[low])


@inlined
def next_packet(host: int, mk: Making) -> None:
    """Put the next packet of a host at the head of its queue."""
    mk.when[host] += pause(host, mk.stream, mk.log_stay, mk.burst_stay, mk.gap, mk.left)
    mk.to[host] = destination(
        host,
        mk.stream,
        mk.numbers[0],
        mk.numbers[1],
        mk.numbers[2],
        mk.share[0],
        mk.fixed,
        mk.start,
        mk.target,
        mk.cumulative,
        mk.made,
    )


def making_of(draws: Draws, log_stay: Floats, burst_stay: Floats, gap: Floats, seed: int) -> Making:
    """Return the arrays for the packets of all hosts, with the first packet of each made."""
    hosts = draws.hosts
    made = Making(
        stream=np.empty(hosts, np.uint64),
        log_stay=log_stay,
        burst_stay=burst_stay,
        gap=gap,
        left=np.zeros(hosts),
        numbers=np.array([draws.kind, draws.itself, draws.hot], np.int64),
        share=np.array([draws.share]),
        fixed=draws.fixed,
        start=draws.start,
        target=draws.destination,
        cumulative=draws.cumulative,
        made=np.zeros(hosts, np.int64),
        when=np.full(hosts, NEVER, np.int64),
        to=np.zeros(hosts, np.int32),
    )
    begin(seed, made)
    return made


@hot
def begin(seed: int, mk: Making) -> None:
    """Begin all streams, and make the first packet of each host that makes any."""
    for host in range(len(mk.when)):
        mk.stream[host] = stream(seed, host)
        if mk.log_stay[host] > 0.0:
            continue
        mk.when[host] = -1
        next_packet(host, mk)
        mk.when[host] = max(mk.when[host], 0)  # a pause in a burst may be none
