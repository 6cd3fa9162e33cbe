package io.concor.kafka.result;

import io.concor.kafka.topic.ClientSettings;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Sends results to the processes that await them, on a thread of its own, which waits where the client does. The thread and the
 * client are there from the first result on. While no broker answers, results wait, up to 64 MB of them and as long as callers do.
 */
final class ResultProducer implements AutoCloseable {

    private static final String WORK = "send results";
    private static final long MOST_BYTES = 64 << 20;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final ClientSettings clients;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-answers");
    private final Queue<OutgoingResult> answers = new ConcurrentLinkedQueue<>();
    /** Of those that wait. */
    private final AtomicLong bytes = new AtomicLong();

    private final Backoff backoff = new Backoff();
    private @Nullable KafkaProducer<byte[], byte[]> producer; // for the thread
    /** Whether the client could not take the answer that it was given last. For the thread. */
    private boolean failedAtOnce;

    private volatile boolean parked;
    private volatile boolean started; // changed under this
    private volatile boolean closed;
    private volatile boolean vanished;
    private volatile long closedNanos;

    ResultProducer(ClientSettings clients, DatabaseHealth health) {
        this.clients = clients;
        this.health = health;
    }

    /** Sends a result later. Does not block. If too much waits, its caller does not learn it. */
    void send(OutgoingResult answer) {
        if (closed) {
            return;
        }
        int size = answer.bytes();
        if (bytes.addAndGet(size) > MOST_BYTES) {
            bytes.addAndGet(-size);
            health.notice("results of events are lost, because too many wait to be sent to where they are awaited");
            return;
        }
        answers.add(answer);
        if (!started) {
            start();
        }
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    private synchronized void start() {
        if (!started && !closed) {
            started = true;
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Sends what is there, if the broker answers within some seconds. */
    @Override
    public void close() {
        shut(System.nanoTime());
    }

    /** Ends without sending, as a killed process does. For tests. */
    void vanish() {
        vanished = true;
        shut(System.nanoTime() - CLOSE.toNanos());
    }

    private void shut(long nanos) {
        closedNanos = nanos;
        synchronized (this) {
            closed = true;
        }
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE.toMillis() * 3);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // the thread

    private void run() {
        while (!closed || !answers.isEmpty() && !isOverdue()) {
            try {
                OutgoingResult next = answers.poll();
                if (next == null) {
                    park();
                } else {
                    bytes.addAndGet(-next.bytes());
                    sendNow(next);
                }
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is sent
                renew(failed);
            }
        }
        closeProducer(vanished ? Duration.ZERO : CLOSE);
    }

    private boolean isOverdue() {
        return System.nanoTime() - closedNanos > CLOSE.toNanos();
    }

    private void park() {
        parked = true;
        try {
            if (answers.isEmpty() && !closed) {
                LockSupport.park(this);
            }
        } finally {
            parked = false;
        }
    }

    private void sendNow(OutgoingResult answer) {
        if (System.nanoTime() - answer.sinceNanos() > LONGEST_NANOS) {
            return;
        }
        failedAtOnce = false;
        try {
            producer().send(answer.record(), (sent, failed) -> answered(answer, failed));
        } catch (RuntimeException broken) { // of the client, which does not work any more
            renew(broken);
            again(answer);
            return;
        }
        if (failedAtOnce) {
            backoff.pause();
        } else {
            backoff.reset();
        }
    }

    private void again(OutgoingResult answer) {
        bytes.addAndGet(answer.bytes()); // what was in hand is not lost for too much that waits
        answers.add(answer);
    }

    /** On the client's thread, or at once on this one. */
    private void answered(OutgoingResult answer, @Nullable Exception failed) {
        if (failed == null) {
            health.succeeded(WORK);
        } else if (failed instanceof RetriableException && !closed) {
            health.failed(WORK, failed);
            if (Thread.currentThread() == thread) {
                failedAtOnce = true;
            }
            again(answer);
            LockSupport.unpark(thread);
        } else {
            refused(answer, failed);
        }
    }

    private void refused(OutgoingResult answer, Exception failed) {
        ProducerRecord<byte[], byte[]> instead = answer.instead();
        if (instead != null && failed instanceof RecordTooLargeException) {
            send(new OutgoingResult(instead, null, answer.sinceNanos()));
        } else {
            health.notice("a result of an event is lost, because it cannot be sent to where it is awaited: " + failed);
        }
    }

    private KafkaProducer<byte[], byte[]> producer() {
        KafkaProducer<byte[], byte[]> present = producer;
        if (present == null) {
            present = clients.producer();
            producer = present;
        }
        return present;
    }

    private void renew(Throwable broken) {
        health.failed(WORK, broken);
        closeProducer(Duration.ZERO);
        backoff.pause();
    }

    private void closeProducer(Duration patience) {
        KafkaProducer<byte[], byte[]> present = producer;
        producer = null;
        if (present != null) {
            present.close(patience);
        }
    }
}
