package io.concor.kafka;

import io.concor.QueueStoreException;
import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.kafka.store.KafkaRuntime;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What the engine does with a queue, in short: threads take events, run a task for each and end it. */
public final class TestWorkers implements EventReceiver, AutoCloseable {

    private static final int ROOM = 300;

    private final StoredQueue queue;
    private final Transactions transactions;
    private final Task task;
    private final List<BlockingQueue<StoredEvent>> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private volatile boolean killed;
    private volatile boolean deaf;

    /** What is done with an event. */
    @FunctionalInterface
    public interface Task {
        Ending run(StoredEvent event) throws Exception;
    }

    private TestWorkers(StoredQueue queue, Transactions transactions, int count, Task task) {
        this.queue = queue;
        this.transactions = transactions;
        this.task = task;
        for (int i = 0; i < count; i++) {
            BlockingQueue<StoredEvent> lane = new ArrayBlockingQueue<>(ROOM);
            lanes.add(lane);
            Thread thread =
                    new Thread(() -> work(lane), "worker-" + queue.definition().name() + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /** Begins to take events. Those of one key are handled by one thread. */
    public static TestWorkers serve(StoredQueue queue, int threads, Task task) {
        return serve(queue, KafkaRuntime.transactions(), threads, task);
    }

    /** Begins to take events, and handles each in a transaction of its own. */
    public static TestWorkers serve(StoredQueue queue, Transactions transactions, int threads, Task task) {
        TestWorkers workers = new TestWorkers(queue, transactions, threads, task);
        workers.threads.forEach(Thread::start);
        queue.deliver(workers);
        return workers;
    }

    @Override
    public boolean receive(StoredEvent event) {
        String by = event.key() == null ? event.id() : event.key();
        return lanes.get(Math.floorMod(by.hashCode(), lanes.size())).offer(event);
    }

    /** From now on nothing learns that a transaction was committed, as in a process that is killed at that moment. */
    public void deaf() {
        deaf = true;
    }

    /** Ends like the threads of a killed process: nothing ends any more. */
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
        lanes.forEach(lane -> lane.forEach(queue::release));
    }

    private void work(BlockingQueue<StoredEvent> lane) {
        while (!stopped) {
            try {
                StoredEvent event = lane.poll(20, TimeUnit.MILLISECONDS);
                if (event != null) {
                    queue.roomMade();
                    handle(queue.batch(), event);
                }
            } catch (InterruptedException end) {
                // stopped says so
            }
        }
    }

    private void handle(StoredBatch batch, StoredEvent event) {
        if (event.isRecalled()) {
            queue.release(event);
            return;
        }
        boolean written = false;
        try {
            Transaction transaction = transactions.begin();
            try {
                batch.add(event, task.run(event));
                if (killed) {
                    return;
                }
                batch.write();
                written = true;
                transaction.commit();
                if (!deaf) {
                    batch.committed();
                }
            } finally {
                if (!written) {
                    transaction.rollback();
                }
            }
        } catch (QueueStoreException | SQLException notOwned) { // or the answer to a commit was lost
            batch.rolledBack();
            queue.release(event);
        } catch (Throwable failed) {
            throw new IllegalStateException(failed);
        }
    }
}
