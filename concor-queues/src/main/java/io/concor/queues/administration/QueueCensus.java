package io.concor.queues.administration;

import io.concor.QueueStoreException;
import io.concor.queues.measure.QueueLevels;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads the levels of the open queues every ten seconds or so, and less often if that takes long: at most for a
 * hundredth of the time. So nothing is asked of the database when meters are read. Thread-safe.
 */
public final class QueueCensus implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QueueCensus.class);
    private static final long BETWEEN_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LEAST_SHARE = 100;
    private static final long MOST_BETWEEN_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final QueueAdministration administration;
    private final OpenQueues open;
    private final Thread thread = new Thread(this::run, "concor-queues-census");
    private volatile boolean closed;
    private volatile boolean wanted;

    /** Those queues of a store that are open in this process. */
    public interface OpenQueues {

        /** Returns for each, by its number, how much longer this process has made it. */
        Map<Integer, Long> openQueues();

        /**
         * Takes over what was read.
         *
         * @param levels by the numbers of the queues
         * @param before what {@link #openQueues} returned before
         */
        void levels(Map<Integer, QueueLevels> levels, Map<Integer, Long> before);
    }

    public QueueCensus(QueueAdministration administration, OpenQueues open) {
        this.administration = administration;
        this.open = open;
    }

    /** Starts the thread. */
    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Reads at once, as a queue was opened. */
    public void look() {
        wanted = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            wanted = false;
            long began = System.nanoTime();
            count();
            await(Math.min(MOST_BETWEEN_NANOS, Math.max(BETWEEN_NANOS, LEAST_SHARE * (System.nanoTime() - began))));
        }
    }

    private void count() {
        try {
            Map<Integer, Long> before = open.openQueues();
            if (!before.isEmpty()) {
                open.levels(administration.levels(Set.copyOf(before.keySet())), before);
            }
        } catch (QueueStoreException failed) { // others report that the database is away
            LOG.debug("The levels of durable queues could not be read, and are those of before", failed);
        } catch (Throwable failed) { // without memory, above all: the thread goes on
            LOG.debug("The levels of durable queues could not be taken over", failed);
        }
    }

    private void await(long nanos) {
        long end =
                System.nanoTime() + nanos * 9 / 10 + ThreadLocalRandom.current().nextLong(nanos / 5);
        for (long left = nanos; left > 0 && !wanted && !closed; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** Ends the thread, and waits a second at most. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
