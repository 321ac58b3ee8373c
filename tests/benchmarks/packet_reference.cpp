// The packet model of docs/simulation.md as a C++ program, to compare the speed of fatdesk's engine with.
//
// It covers the defaults: cut-through, credits of packets, routing on arrival, late binding, buffers of two
// packets, Bernoulli sources with uniform destinations, routing by a formula. Its data are compact: a channel
// with the buffer behind it and both packets is a cache line of 64 bytes, a switch with its routing formula
// another; events of a cycle lie next to each other; what a cycle will touch is prefetched.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <vector>

namespace {

using i32 = int32_t;
using i64 = int64_t;
using u64 = uint64_t;

constexpr u64 GOLDEN = 0x9E3779B97F4A7C15, MIX_A = 0xBF58476D1CE4E5B9, MIX_B = 0x94D049BB133111EB;
constexpr double UNIT = 1.0 / (1ull << 53);
constexpr i64 NEVER = 1ll << 40;
enum { LATENCY, LATENCY_MOST, NETWORK, NETWORK_MOST, WAITS, HOPS };  // as in engines/counts.py
constexpr int FINE = 64, BINS = FINE * 26, MUCH = 100;

inline u64 mixed(u64 value) {
    value = (value ^ (value >> 30)) * MIX_A;
    value = (value ^ (value >> 27)) * MIX_B;
    return value ^ (value >> 31);
}

inline i64 lot(u64 key, i32 channel) { return mixed(key + (u64)channel * MIX_A) >> 40; }

inline int bin_of(i64 latency) {
    int octave = 0;
    while (latency >= 2 * FINE) latency >>= 1, octave++;
    return std::min(octave * FINE + (int)latency, BINS - 1);
}

constexpr size_t LARGE_PAGE = 1 << 21;

// Memory in large pages, so that fewer addresses miss the processor's tables of them.
template <class T> struct Pages {
    using value_type = T;
    Pages() = default;
    template <class U> Pages(const Pages<U> &) {}
    T *allocate(size_t count) {
        size_t bytes = (count * sizeof(T) + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
        if (count * sizeof(T) < LARGE_PAGE / 2) return static_cast<T *>(aligned_alloc(64, (count * sizeof(T) + 63) / 64 * 64));
        void *made = aligned_alloc(LARGE_PAGE, bytes);
        madvise(made, bytes, MADV_HUGEPAGE);
        return static_cast<T *>(made);
    }
    void deallocate(T *made, size_t) { free(made); }
    bool operator==(const Pages &) const { return true; }
    bool operator!=(const Pages &) const { return false; }
};
template <class T> using Items = std::vector<T, Pages<T>>;

struct Packet {
    i32 to, source, made, sent, ready;  // once it requests a set: that set in place of ``ready``
};

// A channel and the buffer behind it. Channels are numbered by their tails, so those of a set follow each other.
struct alignas(64) Channel {
    i32 head, next, waiter, of;  // the next buffer of a list; who waits for this channel alone; its larger set
    uint16_t in_port, latest;
    int8_t free;
    uint8_t count, busy, leaving;
    Packet packet[2];
};
static_assert(sizeof(Channel) == 64);

struct alignas(64) Node {
    i32 lines[8];
    i32 listed, asked, ins;
};

struct Set {
    i32 begin, count, waiter;
};

struct alignas(64) Host {
    u64 stream;
    i64 when;
    double log_stay;
    i32 to, unused;
    i32 lines[8];
};
static_assert(sizeof(Host) == 64);

struct Carried {
    i32 channel, buffer;
};

struct Grant {
    i32 channel, buffer;
    Packet packet;
};

template <class T> struct Ring {
    Items<T> items;
    Items<i32> many;
    size_t first = 0, last = 0, mask = 0;

    void reserve(size_t count, size_t wheel) {
        size_t size = 1;
        while (size <= count) size *= 2;
        items.resize(size), many.resize(wheel);
        mask = size - 1;
    }
    T &at(size_t i) { return items[i & mask]; }
    void put(const T &item) { items[last++ & mask] = item; }
};

struct Counters {
    i64 *numbers, *injected, *received, *delivered_of, *latency_bins, *network_bins, *carried;
};

struct Simulation {
    i64 hosts, seed, flits, crossbar, routing, flight, last_flight, now = 0, in_network = 0, waiting = 0;
    i32 from_hosts;  // channels below this lead out of hosts
    int wheel, mask;
    bool large;  // than the nearest caches
    Items<Channel> channels;
    Items<Node> nodes;
    Items<Host> sources;
    Items<Set> sets;
    Items<i32> tail, original, next_out, carried, later, pauses, next_source;
    Items<int8_t> room, blocked;
    Ring<Carried> done;
    Ring<i32> ready, fresh;  // packets on the way to idle buffers: from switches, and from hosts
    Items<i32> asking, switches, senders, order;
    Items<i64> rank;
    Items<Grant> grants;

    // An output came free, or its buffer has more room.
    void list(i32 at) {
        Channel &c = channels[at];
        int free = std::min<int>(c.free, MUCH);
        if (at < from_hosts) {
            room[at] = free;
            int8_t &waits = blocked[tail[at]];
            if (waits == 1) waits = 2, senders.push_back(tail[at]);
            return;
        }
        if (room[at] < 0) {
            room[at] = -free;
            return;
        }
        room[at] = free;
        if ((c.of < 0 ? c.waiter : sets[c.of].waiter) < 0) return;  // nobody waits for it
        Node &node = nodes[tail[at]];
        next_out[at] = node.listed;
        if (node.listed < 0 && node.asked < 0) switches.push_back(tail[at]);
        node.listed = at;
        room[at] = -free;
    }

    static i32 set_of(const i32 *lines, i32 to) {
        if (lines[0] <= to && to < lines[1]) return lines[3] + (uint32_t)(to - lines[0]) / (uint32_t)lines[2];
        uint32_t digit = 0, last = lines[6];
        if (lines[5] > 1) digit = (uint32_t)to / (uint32_t)lines[4] % (uint32_t)lines[5];
        if (last > 1) digit = digit * last + (uint32_t)to % last;
        return lines[7] + digit;
    }

    i32 best_of(const Set &set, u64 key) const {
        i32 best = set.begin, end = set.begin + set.count;
        int most = room[best];
        if (set.count == 1) return most > 0 ? best : -1;
        for (i32 j = best + 1; j < end; j++) most = std::max<int>(most, room[j]);
        if (most <= 0) return -1;
        i64 least = 1 << 24;
        for (i32 j = set.begin; j < end; j++) {
            i64 value = room[j] == most ? lot(key, original[j]) : 1 << 24;
            if (value < least) least = value, best = j;
        }
        return best;
    }

    static double draw(Host &host) {
        double found = (mixed(host.stream) >> 11) * UNIT;
        host.stream += GOLDEN;
        return found;
    }

    void next_packet(Host &host, i32 number) {
        if (host.log_stay == -INFINITY) {
            draw(host);
            host.when += 1;
        } else {
            host.when += 1 + std::min((i64)(std::log1p(-draw(host)) / host.log_stay), NEVER);
        }
        i32 to = number + 1 + (i32)std::min((i64)(draw(host) * (hosts - 1)), hosts - 2);
        host.to = to >= hosts ? to - hosts : to;
    }

    void fetch_waiters(const Channel &c) {
        if (c.of >= 0) __builtin_prefetch(&sets[c.of]);
    }

    void ask_later(i32 buffer, i64 when) {
        channels[buffer].next = later[when & mask];
        later[when & mask] = buffer;
    }

    void ends(int bucket) {
        int ended = done.many[bucket], came = ready.many[bucket], new_ones = fresh.many[bucket];
        if (large) {  // what the next two cycles will need: lines of channels, and what is found there
            int next = (bucket + 1) & mask, second = (bucket + 2) & mask;
            size_t at = done.first + ended;
            for (int i = 0; i < done.many[next]; i++, at++) {
                Carried &one = done.at(at);
                fetch_waiters(channels[one.channel]);
                if (one.buffer >= 0) fetch_waiters(channels[one.buffer]);
            }
            for (int i = 0; i < done.many[second]; i++, at++) {
                Carried &one = done.at(at);
                __builtin_prefetch(&channels[one.channel], 1);
                if (one.buffer >= 0) __builtin_prefetch(&channels[one.buffer], 1);
            }
            at = ready.first + came;
            for (int i = 0; i < ready.many[next]; i++, at++) __builtin_prefetch(&nodes[channels[ready.at(at)].head], 1);
            for (int i = 0; i < ready.many[second]; i++, at++) __builtin_prefetch(&channels[ready.at(at)], 1);
            at = fresh.first + new_ones;
            for (int i = 0; i < fresh.many[next]; i++, at++) __builtin_prefetch(&nodes[channels[fresh.at(at)].head], 1);
            for (int i = 0; i < fresh.many[second]; i++, at++) __builtin_prefetch(&channels[fresh.at(at)], 1);
        }

        for (int i = 0; i < ended; i++) {
            Carried one = done.at(done.first++);
            Channel &c = channels[one.channel];
            c.busy = 0;
            if (c.free > 0) list(one.channel);
            if (one.buffer < 0) continue;
            Channel &from = channels[one.buffer];
            from.leaving = 0;
            from.free++;
            if (!from.busy) list(one.buffer);
            if (from.count) {
                if (from.packet[0].ready <= now)
                    asking.push_back(one.buffer);
                else
                    ask_later(one.buffer, from.packet[0].ready);
            }
        }
        for (int i = 0; i < came; i++) asking.push_back(ready.at(ready.first++));
        for (int i = 0; i < new_ones; i++) asking.push_back(fresh.at(fresh.first++));
        done.many[bucket] = ready.many[bucket] = fresh.many[bucket] = 0;
        for (i32 one = later[bucket]; one >= 0; one = channels[one].next) asking.push_back(one);
        later[bucket] = -1;
        for (i32 one = pauses[bucket]; one >= 0; one = next_source[one]) senders.push_back(one);
        pauses[bucket] = -1;
    }

    void requests() {
        bool many = large && asking.size() > 4;
        for (i32 at : asking) {
            Channel &c = channels[at];
            Node &node = nodes[c.head];
            c.packet[0].ready = set_of(node.lines, c.packet[0].to);
            if (many) __builtin_prefetch(&sets[c.packet[0].ready], 1);
            if (node.asked < 0 && node.listed < 0) switches.push_back(c.head);
            c.next = node.asked;
            node.asked = at;
        }
        if (many)
            for (i32 at : asking) {
                i32 first = sets[channels[at].packet[0].ready].begin;
                __builtin_prefetch(&room[first]);
                __builtin_prefetch(&original[first]);
            }
        asking.clear();
    }

    void grant(i32 channel, i32 winner) {
        __builtin_prefetch(&channels[channel], 1);
        __builtin_prefetch(&carried[channel], 1);
        Channel &from = channels[winner];
        grants.push_back({channel, winner, from.packet[0]});
        room[channel] = 0;
        from.count--;
        from.leaving = 1;
        from.packet[0] = from.packet[1];
    }

    i32 &waiter_of(Set &set) { return set.count == 1 ? channels[set.begin].waiter : set.waiter; }

    void wait(i32 buffer, Set &set, i64 *numbers) {
        i32 &waiter = waiter_of(set);
        channels[buffer].next = waiter;
        waiter = buffer;
        numbers[WAITS] -= now;
        waiting++;
    }

    void arbitrate(u64 key, i64 *numbers) {
        for (i32 number : switches) {
            Node &node = nodes[number];
            i32 channel = node.listed, buffer = node.asked;
            node.listed = node.asked = -1;
            if (channel < 0 && channels[buffer].next < 0) {  // nobody else
                Set &set = sets[channels[buffer].packet[0].ready];
                i32 best = best_of(set, key);
                if (best >= 0)
                    grant(best, buffer);
                else
                    wait(buffer, set, numbers);
                continue;
            }
            int many = 0;
            for (; channel >= 0; channel = next_out[channel]) order[many++] = channel;
            while (buffer >= 0) {
                Set &set = sets[channels[buffer].packet[0].ready];
                for (i32 out = set.begin; out < set.begin + set.count; out++)
                    if (room[out] > 0) room[out] = -room[out], order[many++] = out;
                i32 following = channels[buffer].next;
                wait(buffer, set, numbers);
                buffer = following;
            }
            for (int j = 0; j < many; j++) {
                i32 out = order[j];
                room[out] = -room[out];
                if (many > 1) rank[j] = lot(key, original[out]) - (i64)room[out] * (1 << 24);
            }
            while (many > 0) {
                int first = 0;
                for (int j = 1; j < many; j++)
                    if (rank[j] < rank[first]) first = j;
                i32 out = order[first];
                many--;
                order[first] = order[many], rank[first] = rank[many];
                Channel &c = channels[out];
                i32 &waiter = c.of < 0 ? c.waiter : sets[c.of].waiter;
                i32 winner = -1, before = -1, previous = -1, best_turn = 0;
                for (i32 at = waiter; at >= 0; at = channels[at].next) {
                    i32 turn = channels[at].in_port - c.latest;
                    if (turn < 0) turn += node.ins;
                    if (winner < 0 || turn < best_turn) winner = at, before = previous, best_turn = turn;
                    previous = at;
                }
                if (winner < 0) continue;
                (before < 0 ? waiter : channels[before].next) = channels[winner].next;
                numbers[WAITS] += now;
                waiting--;
                grant(out, winner);
            }
        }
        switches.clear();
    }

    void send(u64 key, i64 *injected) {
        if (large)
            for (i32 at : senders) __builtin_prefetch(&sources[at], 1);
        for (i32 number : senders) {
            Host &host = sources[number];
            blocked[number] = 0;
            while (true) {
                if (host.when > now) {
                    if (host.when < NEVER) {
                        i32 &first = pauses[std::min(host.when, now + mask) & mask];
                        next_source[number] = first;
                        first = number;
                    }
                    break;
                }
                i32 channel = best_of(sets[set_of(host.lines, host.to)], key);
                if (channel < 0) {
                    blocked[number] = 1;
                    break;
                }
                in_network++;
                injected[number]++;
                grants.push_back({channel, -1, {host.to, number, (i32)host.when, (i32)now, 0}});
                __builtin_prefetch(&channels[channel], 1);
                room[channel] = 0;
                next_packet(host, number);
            }
        }
        senders.clear();
    }

    void carry(const Counters &counters) {
        i64 *numbers = counters.numbers;
        numbers[HOPS] += grants.size();
        done.many[(now + flits) & mask] += grants.size();
        for (auto &one : grants) {
            Channel &c = channels[one.channel];
            i64 over = 0;
            if (one.buffer >= 0) c.latest = channels[one.buffer].in_port + 1, over = crossbar;
            done.put({one.channel, one.buffer});
            carried[one.channel]++;
            c.busy = 1;
            if (c.head < hosts) {
                i64 arrived = now + over + last_flight + flits - 1;
                i64 latency = arrived - one.packet.made, network = arrived - one.packet.sent;
                numbers[LATENCY] += latency;
                numbers[LATENCY_MOST] = std::max(numbers[LATENCY_MOST], latency);
                numbers[NETWORK] += network;
                numbers[NETWORK_MOST] = std::max(numbers[NETWORK_MOST], network);
                counters.latency_bins[bin_of(latency)]++;
                counters.network_bins[bin_of(network)]++;
                counters.received[one.packet.to]++;
                counters.delivered_of[one.packet.source]++;
                in_network--;
                continue;
            }
            c.free--;
            i64 at = now + over + flight + routing;
            c.packet[c.count] = one.packet;
            c.packet[c.count].ready = at;
            if (c.count++ == 0 && !c.leaving) {
                Ring<i32> &queue = one.buffer < 0 ? fresh : ready;
                queue.put(one.channel);
                queue.many[at & mask]++;
            }
        }
        grants.clear();
    }

    void advance(i64 until, const Counters &counters) {
        counters.numbers[WAITS] -= waiting * now;
        for (; now < until; now++) {
            int bucket = now & mask;
            ends(bucket);
            if (!asking.empty() || !switches.empty() || !senders.empty()) {
                u64 key = (u64)seed * MIX_B + (u64)now * GOLDEN;
                requests();
                arbitrate(key, counters.numbers);
                send(key, counters.injected);
                carry(counters);
            }
        }
        counters.numbers[WAITS] += waiting * now;
        for (size_t c = 0; c < carried.size(); c++) counters.carried[original[c]] += carried[c], carried[c] = 0;
    }
};

}  // namespace

extern "C" {

// ``numbers``: hosts, nodes, channels, sets, seed, flits, crossbar, routing, flight, last flight.
// ``original``: the channels by their tails. Null where the channels of a set do not follow each other there.
void *begin(const i64 *numbers, const i32 *original, const i32 *tail, const i32 *head, const i32 *in_port,
            const i32 *ins, const i32 *lines, const i32 *set_start, const i32 *set_channel, const u64 *stream,
            const double *log_stay, const i64 *when, const i32 *to) {
    auto *s = new Simulation;
    i64 hosts = numbers[0], nodes = numbers[1], channels = numbers[2], sets = numbers[3];
    s->hosts = hosts, s->seed = numbers[4], s->flits = numbers[5], s->crossbar = numbers[6];
    s->routing = numbers[7], s->flight = numbers[8], s->last_flight = numbers[9];
    i64 longest = std::max(s->flits, s->flight + s->crossbar + s->routing) + 2;
    for (s->wheel = 2; s->wheel < longest;) s->wheel *= 2;
    s->mask = s->wheel - 1, s->large = channels > 8000;
    s->done.reserve(channels, s->wheel), s->ready.reserve(channels, s->wheel), s->fresh.reserve(channels, s->wheel);
    s->later.assign(s->wheel, -1), s->pauses.assign(s->wheel, -1), s->next_source.resize(hosts);
    s->channels.resize(channels), s->nodes.resize(nodes), s->sources.resize(hosts);
    s->blocked.resize(hosts), s->room.resize(channels), s->carried.resize(channels), s->next_out.resize(channels), s->tail.resize(channels);
    s->original.assign(original, original + channels);
    std::vector<i32> place(channels);
    s->from_hosts = 0;
    for (i64 c = 0; c < channels; c++) {
        Channel &one = s->channels[c];
        i32 was = original[c];
        place[was] = c;
        s->tail[c] = tail[was];
        if (tail[was] < hosts) s->from_hosts = c + 1;
        one.head = head[was], one.in_port = in_port[was], one.waiter = one.of = -1;
        one.free = head[was] < hosts ? MUCH : 2;
        s->room[c] = one.free;
    }
    i64 most = 0;
    for (i64 n = 0; n < nodes; n++) {
        Node &node = s->nodes[n];
        std::copy(lines + 8 * n, lines + 8 * n + 8, node.lines);
        node.listed = node.asked = -1, node.ins = ins[n];
        most = std::max<i64>(most, ins[n]);
    }
    bool follow = true;
    for (i64 n = 0; n < sets; n++) {
        i32 from = set_start[n], count = set_start[n + 1] - from;
        i32 first = count ? place[set_channel[from]] : 0;
        for (i32 j = 0; j < count; j++) {
            i32 channel = place[set_channel[from + j]];
            follow &= channel == first + j;
            if (count > 1 && channel >= s->from_hosts) {
                follow &= s->channels[channel].of < 0;
                s->channels[channel].of = n;
            }
        }
        s->sets.push_back({first, count, -1});
    }
    for (auto &set : s->sets) follow &= set.count > 1 || set.begin < s->from_hosts || s->channels[set.begin].of < 0;
    s->order.resize(channels), s->rank.resize(channels);
    for (i64 h = 0; h < hosts; h++) {
        Host &host = s->sources[h];
        host.stream = stream[h], host.when = when[h], host.log_stay = log_stay[h], host.to = to[h];
        std::copy(lines + 8 * h, lines + 8 * h + 8, host.lines);
        if (when[h] < NEVER) {
            i32 &at = s->pauses[std::min<i64>(when[h], s->mask)];
            s->next_source[h] = at;
            at = h;
        }
    }
    if (follow) return s;
    delete s;
    return nullptr;
}

i64 advance(void *simulation, i64 cycles, i64 *numbers, i64 *injected, i64 *received, i64 *delivered_of,
            i64 *latency_bins, i64 *network_bins, i64 *carried) {
    auto *s = static_cast<Simulation *>(simulation);
    s->advance(s->now + cycles, {numbers, injected, received, delivered_of, latency_bins, network_bins, carried});
    return s->in_network;
}

void end(void *simulation) { delete static_cast<Simulation *>(simulation); }
}
