"""Files for people and other programs: one format a module, each gives bytes.

Every module has ``NAME``, which ``--only`` takes, and ``make(plan)``, which returns file names with their
bytes; drawings have ``pages(plan)`` and lists ``table(plan)`` for previews. One with ``ASKED_ONLY`` is
written only when it is named. The first line of its docstring
is what ``fatdesk export --list`` prints.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import (
    bill_csv,
    bill_json,
    bill_xlsx,
    elevations_svg,
    fabric_inside_net,
    fabric_net,
    faults_csv,
    faults_svg,
    floor_svg,
    labels_csv,
    losses_csv,
    simulations_csv,
    simulations_svg,
    wiring_csv,
    wiring_diagram_svg,
    wiring_json,
    wiring_xlsx,
)
from fatdesk.engine.listing.cells import Column, Value

Table = tuple[Sequence[Column], Iterable[Sequence[Value]]]


@dataclass(frozen=True)
class Export:
    """A format: its name, what it is in one line, and how it is made.

    Attributes
    ----------
    pages
        Of a drawing: what each of its files shows.
    table
        Of a list: its columns, and its rows.
    asked_only
        Whether it takes so long that it is written only when it is named.
    """

    name: str
    told: str
    make: Callable[[Plan], dict[str, bytes]]
    pages: Callable[[Plan], dict[str, Page]] | None = None
    table: Callable[[Plan], Table] | None = None
    asked_only: bool = False


EXPORTS: tuple[Export, ...] = tuple(
    Export(
        module.NAME,
        (module.__doc__ or "").partition("\n")[0],
        module.make,
        getattr(module, "pages", None),
        getattr(module, "table", None),
        getattr(module, "ASKED_ONLY", False),
    )
    for module in (
        bill_xlsx,
        bill_csv,
        bill_json,
        wiring_xlsx,
        wiring_csv,
        wiring_json,
        labels_csv,
        floor_svg,
        elevations_svg,
        wiring_diagram_svg,
        fabric_net,
        fabric_inside_net,
        simulations_csv,
        simulations_svg,
        faults_csv,
        faults_svg,
        losses_csv,
    )
)
"""All formats, in the order in which they are listed and written."""
