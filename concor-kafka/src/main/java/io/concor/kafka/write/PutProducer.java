package io.concor.kafka.write;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.write.Receipts;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Puts events outside of transactions, on a thread of its own, which waits where the client does. Events of one queue and key are
 * stored in the order of the calls. A queue into which nothing can be put is left alone, and others go on.
 */
public final class PutProducer implements AutoCloseable {

    private static final String WORK = "put events";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_AT_HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ClientSettings clients;
    private final Receipts receipts;
    private final DatabaseHealth health;
    private final QueueFailures failures;
    private final BusyTime busy;
    private final Thread thread = new Thread(this::run, "concor-kafka-puts");
    private final Queue<RemotePut> puts = new ConcurrentLinkedQueue<>();
    private final HeldPuts held = new HeldPuts();
    private final WaitingPuts waiting = new WaitingPuts();
    private final Backoff backoff = new Backoff();
    private @Nullable KafkaProducer<byte[], byte[]> producer; // for the thread, and after its end
    /** What the client said at once of the record that it was given last. For the thread. */
    private @Nullable Exception saidAtOnce;
    /** When those that are held are looked at again. For the thread. */
    private long lookNanos;

    private final ForgetRequests forgets = new ForgetRequests();
    private volatile boolean looksSoon;
    private volatile boolean parked;
    private volatile boolean closed;
    private final ClosePatience patience = new ClosePatience();
    private volatile boolean vanished;

