package io.concor.kafka.read;

import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.KeyHold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a partition have to wait, for what, and which is the next to be handed out. For the reader's thread.
 */
final class PartitionOrder {

    private final PartitionLease lease;
    private final KeyLines lines;
    /** Events without an order that may be handed out, by offset. */
    private final TreeMap<Long, WaitingEvent> single = new TreeMap<>();
    /** Those that were handed out, by offset. */
    private final Map<Long, RemoteEvent> inHand = new HashMap<>();

    private final DueTimes times = new DueTimes();
    private final EventCopies copies;

    PartitionOrder(PartitionLease lease, CopyBudget budget) {
        this.lease = lease;
        lines = new KeyLines(lease);
        copies = new EventCopies(budget);
    }

    // what comes in

    /** An event was read for the first time. */
    void arrived(long offset, EventRecord record, long nowMillis) {
        String key = lease.queue().orderKey(record.key());
        KeptTry kept = lease.progress().triesAt(offset);
        FailedTries tries = kept == null ? record.tries() : kept.tries();
        WaitingEvent event = new WaitingEvent(
                offset,
                rank(offset, key, record.letter()),
                key,
                record,
                tries,
                kept == null ? record.dueAt() : kept.dueAt());
        copies.took(record);
        if (event.dueAt() > nowMillis) {
            lease.progress().notBegun(offset);
        }
        if (kept == null && event.dueAt() > nowMillis) { // it holds none
            delay(event);
        } else {
            enqueue(event, nowMillis);
        }
    }

    /** A dead letter that was requeued takes the place that it had, if later events wait for it. */
    private long rank(long offset, @Nullable String key, @Nullable String letter) {
        KeyHold hold = key == null || letter == null ? null : lease.progress().holdOf(key);
        return hold != null && hold.letter().equals(letter) ? hold.rank() : offset;
    }

    /** An event waits until it is due, and holds none. */
    void delay(WaitingEvent event) {
        copies.drop(event);
        times.add(event);
    }

    private void enqueue(WaitingEvent event, long nowMillis) {
        String key = event.orderKey();
        if (key == null) {
            single.put(event.offset(), event);
            return;
        }
        KeyLine line = lines.line(key);
        line.waiting().put(event.rank(), event);
        if (event.copy() != null && line.wantsCopy(event, nowMillis)) {
            line.copies(1);
        } else {
            copies.drop(event);
        }
        if (event.dueAt() > nowMillis) {
            times.add(line, event.dueAt());
            dropCopies(line, event.rank());
        }
        lines.settle(line, nowMillis);
    }

    // what goes out

    /** Returns the event that is to be handed out next and is in memory, or null. */
    @Nullable
    WaitingEvent next(long nowMillis) {
        for (WaitingEvent event : first(nowMillis)) {
            if (event.copy() != null) {
                return event;
            }
        }
        return null;
    }

    /** Returns the event of a dead letter that is to be handed out next, is in memory and holds its key; null if there is none. */
    @Nullable
    WaitingEvent nextRequeued(long nowMillis) {
        return lines.first(nowMillis)
                .filter(event -> event.copy() != null && event.rank() < event.offset())
                .findFirst()
                .orElse(null);
    }

    /** Returns the events that may be handed out now: those without an order, and the first ones of lines. */
    Iterable<WaitingEvent> first(long nowMillis) {
        return lines.anyReady()
                ? () -> Stream.concat(single.values().stream(), lines.first(nowMillis))
                        .iterator()
                : single.values();
    }

    /** An event is of a version that this process does not know: it is looked at again later, and its key waits. */
    void lookLater(WaitingEvent event, long dueAt) {
        event.triedAgain(event.tries(), dueAt);
        String key = event.orderKey();
        if (key == null) {
            single.remove(event.offset());
            delay(event);
        } else {
            KeyLine line = lines.line(key);
            times.add(line, dueAt);
            dropCopies(line, event.rank());
            lines.notReady(line);
        }
    }

    /** An event was handed out. */
    void took(WaitingEvent event, RemoteEvent handedOut, long nowMillis) {
        inHand.put(event.offset(), handedOut);
        copies.forget(event);
        String key = event.orderKey();
        if (key == null) {
            single.remove(event.offset());
            return;
        }
        KeyLine line = lines.line(key);
        line.waiting().remove(event.rank());
        line.copies(-1);
        line.inHand().put(event.rank(), handedOut);
        lines.notReady(line); // and, if it still may, behind the others
        lines.settle(line, nowMillis);
    }

    // what comes back

    /** An event has ended for good. */
    void ended(RemoteEvent event, @Nullable KeyHold hold, long nowMillis) {
        KeyLine line = gave(event);
        if (line == null) {
            return;
        }
        if (hold != null) {
            line.hold(hold);
            dropCopies(line, hold.rank());
        } else if (line.hold() != null && event.rank() == line.hold().rank()) {
            free(line, line.hold());
        } else {
            lease.unhold(line.key(), event.rank()); // it had failed, and was handled after all
        }
        lines.settle(line, nowMillis);
    }

