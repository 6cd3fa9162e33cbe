package io.concor.queues.write;

import io.concor.QueueStoreException;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.jdbc.UnknownOutcomeException;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.row.NewRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that writes puts, and ends outside of batches, of all queues of a store: what comes while a transaction is in
 * flight goes into the next one. A transaction that fails for good is done again in halves, so that only the cause fails.
 */
public final class Writer implements AutoCloseable {

    private static final String WORK = "write events";
    private static final int MOST_ROWS = 512;
    private static final long MOST_BYTES = 4L << 20;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final StoreTables tables;
    private final EndStatements statements;
    private final HeldConnection connection;
    private final Receipts receipts;
    private final DatabaseHealth health;
    private final BusyTime busy;
    private final Thread thread = new Thread(this::run, "concor-queues-writer");
    private final Queue<PutRequest> puts = new ConcurrentLinkedQueue<>();
    private final Queue<EndRequest> ends = new ConcurrentLinkedQueue<>();
    private final FullQueues full;
    private @Nullable Announcements announcements; // set before the start
    private volatile boolean parked;
    private volatile boolean closed;
    private volatile long closedNanos;
    private final Backoff backoff = new Backoff();
    private final FailedEnds failedEnds;
    /** What is collected for the next transaction. It stays here if collecting fails. */
    private WriteLoad next = WriteLoad.empty();

    public Writer(
            StoreTables tables,
            EndStatements statements,
            HeldConnection connection,
            Receipts receipts,
            DatabaseHealth health,
            BusyTime busy) {
        this.tables = tables;
        this.statements = statements;
        this.connection = connection;
        this.receipts = receipts;
        this.health = health;
        this.busy = busy;
        full = new FullQueues(tables, connection);
        failedEnds = new FailedEnds(health);
    }

    public void start(Announcements to) {
        announcements = to;
        thread.setDaemon(true);
        thread.start();
    }

    public void put(PutRequest put) {
        puts.add(put);
        wake();
    }

    public void end(EndRequest end) {
        ends.add(end);
        wake();
    }

    /** A queue may not be full any more. */
    public void roomMade() {
        if (full.isWaiting()) {
            full.look();
            wake();
        }
    }

    /** A queue is full, and other processes may take its events: what is known of it is corrected soon. */
    public void count(LocalQueue queue) {
        full.watch(queue);
        wake();
    }

    private void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** Writes what is there, if the database answers within some seconds. What is not written then fails. */
    @Override
    public void close() {
        closedNanos = System.nanoTime();
        closed = true;
        LockSupport.unpark(thread);
        connection.awaitEnd(thread, Duration.ofNanos(CLOSE_NANOS));
    }

    /** Ends without writing, as a killed process does. For tests. */
    public void vanish() {
        closedNanos = System.nanoTime() - CLOSE_NANOS;
        closed = true;
        connection.cut();
        LockSupport.unpark(thread);
    }

    // the thread

    private void run() {
        while (!closed || (hasWork() && !isOverdue())) {
            try {
                collect();
                if (next.size() == 0) {
                    park();
                } else {
                    writeAll(taken());
                }
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is stored
                recover(failed);
            }
        }
        refuseAll();
        connection.close();
    }

    private boolean hasWork() {
        return next.size() > 0 || !puts.isEmpty() || !ends.isEmpty();
    }

    private boolean isOverdue() {
        return System.nanoTime() - closedNanos > CLOSE_NANOS;
    }

    private void collect() throws SQLException {
        failedEnds.moveDueTo(ends);
        for (EndRequest end = ends.peek(); end != null && next.ends().size() < MOST_ROWS; end = ends.peek()) {
            next.ends().add(end);
            ends.remove();
        }
        full.moveFreedTo(next.puts(), MOST_ROWS);
        long bytes = 0;
        for (PutRequest put = puts.peek();
                put != null && next.puts().size() < MOST_ROWS && bytes < MOST_BYTES;
                put = puts.peek()) {
            if (full.admits(put)) {
                next.puts().add(put);
                bytes += put.row().message().body().length;
            }
            puts.remove();
        }
    }

    private WriteLoad taken() {
        WriteLoad load = next;
        next = WriteLoad.empty();
        return load;
    }

    private void writeAll(WriteLoad load) {
        busy.begin();
        try {
            write(load);
        } finally {
            busy.end();
        }
    }

