package io.concor.queues.read;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What others want the reader to know. Any thread posts, the reader's opens. */
final class ReaderMail {

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong posted = new AtomicLong();
    private final Runnable wake;

    ReaderMail(Runnable wake) {
        this.wake = wake;
    }

    void post(Runnable message) {
        posted.incrementAndGet(); // first: who sees the number unchanged has seen the message
        waiting.add(message);
        wake.run();
    }

    /** Returns how many messages have been posted, or are about to be. */
    long posted() {
        return posted.get();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void open() {
        for (Runnable message = waiting.poll(); message != null; message = waiting.poll()) {
            message.run();
        }
    }
}
