"""Read a device-type, module-type or rack-type file unchanged, with the keys that parts need."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from fatdesk.core.formats.typed_records import convert
from fatdesk.core.formats.yaml_events import Tree, lines, parse
from fatdesk.core.struct import Struct, Text

Word = Annotated[str, Meta(max_length=200)]
Length = Annotated[float, Meta(ge=0, le=100_000)]
Watts = Annotated[float, Meta(ge=0, le=1e9)]

_NUMBERS = ("weight", "max_weight", "u_height", "outer_width", "outer_height", "outer_depth")
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # of YAML
_SHORT = re.compile(r"\+?([0-9]{0,9})\.([0-9]{0,9})")


class Interface(Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A port of the device."""

    name: Word
    type: Word = ""
    mgmt_only: bool = False
    description: Text | None = None


class PowerPort(Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """An inlet; draws are in watts."""

    name: Word
    type: Word | None = None
    maximum_draw: Watts | None = None
    allocated_draw: Watts | None = None


class Named(Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """An outlet, a bay, or a port of a panel."""

    name: Word
    type: Word | None = None
    label: Word | None = None
    description: Text | None = None


class DeviceType(Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Contents of a file; its other keys are ignored.

    A module type has neither ``slug`` nor ``u_height``; only a rack type has a ``form_factor`` or an
    outside.
    """

    manufacturer: Annotated[str, Meta(min_length=1, max_length=200)]
    model: Annotated[str, Meta(min_length=1, max_length=200)]
    slug: Word | None = None
    part_number: Word | None = None
    u_height: Annotated[float, Meta(ge=0, le=100)] | None = None
    weight: Annotated[float, Meta(ge=0, le=1e6)] | None = None
    weight_unit: Word | None = None
    airflow: Word | None = None
    subdevice_role: Word | None = None
    description: Annotated[str, Meta(max_length=100_000)] | None = None
    comments: Annotated[str, Meta(max_length=100_000)] | None = None
    interfaces: tuple[Interface, ...] = ()
    power_ports: tuple[PowerPort, ...] = msgspec.field(default=(), name="power-ports")
    power_outlets: tuple[Named, ...] = msgspec.field(default=(), name="power-outlets")
    module_bays: tuple[Named, ...] = msgspec.field(default=(), name="module-bays")
    device_bays: tuple[Named, ...] = msgspec.field(default=(), name="device-bays")
    front_ports: tuple[Named, ...] = msgspec.field(default=(), name="front-ports")
    rear_ports: tuple[Named, ...] = msgspec.field(default=(), name="rear-ports")
    form_factor: Word | None = None
    outer_width: Length | None = None
    outer_height: Length | None = None
    outer_depth: Length | None = None
    outer_unit: Word | None = None
    max_weight: Annotated[float, Meta(ge=0, le=1e6)] | None = None

    @property
    def is_module(self) -> bool:
        """Whether it is a module type: a card or an adapter."""
        return self.slug is None and self.u_height is None and not self.is_rack

    @property
    def is_rack(self) -> bool:
        """Whether it is a rack type."""
        return self.form_factor is not None or self.outer_width is not None

    @property
    def words(self) -> str:
        """Texts in which it describes itself."""
        stated = (self.model, self.part_number, self.description, self.comments)
        return " ".join(text for text in stated if text)


def read_device_type(data: bytes, file: str) -> DeviceType:
    """The device type, module type or rack type in a file's bytes.

    Raises
    ------
    InputError, InputErrors
        When they are none; duplicate keys are reported with their line.
    """
    tree = parse(data, file)
    if isinstance(tree, dict):
        tree = {key: _number(value) if key in _NUMBERS else value for key, value in tree.items()}
    device: DeviceType = convert(tree, DeviceType, data, file)
    return device


def _number(value: Tree) -> Tree:
    """The text of a number with digits on both sides of its point, also when it is quoted: ``.5``, ``5.``."""
    found = _SHORT.fullmatch(value.strip()) if isinstance(value, str) else None
    return f"{found[1] or '0'}.{found[2] or '0'}" if found else value


def looks_like_device_type(data: bytes) -> bool:
    r"""Whether the beginning of a file names a maker and a model, as requirements and parts never do.

    >>> looks_like_device_type(b"---\nmanufacturer: A\nmodel: B\n"), looks_like_device_type(b"hosts: []")
    (True, False)
    """
    return all(re.search(rb"(?m)^" + key + rb"\s*:", data) for key in (b"manufacturer", b"model"))


def is_bare(data: bytes, file: str, key: str) -> bool:
    """Whether the value of a key at the top of a file is without quotes."""
    line = lines(data, file, [(key,)])[(key,)]
    text = _LINE_BREAK.split(data.removeprefix(b"\xef\xbb\xbf").decode())[line - 1]
    return text.partition(":")[2].strip()[:1] not in ("'", '"')
