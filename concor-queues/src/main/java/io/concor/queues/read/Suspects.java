package io.concor.queues.read;

import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.row.RowKey;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The events of a queue in whose attempts processes died: few are in hand at a time. For the reader's thread.
 */
final class Suspects {

    private static final int MOST = 4;

    private final Deque<RowKey> rows = new ArrayDeque<>();
    private final Deque<String> keys = new ArrayDeque<>();
    private int inHand;

    /** Returns whether another one may be in hand. */
    boolean haveRoom() {
        return inHand < MOST;
    }

    void took(ClaimedEvent event) {
        if (event.isSuspect()) {
            inHand++;
        }
    }

    void gave(ClaimedEvent event) {
        if (event.isSuspect()) {
            inHand--;
        }
    }

    /** A row without an order waits until another suspect has ended. */
    void await(RowKey row) {
        rows.add(row);
    }

    /** A key waits for that. */
    void await(String key) {
        keys.add(key);
    }

    @Nullable
    RowKey nextRow() {
        return rows.poll();
    }

    @Nullable
    String nextKey() {
        return keys.poll();
    }

    boolean isRowWaiting() {
        return !rows.isEmpty();
    }

    /** A lane is another process's. */
    void forget(int lane) {
        rows.removeIf(row -> row.lane() == lane);
    }
}
