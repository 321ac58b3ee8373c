"""Compiled filling of tables of paths: equal sets of channels of a state get one number."""

from fatdesk.core.arrays import Ints
from fatdesk.core.compiled import compiled

DELIVER = -2


@compiled
def fill(
    number: int,
    classes: int,
    destination: int,
    shared: bool,
    hosts: int,
    way_start: Ints,
    way: Ints,
    head: Ints,
    table: Ints,
    known: Ints,
    following: Ints,
    start: Ints,
    channel: Ints,
    sets: int,
) -> int:
    """Write the sets of all states for one class of destinations; how many sets there are then.

    States from which the destination is the next node get DELIVER where the class is ``shared``. Below 0, as
    -1 - sets: the arrays of sets are too short; what was written is right, and it can be called again.
    """
    states = len(way_start) - 1
    for state in range(states):
        begin, end = way_start[state], way_start[state + 1]
        if begin == end:
            continue
        if shared and state >= hosts and head[way[begin]] == destination:
            table[state * classes + number] = DELIVER
            continue
        found = known[state]
        while found >= 0:
            size = start[found + 1] - start[found]
            same = size == end - begin
            at = 0
            while same and at < size:
                same = channel[start[found] + at] == way[begin + at]
                at += 1
            if same:
                break
            found = following[found]
        if found < 0:
            if sets + 2 > len(following) or start[sets] + end - begin > len(channel):
                return -1 - sets
            found = sets
            for at in range(begin, end):
                channel[start[found] + at - begin] = way[at]
            start[found + 1] = start[found] + end - begin
            following[found] = known[state]
            known[state] = found
            sets += 1
        table[state * classes + number] = found
    return sets
