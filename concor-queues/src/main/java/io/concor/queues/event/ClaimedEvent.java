package io.concor.queues.event;

import io.concor.queue.StoredEvent;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.LaneEpoch;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A copy of an event that this process has read. Thread-safe. */
public final class ClaimedEvent implements StoredEvent {

    private enum State {
        HANDED_OUT,
        ENDED,
        REVOKED
    }

    private static final Runnable NOTHING = () -> {};

    private final LocalQueue queue;
    private final EventRow row;
    private final LaneEpoch lane;
    /** Whether its row counted this attempt when it was read, */
    private boolean counted;
    /** or does since. */
    private boolean begun;

    private volatile boolean inDoubt;
    private final AtomicReference<State> state = new AtomicReference<>(State.HANDED_OUT);
    /** What is run when the database has the end; {@link #NOTHING} once it has it. */
    private final AtomicReference<@Nullable Runnable> atEnd = new AtomicReference<>();

    /**
     * @param lane its lane, under the epoch under which it was read
     */
    public ClaimedEvent(LocalQueue queue, EventRow row, LaneEpoch lane) {
        this.queue = queue;
        this.row = row;
        this.lane = lane;
    }

    public LocalQueue queue() {
        return queue;
    }

    public EventRow row() {
        return row;
    }

    public LaneEpoch lane() {
        return lane;
    }

    public long rowId() {
        return row.row().id();
    }

    /** Its transaction was committed. Returns false if the event had been revoked before, or had ended. */
    public boolean end() {
        return state.compareAndSet(State.HANDED_OUT, State.ENDED);
    }

    /** The database has its end, and the store knows. */
    public void ended() {
        Runnable action = atEnd.getAndSet(NOTHING);
        if (action != null) {
            action.run();
        }
    }

    @Override
    public void whenEnded(Runnable action) {
        if (!atEnd.compareAndSet(null, action)) {
            action.run();
        }
    }

    /** This process may not handle it any more. Returns false if it has ended. */
    public boolean revoke() {
        return state.compareAndSet(State.HANDED_OUT, State.REVOKED);
    }

    /** Returns whether this process may handle it. */
    public boolean isOwned() {
        return state.get() == State.HANDED_OUT;
    }

    /** The answer to a commit of its end may have been lost. */
    public void doubtEnd() {
        inDoubt = true;
    }

    /** Returns whether it may have ended without the knowledge of this process. */
    public boolean isInDoubt() {
        return inDoubt;
    }

    /** Returns whether it may be what processes die of. */
    public boolean isSuspect() {
        return row.isSuspect();
    }

    @Override
    public boolean isRecalled() {
        return !isOwned()
                || queue.holds().isHeldByEarlier(this)
                || !queue.delivery().isDelivering();
    }

    @Override
    public String id() {
        return row.eventId();
    }

    @Override
    public @Nullable String key() {
        return row.key();
    }

    @Override
    public @Nullable Object message() throws Exception {
        return queue.read(row.message());
    }

    @Override
    public int attempt() {
        return counted ? row.attempts() : row.attempts() + 1;
    }

    /** Its row counted this attempt already when it was read. Before it is handed out. */
    public void counted() {
        counted = true;
    }

    public boolean wasCounted() {
        return counted;
    }

    /** This attempt was added to those of its row. Before it is handed out. */
    public void begun() {
        begun = true;
    }

    /** Returns whether its row counts this attempt; the first one of a row is counted by the mark of its lane. */
    public boolean isInRow() {
        return counted || begun;
    }

    /** Returns whether an attempt was begun before, so that the next one is counted in its row. */
    public boolean wasTried() {
        return row.attempts() > 0;
    }

    /** Returns in how many of the attempts before this one processes died, or lost their lease. */
    public int deaths() {
        return attempt() - 1 - row.failures();
    }

    @Override
    public boolean alone() {
        return row.failures() > 0 || row.isSuspect();
    }

    @Override
    public Instant put() {
        return Instant.ofEpochMilli(row.putAt());
    }

    @Override
    public Map<String, String> headers() {
        return row.headers();
    }

    @Override
    public String toString() {
        return queue.definition().name() + "/" + row.row().id();
    }
}
