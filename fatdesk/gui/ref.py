"""References to what can be selected, shown and gone to: a kind and an id."""

from typing import NamedTuple


class Ref(NamedTuple):
    """Something that can be selected: a kind (device, cable, rack, tray, part) and its id."""

    kind: str
    id: str
