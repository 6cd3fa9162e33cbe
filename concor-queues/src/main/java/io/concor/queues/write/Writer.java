package io.concor.queues.write;

import io.concor.QueueStoreException;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.jdbc.BusyIdException;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.jdbc.UnknownOutcomeException;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.row.NewRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Writes puts, and ends outside of batches, of all queues of a store. Thread-safe. */
public final class Writer extends LoadWriter<WriteLoad> {

    private static final int MOST_ROWS = 512;
    private static final long MOST_BYTES = 4L << 20;

    private final EndStatements statements;
    private final HeldConnection connection;
    private final Receipts receipts;
    private final DatabaseHealth health;
    private final BusyTime busy;
    private final Queue<PutRequest> puts = new ConcurrentLinkedQueue<>();
    private final Queue<EndRequest> ends = new ConcurrentLinkedQueue<>();
    private final FullQueues full;
    private final FailedEnds failedEnds;
    private final BusyIds busyIds = new BusyIds();
    private boolean triesBusyId;
    private @Nullable Announcements announcements; // set before the start
    /** What is collected for the next transaction. It stays here if collecting fails. For the thread. */
    private WriteLoad collected = WriteLoad.empty();

    public Writer(
            StoreTables tables,
            EndStatements statements,
            HeldConnection connection,
            Receipts receipts,
            DatabaseHealth health,
            BusyTime busy) {
        super("write events", "concor-queues-writer", tables.dialect(), connection, health);
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
        start();
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

    /** A queue is full, or is to be empty, and other processes take its events: what is known of it is corrected soon. */
    public void count(LocalQueue queue) {
        full.watch(queue);
        wake();
    }

    private Announcements announcements() {
        if (announcements == null) {
            throw new IllegalStateException("not started");
        }
        return announcements;
    }

    // the thread

    @Override
    boolean hasWork() {
        return collected.size() > 0 || !puts.isEmpty() || !ends.isEmpty();
    }

    @Override
    long nanosToLook() {
        long nanos = full.isBusy() || !failedEnds.isEmpty() ? FullQueues.LOOK_NANOS : IDLE_NANOS;
        return busyIds.isEmpty() ? nanos : Math.min(nanos, busyIds.nanosToRetry());
    }

    @Override
    WriteLoad next() throws SQLException {
        PutRequest busyId = busyIds.due();
        triesBusyId = busyId != null && !triesBusyId; // others have their turn too
        return busyId != null && triesBusyId ? new WriteLoad(List.of(busyId), List.of()) : collected();
    }

    private WriteLoad collected() throws SQLException {
        failedEnds.moveDueTo(ends);
        for (EndRequest end = ends.peek(); end != null && collected.ends().size() < MOST_ROWS; end = ends.peek()) {
            collected.ends().add(end);
            ends.remove();
        }
        full.moveFreedTo(collected.puts(), MOST_ROWS);
        long bytes = 0;
        for (PutRequest put = puts.peek();
                put != null && collected.puts().size() < MOST_ROWS && bytes < MOST_BYTES;
                put = puts.peek()) {
            if (full.admits(put)) {
                collected.puts().add(put);
                bytes += put.row().message().body().length;
            }
            puts.remove();
        }
        return taken();
    }

    private WriteLoad taken() {
        WriteLoad load = collected;
        if (load.size() > 0) {
            collected = WriteLoad.empty();
        }
        return load;
    }

    @Override
    WriteLoad rest() {
        WriteLoad rest = taken();
        rest.puts().addAll(busyIds.all());
        rest.puts().addAll(full.all());
        for (PutRequest put = puts.poll(); put != null; put = puts.poll()) {
            rest.puts().add(put);
        }
        return rest;
    }

    @Override
    void writeAll(WriteLoad load) {
        busy.begin();
        try {
            super.writeAll(load);
        } finally {
            busy.end();
        }
    }

    @Override
    List<Runnable> commit(WriteLoad load) throws SQLException {
        if (!busyIds.isEmpty() && load.puts().stream().anyMatch(busyIds::mustWait)) {
            throw new BusyIdException(null);
        }
        List<LocalQueue> queues = load.puts().stream().map(PutRequest::queue).toList();
        List<NewRow> rows = load.puts().stream().map(PutRequest::row).toList();
        return connection.transact(c -> {
            List<PutRow> put = rows.isEmpty() ? List.of() : statements.putUnlessBusy(c, queues, rows);
            List<PutRow> handedOn = load.ends().isEmpty() ? List.of() : statements.write(c, load.ends());
            return committed(load, put, handedOn);
        });
    }

    private List<Runnable> committed(WriteLoad load, List<PutRow> put, List<PutRow> handedOn) {
        List<Runnable> follows = new ArrayList<>();
        if (!load.ends().isEmpty()) {
            follows.add(() -> announcements().put(handedOn, false));
            follows.add(() -> announcements().ended(load.ends()));
        }
        if (!load.puts().isEmpty()) {
            follows.add(() -> announcements().put(put, false));
            follows.add(() -> load.puts().forEach(this::done));
            follows.add(() -> receipts.tell(() -> load.puts().forEach(this::tellStored)));
        }
        return follows;
    }

    private void done(PutRequest put) {
        put.queue().depth().putDone();
        busyIds.remove(put);
    }

    private void tellStored(PutRequest request) {
        try {
            request.receipt().stored();
        } catch (RuntimeException | Error failed) {
            health.notice("a receipt for an event that was put failed: " + failed);
        }
    }

    /** Puts fail as unknown; ends are written again: one whose row is gone was committed. */
    @Override
    WriteLoad unknown(WriteLoad load, UnknownOutcomeException lost) {
        for (PutRequest put : load.puts()) {
            announcements().mayBeThere(List.of(new PutRow(put.queue(), put.row(), 1, false, System.nanoTime())));
            fail(put, PutFailure.unknown(put, lost));
        }
        return new WriteLoad(List.of(), load.ends());
    }

    @Override
    void failed(WriteLoad one, Throwable cause) {
        one.puts().forEach(put -> failed(put, cause));
        one.ends().forEach(end -> failed(end, cause));
    }

    private void failed(PutRequest put, Throwable cause) {
        if (cause instanceof BusyIdException) {
            busyIds.add(put);
        } else {
            fail(put, PutFailure.refused(put, cause));
        }
    }

    private void fail(PutRequest put, QueueStoreException failed) {
        done(put);
        receipts.tell(() -> put.receipt().failed(failed));
    }

    private void failed(EndRequest end, Throwable cause) {
        if (!(cause instanceof StaleEventException)) {
            failedEnds.add(end, cause);
        } else if (!announcements().disown(end.event())) { // it has ended before, or another process handles it
            end.event().queue().holds().unhold(end);
        }
    }

    @Override
    void refuse(WriteLoad load) {
        IllegalStateException closed = new IllegalStateException("the store is closed");
        load.puts().forEach(put -> fail(put, PutFailure.refused(put, closed)));
    }
}
