package io.concor.kafka.event;

import io.concor.kafka.record.BegunAttempts;
import io.concor.kafka.record.OffsetRuns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Has attempts written before they run, so that those count of which a process dies: the first ones of events by a mark, which runs
 * ahead of what is handed out; those of events that a lost owner may have had in hand one by one, so that only what was in work again
 * counts again. Guarded by the progress that it belongs to.
 */
final class AttemptMarks {

    private static final int LEAST_AHEAD = 256;
    private static final int MOST_AHEAD = 10_000;
    private static final int BYTES_OF_OFFSET = 6;
    private static final int BYTES_OF_RUN = 8;

    private long owner = BegunAttempts.NO_OWNER;
    /** Behind the last event that was handed out. */
    private long handedOut;
    /** What was handed out since the last record was made. */
    private int lately;

    private int ahead = LEAST_AHEAD;
    private OffsetRuns once = new OffsetRuns();
    private Map<Long, Integer> more = new HashMap<>();
    private Set<Long> again = new HashSet<>();
    /** What the last record says; an owner in it has to be taken back in the end. */
    private BegunAttempts written = BegunAttempts.none();

    private boolean missing;

    /**
     * Begins with what the last record says.
     *
     * @param found that of a former owner; if it is not this one, whatever may have been in work was lost
     * @param pending the offsets that are not done
     * @param position where reading goes on: from there on, the former owner may have read more
     * @param own who owns the partition now
     */
    void restore(BegunAttempts found, OffsetRuns pending, long position, long own) {
        owner = own;
        handedOut = pending.first(position);
        more = new HashMap<>(found.more());
        once = found.once().copy();
        if (found.owner() != BegunAttempts.NO_OWNER && found.owner() != own) {
            long to = Math.max(found.to(), found.once().end());
            once = pending.copy();
            once.removeFrom(to);
            if (to > position) {
                once.append(position, to);
            }
            found.again().forEach(offset -> more.merge(offset, 1, Integer::sum));
        }
        written = found;
        forgetBelow(handedOut);
    }

    /** What lies below an offset is done, or was no event. */
    void forgetBelow(long low) {
        once.removeBelow(low);
        more.keySet().removeIf(offset -> offset < low);
        again.removeIf(offset -> offset < low);
    }

    /** Copies what a record has. */
    AttemptMarks copy() {
        AttemptMarks copy = new AttemptMarks();
        copy.owner = owner;
        copy.handedOut = handedOut;
        copy.ahead = ahead;
        copy.once = once.copy();
        copy.more = new HashMap<>(more);
        copy.again = new HashSet<>(again);
        return copy;
    }

    /** Returns how many attempts with an event were lost with their processes. */
    int lost(long offset) {
        return once.contains(offset) ? 1 + more.getOrDefault(offset, 0) : 0;
    }

    /** Returns which events have begun again, or are to, and how many of their attempts were lost. */
    Map<Long, Integer> begunAgain() {
        return again.stream().collect(Collectors.toMap(offset -> offset, this::lost));
    }

    /** Returns whether the attempt with an event is written, so that it may run; if not, it is to be written. */
    boolean begins(long offset) {
        boolean may = once.contains(offset) ? beginsAgain(offset) : offset < mark();
        if (may) {
            lately++;
        }
        handedOut = Math.max(handedOut, offset + 1);
        missing |= !may;
        return may;
    }

    private boolean beginsAgain(long offset) {
        again.add(offset);
        return isWrittenAgain(offset);
    }

    private boolean isWrittenAgain(long offset) {
        return written.owner() == owner && written.again().contains(offset);
    }

    /** Of the events that may begin again, only some were handed out: the others have not begun. */
    void forgetWaiting(Set<Long> handedOut) {
        again.removeIf(offset -> !handedOut.contains(offset) && isWrittenAgain(offset));
    }

    private long mark() {
        return written.owner() == owner ? written.to() : 0;
    }

    /** An event has gone back. */
    void returned(long offset) {
        again.remove(offset);
    }

    /** An event had to wait: no attempt with it was lost. */
    void notBegun(long offset) {
        if (!more.containsKey(offset)) {
            once.remove(offset);
        }
    }

    /** An event has ended, or has failed. */
    void ended(long offset) {
        if (once.remove(offset)) {
            more.remove(offset);
            again.remove(offset);
        }
    }

    /** Nothing is in work, and nothing will be. */
    void leave() {
        owner = BegunAttempts.NO_OWNER;
        again.clear();
    }

    /** Returns whether the last record says that something may be in work, which is not so. */
    boolean isToLeave() {
        return owner == BegunAttempts.NO_OWNER && written.owner() != BegunAttempts.NO_OWNER;
    }

    /** Returns whether a record is needed soon, so that events can be handed out. */
    boolean needsRecord() {
        return owner != BegunAttempts.NO_OWNER && (missing || handedOut + ahead / 2 > mark());
    }

    /** Returns whether events wait for a record, or would. */
    boolean isMissing() {
        return owner != BegunAttempts.NO_OWNER && (missing || written.owner() != owner);
    }

    /** Returns what a record is to say. */
    BegunAttempts toWrite() {
        return owner == BegunAttempts.NO_OWNER
                ? new BegunAttempts(owner, 0, Set.of(), once, more)
                : new BegunAttempts(owner, Math.max(handedOut + ahead, once.end()), again, once, more);
    }

    /** A record was committed. */
    void committed(BegunAttempts said) {
        written = said;
        missing = false;
        ahead = Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, 2 * lately));
        lately = 0;
    }

    /** Returns about how many bytes it takes in a record. */
    long size() {
        return (long) BYTES_OF_RUN * once.runs() + (long) BYTES_OF_OFFSET * (again.size() + 2L * more.size());
    }
}
