package io.concor.kafka.read;

import io.concor.kafka.record.EventRecord;

/** How many events of a queue wait in memory, of all its partitions. For the reader's thread. */
final class CopyBudget {

    private static final int MOST_EVENTS = 4_000;
    private static final long MOST_BYTES = 32L << 20;
    /** What an event takes besides its message, about. */
    private static final int OVERHEAD = 500;

    private int events;
    private long bytes;

    void took(EventRecord copy) {
        events++;
        bytes += size(copy);
    }

    void gave(EventRecord copy) {
        events--;
        bytes -= size(copy);
    }

    private static long size(EventRecord copy) {
        return OVERHEAD + copy.message().body().length;
    }

    /** Returns whether more may be read. */
    boolean hasRoom() {
        return events < MOST_EVENTS && bytes < MOST_BYTES;
    }
}
