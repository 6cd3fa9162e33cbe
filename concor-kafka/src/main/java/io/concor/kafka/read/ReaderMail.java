package io.concor.kafka.read;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Messages for a reader, which wake it if it waits in its client. Thread-safe, if not said. */
final class ReaderMail {

    private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
    private final Runnable wake;
    private volatile boolean waiting;

    /** @param wake wakes the reader from its client */
    ReaderMail(Runnable wake) {
        this.wake = wake;
    }

    /** Has the reader do something. Does not block. */
    void post(Runnable message) {
        messages.add(message);
        if (waiting) {
            waiting = false;
            wake.run();
        }
    }

    /** Does what was asked for. For the reader's thread. */
    void read() {
        for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
            message.run();
        }
    }

    /** The reader is about to wait. Returns false if it must not. For the reader's thread. */
    boolean beginWait() {
        waiting = true;
        return messages.isEmpty();
    }

    /** The reader does not wait any more. For the reader's thread. */
    void endWait() {
        waiting = false;
    }
}
