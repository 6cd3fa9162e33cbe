package io.concor.queues.measure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the threads of a store do, and what this process does with each queue by its name. Thread-safe. */
public final class StoreActivity {

    private final Map<String, QueueActivity> queues = new ConcurrentHashMap<>();
    private final BusyTime writing = new BusyTime();
    private final BusyTime reading = new BusyTime();

    /** Returns the activity of a queue. It goes on when the queue is closed and opened again. */
    public QueueActivity of(String queue) {
        return queues.computeIfAbsent(queue, name -> new QueueActivity());
    }

    /** Returns the time in which events are written. */
    public BusyTime writing() {
        return writing;
    }

    /** Returns the time in which events are read and handed out. */
    public BusyTime reading() {
        return reading;
    }
}
