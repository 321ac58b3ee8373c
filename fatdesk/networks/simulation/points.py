"""Combine one or several runs at a load into a point."""

from collections.abc import Sequence
from functools import reduce
from operator import add

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.simulation.engines.counts import Counts, quantile
from fatdesk.networks.simulation.one_run import CYCLES, DELIVERED, LATENCY, NETWORK, Run
from fatdesk.networks.simulation.point import Fairness, Latency, Point
from fatdesk.networks.simulation.statistics import grouped, half_width


def point_of(runs: Sequence[Run]) -> Point:
    """Return the results at a load.

    Parameters
    ----------
    runs
        Independent runs of the same network and load, in order of their seeds. Cycles and packets add up; of
        several the intervals come from the differences between runs, of one from its batches.
    """
    counts = reduce(add, (run.counts for run in runs))
    if len(runs) == 1:
        rows = grouped(runs[0].stretches)
    else:
        rows = np.stack([run.stretches.sum(axis=0) for run in runs])
    first = runs[0]
    senders = max(int((first.offered > 0).sum()), 1)
    a_packet = first.flits / senders
    width = half_width(rows[:, DELIVERED], rows[:, CYCLES])
    return Point(
        offered=first.load,
        accepted=counts.delivered / counts.cycles * a_packet,
        accepted_ci95=None if width is None else width * a_packet,
        latency=_latency(counts, counts.latency_sum, counts.latency_max, counts.latency_bins, rows, LATENCY),
        network_latency=_latency(
            counts, counts.network_sum, counts.network_max, counts.network_bins, rows, NETWORK
        ),
        packets=counts.delivered,
        conflicts_per_cycle=float(counts.waits) / counts.cycles,
        received_per_cycle=counts.delivered / counts.cycles,
        flit_hops=int(counts.flit_hops),
        warmup=sum(run.warmup for run in runs),
        cycles=counts.cycles,
        settled=all(run.settled for run in runs),
        fairness=_fairness(first, counts),
        channel_load=(counts.carried * (first.flits / counts.cycles)).astype(np.float32),
        seeds=len(runs),
        seconds=sum(run.seconds for run in runs),
    )


def _latency(counts: Counts, total: int, most: int, bins: Longs, rows: Longs, column: int) -> Latency:
    packets = counts.delivered
    if packets == 0:
        return Latency()
    width = half_width(rows[:, column], rows[:, DELIVERED])
    p50, p99 = (quantile(bins, share, int(most)) for share in (0.5, 0.99))
    return Latency(float(total) / packets, width, p50, p99, int(most))


def _fairness(run: Run, counts: Counts) -> Fairness | None:
    sending = run.offered > 0
    share = counts.delivered_of[sending] * (run.flits / counts.cycles) / run.offered[sending]
    total = float(share.sum())
    if total == 0:
        return None
    mean = total / len(share)
    jain = total**2 / (len(share) * float((share**2).sum()))
    return Fairness(jain, float(share.min()) / mean, float(share.max()) / mean)
