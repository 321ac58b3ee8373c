"""A small Nautobot in memory: ids are texts, statuses and roles are objects, and references are ids alone.

Like Nautobot 3.2.7 it drops the tags of a new cable, and the ends of a new splitter. test_nautobot_real.py
tests the real one.
"""

import uuid
from typing import Any

from tests.neighbours.fake_netbox import FakeNetBox, Id

TOKEN = "0123456789abcdef0123456789abcdef01234567"
ENDS = {
    "dcim.interface": "dcim/interfaces",
    "dcim.frontport": "dcim/front-ports",
    "dcim.rearport": "dcim/rear-ports",
}
MODELS = [f"dcim.{name}" for name in ("location", "rack", "device", "cable", "powerfeed", "interface")]
HALL = ["dcim.rack", "dcim.device", "dcim.powerpanel"]

REFERENCES = {
    "location": "dcim/locations",
    "location_type": "dcim/location-types",
    "manufacturer": "dcim/manufacturers",
    "device_type": "dcim/device-types",
    "rack": "dcim/racks",
    "rack_group": "dcim/rack-groups",
    "role": "extras/roles",
    "status": "extras/statuses",
    "device": "dcim/devices",
    "power_panel": "dcim/power-panels",
    "installed_device": "dcim/devices",
    "parent_interface": "dcim/interfaces",
    "cable_type": "dcim/cable-types",
}
CHOICES = {"type", "face", "phase", "outer_unit", "length_unit", "subdevice_role"}


class FakeNautobot(FakeNetBox):
    """Its objects by path and id, and what requests there were.

    Attributes
    ----------
    types
        The types of interfaces that it knows; empty: it does not say.
    """

    references = REFERENCES
    choices = CHOICES
    authorization = f"Token {TOKEN}"
    stated = "nautobot-version"

    def __init__(self) -> None:
        super().__init__()
        self.version = "3.2.7"
        self.types: list[str] = []
        for name in ("Active", "Planned"):
            self.add("extras/statuses", name=name, content_types=MODELS)

    def next_id(self) -> Id:
        """The id of a new object."""
        return str(uuid.UUID(int=super().next_id()))

    def add(self, path: str, **fields: Any) -> Id:
        """Add an object; a tag is known by its name, a new cable loses its tags and a splitter its ends."""
        if path == "extras/tags":
            fields["slug"] = fields["name"]
        if path == "dcim/cables":
            fields = {"label": "", "cable_type": None, "length": None, "ends": {}} | fields | {"tags": []}
            fields.pop("terminations", None)
            fields |= {"ends": self._ends(fields)}
        if path == "dcim/interfaces":
            fields = {"parent_interface": None, "breakout_position": None} | fields
        return super().add(path, **fields)

    def change(self, path: str, fields: dict[str, Any]) -> None:
        """Change an object; the ends of a cable are merged."""
        if path == "dcim/cables":
            fields = fields | {"ends": self.objects[path][fields["id"]]["ends"] | self._ends(fields)}
        super().change(path, fields)

    @staticmethod
    def _ends(fields: dict[str, Any]) -> dict[str, Any]:
        """The ends that a request states by slot."""
        found = dict(fields.get("terminations") or {})
        for side in "ab":
            if fields.get(f"termination_{side}_id"):
                kind, number = fields[f"termination_{side}_type"], fields[f"termination_{side}_id"]
                found[f"{side}1"] = {"object_type": kind, "id": number}
        return found

    def shown(self, path: str, number: Id) -> dict[str, Any]:
        """An object as the API shows it."""
        found = super().shown(path, number)
        found["tags"] = [{"id": tag["id"], "object_type": "extras.tag"} for tag in found["tags"]]
        return found | ({"terminations": found.pop("ends")} if path == "dcim/cables" else {})

    def brief(self, path: str, number: Id) -> dict[str, Any]:
        """An object that another refers to: its id alone."""
        assert number in self.objects[path], (path, number)
        return {"id": number}

    def has(self, path: str, number: Id, query: dict[str, list[str]]) -> bool:
        """Whether an object passes the filters of a query."""
        one = self.objects[path][number]
        plain = {}
        for name, values in query.items():
            if name == "tags":
                found = {tag["slug"] for tag in one["tags"]}
            elif name in ("location", "location_id"):
                found = self._locations(path, one)
            else:
                plain[name] = values
                continue
            if not found & set(values):
                return False
        return super().has(path, number, plain)

    def _locations(self, path: str, one: dict[str, Any]) -> set[str]:
        """The locations of an object, with those above."""
        if path == "dcim/cables":
            ports = [self.objects[ENDS[end["object_type"]]][end["id"]] for end in one["ends"].values()]
            return {self.objects["dcim/devices"][port["device"]]["location"] for port in ports}
        if path == "dcim/power-feeds":
            one = self.objects["dcim/power-panels"][one["power_panel"]]
        found, place = set(), one.get("location")
        while place:
            found.add(place)
            place = self.objects["dcim/locations"][place].get("parent")
        return found

    def options(self, path: str) -> dict[str, Any]:
        """What it says of the fields of a list."""
        choices = [{"value": name, "display": name} for name in self.types]
        return {"actions": {"PUT": {"type": {"choices": choices}}}} if path == "dcim/interfaces" else {}

    def refused(self, faults: list[dict[str, Any]], count: int) -> Any:
        """The faults of each object."""
        by_index = {one["index"]: one["errors"] for one in faults}
        return [by_index.get(index, {}) for index in range(count)]

    @staticmethod
    def identity(path: str, row: dict[str, Any]) -> tuple[Any, ...]:
        """The fields by which no two objects are the same; of cables none."""
        if path == "dcim/cables":
            return ()
        owners = ("location", "device", "device_type", "manufacturer", "power_panel")
        return (row.get("name") or row.get("model"), *(row.get(owner) for owner in owners))
