"""A plain and slow simulator of docs/simulation.md: cut-through, cycle by cycle, straight from the ways.

With the engines it shares nothing but the packets that hosts make and the number that breaks ties.
"""

from collections import defaultdict, deque

import numpy as np

from fatdesk.networks.simulation.engines.counts import Counts, bin_edges

EDGES = bin_edges()


class Packet:
    def __init__(self, source, destination, made):
        self.source = source
        self.destination = destination
        self.made = made
        self.injected = None
        self.state = source
        self.arrived = None
        self.chosen = None


class Node:
    """What any node knows of its channels."""

    def __init__(self, number, network):
        start, channels = network.outgoing
        self.number = number
        self.outgoing = channels[start[number] : start[number + 1]].tolist()
        start, channels = network.incoming
        self.incoming = channels[start[number] : start[number + 1]].tolist()


class Recorder:
    """Counts of a stretch, as ``Counts`` has them."""

    def __init__(self, network, flits):
        self.flits = flits
        self.injected = np.zeros(network.hosts, np.int64)
        self.received = np.zeros(network.hosts, np.int64)
        self.delivered_of = np.zeros(network.hosts, np.int64)
        self.carried = np.zeros(len(network.channels), np.int64)
        self.latencies = []
        self.network_latencies = []
        self.waits = 0
        self.flit_hops = 0

    def counts(self, cycles, in_network):
        return Counts(
            cycles=cycles,
            injected=self.injected,
            received=self.received,
            delivered_of=self.delivered_of,
            latency_sum=sum(self.latencies),
            latency_max=max(self.latencies, default=0),
            network_sum=sum(self.network_latencies),
            network_max=max(self.network_latencies, default=0),
            latency_bins=np.histogram(self.latencies, EDGES)[0].astype(np.int64),
            network_bins=np.histogram(self.network_latencies, EDGES)[0].astype(np.int64),
            carried=self.carried,
            waits=self.waits,
            hops=int(self.carried.sum()),
            flit_hops=self.flit_hops,
            in_network=in_network,
        )


