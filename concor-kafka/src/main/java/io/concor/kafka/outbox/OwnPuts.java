package io.concor.kafka.outbox;

import io.concor.queues.row.RowSpan;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether events that this process has put into an outbox may be there still, whatever process hands them on. They are put in
 * generations. When all puts of one are over, their rows are there, up to the last row of that moment, or were handed on; when the first
 * row is behind that one, none of them is there. Rows are handed on in their order. Thread-safe.
 */
final class OwnPuts {

    /** That of former processes, whose events may be there at the start. */
    static final long FORMER = 1;

    private static final long UNKNOWN = -1;

    private Generation current = new Generation(FORMER + 1); // guarded by this
    /** The last in which something was put. */
    private volatile long used = FORMER;
    /** Of this one, and of those before, nothing is there. */
    private volatile long gone;

    // for the thread that looks
    private @Nullable Generation checked = new Generation(FORMER);
    private long last = UNKNOWN;

    private static final class Generation {
        private final long number;
        private int open; // guarded by the puts

        Generation(long number) {
            this.number = number;
        }
    }

    /** A put that has begun. Thread-safe. */
    final class Put {
        private final Generation generation;
        private boolean over; // guarded by the puts

        Put(Generation generation) {
            this.generation = generation;
        }

        /** Returns its generation. */
        long generation() {
            return generation.number;
        }

        /** It is over, in whatever way. May be called again. */
        void over() {
            synchronized (OwnPuts.this) {
                generation.open -= over ? 0 : 1;
                over = true;
            }
        }
    }

    /** Begins a put. */
    synchronized Put begin() {
        current.open++;
        used = current.number;
        return new Put(current);
    }

    /** Returns the last generation in which something was put. */
    long latest() {
        return used;
    }

    /** Returns whether nothing of a generation is there. */
    boolean isGone(long generation) {
        return generation <= gone;
    }

    /** Returns whether events may be there. */
    boolean mayBeThere() {
        return !isGone(used);
    }

    /**
     * Looks which are gone, unless that is known or puts are not over. For one thread.
     *
     * @param rows returns which rows are there at a moment after it was called
     * @return whether more of them are gone than before
     */
    boolean look(Supplier<Optional<RowSpan>> rows) {
        Generation looked = checked();
        if (looked == null || isOpen(looked)) {
            return false;
        }
        Optional<RowSpan> found = rows.get();
        if (found.isPresent() && last == UNKNOWN) {
            last = found.get().last();
            return false;
        }
        if (found.isPresent() && found.get().first() <= last) {
            return false;
        }
        gone = looked.number;
        checked = null;
        return true;
    }

    private @Nullable Generation checked() {
        if (checked == null && mayBeThere()) {
            checked = next();
            last = UNKNOWN;
        }
        return checked;
    }

    private synchronized Generation next() {
        Generation closed = current;
        current = new Generation(closed.number + 1);
        return closed;
    }

    private synchronized boolean isOpen(Generation some) {
        return some.open > 0;
    }
}
