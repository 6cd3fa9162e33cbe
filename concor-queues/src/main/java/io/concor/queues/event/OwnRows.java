package io.concor.queues.event;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The last row that this process has put into each lane, and up to which id a lane has no row any more. What lies in the lanes of
 * other processes is seen by no reader of this one. Thread-safe.
 */
public final class OwnRows {

    private final AtomicLongArray last;
    private final AtomicLongArray goneTo;
    private final IntPredicate owned;

    /** Returns the least id in a lane; 0 if it has no row. */
    @FunctionalInterface
    public interface Head {

        long of(int lane) throws SQLException;
    }

    /** @param owned whether this process owns a lane */
    OwnRows(int lanes, IntPredicate owned) {
        last = new AtomicLongArray(lanes);
        goneTo = new AtomicLongArray(lanes);
        this.owned = owned;
    }

    /** A row was put. */
    public void put(int lane, long id) {
        last.accumulateAndGet(lane, id, Math::max);
    }

    /** Returns whether rows of this process may be there in lanes of others. */
    public boolean mayBeWithOthers() {
        return withOthers().findAny().isPresent();
    }

    private IntStream withOthers() {
        return IntStream.range(0, last.length()).filter(lane -> goneTo.get(lane) < last.get(lane) && !owned.test(lane));
    }

    /** Looks whether they are there. */
    public void look(Head head) throws SQLException {
        for (int lane : withOthers().toArray()) {
            long put = last.get(lane); // first: what is put meanwhile may not be seen
            long first = head.of(lane);
            goneTo.accumulateAndGet(lane, first == 0 ? put : first - 1, Math::max);
        }
    }
}
