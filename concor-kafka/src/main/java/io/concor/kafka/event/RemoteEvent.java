package io.concor.kafka.event;

import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.queue.StoredEvent;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A copy of an event that was handed out. Thread-safe. */
public final class RemoteEvent implements StoredEvent {

    private enum State {
        IN_HAND,
        ENDING,
        REVOKED
    }

    /** An event in so many of whose attempts processes died may be why they did. */
    public static final int SUSPECT = 2;

    private static final Runnable NOTHING = () -> {};

    private final PartitionLease lease;
    private final long offset;
    private final long rank;
    private final EventRecord record;
    private final FailedTries tries;
    private final int lost;
    private final @Nullable String orderKey;
    /** What is run when the store has the end; {@link #NOTHING} once it has it. */
    private final AtomicReference<@Nullable Runnable> atEnd = new AtomicReference<>();

    private volatile @Nullable Consumer<Throwable> atRefusal;

    private final AtomicReference<State> state = new AtomicReference<>(State.IN_HAND);
    /** For the thread that has its end: a worker at first, then the one that writes ends. */
    private @Nullable OpenQueue onItsWayTo;

    /**
     * @param rank its place in the order of its key: its offset, or that of the dead letter that it was
     * @param tries its failed attempts so far
     * @param orderKey what events have in common that keep their order; null if it keeps none
     */
    public RemoteEvent(
            PartitionLease lease,
            long offset,
            long rank,
            EventRecord record,
            FailedTries tries,
            @Nullable String orderKey) {
        this(lease, offset, rank, record, tries, 0, orderKey);
    }

    /**
     * @param rank its place in the order of its key: its offset, or that of the dead letter that it was
     * @param tries its failed attempts so far
     * @param lost how many of its attempts were lost with the processes in which they ran
     * @param orderKey what events have in common that keep their order; null if it keeps none
     */
    @SuppressWarnings("TooManyParameters")
    public RemoteEvent(
            PartitionLease lease,
            long offset,
            long rank,
            EventRecord record,
            FailedTries tries,
            int lost,
            @Nullable String orderKey) {
        this.lease = lease;
        this.offset = offset;
        this.rank = rank;
        this.record = record;
        this.tries = tries;
        this.lost = lost;
        this.orderKey = orderKey;
    }

    public PartitionLease lease() {
        return lease;
    }

    public long offset() {
        return offset;
    }

    public long rank() {
        return rank;
    }

    public EventRecord record() {
        return record;
    }

    public FailedTries tries() {
        return tries;
    }

    /** Returns its attempts when the present one has failed. */
    public FailedTries triesFailed(long now) {
        return tries.failed(now, lost);
    }

    public @Nullable String orderKey() {
        return orderKey;
    }

    /** Its end is on its way into a transaction. Returns false if it was revoked, or has ended. */
    public boolean end() {
        return state.compareAndSet(State.IN_HAND, State.ENDING);
    }

    /** Its end was committed. */
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

    /** Returns whether something waits for its end, as far as is known. */
    public boolean isEndAwaited() {
        return atEnd.get() != null;
    }

    @Override
    public void whenRefused(Consumer<Throwable> action) {
        atRefusal = action;
    }

    /** The queue to which it was handed on does not take it: whoever awaits its end learns that with its end. */
    void refused(Throwable cause) {
        Consumer<Throwable> action = atRefusal;
        if (action != null) {
            whenEnded(() -> action.accept(cause));
        }
    }

    /** It is on its way into another queue. */
    void handedTo(OpenQueue queue) {
        onItsWayTo = queue;
        queue.depth().putBegun();
    }

    /** It is on its way no longer. */
    void handedOver() {
        OpenQueue queue = onItsWayTo;
        if (queue != null) {
            onItsWayTo = null;
            queue.depth().putOver();
        }
    }

    /** It goes back. Returns false if its end is on its way. */
    public boolean revoke() {
        return state.compareAndSet(State.IN_HAND, State.REVOKED);
    }

    /** Returns whether it has neither ended nor gone back. */
    public boolean isInHand() {
        return state.get() == State.IN_HAND;
    }

    /** Returns whether it may end here. */
    public boolean mayEnd() {
        return isInHand() && !lease.isGone() && !lease.isHeldByEarlier(orderKey, rank);
    }

    @Override
    public boolean isRecalled() {
        return !isInHand()
                || !lease.isOwned()
                || lease.isHeldByEarlier(orderKey, rank)
                || !lease.queue().delivery().isDelivering();
    }

    @Override
    public String id() {
        return record.id();
    }

    @Override
    public @Nullable String key() {
        return record.key();
    }

    @Override
    public @Nullable Object message() throws Exception {
        return lease.queue().read(record.message());
    }

    @Override
    public int attempt() {
        return tries.count() + lost + 1;
    }

    @Override
    public boolean alone() {
        return tries.count() > 0 || lost >= SUSPECT;
    }

    @Override
    public Instant put() {
        return Instant.ofEpochMilli(record.putAt());
    }

    @Override
    public Map<String, String> headers() {
        return record.headers();
    }

    @Override
    public String toString() {
        return lease + "@" + offset;
    }
}
