package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.ClosePatience;
import io.concor.kafka.write.EndTransaction.FormerOwnerException;
import io.concor.kafka.write.RefusedRecordException.Part;
import io.concor.queue.Ending;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Ends events in transactions, on a thread of its own: what ends while one is in flight, or shortly after, goes into the next one.
 * A transaction of which a record is refused is done again in halves, so that only that event fails; one that fails by a queue is done
 * again without it.
 */
public final class EndProducer implements AutoCloseable {

    private static final String WORK = "end events";

    private final EndClient client; // for the thread
    private final Runnable roomMade;
    private final DatabaseHealth health;
    private final QueueFailures failures;
    private final BusyTime busy;
    private final Thread thread = new Thread(this::run, "concor-kafka-ends");
    private final TransactionPace pace;
    private final WaitingEnds ends;
    private final Backoff backoff = new Backoff();
    private final PostponedEnds failedEnds = new PostponedEnds();
    private final TransactionSize size = new TransactionSize();
    /** Completed between two transactions. */
    private final Queue<CompletableFuture<Void>> barriers = new ConcurrentLinkedQueue<>();

    private volatile boolean idle; // nothing is to be written
    private volatile boolean closed;
    private final ClosePatience patience = new ClosePatience();
    private volatile boolean vanished;

    /** @param roomMade is run when queues may have room */
    public EndProducer(ClientSettings clients, Runnable roomMade, DatabaseHealth health, BusyTime busy) {
        this(clients, roomMade, health, busy, new TransactionPace());
    }

