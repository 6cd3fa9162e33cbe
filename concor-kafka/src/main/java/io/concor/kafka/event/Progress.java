package io.concor.kafka.event;

import io.concor.kafka.record.BegunAttempts;
import io.concor.kafka.record.DoneRecord;
import io.concor.kafka.record.HeldKey;
import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.KeyHold;
import io.concor.kafka.record.OffsetRuns;
import io.concor.kafka.record.ProgressRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition is handled. The reader adds what it has read, the thread of ends what a transaction has committed, and
 * workers what they have ended in transactions of a database. Thread-safe.
 */
public final class Progress {

    private static final int BYTES_OF_RUN = 8;
    private static final int BYTES_OF_TRY = 40;
    /** Besides its name and the id of the letter. */
    private static final int BYTES_OF_HOLD = 14;

    private static final int BYTES_OF_ONE_AHEAD = 6;

    // all guarded by this
    private OffsetRuns pending = new OffsetRuns();
    private long position;
    private long committedLow = -1;
    private final Map<Long, KeptTry> tries = new HashMap<>();
    private final Map<String, KeyHold> holds = new HashMap<>();
    private final Set<Long> ahead = new HashSet<>();
    private long bytesOfHolds;
    private @Nullable Uuid topic;
    /** In the order in which they were added: a record covers the first ones. */
    private final List<UncoveredRow> uncovered = new ArrayList<>();

    private int uncoveredPlaces;
    private long records;
    private int leaderEpoch = ProgressRecord.UNKNOWN;
    private AttemptMarks attempts = new AttemptMarks();

    /**
     * Begins with what a former owner has written.
     *
     * @param begin the first offset of the topic: what lay below was purged
     * @param rows those of a database that no record covers; their ends are in what was found
     * @param owner who owns the partition now
     */
    public synchronized void restore(ProgressRecord found, long begin, List<UncoveredRow> rows, long owner) {
        topic = found.topic();
        pending = found.pending().copy();
        pending.removeBelow(begin);
        position = Math.max(begin, found.position());
        leaderEpoch = found.leaderEpoch();
        tries.putAll(found.tries());
        tries.keySet().removeIf(offset -> offset < begin);
        holds.putAll(found.holds());
        ahead.addAll(found.ahead());
        ahead.removeIf(offset -> offset < position);
        bytesOfHolds = bytesOfHolds();
        rows.forEach(this::uncovered);
        attempts.restore(found.begun(), pending, position, owner);
    }

    private void uncovered(UncoveredRow row) {
        uncovered.add(row);
        uncoveredPlaces += row.done().offsets().size();
    }

    private long bytesOfHolds() {
        return holds.entrySet().stream().mapToLong(Progress::bytes).sum();
    }

    private static long bytes(Map.Entry<String, KeyHold> hold) {
        return BYTES_OF_HOLD
                + hold.getKey().getBytes(StandardCharsets.UTF_8).length
                + hold.getValue().letter().length();
    }

    /** An event was read. Returns false if it is done. */
    public synchronized boolean read(long offset) {
        if (offset < position) {
            return pending.contains(offset);
        }
        position = offset + 1;
        if (ahead.remove(offset)) {
            return false;
        }
        pending.append(offset);
        return true;
    }

    /**
     * Everything below an offset was read.
     *
     * @param epoch that of the leader that has written the last of it
     */
    public synchronized void passed(long next, int epoch) {
        position = Math.max(position, next);
        leaderEpoch = Math.max(leaderEpoch, epoch);
    }

    /**
     * Returns whether another record was read at a place before: brokers have lost that one, and all behind it.
     *
     * @param epoch that of the leader that has written the one that is there now
     */
    public synchronized boolean isRewritten(long offset, int epoch) {
        return offset < position && leaderEpoch != ProgressRecord.UNKNOWN && epoch > leaderEpoch;
    }

    /** Returns the failed attempts of an event that has kept its place, or null. */
    public synchronized @Nullable KeptTry triesAt(long offset) {
        return tries.get(offset);
    }

    /** Returns the dead letter that holds a key, or null. */
    public synchronized @Nullable KeyHold holdOf(String key) {
        return holds.get(HeldKey.name(key));
    }

    /** Returns whether a dead letter holds a key. */
    public synchronized boolean isHeldBy(String letter) {
        return holds.values().stream().anyMatch(hold -> hold.letter().equals(letter));
    }

    /** Returns the lowest offset that is not done. */
    public synchronized long low() {
        return pending.first(position);
    }

    /** Returns the lowest offset that was not done in the last record of this lease; -1 if there is none. */
    public synchronized long committedLow() {
        return committedLow;
    }

    /** Returns where reading goes on. */
    public synchronized long position() {
        return position;
    }

