"""The trunks of a project as records, so that links keep their ports of panels while it grows."""

from collections.abc import Mapping

from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.engine.structured.structured import Structured


def laid_trunks(structured: Structured, catalog: Catalog, now: Mapping[str, str]) -> tuple[LaidTrunk, ...]:
    """Return the trunks of a project in order of their ids, with the ids that their cables have by now.

    Parameters
    ----------
    now
        The new id of each cable that is still there.
    """
    ids = [cable_ids(made, catalog) for made in structured.cabling.fabrics]
    found = []
    for trunk in structured.trunks:
        some = structured.channels[trunk.fabric]
        links: dict[int, str] = {}
        for cable in trunk.cables:
            channel = some.number[cable]
            place = int(some.plug[channel]) * trunk.kit.per_plug + int(some.sub[channel])
            links[place] = now.get(ids[trunk.fabric][cable], "")
        found.append(
            LaidTrunk(
                id=trunk.id,
                part=trunk.part.id,
                cassette=trunk.kit.cassette.id,
                first=trunk.first,
                links=tuple(links.get(place, "") for place in range(max(links) + 1)),
            )
        )
    return tuple(sorted(found, key=lambda one: one.id))
