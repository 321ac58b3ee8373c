"""First start on a computer: compile the loops, which takes a while, and report it."""

from contextlib import suppress
from threading import Timer

from fatdesk.core.errors import Cancelled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.one_run import Bench, measure
from fatdesk.networks.simulation.parameters import Arrivals, Duration
from fatdesk.networks.simulation.switching import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.draws import uniform_draws

PATIENCE_S = 2.5
"""Longer than this takes only what is compiled."""
TEXT = "preparing kernels for this computer: the first start takes some seconds more"


def prepare(switching: Switching, progress: Progress = SILENT) -> None:
    """Have all loops of an engine compiled, before several workers would each do it for themselves.

    The machine code is kept, so that later starts are quick.
    """

    def tell() -> None:
        with suppress(Cancelled):  # heard again at the next step
            progress.step(0, 1, TEXT)

    network = network_of("kary-tree:k=2,n=2")
    draws = uniform_draws(network.hosts, itself=False)
    patience = Timer(PATIENCE_S, tell)
    patience.daemon = True
    patience.start()
    try:
        for name in ("fta", "updown"):  # by a formula, and by a table
            tables = tables_of(routing_algorithm(name).forwarding(network))
            bench = Bench(tables, name, switching, draws, Arrivals(), Duration(warmup=0, cycles=100))
            measure(bench, 0.1, 1)
    finally:
        patience.cancel()
