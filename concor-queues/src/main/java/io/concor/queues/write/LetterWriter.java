package io.concor.queues.write;

import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.jdbc.UnknownOutcomeException;
import io.concor.queues.row.NewLetter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps events that failed in memory as dead letters, several in one transaction, on a thread of its own, which has a connection while
 * there are some. While the database is away it tries again: those who give letters bound how many wait. Thread-safe.
 */
public final class LetterWriter implements AutoCloseable {

    private static final String WORK = "keep dead letters";
    private static final String CLOSED = "the store is closed";
    private static final int MOST_ROWS = 128;
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final StoreTables tables;
    private final HeldConnection connection;
    private final Receipts receipts;
    private final DatabaseHealth health;
    private final Queue<LetterRequest> waiting = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "concor-queues-letters");
    /** The numbers of the queues among whose dead letters some were kept. For the thread. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private boolean started; // guarded by this
    private volatile boolean closed;
    private volatile long closedNanos;
    private final Backoff backoff = new Backoff();

    public LetterWriter(StoreTables tables, HeldConnection connection, Receipts receipts, DatabaseHealth health) {
        this.tables = tables;
        this.connection = connection;
        this.receipts = receipts;
        this.health = health;
    }

    /**
     * Keeps a letter later. Does not block.
     *
     * @throws io.concor.QueueStoreException if the store is closed
     */
    public synchronized void keep(LetterRequest letter) {
        if (closed) {
            throw letter.refused(CLOSED, null);
        }
        if (!started) {
            thread.setDaemon(true);
            thread.start();
            started = true;
        }
        waiting.add(letter);
        LockSupport.unpark(thread);
    }

    /** Keeps what waits, if the database answers within some seconds. What is not kept then fails. */
    @Override
    public void close() {
        shut(System.nanoTime());
        connection.awaitEnd(thread, Duration.ofNanos(CLOSE_NANOS));
    }

    /** Ends without writing, as a killed process does. For tests. */
    public void vanish() {
        shut(System.nanoTime() - CLOSE_NANOS);
        connection.cut();
    }

    private synchronized void shut(long nanos) {
        closedNanos = nanos;
        closed = true;
        LockSupport.unpark(thread);
    }

    // the thread

    private void run() {
        while (!closed || !waiting.isEmpty() && !isOverdue()) {
            try {
                write(next());
                park();
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is kept
                health.failed(WORK, failed);
                backOff();
            }
        }
        next().forEach(this::refuse);
        connection.close();
    }

    private void park() {
        if (waiting.isEmpty()) {
            connection.close();
        }
        if (waiting.isEmpty() && !closed) {
            LockSupport.park(this); // an early permit ends it at once
        }
    }

    private boolean isOverdue() {
        return System.nanoTime() - closedNanos > CLOSE_NANOS;
    }

    private List<LetterRequest> next() {
        List<LetterRequest> some = new ArrayList<>();
        int most = closed && isOverdue() ? Integer.MAX_VALUE : MOST_ROWS;
        for (LetterRequest letter = waiting.poll(); letter != null; letter = waiting.poll()) {
            some.add(letter);
            if (some.size() >= most) {
                break;
            }
        }
        return some;
    }

    private void write(List<LetterRequest> letters) {
        List<LetterRequest> left = letters;
        boolean mayBeThere = false;
        while (!left.isEmpty()) {
            try {
                commit(left, mayBeThere);
                succeeded(left);
                return;
            } catch (UnknownOutcomeException lost) {
                mayBeThere = true;
                health.failed(WORK, lost);
            } catch (SQLException failed) {
                if (!mayWait(failed)) {
                    split(left, failed);
                    return;
                }
                health.failed(WORK, failed);
            } catch (OutOfMemoryError failed) { // memory may be had again
                health.failed(WORK, failed);
            } catch (RuntimeException | Error failed) {
                split(left, failed);
                return;
            }
            if (closed && isOverdue()) {
                left.forEach(this::refuse);
                return;
            }
            backOff();
        }
    }

    private boolean mayWait(SQLException failed) {
        SqlFailure kind = tables.dialect().failure(failed);
        return kind.isTransient() || kind == SqlFailure.DISK_FULL || kind == SqlFailure.OUTCOME_UNKNOWN;
    }

    private void commit(List<LetterRequest> letters, boolean mayBeThere) throws SQLException {
        List<NewLetter> rows = new ArrayList<>(letters.size());
        for (LetterRequest letter : letters) {
            rows.add(letter.letter(numberOf(letter.queue().flow(), letter.slot())));
        }
        connection.change(c -> {
            for (NewLetter row : rows) {
                add(c, row, mayBeThere);
            }
        });
    }

    /** Opens the queue in a transaction of its own: see {@link io.concor.queues.jdbc.QueueTable#open}. */
    private int numberOf(String flow, String slot) throws SQLException {
        String name = flow + "." + slot;
        Integer known = numbers.get(name);
        if (known == null) {
            known = connection
                    .transact(c -> tables.queues().open(c, flow, slot, QueueTable.LANES))
                    .id();
            numbers.put(name, known);
        }
        return known;
    }

    private void add(Connection c, NewLetter letter, boolean mayBeThere) throws SQLException {
        int queue = letter.event().queue();
        if (!mayBeThere || !tables.dead().hasLately(c, queue, letter.event().eventId())) {
            tables.dead().add(c, letter);
        }
    }

    private void succeeded(List<LetterRequest> letters) {
        backoff.reset();
        health.succeeded(WORK);
        receipts.tell(() -> letters.forEach(this::tellStored));
    }

    private void tellStored(LetterRequest letter) {
        try {
            letter.receipt().stored();
        } catch (RuntimeException | Error failed) {
            health.notice("a receipt for a dead letter failed: " + failed);
        }
    }

    private void split(List<LetterRequest> letters, Throwable failed) {
        if (letters.size() == 1) {
            health.succeeded(WORK); // the database is there
            LetterRequest one = letters.get(0);
            receipts.tell(() -> one.receipt().failed(one.refused(failed.toString(), failed)));
            return;
        }
        int half = letters.size() / 2;
        write(letters.subList(0, half));
        write(letters.subList(half, letters.size()));
    }

    private void refuse(LetterRequest letter) {
        receipts.tell(() -> letter.receipt().failed(letter.refused(CLOSED, null)));
    }

    private void backOff() {
        if (!closed) {
            backoff.pause();
        }
    }
}
