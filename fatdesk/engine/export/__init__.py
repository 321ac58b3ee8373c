"""Files for people and other programs: one format a module, each gives bytes.

Every module has ``NAME``, which ``--only`` takes, and ``make(plan)``, which returns file names with their
bytes; drawings have ``pages(plan)`` and lists ``table(plan)`` for previews. One with ``ASKED_ONLY`` is
written only when it is named, ``SLOW`` says that this takes long. Forms of other programs have
``left_out(plan)``: what they cannot hold, in words; ``BESIDE`` are endings of files that come with theirs.
The first line of its docstring is what ``fatdesk export --list`` prints.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import (
    bill_csv,
    bill_json,
    bill_xlsx,
    cable_validation_racks_xlsx,
    cable_validation_xlsx,
    cuts_csv,
    elevations_svg,
    fabric_clab_yml,
    fabric_dot,
    fabric_graphml,
    fabric_ibdiagnet_topo,
    fabric_inside_net,
    fabric_net,
    fabric_topo,
    faults_csv,
    faults_svg,
    floor_dxf,
    floor_svg,
    groups_yaml,
    host_fabric_xlsx,
    labels_csv,
    losses_csv,
    ndt_csv,
    netbox_older_zip,
    netbox_zip,
    pulls_csv,
    simgrid_xml,
    simulations_csv,
    simulations_svg,
    topology_conf,
    topology_dot,
    topology_yaml,
    wiring_csv,
    wiring_diagram_svg,
    wiring_json,
    wiring_xlsx,
)
from fatdesk.engine.listing.cells import Heading, Value

Table = tuple[Sequence[Heading], Iterable[Sequence[Value]]]


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
        Whether it is written only when it is named.
    slow
        Whether it takes so long that nobody waits for it at a window.
    left_out
        Of a form of other programs: what it cannot hold of a plan, in words; quick.
    """

    name: str
    told: str
    make: Callable[[Plan], dict[str, bytes]]
    pages: Callable[[Plan], dict[str, Page]] | None = None
    table: Callable[[Plan], Table] | None = None
    asked_only: bool = False
    slow: bool = False
    left_out: Callable[[Plan], list[str]] | None = None


EXPORTS: tuple[Export, ...] = tuple(
    Export(
        module.NAME,
        (module.__doc__ or "").partition("\n")[0],
        module.make,
        getattr(module, "pages", None),
        getattr(module, "table", None),
        getattr(module, "ASKED_ONLY", False),
        getattr(module, "SLOW", False),
        getattr(module, "left_out", None),
    )
    for module in (
        bill_xlsx,
        bill_csv,
        bill_json,
        wiring_xlsx,
        wiring_csv,
        wiring_json,
        labels_csv,
        cuts_csv,
        pulls_csv,
        floor_svg,
        elevations_svg,
        wiring_diagram_svg,
        fabric_net,
        fabric_inside_net,
        fabric_topo,
        fabric_ibdiagnet_topo,
        fabric_dot,
        fabric_graphml,
        fabric_clab_yml,
        simgrid_xml,
        topology_conf,
        topology_yaml,
        groups_yaml,
        topology_dot,
        cable_validation_xlsx,
        cable_validation_racks_xlsx,
        host_fabric_xlsx,
        ndt_csv,
        netbox_zip,
        netbox_older_zip,
        floor_dxf,
        simulations_csv,
        simulations_svg,
        faults_csv,
        faults_svg,
        losses_csv,
    )
)
"""All formats, in the order in which they are listed and written."""
