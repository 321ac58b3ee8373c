"""Whether all hosts still reach each other when some things are out."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.progress import Progress
from fatdesk.engine.faults.all_connected import Judge
from fatdesk.engine.forwarding.scheme import Scheme
from fatdesk.engine.network.network import Network
from fatdesk.engine.sim.outages import connects

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]


def judge_of(network: Network, scheme: Scheme, start: Ints, channel: Ints) -> Judge:
    """The judgement over things of which number i takes out ``channel[start[i]:start[i + 1]]``."""

    def judge(first: Longs, thing: Ints, progress: Progress) -> Bools:
        found = np.zeros(len(first) - 1, np.bool_)
        for number in range(len(found)):
            usable = np.ones(len(network.channels), np.bool_)
            for one in thing[first[number] : first[number + 1]].tolist():
                usable[channel[start[one] : start[one + 1]]] = False
            found[number] = connects(scheme.forwarding(network, usable), progress)
        return found

    return judge
