"""What is said of a port of the drawing, compared with the port map of its device."""

from types import SimpleNamespace

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QPointF

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.drawing.faceplate import faceplate_of
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import PortBoxes
from fatdesk.gui.topology.picking import spot_at, tooltip_of
from fatdesk.project.derived.derived import Derived
from tests.project.designing.test_end_to_end import IB, OWN, designed


def test_free_ports_of_a_modular_switch_are_named_with_their_line_card():
    """Cards 5 and 6 are free as a whole, so each of their numbers is free twice."""
    catalog = Catalog([*load_shipped(), *OWN])
    project = designed(catalog, {"n": ("server-1u", 60)}, [IB | {"core": ["modular-108"]}]).project
    fabric = project.fabrics[0]
    (use,) = fabric.design.parts
    design = replace(fabric.design, parts=(replace(use, cards=6),))
    derived = Derived(replace(project, fabrics=(replace(fabric, design=design),)))
    made = derived.fabrics[0]
    node = int(np.flatnonzero(np.array(made.ids) == "net1/edge/1")[0])
    ports = derived.port_maps.of("net1/edge/1")
    free = [number for number, port in enumerate(ports.ports) if port.end is None]
    assert {ports.ports[number].slot for number in free} == {"4", "5", "6"}

    drawing = Drawing(made, derived.names[0], np.full(made.node_count, -1, np.int32), (), derived.catalog)
    face = drawing.face(node)
    boxes = PortBoxes(
        node=node,
        squares=face.plate.placed(0, 0, 20),
        ends=face.ends,
        texts=face.texts,
        cards=face.cards,
        links=face.links,
        lit=frozenset(),
        failed=frozenset(),
    )
    session = SimpleNamespace(derived=derived)
    scene = SimpleNamespace(session=session, fabric=made, names=derived.names[0], study=None)
    squares = faceplate_of(ports).placed(0, 0, 20)
    for number in free:
        x, y, wide, high = squares[number]
        spot = spot_at(scene, SimpleNamespace(ports=[boxes]), QPointF(x + wide / 2, y + high / 2))
        said = tooltip_of(scene, spot).splitlines()[1]
        assert said == f"Port {ports.ports[number].text} is free"
