"""Counts of the bill that follow from the room."""

from decimal import Decimal

from fatdesk.engine.bill.counting import equipment_items, missing_tray_part, tray_items
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, PowerUnit, Price, Server, TrayPart
from fatdesk.engine.floor.floor import Floor, Tray


def tray(name: str, width: float, depth: float, *points: tuple[float, float]) -> Tray:
    return Tray(id=name, points_mm=points, elevation_mm=2500, width_mm=width, depth_mm=depth)


def test_trays_are_counted_in_sections_or_metres() -> None:
    """Lengths of one size add up before they are rounded; a part of another size is none of theirs."""
    trays = (
        tray("a", 300, 100, (0, 0), (3000, 0), (3000, 400)),
        tray("b", 300, 100, (0, 0), (0, 3300)),
        tray("c", 152.4, 50.8, (0, 0), (0, 2100)),
    )
    floor = Floor(trays=trays)
    other = TrayPart(id="other", width_mm=600, tray_depth_mm=100, length_m=3)
    found = {item.part: item for item in tray_items(floor, Catalog([other]))}
    assert {part: item.count for part, item in found.items()} == {"tray-300x100": 7, "tray-152.4x50.8": 3}
    assert all(item.price is None for item in found.values())
    price = Price(amount=Decimal("41.50"))
    part = TrayPart(id="mesh", width_mm=300, tray_depth_mm=100, length_m=3, price=price)
    mesh, small = sorted(tray_items(floor, Catalog([other, part])), key=lambda item: item.part)
    assert (mesh.part, mesh.count, mesh.price) == ("mesh", 3, Decimal("41.50"))
    assert small.part == "tray-152.4x50.8"
    made = missing_tray_part(floor, "tray-152.4x50.8")
    assert made == TrayPart(id="tray-152.4x50.8", width_mm=152.4, tray_depth_mm=50.8)
    assert tray_items(floor, Catalog([made]))[0].count == 3
    assert missing_tray_part(floor, "rack-42u") is None


PORT = Ports(count=1, connector="rj45", rate_gbps=1.0)


def test_power_units_are_no_hosts() -> None:
    catalog = Catalog(
        [PowerUnit(id="pdu", height_u=0, ports=(PORT,)), Server(id="node", height_u=1, ports=(PORT,))]
    )
    groups = {"nodes": ("node", 8), "units": ("pdu", 4)}
    items = [(item.category, item.part, item.count) for item in equipment_items(groups, (), {}, catalog)]
    assert items == [("hosts", "node", 8), ("power units", "pdu", 4)]
