"""Part numbers of cables in which ``x`` stands for the length, as makers write them: ``QSFP-100G-CUxM``."""

import re

from fatdesk.engine.catalog.parts import AnyPart, Cable

LEAST_SPELLED = 4
"""Letters and digits of an open part number that must stand for themselves."""
NOT_KNOWN = "number of this length not known"
_OPEN = re.compile(r"x+|y+")


def is_open(part: AnyPart) -> bool:
    """Whether the part number of a cable leaves its length (``x``) or something else (``y``) open."""
    number = part.part_number
    if not isinstance(part, Cable) or "x" not in number or re.search(r"[a-wz]", number):
        return False
    return len(re.sub(r"[^A-Z0-9]", "", number)) >= LEAST_SPELLED


def open_pattern(part: AnyPart) -> re.Pattern[str] | None:
    """The pattern of an open number without spaces, with the length as group ``m``; None: it is not open."""
    if not is_open(part):
        return None
    number, text, at = part.part_number, "", 0
    for run in _OPEN.finditer(number):
        text += re.escape(_plain(number[at : run.start()]))
        first = run[0][0] == "x" and "(?P<m>" not in text
        text += "(?P<m>[0-9A-Z.-]{1,6})" if first else "[0-9A-Z]{1,6}"
        at = run.end()
    return re.compile(text + re.escape(_plain(number[at:])), re.IGNORECASE)


def metres_of(text: str) -> float | None:
    """The length that a piece of a part number says: 003 is 3 m, 01A is 1.5 m, 2-5 is 2.5 m.

    >>> metres_of("003"), metres_of("00A"), metres_of("1-5"), metres_of("AB")
    (3.0, 0.5, 1.5, None)
    """
    if text.isdecimal():
        return float(text)
    half = re.fullmatch(r"([0-9]*)A", text, re.IGNORECASE)
    if half:
        return float(half[1] or 0) + 0.5
    parted = re.fullmatch(r"([0-9]+)[.-]([0-9]+)", text)
    return float(f"{parted[1]}.{parted[2]}") if parted else None


def number_to_order(part: AnyPart, length_m: float | None) -> str:
    """The part number to order a part by, of a cable in a length.

    Whole metres take the place of a single ``x``, and are filled with zeros to the digits of several; there a
    half metre is ``A``. Where the number leaves anything else open it is not known, and the text says so.

    >>> cable = Cable(id="c", part_number="A-100G-CUxM", medium="copper", connectors=("a", "a"))
    >>> number_to_order(cable, 3.0), number_to_order(cable, 2.5)
    ('A-100G-CU3M', 'A-100G-CUxM: number of this length not known')
    """
    number = part.part_number
    if not is_open(part):
        return number
    runs = _OPEN.findall(number)
    digits = _digits(length_m, len(runs[0])) if len(runs) == 1 and length_m is not None else ""
    return number.replace(runs[0], digits) if digits else f"{number}: {NOT_KNOWN}"


def _digits(length_m: float, places: int) -> str:
    """What takes the place of a run of ``x``; empty where that is not known."""
    whole, rest = divmod(length_m, 1)
    if rest == 0:
        text = f"{int(whole):0{places}d}"
    elif rest == 0.5 and places > 1:
        text = f"{int(whole):0{places - 1}d}A"
    else:
        return ""
    return text if places == 1 or len(text) == places else ""


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
