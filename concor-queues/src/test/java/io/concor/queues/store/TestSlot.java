package io.concor.queues.store;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What the engine does with a queue, in short: threads take events, run a task for each and end a batch in one transaction. */
public final class TestSlot implements EventReceiver, AutoCloseable {

    private static final int ROOM = 300;
    private static final int BATCH = 64;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final QueueStore store;
    private final StoredQueue queue;
    private final Task task;
    private final BlockingQueue<StoredEvent> waiting;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private volatile boolean killed;

    /** What is done with an event, in the transaction. */
    @FunctionalInterface
    public interface Task {
        Ending run(StoredEvent event) throws Exception;
    }

    private TestSlot(QueueStore store, StoredQueue queue, int count, int room, Task task) {
        waiting = new ArrayBlockingQueue<>(room);
        this.store = store;
        this.queue = queue;
        this.task = task;
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::work, "slot-" + queue.definition().name() + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /** Begins to take events. */
    public static TestSlot serve(QueueStore store, StoredQueue queue, int threads, Task task) {
        return serve(store, queue, threads, ROOM, task);
    }

    /**
     * Begins to take events.
     *
     * @param room how many wait here at most
     */
    public static TestSlot serve(QueueStore store, StoredQueue queue, int threads, int room, Task task) {
        TestSlot slot = new TestSlot(store, queue, threads, room, task);
        slot.threads.forEach(Thread::start);
        queue.deliver(slot);
        return slot;
    }

    @Override
    public boolean receive(StoredEvent event) {
        return waiting.offer(event);
    }

    /** Ends like the threads of a killed process: nothing is committed any more. */
    public void kill() {
        killed = true;
        stopped = true;
        threads.forEach(Thread::interrupt);
    }

    /** Ends in order: what was not begun is given back. */
    @Override
    public void close() throws InterruptedException {
        queue.stopDelivering();
        stopped = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(20));
        }
        waiting.forEach(queue::release);
    }

    private void work() {
        StoredBatch batch = queue.batch();
        List<StoredEvent> events = new ArrayList<>();
        while (!stopped) {
            take(events);
            if (!events.isEmpty()) {
                run(batch, events);
            }
            events.clear();
        }
    }

    private void take(List<StoredEvent> events) {
        try {
            StoredEvent first = waiting.poll(50, TimeUnit.MILLISECONDS);
            if (first == null) {
                return;
            }
            events.add(first);
            while (!first.alone() && events.size() < BATCH) {
                StoredEvent next = waiting.peek();
                if (next == null || next.alone()) {
                    break;
                }
                events.add(waiting.remove());
            }
            queue.roomMade();
        } catch (InterruptedException | java.util.NoSuchElementException raced) {
            // the events so far
        }
    }

    private void run(StoredBatch batch, List<StoredEvent> events) {
        List<StoredEvent> owned = owned(events);
        if (owned.isEmpty() || killed || commits(batch, owned)) {
            return;
        }
        if (owned.size() > 1) {
            run(batch, owned.subList(0, owned.size() / 2));
            run(batch, owned.subList(owned.size() / 2, owned.size()));
        } else {
            repeat(batch, owned);
        }
    }

    private static List<StoredEvent> owned(List<StoredEvent> events) {
        return events.stream().filter(event -> !event.isRecalled()).toList();
    }

    /** Handles one event until it succeeds, or is not owned any more. */
    private void repeat(StoredBatch batch, List<StoredEvent> one) {
        do {
            LockSupport.parkNanos(PAUSE_NANOS);
        } while (!owned(one).isEmpty() && !killed && !commits(batch, one));
    }

    private boolean commits(StoredBatch batch, List<StoredEvent> events) {
        Transaction transaction = null;
        try {
            transaction = store.transactions().begin();
            for (StoredEvent event : events) {
                batch.add(event, task.run(event));
            }
            batch.write();
            if (killed) {
                throw new IllegalStateException("killed");
            }
            Transaction ending = transaction;
            transaction = null;
            ending.commit();
            batch.committed();
            return true;
        } catch (Throwable failed) {
            rollback(transaction);
            batch.rolledBack();
            if (!(failed instanceof QueueStoreException) && killed) {
                return true;
            }
            return killed;
        }
    }

    private static void rollback(@Nullable Transaction transaction) {
        try {
            if (transaction != null) {
                transaction.rollback();
            }
        } catch (Throwable failed) {
            // it has ended nevertheless
        }
    }
}
