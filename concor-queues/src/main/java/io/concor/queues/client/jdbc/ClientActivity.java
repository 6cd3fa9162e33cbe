package io.concor.queues.client.jdbc;

import io.concor.queues.measure.QueueActivity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What this process does with each queue, by its name. Thread-safe. */
final class ClientActivity {

    private final int mostQueues;
    private final Map<String, QueueActivity> queues = new ConcurrentHashMap<>();

    /**
     * @param mostQueues how many there may be at a time
     */
    ClientActivity(int mostQueues) {
        this.mostQueues = mostQueues;
    }

    /** Returns the activity of a queue that exists. */
    QueueActivity of(String queue) {
        QueueActivity present = queues.get(queue);
        if (present != null) {
            return present;
        }
        if (queues.size() >= 2 * mostQueues) { // others delete queues too, and do not say so
            queues.clear();
        }
        return queues.computeIfAbsent(queue, name -> new QueueActivity());
    }

    /** A queue was deleted. */
    void forget(String queue) {
        queues.remove(queue);
    }
}
