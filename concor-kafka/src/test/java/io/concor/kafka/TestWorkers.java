package io.concor.kafka;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.EventReceiver;
import io.concor.queue.StoredBatch;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What the engine does with a queue, in short: threads take events, run a task for each and end it. */
public final class TestWorkers implements EventReceiver, AutoCloseable {

    private static final int ROOM = 300;

    private final StoredQueue queue;
    private final Task task;
    private final List<BlockingQueue<StoredEvent>> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private volatile boolean killed;

    /** What is done with an event. */
    @FunctionalInterface
    public interface Task {
        Ending run(StoredEvent event) throws Exception;
    }

    private TestWorkers(StoredQueue queue, int count, Task task) {
        this.queue = queue;
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
        TestWorkers workers = new TestWorkers(queue, threads, task);
        workers.threads.forEach(Thread::start);
        queue.deliver(workers);
        return workers;
    }

    @Override
    public boolean receive(StoredEvent event) {
        String by = event.key() == null ? event.id() : event.key();
        return lanes.get(Math.floorMod(by.hashCode(), lanes.size())).offer(event);
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
        StoredBatch batch = queue.batch();
        while (!stopped) {
            try {
                StoredEvent event = lane.poll(20, TimeUnit.MILLISECONDS);
                if (event != null) {
                    queue.roomMade();
                    handle(batch, event);
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
        try {
            batch.add(event, task.run(event));
            if (!killed) {
                batch.write();
                batch.committed();
            }
        } catch (QueueStoreException notOwned) {
            batch.rolledBack();
            queue.release(event);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
