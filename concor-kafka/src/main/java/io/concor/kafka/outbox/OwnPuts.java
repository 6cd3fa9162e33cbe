package io.concor.kafka.outbox;

import io.concor.QueueStoreException;
import io.concor.queue.PutReceipt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Whether events that this process has put into an outbox may be there still. They are gone when nothing was there at a moment
 * after all their puts were over: whatever process has handed them on, and whatever is counted. Thread-safe.
 */
final class OwnPuts {

    private static final long NEVER = -1;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong over = new AtomicLong();
    /** How many had begun and were over when nothing was there. At the start, those of a former process may be there. */
    private volatile long gone = NEVER;

    /** A put. */
    interface Put {

        /** Puts an event. If this throws, the receipt is not used. */
        void with(PutReceipt receipt);
    }

    /** Makes a put. */
    void make(Put put, PutReceipt receipt) {
        begun.incrementAndGet();
        try {
            put.with(new Counted(receipt));
        } catch (Throwable failed) {
            over.incrementAndGet();
            throw failed;
        }
    }

    /** Returns whether events may be there. */
    boolean mayBeThere() {
        return gone != begun.get();
    }

    /**
     * Looks whether they are gone, unless that is known or a put is not over.
     *
     * @param empty returns whether nothing is there at a moment after it was called
     * @return whether they may be there still
     */
    boolean look(BooleanSupplier empty) {
        long puts = over.get(); // first: what begins meanwhile is not over
        if (puts == begun.get() && puts != gone && empty.getAsBoolean()) {
            gone = puts;
        }
        return mayBeThere();
    }

    private final class Counted implements PutReceipt {

        private final PutReceipt told;

        Counted(PutReceipt told) {
            this.told = told;
        }

        @Override
        public void stored() {
            over.incrementAndGet();
            told.stored();
        }

        @Override
        public void failed(QueueStoreException cause) {
            over.incrementAndGet();
            told.failed(cause);
        }

        @Override
        public boolean runsNoCode() {
            return told.runsNoCode();
        }
    }
}
