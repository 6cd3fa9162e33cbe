package io.concor.kafka.outbox;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.write.PutPlace;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.StoredQueue;
import io.concor.text.Sentence;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the order of what this process puts into a queue by two ways: straight into Kafka, and in transactions of a database by the
 * outbox. Keys share a place if their hashes do. In a place,
 *
 * <ul>
 *   <li>a put in a transaction waits for those before it that go straight, a second at most: then it is refused;
 *   <li>a put outside of transactions goes by the outbox, too, while a transaction is open that has put something there, and a second
 *       longer. Then it waits until what is in the outbox is in Kafka, and goes straight: else steady puts would go by the outbox for
 *       ever. After a second in vain it goes by the outbox, as do others for some seconds.
 * </ul>
 *
 * Thread-safe.
 */
final class PutOrder {

    private static final int PLACES = 1_024;
    private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_WAITS_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PATIENCE_MILLIS = 1_000;
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);

    private final OpenQueue target;
    private final StoredQueue outbox;
    private final OwnPuts puts;
    private final Runnable changed;
    private final @Nullable Place[] places = new Place[PLACES]; // guarded by this
    private long former = OwnPuts.FORMER; // guarded by this
    private volatile boolean awaited;
    private volatile boolean closed;

    /**
     * @param puts what is in the outbox
     * @param changed has puts that wait looked at again
     */
    PutOrder(OpenQueue target, StoredQueue outbox, OwnPuts puts, Runnable changed) {
        this.target = target;
        this.outbox = outbox;
        this.puts = puts;
        this.changed = changed;
    }

    /** What is known of the events of a place. All guarded by the order. */
    private static final class Place {
        /** The last generation in which something of it was put into the outbox. */
        private long generation;
        /** How many transactions have put something of it there and are not over. */
        private int open;
        /** Until then, puts outside of transactions need not wait for the outbox to be left. */
        private long outboxNanos = System.nanoTime();
        /** How many puts are on their straight way. */
        private int straight;
        /** Puts outside of transactions that are not over; those of a group come before a transaction, and before later groups. */
        private final Deque<Group> groups = new ArrayDeque<>();

        private long lastGroup;

        Place(long generation) {
            this.generation = generation;
            groups.add(new Group(0));
        }

        private Group group() {
            return groups.getLast();
        }

        private boolean isOver(Group some) {
            while (groups.size() > 1 && groups.element().puts == 0) {
                groups.remove();
            }
            Group first = groups.element();
            return first.number > some.number || first == some && first.puts == 0;
        }

        private boolean usesOutbox() {
            return open > 0 || System.nanoTime() - outboxNanos < 0;
        }

        private void useOutbox(long nanos) {
            outboxNanos = System.nanoTime() + nanos;
        }
    }

    private static final class Group {
        private final long number;
        private int puts;

        Group(long number) {
            this.number = number;
        }
    }

    private @Nullable Place place(@Nullable String key) { // guarded by this
        String order = target.orderKey(key);
        if (order == null) {
            return null;
        }
        int at = Math.floorMod(order.hashCode(), PLACES);
        Place present = places[at];
        if (present == null) {
            present = new Place(former);
            places[at] = present;
        }
        return present;
    }

    /** Events keep another order from now on: what is in the outbox may have any place. */
    synchronized void reordered() {
        former = puts.latest();
        for (Place place : places) {
            if (place != null) {
                place.generation = former;
            }
        }
    }

    /** Nothing is handed on from the outbox any more. */
    void close() {
        closed = true;
        changed.run();
    }

    /** Returns whether puts wait until something is not in the outbox any more, since the last call. */
    boolean isAwaited() {
        boolean was = awaited;
        awaited = false;
        return was;
    }

    // in transactions

    /** Begins a put in a transaction. */
    synchronized InTransaction begin(@Nullable String key) {
        OwnPuts.Put put = puts.begin();
        Place place = place(key);
        if (place == null) {
            return new InTransaction(put, null, null);
        }
        place.generation = put.generation();
        place.open++;
        Group before = place.group();
        if (place.groups.size() > 1 || before.puts > 0) {
            place.groups.add(new Group(++place.lastGroup));
        }
        return new InTransaction(put, place, before);
    }

    /** A put in a transaction. */
    final class InTransaction {
        private final OwnPuts.Put put;
        private final @Nullable Place place;
        private final @Nullable Group before;
        private boolean over; // guarded by the order

        InTransaction(OwnPuts.Put put, @Nullable Place place, @Nullable Group before) {
            this.put = put;
            this.place = place;
            this.before = before;
        }

        /**
         * Waits for the puts before it that go straight.
         *
         * @throws QueueStoreException if they take longer than a second
         */
        void awaitBefore(String event) {
            if (place == null || before == null || isOver(place, before)) {
                return;
            }
            changed.run(); // those that wait for a while go by the outbox now
            if (!awaitOver(place, before, System.nanoTime() + PATIENCE_NANOS)) {
                throw new QueueStoreException(
                        Sentence.of(
                                "The event '%s' cannot be put into the queue %s in this transaction: what this process has"
                                        + " put there before it, and keeps its order with it, is still on its way after"
                                        + " %d ms. Roll the transaction back, and call later",
                                event, target.definition().name(), PATIENCE_MILLIS),
                        false,
                        null);
            }
        }

        /** Its transaction is over, in whatever way. May be called again. */
        void over() {
            put.over();
            synchronized (PutOrder.this) {
                if (place != null && !over) {
                    place.open--;
                    place.useOutbox(LATELY_NANOS);
                }
                over = true;
            }
        }
    }

    private synchronized boolean isOver(Place place, Group some) {
        return place.isOver(some);
    }

    private synchronized boolean awaitOver(Place place, Group some, long deadline) {
        boolean over = place.isOver(some);
        try {
            for (long left = deadline - System.nanoTime(); !over && left > 0; left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                over = place.isOver(some);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return over;
    }

    // outside of transactions

    /** Begins a put outside of transactions. */
    synchronized PutPlace begin(NewEvent event, PutReceipt receipt) {
        Place place = place(event.key());
        if (place == null) {
            return PutPlace.FREE;
        }
        place.group().puts++;
        return new Plain(place, place.group(), event, receipt);
    }

    private final class Plain implements PutPlace {
        private final Place place;
        private final Group group;
        private final NewEvent event;
        private final PutReceipt receipt;
        private final long since = System.nanoTime();
        // guarded by the order
        private Way way = Way.WAIT;
        private OwnPuts.@Nullable Put put;
        private boolean over;

        Plain(Place place, Group group, NewEvent event, PutReceipt receipt) {
            this.place = place;
            this.group = group;
            this.event = event;
            this.receipt = receipt;
        }

        @Override
        public Object order() {
            return place;
        }

        @Override
        public Way choose() {
            synchronized (PutOrder.this) {
                if (way == Way.WAIT) {
                    way = chosen();
                }
                return way;
            }
        }

        private Way chosen() { // guarded by the order
            if (puts.isGone(place.generation)) {
                place.straight++;
                return Way.STRAIGHT;
            }
            boolean tooLong = System.nanoTime() - since > PATIENCE_NANOS;
            if (place.straight == 0 && (closed || tooLong || place.usesOutbox())) {
                if (tooLong && !place.usesOutbox()) {
                    place.useOutbox(BETWEEN_WAITS_NANOS);
                }
                OwnPuts.Put begun = puts.begin();
                put = begun;
                place.generation = begun.generation();
                return Way.OUTBOX;
            }
            awaited = true;
            return Way.WAIT;
        }

        @Override
        public void putIntoOutbox() {
            outbox.put(event, new EndReceipt(this::over, receipt));
        }

        @Override
        public void over() {
            synchronized (PutOrder.this) {
                if (over) {
                    return;
                }
                over = true;
                group.puts--;
                if (way == Way.STRAIGHT) {
                    place.straight--;
                }
                if (put != null) {
                    put.over();
                }
                PutOrder.this.notifyAll();
            }
        }
    }
}
