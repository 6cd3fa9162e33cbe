package io.concor.queues.client.jdbc;

import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.waiting.LocalArrivals;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.HeldConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One thread that does what no call does: messages whose lease or delay has ended come back; those who wait learn what other
 * processes have done; messages of deleted queues and old ids are deleted, some at a time between the other work.
 */
final class ClientsKeeper implements AutoCloseable {

    private static final String WORK = "give back messages of clients";
    private static final int MOST_AT_ONCE = 500;
    /** So many inboxes are looked into at once when messages have come. */
    private static final int MOST_INBOXES = 1_000;
    /** So many when none are known: the database has others to serve. */
    private static final int FEW_INBOXES = 100;

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** A look for many that wait takes long: so many times as long is the pause behind it. */
    private static final int PAUSES = 4;
    /** The same if no messages are known. */
    private static final int LONG_PAUSES = 20;

    private final MessageStatements statements;
    private final MessageTable messages;
    private final HeldConnection connection;
    private final LocalArrivals arrivals;
    private final ReturnChoice due;
    private final Consumer<List<ReturnedMessage>> returned;
    private final ClientsCleaning cleaning;
    private final DatabaseHealth health;
    private final Thread thread = new Thread(this::run, "concor-queues-clients");
    private final long startNanos = System.nanoTime();
    /** When a lease or delay ends of which the thread may not know; from the start. */
    private final AtomicLong newDueNanos = new AtomicLong(Long.MAX_VALUE);
    /** When the thread looks again by itself, from the start. It looks at the one before it parks, others at this one after it. */
    private volatile long parkedUntilNanos;

    private volatile boolean othersSent;
    private volatile boolean closed;

    // of the thread, from the start
    private long nextDueNanos;
    private long lookedNanos;
    private long tookNanos;
    /** What is still to be looked at of a look for wake-ups that were lost. */
    private List<MessageInbox> rest = List.of();

