"""A small NetBox in memory, for tests of errors: pages, many at once, nested objects, templates.

It knows no rule of NetBox but unique names; test_netbox_real.py tests the real one.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "nbt_abcdefghijkl.secret0123456789secret0123456789secret01"
REFERENCES = {
    "manufacturer": "dcim/manufacturers",
    "device_type": "dcim/device-types",
    "rack_type": "dcim/rack-types",
    "site": "dcim/sites",
    "rack": "dcim/racks",
    "role": "dcim/device-roles",
    "device": "dcim/devices",
    "power_panel": "dcim/power-panels",
    "installed_device": "dcim/devices",
    "parent": "dcim/interfaces",
}
CHOICES = {"status", "type", "face", "phase", "form_factor", "width", "outer_unit", "profile", "length_unit"}
COPIED = {
    "dcim/interface-templates": "dcim/interfaces",
    "dcim/device-bay-templates": "dcim/device-bays",
    "dcim/rear-port-templates": "dcim/rear-ports",
    "dcim/front-port-templates": "dcim/front-ports",
}
"""Components that a device has from the templates of its type."""
ENDS = {
    "dcim.interface": "dcim/interfaces",
    "dcim.frontport": "dcim/front-ports",
    "dcim.rearport": "dcim/rear-ports",
}


Id = Any
"""A number, of Nautobot a text."""


class FakeNetBox:
    """The objects by path and id, and what requests there were.

    Attributes
    ----------
    breaks_after
        The number of writing requests after which connections break; None: never.
    late
        Whether the request that breaks is carried out before.
    page
        Objects of a page.
    refuses
        A part of names that are not accepted.
    redirects
        Another address that everything is redirected to.
    """

    references = REFERENCES
    choices = CHOICES
    authorization = f"Bearer {TOKEN}"
    stated = "netbox-version"

    def __init__(self) -> None:
        self.objects: dict[str, dict[Id, dict[str, Any]]] = {}
        self.requests: Counter[str] = Counter()
        self.breaks_after: int | None = None
        self.late = False
        self.page = 25
        self.version = "4.7.3"
        self.refuses = ""
        self.redirects = ""
        self.bodies: list[Any] = []
        self._last = 0

    def next_id(self) -> Id:
        """The id of a new object."""
        self._last += 1
        return self._last

    def add(self, path: str, **fields: Any) -> Id:
        """Add an object, and what NetBox makes with it."""
        number = self.next_id()
        tags = self._tags(fields.get("tags", ()))
        self.objects.setdefault(path, {})[number] = {**fields, "id": number, "tags": tags}
        if path == "dcim/racks" and fields.get("rack_type"):
            shape = self.objects["dcim/rack-types"][fields["rack_type"]]
            names = ("u_height", "outer_width", "outer_depth", "outer_unit")
            self.objects[path][number] |= {name: shape[name] for name in names}
        if path == "dcim/devices":
            for templates, own in COPIED.items():
                made: dict[int, int] = {}
                for one in list(self.objects.get(templates, {}).values()):
                    if one["device_type"] == fields["device_type"]:
                        copy = {**one, "device": number, "parent": made.get(one.get("parent") or 0)}
                        copy.pop("device_type")
                        made[one["id"]] = self.add(
                            own, **{k: v for k, v in copy.items() if k not in ("id", "tags")}
                        )
        return number

    def change(self, path: str, fields: dict[str, Any]) -> None:
        """Change an object."""
        more = {"tags": self._tags(fields["tags"])} if "tags" in fields else {}
        self.objects[path][fields["id"]].update(fields | more)

    def _tags(self, some: Any) -> list[dict[str, Any]]:
        """Tags that are given by their ids, or as an object shows them."""
        known = self.objects.get("extras/tags", {})
        return [
            {"id": 0} | tag if isinstance(tag, dict) else {"id": tag, "slug": known[tag]["slug"]}
            for tag in some
        ]

    def shown(self, path: str, number: Id) -> dict[str, Any]:
        """An object as the API shows it: others that it refers to are brief."""
        found = {}
        for name, value in self.objects[path][number].items():
            if name in self.references and value is not None:
                of_template = path.endswith("templates") and name == "parent"
                found[name] = self.brief(
                    "dcim/interface-templates" if of_template else self.references[name], value
                )
            elif name in self.choices:
                found[name] = {"value": value, "label": str(value)} if value not in (None, "") else None
            else:
                found[name] = value
        return found

    def brief(self, path: str, number: Id) -> dict[str, Any]:
        one = self.objects[path][number]
        found = {name: one[name] for name in ("id", "name", "model", "slug") if name in one}
        maker = one.get("manufacturer")
        return found | ({"manufacturer": self.brief("dcim/manufacturers", maker)} if maker else {})

    def has(self, path: str, number: Id, query: dict[str, list[str]]) -> bool:
        """Whether an object passes the filters of a query."""
        one = self.objects[path][number]
        for name, values in query.items():
            if name in ("limit", "offset", "fields"):
                continue
            if name == "tag":
                found = {tag["slug"] for tag in one["tags"]}
            elif name == "name__ie":
                found = {word for word in values if word.lower() == str(one["name"]).lower()}
            elif name == "site_id" and path == "dcim/power-feeds":
                found = {str(self.objects["dcim/power-panels"][one["power_panel"]]["site"])}
            elif name == "site_id" and path == "dcim/cables":
                found = set(self._sites(one))
            else:
                found = {str(one.get(name.removesuffix("_id")) if name != "id" else number)}
            if not found & set(values):
                return False
        return True

    def _sites(self, cable: dict[str, Any]) -> Iterator[str]:
        for end in (*cable["a_terminations"], *cable["b_terminations"]):
            device = self.objects[ENDS[end["object_type"]]][end["object_id"]]["device"]
            yield str(self.objects["dcim/devices"][device]["site"])

    def refused(self, faults: list[dict[str, Any]], count: int) -> Any:
        """The answer to objects with faults."""
        return {"detail": f"{len(faults)} of {count} objects could not be created.", "errors": faults}

    def faults(self, path: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What is wrong with new objects: names that are there, ports that are taken."""
        there = {self.identity(path, one) for one in self.objects.get(path, {}).values()}
        found = []
        for index, row in enumerate(rows):
            if self.refuses and self.refuses in str(row.get("name")):
                found.append({"index": index, "errors": {"name": ["This name is not allowed."]}})
            elif (identity := self.identity(path, row)) and identity in there:
                found.append({"index": index, "errors": {"__all__": ["Constraint: name is not unique."]}})
        return found

    def options(self, path: str) -> dict[str, Any]:
        """What it says of the fields of a list."""
        return {}

    @staticmethod
    def identity(path: str, row: dict[str, Any]) -> tuple[Any, ...]:
        if path == "dcim/cables":
            return tuple((end["object_type"], end["object_id"]) for end in row["a_terminations"])
        owners = ("site", "device", "device_type", "manufacturer", "power_panel")
        return (row.get("name") or row.get("model"), *(row.get(owner) for owner in owners))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    netbox: FakeNetBox

    def log_message(self, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        netbox, parts = self.netbox, urlsplit(self.path)
        netbox.requests["GET"] += 1
        if not self._allowed():
            return
        path = parts.path.removeprefix("/api/").strip("/")
        if netbox.redirects:
            self._send(301, {}, netbox.redirects)
            return
        if path == "status":
            self._send(200, {netbox.stated: netbox.version})
            return
        query = parse_qs(parts.query, keep_blank_values=True)
        rows = [number for number in netbox.objects.get(path, {}) if netbox.has(path, number, query)]
        first = int(query.get("offset", ["0"])[0])
        page = rows[first : first + netbox.page]
        following = f"{self.path}&more" if first + netbox.page < len(rows) else None
        results = [netbox.shown(path, number) for number in page]
        self._send(200, {"count": len(rows), "next": following, "results": results})

    def do_OPTIONS(self) -> None:
        if self._allowed():
            self._send(200, self.netbox.options(self.path.removeprefix("/api/").strip("/")))

    def do_POST(self) -> None:
        self._write()

    def do_PATCH(self) -> None:
        self._write()

    def do_DELETE(self) -> None:
        self._write()

    def _write(self) -> None:
        netbox = self.netbox
        rows = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        netbox.bodies.append(rows)
        if not self._allowed():
            return
        netbox.requests[self.command] += 1
        writes = sum(count for word, count in netbox.requests.items() if word != "GET")
        breaks = netbox.breaks_after is not None and writes > netbox.breaks_after
        if breaks and not netbox.late:
            self.close_connection = True
            return
        path = self.path.removeprefix("/api/").strip("/")
        status, said = self._done(path, rows)
        if breaks:
            self.close_connection = True
            return
        self._send(status, said)

    def _done(self, path: str, rows: list[dict[str, Any]]) -> tuple[int, Any]:
        netbox = self.netbox
        if self.command == "POST":
            faults = netbox.faults(path, rows)
            if faults:
                return 400, netbox.refused(faults, len(rows))
            return 201, [netbox.shown(path, netbox.add(path, **row)) for row in rows]
        if self.command == "DELETE":
            for row in rows:
                del netbox.objects[path][row["id"]]
            return 204, None
        for row in rows:
            netbox.change(path, row)
        return 200, [netbox.shown(path, row["id"]) for row in rows]

    def _allowed(self) -> bool:
        if self.headers.get("Authorization") == self.netbox.authorization:
            return True
        self._send(403, {"detail": "Invalid token"})
        return False

    def _send(self, status: int, said: Any, target: str = "") -> None:
        data = b"" if said is None else json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        if target:
            self.send_header("Location", target)
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serving(netbox: FakeNetBox) -> Iterator[str]:
    """Serve it on a free port of this machine, and yield the address."""
    handler = type("Handler", (_Handler,), {"netbox": netbox})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
