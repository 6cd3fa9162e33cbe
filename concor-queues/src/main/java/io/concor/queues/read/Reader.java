package io.concor.queues.read;

import io.concor.queues.codec.MessageFormat;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.event.QueueDepth;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.SqlFailure;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.member.LaneListener;
import io.concor.queues.member.Membership;
import io.concor.queues.row.LaneRow;
import io.concor.queues.write.CommitListener;
import io.concor.queues.write.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that reads rows and hands them out, for all queues of a store in turn. It alone knows which rows are in hand;
 * others send it messages, which do not block.
 */
public final class Reader implements LaneListener, CommitListener, AutoCloseable {

    private static final String WORK = "read events";
    private static final long LONG_AGO_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SHORTLY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUEUE_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final StoreTables tables;
    private final HeldConnection connection;
    private final DatabaseHealth health;
    private final BusyTime busy;
    private final Thread thread = new Thread(this::run, "concor-queues-reader");
    private final ReaderMail mail = new ReaderMail(this::wake);
    private final Map<LocalQueue, QueueReader> queues = new ConcurrentHashMap<>();
    private volatile boolean parked;
    private volatile boolean closed;
    private @Nullable ReaderParts parts; // set before the start

    // of the thread
    private final Map<Integer, QueueReader> byNumber = new HashMap<>();
    private final IdHistory ids = new IdHistory();
    private final Backoff backoff = new Backoff();
    private final LookTimes looks;
    private final List<CompletableFuture<Void>> awaitingLook = new ArrayList<>();

    public Reader(StoreTables tables, HeldConnection connection, DatabaseHealth health, BusyTime busy) {
        this(tables, connection, health, busy, new LookTimes(Duration.ofMinutes(1)));
    }

    Reader(StoreTables tables, HeldConnection connection, DatabaseHealth health, BusyTime busy, LookTimes looks) {
        this.looks = looks;
        this.tables = tables;
        this.connection = connection;
        this.health = health;
        this.busy = busy;
    }

    public void start(MessageFormat format, Membership membership, Writer writer) {
        parts = new ReaderParts(tables, format, membership, writer, new DatabaseClock(tables.dialect()), ids, health);
        thread.setDaemon(true);
        thread.start();
    }

    private void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    private ReaderParts parts() {
        if (parts == null) {
            throw new IllegalStateException("not started");
        }
        return parts;
    }

    // messages

    public void add(LocalQueue queue) {
        QueueReader reader = new QueueReader(queue, parts());
        queues.put(queue, reader);
        mail.post(() -> byNumber.put(queue.number(), reader));
    }

    public void remove(LocalQueue queue) {
        queues.remove(queue);
        mail.post(() -> byNumber.remove(queue.number()));
    }

    public void deliver(LocalQueue queue) {
        tell(queue.number(), QueueReader::deliver);
    }

    public void stopDelivering(LocalQueue queue) {
        tell(queue.number(), QueueReader::stopDelivering);
    }

    public void roomMade(LocalQueue queue) {
        tell(queue.number(), QueueReader::roomMade);
    }

    public void reordered(LocalQueue queue) {
        tell(queue.number(), QueueReader::reordered);
    }

    @Override
    public void put(LocalQueue queue, Map<Integer, Long> lowest) {
        tell(queue.number(), reader -> reader.put(lowest));
    }

    @Override
    public void put(PutRow row) {
        tell(row.queue().number(), reader -> reader.put(row));
    }

    @Override
    public void delayed(LocalQueue queue) {
        tell(queue.number(), QueueReader::delayed);
    }

    @Override
    public void ended(List<EndRequest> ends) {
        mail.post(() -> {
            for (EndRequest end : ends) {
                QueueReader reader = byNumber.get(end.event().queue().number());
                if (reader != null) {
                    reader.ended(end);
                }
            }
        });
    }

    public void released(ClaimedEvent event) {
        tell(event.queue().number(), reader -> reader.released(event));
    }

    public void holdBehind(ClaimedEvent event) {
        tell(event.queue().number(), reader -> reader.holdBehind(event));
    }

    @Override
    public void disowned(ClaimedEvent event) {
        tell(event.queue().number(), reader -> reader.disowned(event));
    }

    /** Dead letters, or whether queues are paused, have changed. Returns what completes when all queues were looked at. */
    public CompletableFuture<Void> changed() {
        CompletableFuture<Void> looked = new CompletableFuture<>();
        woken(true);
        mail.post(() -> awaitingLook.add(looked));
        return looked;
    }

    @Override
    public void gained(LaneRow lane) {
        tell(lane.queue(), reader -> reader.gained(lane));
    }

    @Override
    public void lost(int queue, int lane) {
        tell(queue, reader -> reader.lost(lane));
    }

    @Override
    public void leaving(int queue, int lane) {
        tell(queue, reader -> reader.leaving(lane));
    }

    @Override
    public void woken(boolean late) {
        mail.post(() -> {
            looks.woken();
            lookBack(late ? 0 : ids.seenBefore(SHORTLY_NANOS, System.nanoTime()), late);
        });
    }

