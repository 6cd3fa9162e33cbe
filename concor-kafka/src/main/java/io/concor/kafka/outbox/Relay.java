package io.concor.kafka.outbox;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.kafka.event.OpenQueue;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Hands events of an outbox on to their queue in Kafka, each once and in their order, on a thread of its own. What comes while a
 * transaction is in flight goes into the next one.
 *
 * <pre>
 * producer ready → rows deleted in the database, their lane locked → Kafka's transaction committed → the database's committed
 * </pre>
 *
 * <p>In this order, because two processes may take themselves for the owner of the outbox, and a commit may have no answer:
 *
 * <ul>
 *   <li>Who becomes ready has the producer of every other process fail. Whoever does so without owning the lane fails at its rows
 *       and puts nothing; whoever is failed by that becomes ready again.
 *   <li>While a process has the lane locked, no other one gets it. So between its rows and its commit no other process puts them.
 *   <li>If Kafka has committed and the database has not, the rows are there again. Who is ready has read which rows the last
 *       transaction in Kafka has put, and deletes those without putting them. The last one is enough: there is one at a time.
 * </ul>
 */
final class Relay implements EventReceiver {

    private static final Ending HANDLED = new Ending.Handled();
    private static final int MOST_EVENTS = 1_000;
    private static final long MOST_BYTES = 4L << 20;
    /** How often it is counted what other processes have handed on. */
    private static final long COUNT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** How often it is looked whether there is something to count. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** After this time without an event, what failed here is over: another process may own the outbox. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String work;
    private final StoredQueue queue;
    private final Transactions transactions;
    private final RelayProducer producer;
    private final DatabaseHealth health;
    private final LongSupplier look;
    private final HandedOut handedOut = new HandedOut();
    private final Backoff backoff = new Backoff();
    private final Thread thread;
    private int most = MOST_EVENTS;
    /** What the thread has in work; what fails leaves it here until it is given back. */
    private List<OutboxEvent> batch = List.of();
    /** When it is looked again what is gone. */
    private long lookNanos = System.nanoTime();

    private boolean failing;
    private long failedNanos;
    private volatile boolean parked;
    private volatile boolean closed;
    private volatile boolean vanished;

    /** @param look looks what is gone of what this process has put, and returns after how long it is called again, in nanoseconds */
    Relay(
            OpenQueue target,
            StoredQueue queue,
            Transactions transactions,
            RelayProducer producer,
            DatabaseHealth health,
            LongSupplier look) {
        this.queue = queue;
        this.look = look;
        this.transactions = transactions;
        this.producer = producer;
        this.health = health;
        String name = target.definition().name();
        work = "hand on events of the outbox of the queue " + name;
        thread = new Thread(this::run, "concor-kafka-outbox-" + name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
        queue.deliver(this);
    }

    @Override
    public boolean receive(StoredEvent event) {
        boolean added = handedOut.add(event);
        if (parked) {
            LockSupport.unpark(thread);
        }
        return added;
    }

    /** Ends after the transaction that is in flight. What is left stays in the database, whose queue is closed then. Does not wait. */
    void stop() {
        queue.stopDelivering();
        closed = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits until it has ended.
     *
     * @param until {@link System#nanoTime}
     */
    void awaitEnd(long until) {
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()))); // 0 would be for ever
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Brokers do not answer: what becomes of the transaction is found out by who is next. */
    void hurry() {
        thread.interrupt();
    }

    /** Ends at once: a transaction that is open remains so in Kafka. */
    void vanish() {
        vanished = true;
        closed = true;
        hurry();
        awaitEnd(System.nanoTime() + Outbox.END.toNanos());
    }

    // the thread

    private void run() {
        while (!closed) {
            try {
                if (!batch.isEmpty()) { // it could not be given back
                    giveBack(batch);
                }
                lookIfDue();
                batch = handedOut.take(most, MOST_BYTES);
                if (batch.isEmpty()) {
                    park();
                } else if (isRecalled(batch)) {
                    giveBack(batch);
                } else {
                    queue.roomMade();
                    relayOrGiveBack(batch);
                }
                batch = List.of();
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is handed on
                failed(failed);
            }
        }
        if (vanished) {
            producer.renew();
        } else {
            leave();
        }
    }

    private void leave() {
        try {
            giveBack(List.of());
            producer.close();
        } catch (RuntimeException interrupted) { // its transaction ends by its timeout
            health.notice(
                    "the relay of the queue " + queue.definition().name() + " has not ended in time: " + interrupted);
        } finally {
            Thread.interrupted(); // or the queue would not wait for its lanes
            queue.close();
        }
    }

    private void lookIfDue() {
        if (System.nanoTime() - lookNanos >= 0) {
            lookNanos = System.nanoTime() + COUNT_NANOS; // if it fails
            lookNanos = System.nanoTime() + look.getAsLong();
        }
    }

    private void park() {
        parked = true;
        try {
            if (handedOut.isEmpty() && !closed) {
                boolean others = queue.depth() > 0;
                if (others) {
                    queue.hasRoom(Integer.MAX_VALUE); // has it counted, as a full queue is
                }
                long rest = others || failing ? COUNT_NANOS : IDLE_NANOS;
                LockSupport.parkNanos(this, Math.min(rest, lookNanos - System.nanoTime()));
            }
            if (failing && handedOut.isEmpty() && System.nanoTime() - failedNanos > QUIET_NANOS) {
                succeeded();
            }
        } finally {
            parked = false;
        }
    }

    private void succeeded() {
        failing = false;
        health.succeeded(work);
    }

    private static boolean isRecalled(List<OutboxEvent> some) {
        return some.stream().anyMatch(event -> event.event().isRecalled());
    }

    private void failed(Throwable cause) {
        if (!closed) {
            failing = true;
            failedNanos = System.nanoTime();
            health.failed(work, cause);
            backoff.pause();
        }
    }

    private void relayOrGiveBack(List<OutboxEvent> some) {
        try {
            relay(some);
            most = Math.min(MOST_EVENTS, 2 * most);
            backoff.reset();
            succeeded();
        } catch (Throwable failed) {
            most = Math.max(1, Math.min(most, some.size()) / 2); // one may be refused for good: it is found by halves
            try {
                producer.renew();
            } finally {
                if (!vanished) {
                    giveBack(some);
                }
            }
            failed(failed);
        }
    }

    private void relay(List<OutboxEvent> some) throws Throwable {
        producer.prepare();
        Transaction transaction = transactions.begin();
        StoredBatch ends = queue.batch();
        boolean written = false;
        try {
            some.forEach(event -> ends.add(event.event(), HANDLED));
            ends.write();
            producer.put(some);
            requireAlive();
            written = true;
            transaction.commit();
        } catch (Throwable failed) {
            if (!written) {
                rollBack(transaction, failed);
            }
            ends.rolledBack();
            throw failed;
        }
        ends.committed();
        producer.gone(some);
    }

    private void requireAlive() {
        if (vanished) {
            throw new IllegalStateException("vanished");
        }
    }

    private static void rollBack(Transaction transaction, Throwable cause) {
        try {
            transaction.rollback();
        } catch (Throwable failed) {
            cause.addSuppressed(failed);
        }
    }

    /** Whatever is still in the database is handed out again, from the first one on. */
    private void giveBack(List<OutboxEvent> some) {
        List<OutboxEvent> all = new ArrayList<>(some);
        all.addAll(handedOut.take(Integer.MAX_VALUE, Long.MAX_VALUE));
        all.forEach(event -> queue.release(event.event()));
        queue.roomMade();
    }
}
