"""Which page shows which kind of thing; a new kind is a module and a line here."""

from collections import Counter
from collections.abc import Callable

from fatdesk.gui.inspector.areas import show_aisle, show_aisles, show_column, show_columns
from fatdesk.gui.inspector.bill_rules import show_bill_rules
from fatdesk.gui.inspector.cables import show_cable, show_cables
from fatdesk.gui.inspector.cuts import show_cut
from fatdesk.gui.inspector.devices import show_device, show_devices
from fatdesk.gui.inspector.differences import show_difference, show_differences
from fatdesk.gui.inspector.faults import show_fault_curve, show_fault_study
from fatdesk.gui.inspector.feeds import show_feed, show_zone
from fatdesk.gui.inspector.jobs import show_job
from fatdesk.gui.inspector.library_parts import show_library_part, show_library_parts
from fatdesk.gui.inspector.losses import show_loss, show_losses
from fatdesk.gui.inspector.parts import show_part
from fatdesk.gui.inspector.racks import show_rack, show_racks
from fatdesk.gui.inspector.reliability import show_reliability
from fatdesk.gui.inspector.reserved import show_reservations, show_reserved
from fatdesk.gui.inspector.several import ALL
from fatdesk.gui.inspector.simulations import show_curve, show_simulation
from fatdesk.gui.inspector.studies import show_node, show_nodes, show_study
from fatdesk.gui.inspector.study_rows import show_networks
from fatdesk.gui.inspector.trays import show_tray, show_trays
from fatdesk.gui.ref import Ref
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.number_text import counted

HINT = "Select a rack, tray, device, cable, part or finding to see and type its values here."

ONE: dict[str, Callable[[Page, str], None]] = {
    "cable": show_cable,
    "rack": show_rack,
    "device": show_device,
    "part": show_part,
    "bill-rules": show_bill_rules,
    "tray": show_tray,
    "column": show_column,
    "aisle": show_aisle,
    "cut": show_cut,
    "reservation": show_reserved,
    "study": show_study,
    "node": show_node,
    "simulation": show_simulation,
    "curve": show_curve,
    "fault-study": show_fault_study,
    "fault-curve": show_fault_curve,
    "loss": show_loss,
    "difference": show_difference,
    "reliability": show_reliability,
    "feed": show_feed,
    "zone": show_zone,
    "job": show_job,
    "library-part": show_library_part,
}
"""The page of one thing by its kind."""

SEVERAL: dict[str, Callable[[Page, list[str]], None]] = {
    "cable": show_cables,
    "rack": show_racks,
    "device": show_devices,
    "tray": show_trays,
    "column": show_columns,
    "aisle": show_aisles,
    "reservation": show_reservations,
    "node": show_nodes,
    "curve": show_networks,
    "fault-curve": show_networks,
    "loss": show_losses,
    "library-part": show_library_parts,
    "difference": show_differences,
}
"""What is shown of several things of one kind, under their count."""

WORDS = {"column": "area", "reservation": "reserved place", "study": "network", "curve": "network"} | {
    "fault-curve": "network",
    "fault-study": "fault study",
    "loss": "lost element",
    "feed": "power feed",
    "job": "export job",
    "bill-rules": "rule of the bill",
    "library-part": "part",
}
"""What things are called where that is not their kind."""

BESIDE = {"library-part": "Side by side in the workspace"}
"""What is said of several things that are not typed into together."""


def show(page: Page, things: tuple[Ref, ...]) -> None:
    """Fill a page with what is selected."""
    if not things:
        page.hint(HINT)
    elif len(things) == 1:
        ONE[things[0].kind](page, things[0].id)
    else:
        kinds = Counter(thing.kind for thing in things)
        word, count = kinds.most_common(1)[0]
        if len(kinds) > 1:
            told = (counted(some, WORDS.get(kind, kind)) for kind, some in kinds.items())
            page.title(counted(len(things), "thing"), ", ".join(told))
            page.note("Select items of one type to edit them together. Click one to see its values.")
        elif word in SEVERAL:
            page.title(counted(count, WORDS.get(word, word)), BESIDE.get(word, ALL))
            SEVERAL[word](page, [thing.id for thing in things])
        else:
            page.title(counted(count, word), "Select one to type its values")