    /** @param pace is used by the thread from its start on */
    EndProducer(ClientSettings clients, Runnable roomMade, DatabaseHealth health, BusyTime busy, TransactionPace pace) {
        this.pace = pace;
        ends = new WaitingEnds(thread, pace);
        client = new EndClient(clients, health, WORK);
        this.roomMade = roomMade;
        this.health = health;
        failures = new QueueFailures(health, "write what becomes of events of the queue");
        this.busy = busy;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Writes an end later. Does not block. */
    public void end(RemoteEnd end) {
        end.handOverBegins();
        ends.add(end);
    }

    /** The brokers have answered: what could not be written was given up, if there is nothing left. */
    public void reached() {
        if (idle) {
            health.succeeded(WORK);
            failures.reached(queue -> true);
        }
    }

    /**
     * A queue is closed. A client would have its topics created again by the brokers as long as it remembers them: waits until it
     * does not, or until a time by {@link System#nanoTime}.
     */
    public void closed(OpenQueue queue, long until) {
        failures.over(queue);
        if (queue.suspicion().lasting() != null && !closed) {
            client.awaitForget(this::wake, until);
        }
    }

    /** A topic is gone: the client asks for it as long as it remembers it. */
    public void forgetTopics() {
        client.askToForget(this::wake);
    }

    private void wake() {
        LockSupport.unpark(thread);
    }

    /**
     * Returns a future that is complete when no transaction is in flight that was when this was called. A lease that has ended for
     * another reason than the group is not fenced by it: what comes after must not begin before.
     */
    public CompletableFuture<Void> betweenTransactions() {
        CompletableFuture<Void> barrier = new CompletableFuture<>();
        barriers.add(barrier);
        LockSupport.unpark(thread);
        return barrier;
    }

    /** Writes what is there, if the broker answers within some seconds. */
    @Override
    public void close() {
        close(System.nanoTime() + ClosePatience.MOST.toNanos() * 2);
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    public void close(long until) {
        shut(until);
        ClosePatience.join(thread, until);
    }

    /** Ends without writing, as a killed process does: a transaction that is open remains so. For tests. */
    public void vanish() {
        vanished = true;
        client.vanish();
        long now = System.nanoTime();
        shut(now);
        ClosePatience.join(thread, now + ClosePatience.MOST.toNanos() * 2);
    }

    private void shut(long until) {
        patience.begin(until);
        closed = true;
        LockSupport.unpark(thread);
    }

    // the thread

    private void run() {
        while (!closed || hasWork() && !patience.isOver()) {
            List<RemoteEnd> some = List.of();
            passBarriers();
            try {
                client.forget();
                some = collect();
                if (some.isEmpty()) {
                    endFailed();
                    park();
                } else {
                    writeAll(some);
                }
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing ends
                recover(some, failed);
            }
        }
        client.close(patience.ofClient());
    }

    private void passBarriers() {
        for (CompletableFuture<Void> next = barriers.poll(); next != null; next = barriers.poll()) {
            next.complete(null);
        }
    }

    /** What was committed is found out by those who own the partitions. */
    private void recover(List<RemoteEnd> some, Throwable failed) {
        some.forEach(RemoteEnd::handOverIsOver);
        some.stream().map(RemoteEnd::lease).distinct().forEach(lease -> lease.listener()
                .outcomeUnknown(lease));
        health.failed(WORK, failed);
        client.close(Duration.ZERO);
        backoff.pause();
    }

    private boolean hasWork() {
        return !ends.isEmpty() || !failedEnds.isEmpty();
    }

    private List<RemoteEnd> collect() {
        List<RemoteEnd> some = new ArrayList<>(failedEnds.due());
        if (!some.isEmpty() || closed || ends.isDue()) {
            ends.takeInto(some);
        }
        return some;
    }

    /** All that is there waits, and others wait for the transaction that has failed: a new producer ends that. */
    private void endFailed() {
        if (!failedEnds.isEmpty() && !closed) {
            client.ready();
        }
    }

    private void park() {
        idle = !hasWork();
        ends.sleep(failedEnds.isEmpty() ? Long.MAX_VALUE : PostponedEnds.RETRY_NANOS, this::hasOtherWork);
        idle = false;
    }

    private boolean hasOtherWork() {
        return !barriers.isEmpty() || client.forgets() || closed && failedEnds.isEmpty();
    }

    private void writeAll(List<RemoteEnd> some) {
        long begun = System.nanoTime();
        busy.begin();
        try {
            for (List<RemoteEnd> part : size.parts(some)) {
                write(part);
            }
        } finally {
            busy.end();
            pace.ended(begun, System.nanoTime());
        }
    }

    private void write(List<RemoteEnd> all) {
        write(all, false);
    }

    private void write(List<RemoteEnd> all, boolean presentTimes) {
        KafkaProducer<byte[], byte[]> present = client.ready();
        List<RemoteEnd> some = failedEnds.behindNone(all);
        if (present == null) {
            failedEnds.add(some);
            return;
        }
        EndTransaction transaction = new EndTransaction(present, presentTimes);
        try {
            failedEnds.add(transaction.add(some, System.currentTimeMillis()));
        } catch (RefusedRecordException unwritable) {
            split(some, unwritable);
            return;
        }
        if (!transaction.isEmpty()) {
            write(present, transaction);
        }
    }

    private void write(KafkaProducer<byte[], byte[]> present, EndTransaction transaction) {
        List<RemoteEnd> some = transaction.ends();
        try {
            transaction.write();
        } catch (FormerOwnerException former) {
            client.abort(present);
            withoutQueue(some, former);
            return;
        } catch (RefusedRecordException refused) {
            client.abort(present);
            refused(transaction, some, refused);
            return;
        } catch (RuntimeException broken) { // of the client: its transaction is aborted by the next one
            size.failed();
            client.close(Duration.ZERO);
            failures.blame(transaction.failing(), WORK, broken);
            failedEnds.add(some);
            return;
        }
        commit(present, transaction, some);
    }

    private void commit(KafkaProducer<byte[], byte[]> present, EndTransaction transaction, List<RemoteEnd> some) {
        try {
            client.commit(present);
        } catch (RuntimeException lost) {
            health.failed(WORK, lost);
            size.failed();
            client.close(Duration.ZERO);
            transaction.outcomeUnknown();
            return;
        }
        transaction.committed();
        size.committed();
        some.forEach(EndProducer::ended);
        some.stream().flatMap(RemoteEnd::queues).distinct().forEach(failures::disproved);
        roomMade.run();
        backoff.reset();
        health.succeeded(WORK);
    }

    private static void ended(RemoteEnd end) {
        RemoteEvent event = end.event();
        if (event != null && (end.ending() instanceof Ending.Handled || end.ending() instanceof Ending.Dead)) {
            event.ended();
        }
    }

    /** Those of one queue wait until its reader knows what it owns; the others are written. */
    private void withoutQueue(List<RemoteEnd> some, FormerOwnerException former) {
        List<RemoteEnd> of = some.stream()
                .filter(end -> end.lease().queue() == former.queue())
                .toList();
        List<RemoteEnd> others = some.stream()
                .filter(end -> end.lease().queue() != former.queue())
                .toList();
        failedEnds.add(of);
        if (!others.isEmpty()) {
            write(others);
        }
    }

    /** An id whose time brokers refuse is remembered from now on: for longer than need be. */
    private void refused(EndTransaction transaction, List<RemoteEnd> some, RefusedRecordException refused) {
        if (refused.part() == Part.EVENT) {
            split(some, refused);
        } else if (refused.part() == Part.ID && !transaction.hasPresentTimes()) {
            write(some, true);
        } else {
            leaveAlone(some, refused);
        }
    }

    private void split(List<RemoteEnd> some, RefusedRecordException refused) {
        if (some.size() == 1) {
            refused(some.get(0), refused);
            return;
        }
        int half = some.size() / 2;
        write(some.subList(0, half));
        write(some.subList(half, some.size()));
    }

    private void refused(RemoteEnd end, RefusedRecordException refused) {
        RemoteEnd instead = refused.instead(end);
        if (instead == null) {
            leaveAlone(List.of(end), refused);
            return;
        }
        if (instead.bare()) {
            health.notice(refused.withoutMessage());
        }
        write(List.of(instead));
    }

    /** They wait, with later ones of their partitions, for a person who changes the topic; those of other queues are written. */
    private void leaveAlone(List<RemoteEnd> some, RefusedRecordException refused) {
        failures.failed(refused.queue(), refused.failure());
        refused.queue().suspicion().raise();
        failedEnds.add(some);
    }
}