    /** Returns about how many bytes the record has. */
    public synchronized long size() {
        return (long) BYTES_OF_RUN * pending.runs()
                + (long) BYTES_OF_TRY * tries.size()
                + (long) BYTES_OF_ONE_AHEAD * ahead.size()
                + attempts.size()
                + bytesOfHolds;
    }

    /** Returns about how many bytes of that say which keys are held. */
    public synchronized long sizeOfHolds() {
        return bytesOfHolds;
    }

    /** Returns the id of the topic whose offsets these are; null if it is not known. */
    synchronized @Nullable Uuid topic() {
        return topic;
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
        Progress changed = new Progress();
        changed.pending = pending.copy();
        changed.topic = topic;
        changed.position = position;
        changed.tries.putAll(tries);
        changed.holds.putAll(holds);
        changed.ahead.addAll(ahead);
        changed.attempts = attempts.copy();
        changed.leaderEpoch = leaderEpoch;
        changes.forEach(changed::apply);
        return changed.update(changes, List.copyOf(uncovered));
    }

    private synchronized ProgressUpdate update(List<ProgressChange> changes, List<UncoveredRow> covered) {
        attempts.forgetBelow(low());
        BegunAttempts begun = attempts.toWrite();
        ProgressRecord written = new ProgressRecord(position, pending, tries, holds, ahead, topic, begun, leaderEpoch);
        long low = written.low();
        return new ProgressUpdate(
                changes, written.write(), low, position - low - pending.size() + ahead.size(), covered, begun);
    }

    /** A record was committed. One is written at a time, so that what it covers is what was added first. */
    public synchronized void committed(ProgressUpdate update) {
        update.changes().forEach(this::apply);
        committedLow = update.low();
        attempts.committed(update.begun());
        attempts.forgetBelow(low());
        bytesOfHolds = bytesOfHolds();
        List<UncoveredRow> covered = uncovered.subList(0, update.covered().size());
        covered.forEach(row -> uncoveredPlaces -= row.done().offsets().size());
        covered.clear();
        records++;
    }

    /** A transaction of a database was committed. */
    public synchronized void ended(UncoveredRow row) {
        DoneRecord done = row.done();
        done.offsets().forEach(offset -> apply(ProgressChange.done(offset, null)));
        if (!done.released().isEmpty()) {
            holds.values().removeIf(hold -> done.released().contains(hold.letter()));
            bytesOfHolds = bytesOfHolds();
        }
        uncovered(row);
    }

    /** Returns how many places are done by rows of a database that no record covers. */
    public synchronized int uncovered() {
        return uncoveredPlaces;
    }

    /** Returns whether there are such rows. */
    public synchronized boolean isUncovered() {
        return !uncovered.isEmpty();
    }

    /** Returns how many records were committed under this lease. */
    public synchronized long records() {
        return records;
    }

    // attempts

    /** Returns the events of which attempts were lost and that have begun again, or are to, with how many were lost. */
    public synchronized Map<Long, Integer> begunAgain() {
        return attempts.begunAgain();
    }

    /** Returns how many attempts with an event were lost with the processes in which they ran. */
    public synchronized int lost(long offset) {
        return attempts.lost(offset);
    }

    /** Of the events that may begin again, only some were handed out: the others have not begun. */
    public synchronized void forgetWaiting(Set<Long> handedOut) {
        attempts.forgetWaiting(handedOut);
    }

    /** Returns whether the attempt with an event is written, so that it may run; if not, it is to be written. */
    public synchronized boolean begins(long offset) {
        return attempts.begins(offset);
    }

    /** An event that was handed out has gone back. */
    public synchronized void returned(long offset) {
        attempts.returned(offset);
    }

    /** An event that has just been read has to wait, as it had to before. */
    public synchronized void notBegun(long offset) {
        attempts.notBegun(offset);
    }

    /** Returns whether a record is needed soon, so that events can be handed out. */
    public synchronized boolean needsRecord() {
        return attempts.needsRecord();
    }

    /** Returns whether events wait for a record. */
    public synchronized boolean isAwaited() {
        return attempts.isMissing();
    }

    /** Nothing is in work, and nothing will be. */
    public synchronized void leave() {
        attempts.leave();
    }

    /** Returns whether the last record has to be followed by one that says that nothing is in work, or covers rows. */
    public synchronized boolean needsLastRecord() {
        return !uncovered.isEmpty() || attempts.isToLeave();
    }

    private synchronized void apply(ProgressChange change) {
        attempts.ended(change.offset());
        KeptTry kept = change.kept();
        if (kept != null) {
            tries.put(change.offset(), kept);
            return;
        }
        tries.remove(change.offset());
        if (change.offset() < position) {
            pending.remove(change.offset());
        } else {
            ahead.add(change.offset());
        }
        applyHolds(change);
    }

    private void applyHolds(ProgressChange change) {
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
            holds.put(HeldKey.name(key), hold);
        }
    }
}
