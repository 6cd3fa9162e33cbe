package io.concor.queues.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows of a queue that this process has just put, on their way to its reader with what is in them: if it has read all others,
 * it need not read these. They are few and small, as they wait in memory.
 */
public final class FreshRows {

    private static final int MOST_ROWS = 256;
    private static final int MOST_BYTES = 16 << 10;

    private final AtomicInteger onTheirWay = new AtomicInteger();
    private volatile boolean wanted;

    // of the reader's thread
    private List<PutRow> arrived = new ArrayList<>();

    /** Returns whether a row is to be sent to the reader; it has to arrive then. Any thread. */
    public boolean admits(PutRow row) {
        if (!wanted || !row.isCertain() || row.row().message().body().length > MOST_BYTES) {
            return false;
        }
        boolean few = onTheirWay.incrementAndGet() <= MOST_ROWS;
        if (!few) {
            onTheirWay.decrementAndGet();
        }
        return few;
    }

    /** Says whether rows are wanted. For the reader's thread. */
    public void want(boolean changed) {
        if (wanted != changed) {
            wanted = changed;
        }
    }

    /** A row has come. For the reader's thread. */
    public void arrived(PutRow row) {
        arrived.add(row);
    }

    public boolean hasArrived() {
        return !arrived.isEmpty();
    }

    /** Returns the rows that have arrived, and forgets them. For the reader's thread. */
    public List<PutRow> take() {
        if (arrived.isEmpty()) {
            return List.of();
        }
        List<PutRow> taken = arrived;
        arrived = new ArrayList<>();
        onTheirWay.addAndGet(-taken.size());
        return taken;
    }
}