class PlainSimulation:
    """The same as ``Simulation`` for cut-through.

    ``packets`` has for each host an iterator of (cycle, destination), the cycles ascending; ``lot``
    gives for a cycle and a channel its lot.
    """

    def __init__(self, routing_table, switching, packets, lot):
        network = routing_table.network
        self.network = network
        self.switching = switching
        self.routing_table = routing_table
        self.ways = [routing_table.next_channels(host) for host in range(network.hosts)]
        self.lot = lot
        self.now = 0
        self.in_network = 0
        self.packets = packets
        self.heads = [self.made(host) for host in range(network.hosts)]
        self.nodes = [Node(number, network) for number in range(network.node_count)]
        channels = range(len(network.channels))
        self.to_host = [bool(network.channels[channel, 1] < network.hosts) for channel in channels]
        self.delay = [self.delay_of(channel) for channel in channels]
        self.idle_from = [0 for _ in channels]
        self.last_input = [None for _ in channels]
        self.room = [switching.buffer_packets for _ in channels]
        self.buffer = [deque() for _ in channels]
        self.way_out_free_from = [0 for _ in channels]
        self.given_back = defaultdict(list)
        self.arriving = defaultdict(list)

    def made(self, host):
        found = next(self.packets[host], None)
        return None if found is None else Packet(host, found[1], found[0])

    def delay_of(self, channel):
        tail, head = self.network.channels[channel].tolist()
        how = self.switching
        if tail < self.network.hosts:
            return how.link + how.fly
        if self.network.one_way and head < self.network.hosts:
            stages = int(self.network.level.max())
            return how.crossbar + how.link + (stages + 1 if how.long_fly is None else how.long_fly)
        return how.crossbar + how.link + how.fly

    def onward(self, packet):
        if packet.state == packet.destination:  # to itself: out by any channel from which there is a way
            return [
                channel
                for channel in self.nodes[packet.source].outgoing
                if len(self.ways[packet.destination].onward(self.routing_table.after[channel]))
            ]
        return self.ways[packet.destination].onward(packet.state).tolist()

    def advance(self, cycles):
        self.recorder = Recorder(self.network, self.switching.flits)
        for _ in range(cycles):
            self.cycle()
            self.now += 1
        return self.recorder.counts(cycles, self.in_network)

    def cycle(self):
        for channel in self.given_back.pop(self.now, []):
            self.room[channel] += 1
        for channel, packet in self.arriving.pop(self.now, []):
            packet.arrived = self.now
            packet.state = int(self.routing_table.after[channel])
            packet.chosen = None
            self.buffer[channel].append(packet)
        for node in self.nodes:
            if node.number < self.network.hosts:
                self.host(node)
            else:
                self.switch(node)

    def usable(self, channel):
        return self.idle_from[channel] <= self.now and self.room[channel] > 0

    def by_room(self, node):
        """The node's outputs, the best first."""
        return sorted(node.outgoing, key=lambda channel: (-self.room[channel], self.lot(self.now, channel)))

    def asked_for(self, packet, node, buffer):
        """The outputs that a packet asks for."""
        onward = self.onward(packet)
        if self.switching.binding == "late" and not self.routing_table.oblivious:
            return onward
        if packet.chosen is None and onward:
            packet.chosen = self.choice(onward, node, buffer)
        return [packet.chosen]

    def choice(self, onward, node, buffer):
        """The output that a packet of a buffer chooses once and for all."""
        count = len(self.network.channels)
        one, other = (
            onward[self.lot(self.now, time * count + buffer) * len(onward) >> 24] for time in (1, 2)
        )
        if self.routing_table.oblivious:
            return one
        if self.switching.binding == "two":
            return max(one, other, key=lambda channel: self.room[channel])
        return next(channel for channel in self.by_room(node) if channel in onward)

    def host(self, node):
        host = node.number
        while (packet := self.heads[host]) is not None and packet.made <= self.now:
            requested = self.onward(packet)
            taken = [
                channel for channel in self.by_room(node) if channel in requested and self.usable(channel)
            ]
            if not taken:
                break
            packet.injected = self.now
            self.recorder.injected[host] += 1
            self.in_network += 1
            self.send(packet, taken[0])
            self.heads[host] = self.made(host)

    def asks(self, channel):
        """The packet that asks for an output from an input buffer."""
        if not self.buffer[channel] or self.way_out_free_from[channel] > self.now:
            return None
        packet = self.buffer[channel][0]
        begun = packet.arrived
        if self.switching.route_at == "head":
            begun = max(begun, self.way_out_free_from[channel])
        return packet if begun + self.switching.routing <= self.now else None

    def switch(self, node):
        asking = {}
        for place, channel in enumerate(node.incoming):
            packet = self.asks(channel)
            if packet is not None:
                asking[place] = self.asked_for(packet, node, channel)
        for output in self.by_room(node):
            wanting = [place for place in asking if output in asking[place]]
            if not wanting or not self.usable(output):
                continue
            last = self.last_input[output]
            after_last = [place for place in wanting if last is not None and place > last]
            place = min(after_last or wanting)
            self.last_input[output] = place
            del asking[place]
            self.leave(node.incoming[place], output)
        self.recorder.waits += len(asking)

    def leave(self, channel, output):
        packet = self.buffer[channel].popleft()
        flits = self.switching.flits
        self.way_out_free_from[channel] = self.now + flits
        back = self.now + (1 if self.switching.credits == "flit" else flits)
        self.given_back[back].append(channel)
        self.send(packet, output)

    def send(self, packet, channel):
        flits = self.switching.flits
        self.idle_from[channel] = self.now + flits
        self.recorder.carried[channel] += 1
        self.recorder.flit_hops += flits
        arrival = self.now + self.delay[channel]
        if not self.to_host[channel]:
            self.room[channel] -= 1
            self.arriving[arrival].append((channel, packet))
            return
        self.delivered(packet, arrival + flits - 1)

    def delivered(self, packet, last):
        self.recorder.received[packet.destination] += 1
        self.recorder.delivered_of[packet.source] += 1
        self.recorder.latencies.append(last - packet.made)
        self.recorder.network_latencies.append(last - packet.injected)
        self.in_network -= 1