    /**
     * @param returned learns which messages can be received again
     */
    ClientsKeeper(
            Dialect dialect,
            MessageStatements statements,
            HeldConnection connection,
            LocalArrivals arrivals,
            QueuesSettings settings,
            DatabaseHealth health,
            Consumer<List<ReturnedMessage>> returned) {
        this.statements = statements;
        this.connection = connection;
        this.arrivals = arrivals;
        this.health = health;
        this.returned = returned;
        messages = new MessageTable(dialect);
        due = ReturnChoice.due(dialect);
        cleaning = new ClientsCleaning(messages, connection, this::now, settings.remember());
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** A lease or a delay of this process ends in some time. */
    void dueIn(Duration time) {
        long due = now() + time.toNanos();
        newDueNanos.accumulateAndGet(due, Math::min);
        if (due < parkedUntilNanos) {
            LockSupport.unpark(thread);
        }
    }

    /** Another process has sent messages. */
    void othersSent() {
        othersSent = true;
        LockSupport.unpark(thread);
    }

    /** A queue was deleted, and its messages are not yet. */
    void deleted(int queue) {
        cleaning.deleted(queue);
        LockSupport.unpark(thread);
    }

    private long now() {
        return System.nanoTime() - startNanos;
    }

    private void run() {
        while (!closed) {
            try {
                step();
                health.succeeded(WORK);
            } catch (Throwable failed) { // tried again
                recover(failed);
            }
        }
        connection.close();
    }

    private void recover(Throwable failed) {
        try {
            health.failed(WORK, failed);
            connection.close();
        } catch (Throwable again) { // out of memory, above all
            // the next round tries again
        }
        if (!closed) {
            LockSupport.parkNanos(this, Backoff.jittered(LOOK_NANOS));
        }
    }

    private void step() throws SQLException {
        nextDueNanos = Math.min(nextDueNanos, newDueNanos.getAndSet(Long.MAX_VALUE));
        if (now() >= nextDueNanos) {
            giveBack();
        }
        if (isTimeToLook()) {
            look();
        }
        if (cleaning.isDue()) {
            cleaning.step();
        }
        if (!closed) {
            connection.close();
            park();
        }
    }

    private void park() {
        parkedUntilNanos = Math.min(nextDueNanos, nextLookNanos());
        long next = Math.min(parkedUntilNanos, cleaning.nextNanos());
        long nanos = Math.min(next, newDueNanos.get()) - now();
        if (nanos > 0 && !closed) {
            LockSupport.parkNanos(this, nanos);
        }
        parkedUntilNanos = 0;
    }

    /** Asks at least each second: another process may have died whose leases end. */
    private void giveBack() throws SQLException {
        OptionalLong millis = connection.query(messages::millisToDue);
        if (millis.isPresent() && millis.getAsLong() <= 0) {
            List<ReturnedMessage> back = statements.isStepwise()
                    ? connection.transact(c -> statements.giveBack(c, due, MOST_AT_ONCE))
                    : connection.update(c -> statements.giveBack(c, due, MOST_AT_ONCE));
            returned.accept(back);
            nextDueNanos = back.isEmpty() ? now() + BETWEEN_LOOKS_NANOS : 0; // empty: another process is just doing it
        } else {
            long nanos = millis.isEmpty() ? LOOK_NANOS : TimeUnit.MILLISECONDS.toNanos(millis.getAsLong());
            nextDueNanos = now() + Math.min(nanos, Backoff.jittered(LOOK_NANOS));
        }
    }

    private boolean isTimeToLook() {
        return now() >= nextLookNanos();
    }

    private long nextLookNanos() {
        long pauseNanos = Math.max(BETWEEN_LOOKS_NANOS, (othersSent ? PAUSES : LONG_PAUSES) * tookNanos);
        if (othersSent || !rest.isEmpty()) {
            return lookedNanos + pauseNanos;
        }
        return arrivals.isAwaited() ? lookedNanos + Math.max(LOOK_NANOS, pauseNanos) : Long.MAX_VALUE;
    }

    /**
     * Wakes those for whom messages may be there: all of them at once if others have sent, otherwise some, and the next ones later. That
     * look, which begins anew each second, is for wake-ups that were lost.
     */
    private void look() throws SQLException {
        boolean sent = othersSent;
        if (sent || rest.isEmpty()) {
            othersSent = false;
            rest = inboxes();
        }
        int most = sent ? MOST_INBOXES : FEW_INBOXES;
        long began = now();
        for (boolean on = !rest.isEmpty(); on; on = sent && !rest.isEmpty()) {
            int size = Math.min(most, rest.size());
            look(rest.subList(0, size));
            rest = rest.subList(size, rest.size());
        }
        lookedNanos = now();
        tookNanos = lookedNanos - began;
    }

    private List<MessageInbox> inboxes() {
        Set<MessageInbox> inboxes = new LinkedHashSet<>();
        for (Interest interest : arrivals.awaited()) {
            inboxes.add(new MessageInbox(interest.queue(), null, interest.from()));
            inboxes.add(new MessageInbox(interest.queue(), interest.client(), interest.from()));
        }
        return List.copyOf(inboxes);
    }

    private void look(List<MessageInbox> some) throws SQLException {
        long began = now();
        connection
                .query(c -> statements.filled(c, some))
                .forEach((inbox, count) ->
                        arrivals.arrived(inbox.queue(), inbox.client(), Objects.requireNonNull(inbox.from()), count));
        List<String> queues = some.stream().map(MessageInbox::queue).distinct().toList();
        Set<String> there = connection.query(c -> ClientTable.existing(c, queues));
        queues.stream()
                .filter(queue -> !there.contains(queue))
                .forEach(queue -> arrivals.queueDeleted(queue, startNanos + began));
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        connection.awaitEnd(thread, Duration.ofSeconds(1));
    }
}