    public PutProducer(ClientSettings clients, Receipts receipts, DatabaseHealth health, BusyTime busy) {
        this.clients = clients;
        this.receipts = receipts;
        this.health = health;
        failures = new QueueFailures(health, "put events into the queue");
        this.busy = busy;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Puts an event later. Does not block. */
    public void put(RemotePut put) {
        put.queue().depth().putBegun();
        puts.add(put);
        wake();
    }

    /** The brokers have answered, and said how long queues are. */
    public void reached() {
        health.succeeded(WORK); // the thread goes on
        failures.reached(queue -> !queue.depth().isPutting() && queue.depth().waitForRoom() == 0);
        roomMade();
    }

    /**
     * A queue is closed. A client would have its topics created again by the brokers as long as it remembers them: waits until it
     * does not, or until a time by {@link System#nanoTime}.
     */
    public void closed(OpenQueue queue, long until) {
        failures.over(queue);
        if (queue.suspicion().lasting() != null && !closed) {
            forgets.ask(this::wake, until);
        }
    }

    /** A topic is gone: the client asks for it as long as it remembers it. */
    public void forgetTopics() {
        forgets.askLater(this::wake);
    }

    /** A queue may not be full any more, or what was put another way has come to it. */
    public void roomMade() {
        if (waiting.any() || held.any()) {
            looksSoon = true;
            wake();
        }
    }

    private void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** Puts what is there, if the broker answers within some seconds. What is not put then fails. */
    @Override
    public void close() {
        close(System.nanoTime() + ClosePatience.MOST.toNanos() * 3);
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    public void close(long until) {
        shut(until);
        ClosePatience.join(thread, until);
        if (thread.isAlive()) { // the client waits for brokers
            thread.interrupt();
            ClosePatience.join(thread, System.nanoTime() + LAST_NANOS);
        }
    }

    /** Ends without putting, as a killed process does. For tests. */
    public void vanish() {
        vanished = true;
        long now = System.nanoTime();
        shut(now);
        ClosePatience.join(thread, now + ClosePatience.MOST.toNanos() * 3);
    }

    private void shut(long until) {
        patience.begin(until);
        closed = true;
        LockSupport.unpark(thread);
    }

    // the thread

    private void run() {
        while (!closed || hasWork() && !patience.isOver()) {
            try {
                forgets.serve(() -> closeProducer(ClosePatience.MOST));
                RemotePut next = next();
                if (next == null) {
                    park();
                } else {
                    send(next);
                }
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is put
                health.failed(WORK, failed);
                backoff.pause();
            }
        }
        end();
    }

    private boolean hasWork() {
        return !puts.isEmpty() || held.any() || waiting.any();
    }

    private @Nullable RemotePut next() {
        RemotePut freed = waiting.any() ? waiting.freed() : null;
        return freed == null ? fresh() : freed;
    }

    private @Nullable RemotePut fresh() {
        for (RemotePut put = inOrder(); put != null; put = inOrder()) {
            if (put.place().choose() == PutPlace.Way.OUTBOX) {
                putIntoOutbox(put);
            } else if (waiting.admits(put)) {
                return put;
            }
        }
        return null;
    }

    /** Returns a put that waits for none of its order, or null. */
    private @Nullable RemotePut inOrder() {
        RemotePut freed = held.any() ? freed() : null;
        RemotePut next = freed == null ? puts.poll() : freed;
        while (freed == null && next != null && !held.admits(next)) {
            next = puts.poll();
        }
        return next;
    }

    private @Nullable RemotePut freed() {
        if (!looksSoon && System.nanoTime() - lookNanos < 0) {
            return null;
        }
        looksSoon = false; // first: what changes meanwhile is seen the next time
        RemotePut freed = held.freed();
        if (freed == null) {
            lookNanos = System.nanoTime() + LOOK_AT_HELD_NANOS;
        } else {
            looksSoon = true; // there may be more
        }
        return freed;
    }

    private void putIntoOutbox(RemotePut put) {
        try {
            put.place().putIntoOutbox();
        } catch (RuntimeException refused) { // it is closed, above all
            tell(put, put.refused(refused));
        } finally {
            put.queue().depth().putOver(); // afterwards: it is on its way all the time
        }
    }

    private void park() {
        parked = true;
        try {
            if (puts.isEmpty() && !closed && !forgets.any()) {
                LockSupport.parkNanos(this, nanosToLook());
            } else if (closed) {
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        } finally {
            parked = false;
        }
    }

    private long nanosToLook() {
        if (held.any()) {
            return LOOK_AT_HELD_NANOS;
        }
        return waiting.any() ? LOOK_NANOS : Long.MAX_VALUE;
    }

    private void send(RemotePut put) {
        busy.begin();
        put.queue().depth().putSent();
        try {
            if (!isSent(put)) {
                waiting.comesBack(put); // before it counts as not sent: until then it is on its way
                put.queue().depth().putNotSent();
            }
        } finally {
            busy.end();
        }
    }

    /** Returns false if it has to be tried again: nothing of it was sent. */
    private boolean isSent(RemotePut put) {
        saidAtOnce = null;
        ProducerRecord<byte[], byte[]> record;
        try {
            put.queue().requireUsable();
            record = put.queue().recordOf(put.event());
        } catch (RuntimeException cannot) {
            put.queue().depth().putDone(false);
            tell(put, cannot instanceof QueueStoreException unusable ? unusable : put.refused(cannot));
            return true;
        }
        try {
            producer().send(record, (stored, failed) -> answered(put, failed));
        } catch (RuntimeException broken) { // of the client, which may not work any more
            Thread.interrupted(); // or it could not be closed
            failures.failed(put.queue(), broken);
            closeProducer(closed ? patience.ofClient() : ClosePatience.MOST); // the puts of others are on their way
            return false;
        }
        Exception failed = saidAtOnce;
        if (failed == null) {
            return true;
        }
        failed(put, failed);
        if (failed instanceof RetriableException) {
            return false;
        }
        put.queue().depth().putDone(false);
        tell(put, put.refused(failed));
        return true;
    }

    /** What brokers say against one record concerns only whoever put it. */
    private void failed(RemotePut put, Exception cause) {
        if (!RemotePut.isOfRecord(cause)) {
            failures.failed(put.queue(), cause);
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

    /** On the client's thread, or at once on this one. */
    private void answered(RemotePut put, @Nullable Exception failed) {
        if (Thread.currentThread() == thread && failed != null) {
            saidAtOnce = failed;
            return;
        }
        put.queue().depth().putDone(failed == null);
        if (failed == null) {
            backoff.reset();
            put.queue().suspicion().disprove();
            failures.over(put.queue());
        } else {
            failed(put, failed);
        }
        tell(put, failed == null ? null : put.failure(failed));
    }

    private void tell(RemotePut put, @Nullable QueueStoreException failed) {
        if (vanished) {
            return;
        }
        put.place().over();
        Runnable told =
                failed == null ? put.receipt()::stored : () -> put.receipt().failed(failed);
        if (put.receipt().runsNoCode()) {
            told.run();
        } else {
            receipts.tell(told);
        }
    }

    private void end() {
        waiting.all().forEach(this::refuse);
        held.all().forEach(this::refuse);
        for (RemotePut put = puts.poll(); put != null; put = puts.poll()) {
            refuse(put);
        }
        closeProducer(patience.ofClient());
    }

    private void refuse(RemotePut put) {
        put.queue().depth().putOver();
        tell(put, put.refused(new IllegalStateException("the store is closed")));
    }

    private void closeProducer(Duration patience) {
        KafkaProducer<byte[], byte[]> present = producer;
        producer = null;
        if (present != null) {
            present.close(patience);
        }
    }
}
