package io.concor.queues.write;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what tells callers about their puts, on a thread of its own: it may take its time, or fail. Thread-safe. */
public final class Receipts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Receipts.class);

    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "concor-queues-receipts");
    private volatile boolean closed;

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs something later, after what was given before. */
    public void tell(Runnable receipt) {
        waiting.add(receipt);
    }

    /** Ends when what waits has been told, but waits some seconds at most. */
    @Override
    public void close() {
        closed = true;
        tell(() -> {}); // wakes the thread
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed || !waiting.isEmpty()) {
            try {
                waiting.take().run();
            } catch (InterruptedException interrupted) {
                // an interrupt of a receipt's code: the thread ends with the store only
            } catch (Throwable failed) { // code of callers
                complain(failed);
            }
        }
    }

    private static void complain(Throwable failed) {
        try {
            LOG.warn("A receipt for an event that was put failed: {}", String.valueOf(failed), failed);
        } catch (Throwable again) { // out of memory
            // the next receipt may be told nevertheless
        }
    }
}
