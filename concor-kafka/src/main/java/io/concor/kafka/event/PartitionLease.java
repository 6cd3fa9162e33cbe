package io.concor.kafka.event;

import io.concor.kafka.record.DoneRecord;
import io.concor.kafka.record.LetterRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A partition while this process owns it. Owned again, it has another lease. Thread-safe. */
public final class PartitionLease {

    private enum State {
        OWNED,
        REVOKING,
        GONE
    }

    private final OpenQueue queue;
    private final int partition;
    private final PartitionListener listener;
    private final Progress progress = new Progress();
    /** The places of the events that have the later ones of their keys wait. */
    private final Map<String, Long> holders = new ConcurrentHashMap<>();

    private final AtomicLong rows = new AtomicLong();

    private volatile long epoch;
    private volatile State state = State.OWNED;

    public PartitionLease(OpenQueue queue, int partition, PartitionListener listener) {
        this.queue = queue;
        this.partition = partition;
        this.listener = listener;
    }

    public OpenQueue queue() {
        return queue;
    }

    public int partition() {
        return partition;
    }

    public PartitionListener listener() {
        return listener;
    }

    public Progress progress() {
        return progress;
    }

    /** Returns under which epoch a database has this process as the owner; 0 without a database. */
    public long epoch() {
        return epoch;
    }

    /** A database has this process as the owner. Before events are handed out. */
    public void taken(long under) {
        epoch = under;
        queue.loaded(this);
    }

    /** Returns a row of the ledger that says what a transaction of the database ends. */
    public UncoveredRow row(DoneRecord done) {
        return new UncoveredRow(epoch, rows.incrementAndGet(), done);
    }

    /** Returns the id of the dead letter that an event at a place may become. */
    public String letterId(long offset) {
        return LetterRecord.id(progress.topic(), partition, offset);
    }

    /** The partition is about to go to another process: what runs may end, nothing else begins. */
    public void revoke() {
        if (state == State.OWNED) {
            state = State.REVOKING;
        }
    }

    /** The partition may be another process's: nothing of it ends here any more. */
    public void end() {
        state = State.GONE;
    }

    /** Returns whether events may begin. */
    public boolean isOwned() {
        return state == State.OWNED;
    }

    /** Returns whether nothing of it ends here any more. */
    public boolean isGone() {
        return state == State.GONE;
    }

    /** Has later events of the event's key wait, as workers see it at once. Returns false if it keeps no order. */
    public boolean hold(RemoteEvent event) {
        String key = event.orderKey();
        if (key != null) {
            holders.merge(key, event.rank(), Math::min);
        }
        return key != null;
    }

    /** The event at a place has later events of its key wait no longer. */
    public void unhold(String key, long rank) {
        holders.remove(key, rank);
    }

    /** Returns whether what has a place in the order of a key has to wait because of an event before it. */
    public boolean isHeldByEarlier(@Nullable String key, long rank) {
        if (key == null || holders.isEmpty()) {
            return false;
        }
        Long holder = holders.get(key);
        return holder != null && holder < rank;
    }

    @Override
    public String toString() {
        return queue.topics().events() + "-" + partition;
    }
}