    /** An event was given back, or is tried again in its place. */
    void cameBack(RemoteEvent event, FailedTries tries, long dueAt, long nowMillis) {
        gave(event);
        WaitingEvent again =
                new WaitingEvent(event.offset(), event.rank(), event.orderKey(), event.record(), tries, dueAt);
        copies.took(event.record());
        enqueue(again, nowMillis);
    }

    /** Returns the line of the event, or null if it keeps no order. */
    private @Nullable KeyLine gave(RemoteEvent event) {
        inHand.remove(event.offset(), event);
        String key = event.orderKey();
        KeyLine line = key == null ? null : lines.line(key);
        if (line != null) {
            line.inHand().remove(event.rank(), event);
        }
        return line;
    }

    /** What stands at a place, or behind it, waits for long. */
    private void dropCopies(KeyLine line, long from) {
        for (WaitingEvent event : line.waiting().tailMap(from).values()) {
            if (event.copy() != null) {
                copies.drop(event);
                line.copies(-1);
            }
        }
    }

    /** Dead letters hold their keys no longer. */
    void released(Predicate<KeyHold> which, long nowMillis) {
        for (KeyLine line : lines.all()) {
            KeyHold hold = line.hold();
            if (hold != null && which.test(hold)) {
                free(line, hold);
                lines.settle(line, nowMillis);
            }
        }
    }

    private void free(KeyLine line, KeyHold hold) {
        line.hold(null);
        lease.unhold(line.key(), hold.rank());
    }

    /** Looks at what is due by now. */
    void advance(long nowMillis) {
        for (DueTimes.Due due = times.poll(nowMillis); due != null; due = times.poll(nowMillis)) {
            if (due.event() != null) {
                enqueue(due.event(), nowMillis);
            }
            if (due.line() != null) {
                lines.settle(due.line(), nowMillis);
            }
        }
    }

    /** Forgets a delayed event. Returns null if there is none at a place. */
    @Nullable
    WaitingEvent takeDelayed(long offset) {
        WaitingEvent taken = times.take(offset);
        if (taken != null) {
            copies.left(offset);
        }
        return taken;
    }

    /** A delayed event is on its way to another place. */
    void moves(RemoteEvent event) {
        inHand.put(event.offset(), event);
    }

    /** Returns when {@link #advance} has something to do. */
    long nextDue() {
        return times.next();
    }

    // copies that have to be read again

    /** Returns how many events wait without a copy. */
    int withoutCopy() {
        return copies.without();
    }

    /** Returns the place of an event that may be handed out and has to be read again first; -1 if there is none. */
    long missing(long nowMillis) {
        if (copies.isComplete()) {
            return -1;
        }
        for (WaitingEvent event : first(nowMillis)) {
            if (event.copy() == null) {
                return event.offset();
            }
        }
        return -1;
    }

    /** An event was read again. */
    void readAgain(long offset, EventRecord record, long nowMillis) {
        WaitingEvent event = copies.without(offset);
        if (event == null || !wantsCopy(event, nowMillis)) {
            return;
        }
        copies.readAgain(event, record);
        if (event.orderKey() != null) {
            lines.line(event.orderKey()).copies(1);
        }
    }

    private boolean wantsCopy(WaitingEvent event, long nowMillis) {
        String key = event.orderKey();
        if (key == null) {
            return single.containsKey(event.offset());
        }
        KeyLine line = lines.find(key);
        return line != null && line.waiting().get(event.rank()) == event && line.wantsCopy(event, nowMillis);
    }

    /** Forgets waiting events below a place. Returns their places. */
    List<Long> purge(long below, long nowMillis) {
        List<Long> purged = new ArrayList<>();
        single.values().removeIf(event -> isPurged(event, below, purged));
        times.removeIf(event -> isPurged(event, below, purged));
        for (KeyLine line : lines.all()) {
            line.waiting().values().removeIf(event -> {
                boolean gone = isPurged(event, below, purged);
                line.copies(gone && event.copy() != null ? -1 : 0);
                return gone;
            });
            lines.settle(line, nowMillis);
        }
        copies.leftBelow(below);
        return purged;
    }

    private boolean isPurged(WaitingEvent event, long below, List<Long> purged) {
        boolean gone = event.offset() < below;
        if (gone) {
            purged.add(event.offset());
            copies.forget(event);
            if (event.orderKey() != null) {
                lease.unhold(event.orderKey(), event.rank());
            }
        }
        return gone;
    }

    /** Forgets all that waits. */
    void dropWaiting() {
        single.values().forEach(copies::forget);
        single.clear();
        for (KeyLine line : lines.all()) {
            line.waiting().values().forEach(copies::forget);
            line.waiting().clear();
            line.copies(-line.copies());
        }
        lines.clearReady();
        times.clear();
        copies.clear();
    }

    /** Returns the events that were handed out, by offset. */
    Map<Long, RemoteEvent> inHand() {
        return inHand;
    }

    /** Returns whether an event is in hand here. */
    boolean has(RemoteEvent event) {
        return inHand.get(event.offset()) == event;
    }
}
