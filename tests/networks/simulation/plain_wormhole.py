"""A plain and slow simulator of docs/simulation.md: wormhole, flit by flit."""

from collections import deque

from tests.networks.simulation.plain import PlainSimulation


class Worm:
    """A packet that holds a channel, fed from an input buffer or, at None, from its source."""

    def __init__(self, packet, buffer, begins):
        self.packet = packet
        self.buffer = buffer
        self.begins = begins
        self.sent = 0


class PlainWormhole(PlainSimulation):
    """The same as ``PlainSimulation``, flits being what buffers hold: pairs of packet and number of flit."""

    def __init__(self, routing_table, switching, packets, lot):
        super().__init__(routing_table, switching, packets, lot)
        channels = range(len(self.network.channels))
        self.room = [switching.room_flits for _ in channels]
        self.buffer = [deque() for _ in channels]
        self.worms = {}

    def cycle(self):
        for channel in self.given_back.pop(self.now, []):
            self.room[channel] += 1
        for channel, packet, number in self.arriving.pop(self.now, []):
            self.buffer[channel].append((packet, number))
            if number == 0:
                packet.arrived = self.now
                packet.state = int(self.routing_table.after[channel])
                packet.chosen = None
        for node in self.nodes:
            if node.number < self.network.hosts:
                self.host(node)
            else:
                self.switch(node)
        for output, worm in list(self.worms.items()):
            self.move(output, worm)

    def usable(self, channel):
        ahead = self.switching.allocation > 0 and self.network.channels[channel, 0] >= self.network.hosts
        return channel not in self.worms and (ahead or self.room[channel] > 0)

    def asks(self, channel):
        if not self.buffer[channel] or self.way_out_free_from[channel] > self.now:
            return None
        packet, number = self.buffer[channel][0]
        if number > 0 or any(
            worm.packet is packet and worm.buffer == channel for worm in self.worms.values()
        ):
            return None
        begun = packet.arrived
        if self.switching.route_at == "head":
            begun = max(begun, self.way_out_free_from[channel])
        return packet if begun + self.switching.routing <= self.now else None

    def leave(self, channel, output):
        self.worms[output] = Worm(self.buffer[channel][0][0], channel, self.now + self.switching.allocation)
        self.recorder.carried[output] += 1

    def send(self, packet, channel):
        self.worms[channel] = Worm(packet, None, self.now)
        self.recorder.carried[channel] += 1

    def move(self, output, worm):
        flit = (worm.packet, worm.sent)
        fed = worm.buffer is None or (self.buffer[worm.buffer] and self.buffer[worm.buffer][0] == flit)
        if not fed or self.room[output] == 0 or self.now < worm.begins:
            return
        if worm.buffer is not None:
            self.buffer[worm.buffer].popleft()
            self.given_back[self.now + 1].append(worm.buffer)
        self.recorder.flit_hops += 1
        worm.sent += 1
        if not self.to_host[output]:
            self.room[output] -= 1
            self.arriving[self.now + self.delay[output]].append((output, *flit))
        if worm.sent == self.switching.flits:
            del self.worms[output]
            if worm.buffer is not None:
                self.way_out_free_from[worm.buffer] = self.now + 1
            if self.to_host[output]:
                self.delivered(worm.packet, self.now + self.delay[output])
