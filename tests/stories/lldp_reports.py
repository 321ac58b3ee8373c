"""What lldpcli prints on the switches of a wiring list, under the names of ports of operating systems.

Written from the systems' own manuals and platform files, without the program's module of port names.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

Namer = Callable[[int, int, int, float], str]
"""A name from the cage (from 1), the leg (from 0), the number of legs, and the rate of the port."""

LANES = 4
WORDS = {25: "Twenty-FiveGigE", 50: "FiftyGigE", 100: "HundredGigE"}


def by_leg(whole: str, split: str) -> Namer:
    """Names of a whole cage and of a leg: ``p`` is the cage, ``q`` from 0, ``l`` the leg, ``m`` from 1."""

    def name(p: int, leg: int, splits: int, rate: float) -> str:
        word = WORDS.get(round(rate), "")
        lane = leg * LANES // splits
        values = {
            "p": p, "q": p - 1, "l": leg, "m": leg + 1, "a": chr(97 + leg),
            "lane": lane + 1, "sum": (p - 1) * LANES + lane, "word": word,
        }  # fmt: skip
        return (whole if splits == 1 else split).format(**values)

    return name


SYSTEMS: dict[str, Namer] = {
    "Cumulus": by_leg("swp{p}", "swp{p}s{l}"),
    "NX-OS": by_leg("Ethernet1/{p}", "Ethernet1/{p}/{m}"),
    "NX-OS, short": by_leg("Eth1/{p}", "Eth1/{p}/{m}"),
    "OS10": by_leg("ethernet1/1/{p}", "ethernet1/1/{p}:{m}"),
    "Onyx": by_leg("Eth1/{p}", "Eth1/{p}/{m}"),
    "SONiC": by_leg("Ethernet{sum}", "Ethernet{sum}"),
    "SONiC, alias": by_leg("etp{p}", "etp{p}{a}"),
    "SONiC, standard alias": by_leg("Eth{p}", "Eth{p}/{m}"),
    "Comware": by_leg("{word}1/0/{p}", "{word}1/0/{p}:{m}"),
    "AOS-CX": by_leg("1/1/{p}", "1/1/{p}:{m}"),
    "Junos": by_leg("et-0/0/{q}", "et-0/0/{q}:{l}"),
    "Junos, units": by_leg("et-0/0/{q}.0", "et-0/0/{q}:{l}.0"),
    "EOS": by_leg("Ethernet{p}/{lane}", "Ethernet{p}/{lane}"),
}


class Port(NamedTuple):
    """A port of a device: the leg is 0 and ``splits`` 1 for a whole cage."""

    device: str
    cage: int
    leg: int
    splits: int
    rate: float
    host: bool


Link = tuple[Port, Port]


def links_of(wiring: Path, rate: float = 100.0) -> list[Link]:
    """The links of a wiring list as JSON; cages of switches have a rate and four lanes."""
    found: list[Link] = []
    for cable in json.loads(wiring.read_text())["cables"]:
        far = cable.get("legs") or [cable["b"]]
        for leg, end in enumerate(far):
            ends = []
            for place, at, splits in ((cable["a"], leg, len(far)), (end, 0, 1)):
                host = place["device"].startswith("n")
                ends.append(Port(place["device"], int(place["port"]), at, splits, rate / splits, host))
            found.append((ends[0], ends[1]))
    return found


def keyvalue(
    links: list[Link], own: Namer, stated: Namer | None = None, host_port: str = "ens{0}f0np0"
) -> str:
    """``lldpcli show neighbors -f keyvalue`` of every switch, as clush joins them.

    Parameters
    ----------
    own
        How switches call their own ports.
    stated
        How they announce them to their neighbours, if otherwise.
    """
    return "".join(line + "\n" for link in links for line in _both(link, own, stated or own, host_port))


def _both(link: Link, own: Namer, stated: Namer, host_port: str) -> Iterator[str]:
    for near, far in (link, link[::-1]):
        if near.host:
            continue
        here = own(near.cage, near.leg, near.splits, near.rate)
        there = host_port.format(far.cage) if far.host else stated(far.cage, far.leg, far.splits, far.rate)
        head = f"{near.device}: lldp.{here}"
        yield f"{head}.via=LLDP"
        yield f"{head}.age=0 day, 00:12:03"
        yield f"{head}.chassis.mac=44:38:39:00:00:17"
        yield f"{head}.chassis.name={far.device}.example.org"
        yield f"{head}.port.ifname={there}"
        yield f"{head}.port.ttl=120"
