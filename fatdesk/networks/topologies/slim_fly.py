"""Slim Fly: switches of which any two are at most two links apart, by a graph of McKay, Miller and Siran.

Source: Besta and Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology (SC 2014), section II-B;
McKay, Miller and Siran, A Note on Large Graphs of Diameter Two and Given Maximum Degree (1998). For a prime
power q = 4 w + d with d of -1, 0 or 1 there are 2 q^2 switches of (3 q - d) / 2 links: (0, x, y), (1, m, c)
with x, y, m, c of the field of q elements. Two of the same (0, x) are linked if their y differ by an element
of X, two of the same (1, m) if their c differ by one of X', and (0, x, y) with (1, m, c) if y = m x + c.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology, whole

NAME = "slim-fly"
HIGHEST = 1 << 9
"""Highest q."""


def _prime_of(q: int) -> int:
    """The prime of which q is a power; 0: it is none."""
    prime = next((p for p in range(2, q + 1) if q % p == 0), 0)
    while prime and q % prime == 0:
        q //= prime
    return prime if q == 1 else 0


@lru_cache(maxsize=8)
def _field(q: int) -> tuple[Longs, Longs, Longs]:
    """Sums, products and powers of a primitive element of the field of q elements, which are numbers below q.

    The digits of an element, to the base of the prime, are the coefficients of its polynomial.
    """
    prime = _prime_of(q)
    size = next(m for m in range(1, q) if prime**m == q)
    place = prime ** np.arange(size, dtype=np.int64)
    digits = np.arange(q, dtype=np.int64)[:, None] // place % prime
    sums: Longs = ((digits[:, None] + digits[None]) % prime) @ place
    powers = next(found for found in _powers(q, prime, digits, place) if len(set(found.tolist())) == q - 1)
    log = np.zeros(q, dtype=np.int64)
    log[powers] = np.arange(q - 1)
    products: Longs = powers[(log[:, None] + log[None]) % (q - 1)]
    products[0] = products[:, 0] = 0
    return sums, products, powers


def _powers(q: int, prime: int, digits: Longs, place: Longs) -> Iterator[Longs]:
    """Powers, from 0 to q - 2, of candidates for a primitive element.

    Candidates are the numbers below a prime q; else x modulo every polynomial of the degree of the field.
    """
    for candidate in range(1, q):
        if prime == q:
            after = np.arange(q, dtype=np.int64) * candidate % q
        else:  # x times an element: its digits move up, and the highest times the polynomial is taken off
            moved = np.roll(digits, 1, axis=1)
            moved[:, 0] = 0
            after = (moved - digits[:, -1:] * digits[candidate]) % prime @ place
        found = np.ones(q - 1, dtype=np.int64)
        for n in range(1, q - 1):
            found[n] = after[found[n - 1]]
        yield found


def _exponents(q: int) -> tuple[list[int], list[int]]:
    """Powers of the primitive element that are in X and in X'."""
    if q % 4 == 3:
        w = (q + 1) // 4
        of_x = [*range(0, 2 * w - 1, 2), *range(2 * w - 1, 4 * w - 2, 2)]
    else:
        of_x = list(range(0, q - 1, 2))
    return of_x, [(n + 1) % (q - 1) for n in of_x]


def _between(q: int) -> int:
    """Links of a switch with other switches."""
    return (3 * q - (0 if q % 2 == 0 else 2 - q % 4)) // 2


def _network(params: Params) -> Network:
    q, T = whole(params, "q"), whole(params, "T")
    sums, products, powers = _field(q)
    hosts, half = 2 * q * q * T, q * q
    p = np.arange(hosts, dtype=np.int64)
    ends, ports = [np.stack([p, hosts + p // T], axis=1)], [np.stack([p * 0, p % T], axis=1)]
    firsts = []
    for side, exponents in enumerate(_exponents(q)):
        apart = np.sort(powers[exponents])
        group, one, n = np.indices((q, q, len(apart)), dtype=np.int64).reshape(3, -1)
        other = sums[one, apart[n]]
        back = np.searchsorted(apart, [np.flatnonzero(sums[e] == 0)[0] for e in apart])[n]
        once = one < other
        origin = hosts + side * half + group * q
        ends.append(np.stack([origin + one, origin + other], axis=1)[once])
        ports.append(np.stack([T + n, T + back], axis=1)[once])
        firsts.append(T + len(apart))
    x, m, c = np.indices((q, q, q), dtype=np.int64).reshape(3, -1)
    y = sums[products[m, x], c]
    ends.append(np.stack([hosts + x * q + y, hosts + half + m * q + c], axis=1))
    ports.append(np.stack([firsts[0] + m, firsts[1] + x], axis=1))
    level = np.repeat(np.arange(2), [hosts, 2 * half])
    return network(hosts, level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    q, T = whole(params, "q"), whole(params, "T")
    switches, between = 2 * q * q, _between(q)
    hosts, links = switches * T, switches * (T + between // 2) + (switches // 2) * (between % 2)
    far = 2 * (T - 1) + 3 * between * T + 4 * (switches - 1 - between) * T
    return Closed(
        hosts=hosts,
        switches=switches,
        links=links,
        one_way_links=2 * links,
        radix=T + between,
        diameter=4,
        average_distance=Fraction(far, hosts),
    )


def _address(network: Network, node: int) -> str:
    q, T = whole(network.params, "q"), whole(network.params, "T")
    if node < network.hosts:
        return f"{_address(network, network.hosts + node // T)} {node % T}"
    side, rest = divmod(node - network.hosts, q * q)
    return f"({side},{rest // q},{rest % q})"


def _check(params: Params) -> None:
    q, T = whole(params, "q"), whole(params, "T")
    if q == 2 or not _prime_of(q):
        raise ValueError(f"q: {q} is not a prime power from 3 upwards, use one such as 5, 7, 8, 9, 11 or 13")
    if 2 * q * q * T > 1 << 24:
        raise ValueError(f"q, T: {2 * q * q * T} hosts are too many, use at most {1 << 24}")


CARD = Card(
    "Any two switches are at most two links apart, by nearly as many switches as their ports allow.",
    "Use it for few hops and cables over switches of many ports; shortest paths need virtual channels.",
    "Besta and Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology (2014)",
)
TOPOLOGIES = (
    Topology(
        NAME,
        "Slim Fly",
        CARD,
        (
            Parameter("q", "a prime power; there are 2 q^2 switches", lowest=3, highest=HIGHEST),
            Parameter("T", "hosts on each switch; about 3 q / 4 for full bandwidth"),
        ),
        _check,
        _closed,
        _network,
        _address,
    ),
)