    private void write(WriteLoad load) {
        while (load.size() > 0) {
            try {
                commit(load);
                succeeded();
                return;
            } catch (UnknownOutcomeException lost) {
                health.failed(WORK, lost);
                load = unknown(load, lost);
                backOff();
            } catch (StaleEventException stale) {
                split(load, stale);
                return;
            } catch (SQLException failed) {
                if (mayWait(failed)) {
                    health.failed(WORK, failed);
                    backOff();
                } else {
                    split(load, failed);
                    return;
                }
            } catch (RuntimeException failed) {
                split(load, failed);
                return;
            } catch (Error failed) { // memory may be had again
                recover(failed);
            }
            if (closed && isOverdue()) {
                refuse(load);
                return;
            }
        }
    }

    private boolean mayWait(SQLException failed) {
        return switch (tables.dialect().failure(failed)) {
            case CONFLICT, CONNECTION, DISK_FULL, OUTCOME_UNKNOWN -> true;
            case DUPLICATE_KEY, PERMANENT -> false;
        };
    }

    private void commit(WriteLoad load) throws SQLException {
        List<LocalQueue> queues = load.puts().stream().map(PutRequest::queue).toList();
        List<NewRow> rows = load.puts().stream().map(PutRequest::row).toList();
        List<PutRow> handedOn = new ArrayList<>();
        List<PutRow> put = connection.transact(c -> {
            handedOn.clear();
            List<PutRow> written = rows.isEmpty() ? List.of() : statements.put(c, queues, rows);
            if (!load.ends().isEmpty()) {
                handedOn.addAll(statements.write(c, load.ends()));
            }
            return written;
        });
        committed(load, put, handedOn);
    }

    private void committed(WriteLoad load, List<PutRow> put, List<PutRow> handedOn) {
        Announcements told = announcements();
        told.put(put, false);
        told.put(handedOn, false);
        if (!load.ends().isEmpty()) {
            told.ended(load.ends());
        }
        load.puts().forEach(request -> request.queue().depth().putDone());
        if (!load.puts().isEmpty()) {
            receipts.tell(() -> load.puts().forEach(request -> tellStored(request)));
        }
    }

    private void tellStored(PutRequest request) {
        try {
            request.receipt().stored();
        } catch (RuntimeException | Error failed) {
            health.notice("a receipt for an event that was put failed: " + failed);
        }
    }

    private Announcements announcements() {
        if (announcements == null) {
            throw new IllegalStateException("not started");
        }
        return announcements;
    }

    /** Puts fail as unknown; ends are written again: one whose row is gone was committed. */
    private WriteLoad unknown(WriteLoad load, UnknownOutcomeException lost) {
        for (PutRequest put : load.puts()) {
            announcements().mayBeThere(List.of(new PutRow(put.queue(), put.row(), 1, false, System.nanoTime())));
            fail(put, PutFailure.unknown(put, lost));
        }
        return new WriteLoad(List.of(), load.ends());
    }

    private void split(WriteLoad load, Exception failed) {
        if (load.size() > 1) {
            int half = load.size() / 2;
            write(load.part(0, half));
            write(load.part(half, load.size()));
        } else {
            load.puts().forEach(put -> fail(put, PutFailure.refused(put, failed)));
            load.ends().forEach(end -> failed(end, failed));
        }
    }

    private void fail(PutRequest put, QueueStoreException failed) {
        put.queue().depth().putDone();
        receipts.tell(() -> put.receipt().failed(failed));
    }

    private void failed(EndRequest end, Exception failed) {
        if (failed instanceof StaleEventException) { // it has ended before, or another process handles it
            if (!announcements().disown(end.event())) {
                end.event().queue().holds().unhold(end);
            }
            return;
        }
        failedEnds.add(end, failed);
    }

    private void park() {
        parked = true;
        try {
            if (!hasWork() && !closed) {
                boolean busy = full.isBusy() || !failedEnds.isEmpty();
                long now = System.nanoTime();
                LockSupport.parkNanos(this, busy ? FullQueues.LOOK_NANOS : IDLE_NANOS);
                if (!busy && System.nanoTime() - now >= IDLE_NANOS) {
                    connection.close();
                }
            }
        } finally {
            parked = false;
        }
    }

    private void succeeded() {
        backoff.reset();
        health.succeeded(WORK);
    }

    private void recover(Throwable failed) {
        try {
            health.failed(WORK, failed);
            connection.close();
        } catch (Throwable again) { // out of memory, above all
            // the next round tries again
        }
        backOff();
    }

    private void backOff() {
        if (!closed) {
            backoff.pause();
        }
    }

    private void refuseAll() {
        refuse(taken());
        full.all().forEach(this::refuse);
        for (PutRequest put = puts.poll(); put != null; put = puts.poll()) {
            refuse(put);
        }
    }

    private void refuse(WriteLoad load) {
        load.puts().forEach(this::refuse);
    }

    private void refuse(PutRequest put) {
        fail(put, PutFailure.refused(put, new IllegalStateException("the store is closed")));
    }
}
