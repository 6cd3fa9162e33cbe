package io.concor.kafka.read;

import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import org.jspecify.annotations.Nullable;

/** An event of a partition that is not in hand. Of one that waits for long, no copy is kept. For the reader's thread. */
final class WaitingEvent {

    private final long offset;
    private final long rank;
    private final @Nullable String orderKey;
    private @Nullable EventRecord copy;
    private FailedTries tries;
    private long dueAt;

    WaitingEvent(long offset, long rank, @Nullable String orderKey, EventRecord copy, FailedTries tries, long dueAt) {
        this.offset = offset;
        this.rank = rank;
        this.orderKey = orderKey;
        this.copy = copy;
        this.tries = tries;
        this.dueAt = dueAt;
    }

    long offset() {
        return offset;
    }

    long rank() {
        return rank;
    }

    @Nullable
    String orderKey() {
        return orderKey;
    }

    @Nullable
    EventRecord copy() {
        return copy;
    }

    void copy(@Nullable EventRecord changed) {
        copy = changed;
    }

    FailedTries tries() {
        return tries;
    }

    long dueAt() {
        return dueAt;
    }

    /** It has failed, and keeps its place. */
    void triedAgain(FailedTries failed, long due) {
        tries = failed;
        dueAt = due;
    }
}
