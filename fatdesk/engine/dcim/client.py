"""The API of a server over HTTP: pages of results, many objects at once, and its errors as one line each.

The only module that reaches for a network, only to the address that the user names. It follows no redirect,
so that a token goes nowhere else.
"""

import http.client
import json
import re
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.dcim.product import Product
from fatdesk.engine.dcim.records import Id

TIMEOUT_S = 120.0
"""Seconds to wait for an answer; writing a batch takes a server some seconds."""
PAGE = 500
"""Objects that are asked for at once; a server may give fewer."""
MOST_PAGES = 10_000
MOST_QUERY = 2000
"""Characters of all values of a filter in one query, so that its address is not too long for a server."""
MOST_TEXT = 300
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
READS = ("GET", "OPTIONS")
Version = tuple[int, int, int]


class ServerError(FatdeskError):
    """A failed request; ``maybe_done`` when its answer was lost, so that it may have been carried out."""

    def __init__(self, text: str, *, status: int = 0, maybe_done: bool = False) -> None:
        self.status, self.maybe_done = status, maybe_done
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        """Come from a worker with its text."""
        return FatdeskError, (str(self),)


class Client:
    """A connection to one server.

    Parameters
    ----------
    address
        As in a browser: ``https://netbox.example.com``, or with a path where the server has one.
    plain_http
        Whether ``http://`` is allowed to other machines than this one; the token can be read on the way.

    Raises
    ------
    FatdeskError
        When the address cannot be used.
    """

    product: ClassVar[Product]

    def __init__(
        self, address: str, token: str, *, plain_http: bool = False, timeout_s: float = TIMEOUT_S
    ) -> None:
        try:
            parts = urlsplit(address.strip())
            host, port = parts.hostname, parts.port
        except ValueError:
            host = port = None
        if host is None or parts.scheme not in ("http", "https") or parts.query or parts.username:
            raise FatdeskError(
                f"{address[:MOST_TEXT]}: is not an address of a {self.product.name}, "
                f"write it as {self.product.example}"
            )
        if parts.scheme == "http" and host not in LOOPBACK and not plain_http:
            raise FatdeskError(
                f"{address[:MOST_TEXT]}: anyone on the way can read the token over http, use https, "
                "or allow it with --plain-http"
            )
        if not token or not re.fullmatch(r"[\x21-\x7e]+", token):
            raise FatdeskError(
                f"the token of {self.product.name} is empty or has characters that no token has, "
                "copy it from there again"
            )
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._root = parts.path.rstrip("/").removesuffix("/api") + "/api/"
        self._secure, self._host, self._port, self._timeout_s = parts.scheme == "https", host, port, timeout_s
        self._headers = {
            "Authorization": self.authorization(token),
            "Accept": "application/json",
            "Content-Type": "application/json",
        }
        self._connection: http.client.HTTPConnection | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.address!r})"

    @staticmethod
    def authorization(token: str) -> str:
        """The header of a request with the token."""
        return f"Token {token}"

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def stated_version(self, key: str) -> tuple[Version, str]:
        """The version that the server states under a key, as numbers and as text.

        Raises
        ------
        ServerError
            When it states none.
        """
        said = self._request("GET", "status/")
        text = str(said.get(key, "")) if isinstance(said, dict) else ""
        found = re.match(r"(\d+)\.(\d+)\.(\d+)", text)
        if found is None:
            raise ServerError(f"{self.address}: does not state its version, is it a {self.product.name}?")
        return (int(found[1]), int(found[2]), int(found[3])), text[:20]

    def options(self, path: str) -> dict[str, Any]:
        """The description of the fields of a list."""
        said = self._request("OPTIONS", f"{path}/")
        return said if isinstance(said, dict) else {}

    def read(
        self, path: str, query: Mapping[str, Id | Sequence[Id]] | None = None
    ) -> Iterator[dict[str, Any]]:
        """All objects of a list, page by page."""
        words = {**(query or {}), "limit": PAGE}
        count = 0
        for _ in range(MOST_PAGES):
            said = self._request("GET", f"{path}/?{urlencode({**words, 'offset': count}, doseq=True)}")
            if not isinstance(said, dict) or not isinstance(said.get("results"), list):
                raise ServerError(f"{self.address}: the answer to {path} is no list of {self.product.name}")
            rows = said["results"]
            yield from rows
            count += len(rows)
            if not said.get("next") or not rows:
                return

    def read_of(
        self, path: str, name: str, values: Sequence[Id], query: Mapping[str, str | int] | None = None
    ) -> Iterator[dict[str, Any]]:
        """All objects of a list for which a filter has one of some values."""
        at_once = MOST_QUERY // (len(name) + max((len(str(one)) for one in values), default=0) + 2)
        for first in range(0, len(values), at_once):
            yield from self.read(path, {**(query or {}), name: list(values[first : first + at_once])})

    def create(self, path: str, objects: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Create some objects, all or none, and return them in their order."""
        return self._many("POST", path, objects)

    def change(self, path: str, objects: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Change some objects, all or none; each states its id."""
        return self._many("PATCH", path, objects)

    def delete(self, path: str, ids: Sequence[Id]) -> None:
        """Delete some objects, all or none."""
        self._request("DELETE", f"{path}/", [{"id": one} for one in ids])

    def _many(self, method: str, path: str, objects: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        said = self._request(method, f"{path}/", list(objects))
        if not isinstance(said, list) or len(said) != len(objects):
            raise ServerError(f"{self.address}: the answer to {path} does not state what was written")
        return said

    def _request(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        status, reason, found, target = self._answer(method, self._root + path, data)
        if 300 <= status < 400:
            raise ServerError(
                f"{self.address}: redirects to {target[:MOST_TEXT]}, give that address", status=status
            )
        if status == 204:
            return None
        try:
            said = json.loads(found)
        except (ValueError, RecursionError):
            said = None
        if status >= 400:
            raise ServerError(f"{self.address}: {_reason(status, reason, said, body)}", status=status)
        if said is None:
            raise ServerError(
                f"{self.address}: {path.partition('?')[0]}: the answer is not JSON", status=status
            )
        return said

    def _answer(self, method: str, path: str, data: bytes | None) -> tuple[int, str, bytes, str]:
        """Send a request; one that only reads is sent again where a kept connection was closed meanwhile.

        One that writes has a new connection: on one that was closed nobody knows whether it was carried out.
        """
        if method not in READS:
            self.close()
        fresh = self._connection is None
        try:
            return self._sent(method, path, data)
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
            self.close()
            if fresh or method not in READS:
                raise self._lost(method, error) from None
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._lost(method, error) from None
        try:
            return self._sent(method, path, data)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._lost(method, error) from None

    def _sent(self, method: str, path: str, data: bytes | None) -> tuple[int, str, bytes, str]:
        if self._connection is None:
            self._connection = self._connected()
        self._connection.request(method, path, body=data, headers=self._headers)
        response = self._connection.getresponse()
        found = response.read()
        return response.status, response.reason, found, response.getheader("Location", "")

    def _connected(self) -> http.client.HTTPConnection:
        if not self._secure:
            return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout_s)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout_s, context=context)

    def _lost(self, method: str, error: Exception) -> ServerError:
        if isinstance(error, ssl.SSLCertVerificationError):
            why = error.verify_message
            what = f"its certificate is not trusted ({why}), set SSL_CERT_FILE to that of your CA"
            return ServerError(f"{self.address}: {what}")
        if isinstance(error, ConnectionRefusedError | socket.gaierror):
            return ServerError(f"{self.address}: cannot be reached ({error.strerror}), check the address")
        why = (
            f"no answer within {self._timeout_s:g} s"
            if isinstance(error, TimeoutError)
            else "the connection broke"
        )
        return ServerError(f"{self.address}: {why}", maybe_done=method not in READS)


def _reason(status: int, reason: str, said: object, body: object) -> str:
    """The faults that a server states, in one line."""
    if status in (401, 403) and not isinstance(body, list):
        return f"refuses the token ({_text(said) or reason}), check it and its permissions"
    found = list(_faults(said, body))
    if not found:
        return f"answers {status} {reason}" + (f": {_text(said)}" if _text(said) else "")
    more = f"; and {len(found) - 3:,} more" if len(found) > 3 else ""
    return "; ".join(found[:3]) + more


def _faults(said: object, body: object) -> Iterator[str]:
    """Each fault of each object of a request with the object's name.

    A server states a list with an entry for each object, or ``errors`` with the index or id of each.
    """
    rows = body if isinstance(body, list) else []
    if isinstance(said, dict) and isinstance(said.get("errors"), list):
        for one in said["errors"]:
            if isinstance(one, dict):
                index = one.get("index")
                at: Mapping[str, Any] = next((row for row in rows if row.get("id") == one.get("id")), {})
                row = rows[index] if isinstance(index, int) and index < len(rows) else at
                yield from _of_fields(one.get("errors"), row)
    elif isinstance(said, list):
        for row, one in zip(rows, said, strict=False):
            yield from _of_fields(one, row)
    elif isinstance(said, dict) and "detail" not in said:
        yield from _of_fields(said, {})


def _of_fields(faults: object, row: Mapping[str, Any]) -> Iterator[str]:
    name = str(row.get("name") or row.get("label") or row.get("model") or row.get("id") or "").strip()
    if isinstance(faults, dict):
        for field, what in faults.items():
            place = "" if field in ("__all__", "non_field_errors") else f"{field}: "
            yield f"{name}: {place}{_text(what)}" if name else f"{place}{_text(what)}"


def _text(said: object) -> str:
    """A message as one line of printable text."""
    if isinstance(said, dict):
        said = (
            said.get("detail") or said.get("error") or "; ".join(f"{k}: {_text(v)}" for k, v in said.items())
        )
    if isinstance(said, list):
        said = " ".join(_text(one) for one in said)
    line = " ".join(str(said or "").split())
    return "".join(sign for sign in line if sign.isprintable())[:MOST_TEXT]
