package io.concor.kafka.write;

import org.jspecify.annotations.Nullable;

/**
 * The place of a put among others that keep an order with it, of which some come to the queue by an outbox. Thread-safe; does not
 * block.
 */
public interface PutPlace {

    /** What is done with a put next. */
    enum Way {
        /** It is sent. */
        STRAIGHT,
        /** It goes into the outbox, behind what is there. */
        OUTBOX,
        /** It waits. */
        WAIT
    }

    /** That of a put that keeps no order with others. */
    PutPlace FREE = new PutPlace() {
        @Override
        public @Nullable Object order() {
            return null;
        }

        @Override
        public Way choose() {
            return Way.STRAIGHT;
        }

        @Override
        public void putIntoOutbox() {
            throw new IllegalStateException("there is no outbox");
        }

        @Override
        public void over() {}
    };

    /** Returns what is the same for all puts that keep one order; null if the put keeps none. */
    @Nullable
    Object order();

    /**
     * Returns what is done with the put, if none before it in its order waits to be asked. After {@link Way#WAIT} it is asked again;
     * any other answer stays.
     */
    Way choose();

    /**
     * Puts it into the outbox: its receipt learns what becomes of that.
     *
     * @throws io.concor.QueueStoreException if the outbox is closed; then the receipt is not used
     */
    void putIntoOutbox();

    /** The put is over: stored, or failed. May be called again. */
    void over();
}
