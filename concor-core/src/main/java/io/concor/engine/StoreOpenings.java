package io.concor.engine;

import io.concor.Flow;
import io.concor.engine.event.Unchecked;
import io.concor.queue.StoredQueue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens queues of slots for changes, one at a time on a thread of its own: a store that does not answer keeps neither a change for longer than its
 * limit, nor a stop. An opening that is given up goes on, as nothing can break it off; the next one of the flow begins when it has
 * ended. For the holder of the flow's lock.
 */
final class StoreOpenings {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    private final String flow;
    private final Runnable leave;
    /** Opened after they were given up, for as long as the flow runs: a later opening finds them open. */
    private final Set<StoredQueue> late = Collections.newSetFromMap(new IdentityHashMap<>()); // guarded by this

    private boolean stopped; // guarded by this
    /** Done when the thread of the last one has ended. */
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    /** @param leave undoes what an opening does besides, after the flow has stopped; may be called again */
    StoreOpenings(String flow, Runnable leave) {
        this.flow = flow;
        this.leave = leave;
    }

    /**
     * Returns the opening of a queue, which is to be begun.
     *
     * @param store the name of its store
     * @param open opens it, however long that takes
     */
    Opening of(String store, Supplier<StoredQueue> open) {
        return new Opening(store, open);
    }

    /** Returns whether no opening that was given up goes on. */
    boolean haveEnded() {
        return last.isDone();
    }

    /** The flow has stopped. Does not wait: what is opened later is closed by its thread. */
    void closeAll() {
        List<StoredQueue> unused;
        synchronized (this) {
            stopped = true;
            unused = List.copyOf(late);
            late.clear();
        }
        unused.forEach(StoredQueue::close);
    }

    /** Returns whether the flow runs, so that a queue may stay open that was given up. */
    private synchronized boolean keeps(@Nullable StoredQueue opened) {
        if (!stopped && opened != null) {
            late.add(opened);
        }
        return !stopped;
    }

    /** A queue that is being opened. */
    final class Opening {

        private final String store;
        private final Supplier<StoredQueue> open;
        private final CompletableFuture<StoredQueue> end = new CompletableFuture<>();
        private boolean givenUp; // guarded by this
        private boolean begun; // of the holder of the flow's lock
        private boolean taken; // of the holder of the flow's lock

        private Opening(String store, Supplier<StoredQueue> open) {
            this.store = store;
            this.open = open;
        }

        /** Begins to open the queue, without waiting: as soon as no earlier one goes on. */
        void begin() {
            synchronized (StoreOpenings.this) {
                stopped = false;
            }
            beginIfFree();
        }

        private void beginIfFree() {
            if (begun || !last.isDone()) {
                return;
            }
            CompletableFuture<?> over = new CompletableFuture<>();
            Thread thread = new Thread(() -> run(over), "concor-open-" + flow);
            thread.setDaemon(true);
            thread.start();
            last = over;
            begun = true;
        }

        /**
         * Returns the queue when it is open, and null until then. Called again and again.
         *
         * @throws RuntimeException or an error, if it could not be opened
         */
        @Nullable
        StoredQueue take() {
            beginIfFree();
            if (!end.isDone()) {
                return null;
            }
            try {
                StoredQueue opened = end.join();
                taken = true;
                return opened;
            } catch (CompletionException failed) {
                Unchecked.rethrow(failed.getCause() == null ? failed : failed.getCause());
                throw failed;
            }
        }

        /** The queue is not needed, unless it was taken. Does not wait. */
        void giveUp() {
            synchronized (this) {
                givenUp = true;
            }
            if (!taken && end.isDone() && !end.isCompletedExceptionally()) {
                keeps(end.join());
            }
        }

        /** Returns why the change does not go on, for an error message. */
        String obstacle() {
            return "the store '" + store
                    + "' has not opened the queue of the slot. Check whether it can be reached, and how fast it answers";
        }

        // the thread

        private void run(CompletableFuture<?> over) {
            try {
                run();
            } finally {
                over.complete(null);
            }
        }

        private void run() {
            StoredQueue opened = null;
            Throwable failed = null;
            try {
                opened = open.get();
            } catch (Throwable cannot) {
                failed = cannot;
            }
            if (isLate(opened, failed)) {
                late(opened, failed);
            }
        }

        private void late(@Nullable StoredQueue opened, @Nullable Throwable failed) {
            if (!keeps(opened)) {
                undo(opened);
            } else if (failed != null) {
                logger.warn(
                        "Flow '{}': the queue of a slot could not be opened in the store '{}', as its change found no time to report: {}",
                        flow,
                        store,
                        failed.getMessage(),
                        failed);
            }
        }

        /** Passes on what has become of it, unless it was given up. */
        private synchronized boolean isLate(@Nullable StoredQueue opened, @Nullable Throwable failed) {
            if (!givenUp && failed != null) {
                end.completeExceptionally(failed);
            } else if (!givenUp && opened != null) {
                end.complete(opened);
            }
            return givenUp;
        }

        private void undo(@Nullable StoredQueue opened) {
            try {
                if (opened != null) {
                    opened.close();
                }
            } finally {
                leave.run();
            }
        }
    }
}
