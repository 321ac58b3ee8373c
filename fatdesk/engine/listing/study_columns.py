"""The columns of what simulation studies measured: a row for each network and load, with all figures."""

from collections.abc import Iterator, Sequence

from fatdesk.engine.listing import point_columns
from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.engine.sim.results import StudyResult

_OF_NETWORK: tuple[Column, ...] = (
    Column("study", "Study", 24),
    Column("network", "Network", 20),
    Column("spec", "Family and parameters, or fabric", 28),
    Column("hosts", "Hosts", 8, "integer"),
    Column("scheme", "Forwarding", 12),
    Column("traffic", "Traffic", 14),
    Column("switching", "Switching", 12),
    Column("packet_bytes", "Packet, bytes", 8, "integer"),
)
COLUMNS: tuple[Column, ...] = (*_OF_NETWORK, *point_columns.COLUMNS)


def study_rows(results: Sequence[StudyResult]) -> Iterator[tuple[Value, ...]]:
    """The rows, study by study, network by network, from the lowest load up; what is not known is empty."""
    for result in results:
        study = result.study
        for network, curve in zip(study.networks, result.curves, strict=True):
            if curve is None:
                continue
            of_network = (
                study.name,
                network.name,
                network.spec or network.fabric,
                curve.on.hosts,
                curve.on.scheme,
                study.traffic.pattern,
                study.switching.switching,
                study.switching.packet_bytes,
            )
            for point in curve.points:
                yield (*of_network, *point_columns.cells(point))


def studies_csv(results: Sequence[StudyResult]) -> bytes:
    """All points as CSV."""
    return csv_bytes(COLUMNS, study_rows(results))
