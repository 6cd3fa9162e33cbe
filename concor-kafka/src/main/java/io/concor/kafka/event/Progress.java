package io.concor.kafka.event;

import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.KeyHold;
import io.concor.kafka.record.OffsetRuns;
import io.concor.kafka.record.ProgressRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition is handled. The reader adds what it has read, the thread of ends what a transaction has committed.
 * Thread-safe.
 */
public final class Progress {

    private static final int BYTES_OF_RUN = 4;
    private static final int BYTES_OF_ENTRY = 40;

    // all guarded by this
    private OffsetRuns pending = new OffsetRuns();
    private long position;
    private long committedLow = -1;
    private final Map<Long, KeptTry> tries = new HashMap<>();
    private final Map<String, KeyHold> holds = new HashMap<>();

    /**
     * Begins with what a former owner has written.
     *
     * @param begin the first offset of the topic: what lay below was purged
     */
    public synchronized void restore(ProgressRecord found, long begin) {
        pending = found.pending().copy();
        pending.removeBelow(begin);
        position = Math.max(begin, found.position());
        tries.putAll(found.tries());
        tries.keySet().removeIf(offset -> offset < begin);
        holds.putAll(found.holds());
    }

    /** An event was read. Returns false if it is done. */
    public synchronized boolean read(long offset) {
        if (offset < position) {
            return pending.contains(offset);
        }
        pending.append(offset);
        position = offset + 1;
        return true;
    }

    /** Everything below an offset was read. */
    public synchronized void passed(long next) {
        position = Math.max(position, next);
    }

    /** Returns the failed attempts of an event that has kept its place, or null. */
    public synchronized @Nullable KeptTry triesAt(long offset) {
        return tries.get(offset);
    }

    /** Returns the dead letter that holds a key, or null. */
    public synchronized @Nullable KeyHold holdOf(String key) {
        return holds.get(key);
    }

    /** Returns the keys that dead letters hold. */
    public synchronized Map<String, KeyHold> holds() {
        return Map.copyOf(holds);
    }

    /** Returns the lowest offset that is not done. */
    public synchronized long low() {
        return pending.first(position);
    }

    /** Returns where reading goes on. */
    public synchronized long position() {
        return position;
    }

    /** Returns about how many bytes the record has. */
    public synchronized long size() {
        return (long) BYTES_OF_RUN * pending.runs() + (long) BYTES_OF_ENTRY * (tries.size() + holds.size());
    }

    /** Returns how many offsets are pending. */
    public synchronized long pending() {
        return pending.size();
    }

    /** Returns the offsets below another one that are pending. */
    public synchronized List<Long> pendingBelow(long offset) {
        return pending.below(offset);
    }

    /** Returns whether nothing is pending, and that is not what was committed last. */
    public synchronized boolean hasMoved() {
        return pending.size() == 0 && position != committedLow;
    }

    /** Returns the progress with changes that are not committed yet. */
    public synchronized ProgressUpdate with(List<ProgressChange> changes) {
        OffsetRuns left = pending.copy();
        Map<Long, KeptTry> leftTries = new HashMap<>(tries);
        Map<String, KeyHold> leftHolds = new HashMap<>(holds);
        changes.forEach(change -> apply(change, left, leftTries, leftHolds));
        ProgressRecord written = new ProgressRecord(position, left, leftTries, leftHolds);
        long low = written.low();
        return new ProgressUpdate(changes, written.write(), low, position - low - left.size());
    }

    /** Changes were committed. */
    public synchronized void committed(ProgressUpdate update) {
        update.changes().forEach(change -> apply(change, pending, tries, holds));
        committedLow = update.low();
    }

    private static void apply(
            ProgressChange change, OffsetRuns pending, Map<Long, KeptTry> tries, Map<String, KeyHold> holds) {
        KeptTry kept = change.kept();
        if (kept != null) {
            tries.put(change.offset(), kept);
            return;
        }
        pending.remove(change.offset());
        tries.remove(change.offset());
        String released = change.released();
        if (released != null) {
            holds.values().removeIf(hold -> hold.letter().equals(released));
        }
        if (change.purged()) {
            holds.clear();
        }
        String key = change.key();
        KeyHold hold = change.hold();
        if (key != null && hold != null) {
            holds.put(key, hold);
        }
    }
}