    private void lookBack(long after, boolean anything) {
        byNumber.values().forEach(reader -> reader.woken(after, anything));
    }

    private void tell(int queue, Message message) {
        mail.post(() -> {
            QueueReader reader = byNumber.get(queue);
            if (reader != null) {
                message.to(reader);
            }
        });
    }

    private interface Message {
        void to(QueueReader reader);
    }

    /** Other processes commit rows soon after they got ids; after a wake-up it looks once more for those that took longer. */
    private void lookLongBack() {
        long now = System.nanoTime();
        if (looks.beginsLong(now)) {
            lookBack(ids.seenBefore(LONG_AGO_NANOS, now), false);
        }
    }

    /** Finds the ids of the rows of a queue that are handed out, after what is not was put back. */
    public CompletableFuture<@Nullable Set<Long>> inHand(int queue) {
        CompletableFuture<@Nullable Set<Long>> found = new CompletableFuture<>();
        mail.post(() -> {
            QueueReader reader = byNumber.get(queue);
            found.complete(reader == null ? Set.of() : reader.inHand());
        });
        return found;
    }

    /** Returns whether nothing is left to hand out, and no message is on its way. */
    public boolean isIdle(LocalQueue queue) {
        QueueReader reader = queues.get(queue);
        return reader == null || reader.idleAt() == mail.posted();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        connection.awaitEnd(thread, Duration.ofSeconds(1));
    }

    // the thread

    private void run() {
        while (!closed) {
            try {
                turn();
                backoff.reset();
                health.succeeded(WORK);
            } catch (Throwable failed) { // also an OutOfMemoryError: without this thread nothing is handed out
                recover(failed);
            }
        }
        connection.close();
    }

    private void turn() throws SQLException {
        long posted = mail.posted();
        mail.open();
        lookLongBack();
        lookForForgotten();
        long wait = Long.MAX_VALUE;
        for (QueueReader reader : List.copyOf(byNumber.values())) {
            wait = Math.min(wait, advance(reader, posted));
        }
        awaitingLook.forEach(looked -> looked.complete(null));
        awaitingLook.clear();
        if (wait > 0) {
            park(wait);
        }
    }

    /** A queue that fails does not keep others from being read, unless the database is away. */
    private long advance(QueueReader reader, long posted) throws SQLException {
        long untilRetry = TimeUnit.NANOSECONDS.toMillis(reader.retryNanos() - System.nanoTime());
        if (untilRetry > 0) {
            return untilRetry;
        }
        String work = reader.work();
        busy.begin();
        try {
            long wait = reader.advance(connection, posted);
            health.succeeded(work);
            return wait;
        } catch (SQLException failed) {
            if (tables.dialect().failure(failed) == SqlFailure.CONNECTION) {
                throw failed;
            }
            return failed(reader, work, failed);
        } catch (RuntimeException failed) { // of the receiver, or of a row that cannot be read
            return failed(reader, work, failed);
        } finally {
            reader.publish();
            busy.end();
        }
    }

    private long failed(QueueReader reader, String work, Exception failed) {
        health.failed(work, failed);
        reader.retryAt(System.nanoTime() + Backoff.jittered(QUEUE_BACKOFF_NANOS));
        return TimeUnit.NANOSECONDS.toMillis(QUEUE_BACKOFF_NANOS);
    }

    private void park(long waitMillis) {
        long now = System.nanoTime();
        long untilLook = looks.nanosToNext(now);
        long nanos = waitMillis == Long.MAX_VALUE
                ? untilLook
                : Math.min(TimeUnit.MILLISECONDS.toNanos(waitMillis), untilLook);
        parked = true; // before the last look: who posts after that sees it
        if (mail.isEmpty() && !closed) {
            LockSupport.parkNanos(this, Math.min(nanos, IDLE_NANOS));
        }
        parked = false;
        if (mail.isEmpty() && System.nanoTime() - now >= IDLE_NANOS) {
            connection.close();
        }
    }

    /** Rows whose wake-up was lost, because the process that put them died after the commit. */
    private void lookForForgotten() throws SQLException {
        if (looks.beginsFull(System.nanoTime())) {
            String me = parts().membership().id();
            Map<Integer, Map<Integer, Long>> heads = connection.query(c -> LaneHeads.of(c, me));
            byNumber.forEach((queue, reader) -> reader.look(heads.getOrDefault(queue, Map.of())));
            for (LocalQueue queue : queues.keySet()) {
                if (queue.depth().isStale()) {
                    QueueDepth.Begun begun = queue.depth().beginCount();
                    queue.depth().counted(begun, connection.query(c -> depth(c, queue)));
                }
            }
        }
    }

    /** Returns how many events of a queue wait, but not more than its capacity and one. */
    private long depth(Connection c, LocalQueue queue) throws SQLException {
        return tables.depth(c, queue.number(), queue.definition().capacity() + 1L);
    }

    private void recover(Throwable failed) {
        try {
            health.failed(WORK, failed);
            connection.close();
        } catch (Throwable again) { // out of memory, above all
            // the next turn tries again
        }
        backoff.pause();
    }
}
