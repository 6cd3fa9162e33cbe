package io.concor.kafka.result;

import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends results to the processes that await them, on a thread of its own, which waits where the client does. The thread and the
 * client are there from the first result on. While no broker answers, results wait, up to 64 MB of them and as long as callers do.
 * Those whose topic is missing {@linkplain MissingTopics wait apart}.
 */
final class ResultProducer implements AutoCloseable {

    private static final String WORK = "send results";
    /** Besides those that wait for a topic. */
    private static final long MOST_BYTES = 48 << 20;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClientSettings clients;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-kafka-answers");
    private final Queue<OutgoingResult> answers = new ConcurrentLinkedQueue<>();
    /** Of those that wait. */
    private final AtomicLong bytes = new AtomicLong();

    /** How many the client has, which has not said what became of them. */
    private final AtomicLong sending = new AtomicLong();

    private final MissingTopics missing; // for the thread
    private final long longestNanos;
    private final Backoff backoff = new Backoff();
    private @Nullable KafkaProducer<byte[], byte[]> producer; // for the thread
    /** What the client said at once of the answer that it was given last. For the thread. */
    private @Nullable Exception saidAtOnce;

    private volatile boolean parked;
    private volatile boolean started; // changed under this
    private volatile boolean closed;
    private final ClosePatience patience = new ClosePatience();

    /** @param longest after what time a result waits no longer */
    ResultProducer(ClientSettings clients, Admin admin, DatabaseHealth health, Duration longest) {
        this.clients = clients;
        this.health = health;
        missing = new MissingTopics(admin, health, longest);
        longestNanos = longest.toNanos();
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

    /** The brokers have answered: what could not be sent was given up, if there is nothing left. */
    void reached() {
        if (answers.isEmpty() && sending.get() == 0) {
            health.succeeded(WORK);
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
        close(System.nanoTime() + ClosePatience.MOST.toNanos() * 3);
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    void close(long until) {
        shut(until);
        ClosePatience.join(thread, until);
    }

    /** Ends without sending, as a killed process does. For tests. */
    void vanish() {
        long now = System.nanoTime();
        shut(now);
        ClosePatience.join(thread, now + ClosePatience.MOST.toNanos() * 3);
    }

    private void shut(long until) {
        patience.begin(until);
        synchronized (this) {
            closed = true;
        }
        LockSupport.unpark(thread);
    }

    // the thread

    private void run() {
        while (!closed || !answers.isEmpty() && !patience.isOver()) {
            try {
                missing.freed().forEach(this::again);
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
        closeProducer(patience.ofClient());
    }

    private void park() {
        parked = true;
        try {
            if (answers.isEmpty() && !closed) {
                LockSupport.parkNanos(this, missing.isEmpty() ? Long.MAX_VALUE : LOOK_NANOS);
            }
        } finally {
            parked = false;
        }
    }

    private void sendNow(OutgoingResult answer) {
        boolean isLate = System.nanoTime() - answer.sinceNanos() > longestNanos;
        if (isLate || missing.holds(answer)) {
            return;
        }
        saidAtOnce = null;
        sending.incrementAndGet();
        try {
            producer().send(answer.record(), (sent, failed) -> answered(answer, failed));
        } catch (RuntimeException broken) { // of the client, which does not work any more
            sending.decrementAndGet();
            renew(broken);
            again(answer);
            return;
        }
        Exception failed = saidAtOnce;
        if (failed == null) {
            backoff.reset();
        } else if (failed instanceof TimeoutException && !(failed instanceof BufferExhaustedException)) {
            missing.missing(answer, failed);
        } else if (failed instanceof RetriableException) {
            health.failed(WORK, failed);
            again(answer);
            backoff.pause();
        } else {
            refused(answer, failed);
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
        } else if (Thread.currentThread() == thread) {
            saidAtOnce = failed;
        } else if (failed instanceof RetriableException && !closed) {
            health.failed(WORK, failed);
            again(answer);
            LockSupport.unpark(thread);
        } else {
            refused(answer, failed);
        }
        sending.decrementAndGet(); // afterwards: until then it is on its way
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
