package io.concor.kafka.event;

import io.concor.queue.Ending;
import io.concor.queues.codec.EncodedMessage;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction is to make of an event, or of places without one.
 *
 * @param lease the partition
 * @param event the event, or null if places are skipped
 * @param ending how the event ends, or null if it is put again as it is, or if places are skipped
 * @param next the queue into which it is handed on, or null
 * @param skipped places that are done without an event
 * @param released the dead letter that holds its key no longer, or null
 * @param purges whether no dead letter that there is holds its key any longer
 * @param bare whether its dead letter has no message, which its topic does not take
 */
public record RemoteEnd(
        PartitionLease lease,
        @Nullable RemoteEvent event,
        @Nullable Ending ending,
        @Nullable OpenQueue next,
        List<Long> skipped,
        @Nullable String released,
        boolean purges,
        boolean bare) {

    private static final int OVERHEAD = 200;

    /** Returns the end of an event. */
    public static RemoteEnd of(RemoteEvent event, Ending ending, @Nullable OpenQueue next) {
        return new RemoteEnd(
                event.lease(), event, ending, next, List.of(), event.record().letter(), false, false);
    }

    /**
     * Returns how its event ends in place of this: where it is to be put it is refused. Later ones of its key wait from now on.
     *
     * @param by the event
     */
    public RemoteEnd refused(RemoteEvent by, Throwable cause) {
        handOverIsOver();
        lease.hold(by);
        by.refused(cause);
        String slot = lease.queue().definition().slot();
        return of(by, new Ending.Dead(new Ending.Failure(slot, cause, by.orderKey() != null)), null);
    }

    /** Returns the same end, whose dead letter has no message. */
    public RemoteEnd withoutMessage() {
        return new RemoteEnd(lease, event, ending, next, skipped, released, purges, true);
    }

    /** Returns that a delayed event is put again as it is, at the end. */
    public static RemoteEnd move(RemoteEvent event) {
        return new RemoteEnd(event.lease(), event, null, null, List.of(), null, false, false);
    }

    /** Returns that places are done: of records that are no events, or of events that were purged. */
    public static RemoteEnd skip(PartitionLease lease, List<Long> places, @Nullable String released) {
        return new RemoteEnd(lease, null, null, null, List.copyOf(places), released, false, false);
    }

    /** Returns that the queue was purged: places are done, and no key is held any longer. */
    public static RemoteEnd purge(PartitionLease lease, List<Long> places) {
        return new RemoteEnd(lease, null, null, null, List.copyOf(places), null, true, false);
    }

    /** Returns that the present progress is to be written. */
    public static RemoteEnd mark(PartitionLease lease) {
        return skip(lease, List.of(), null);
    }

    /** Returns whether it cannot be written now: a queue that it concerns is left alone. */
    public boolean waitsForQueue() {
        return !lease.isGone() && queues().anyMatch(queue -> queue.suspicion().isRaised());
    }

    /** Returns the queues into whose topics it is written. */
    public Stream<OpenQueue> queues() {
        return Stream.concat(Stream.of(lease.queue()), Stream.ofNullable(next));
    }

    /** It waits for its transaction: until that is over, the next queue is not known to be empty. */
    public void handOverBegins() {
        if (event != null && next != null) {
            event.handedTo(next);
        }
    }

    /** The transaction was committed, or will not be. May be called again. For the thread that writes ends. */
    public void handOverIsOver() {
        if (event != null) {
            event.handedOver();
        }
    }

    /** Returns about how many bytes a transaction has because of it. */
    public long bytes() {
        long handedOn = ending instanceof Ending.HandedOn on && on.event().message() instanceof EncodedMessage message
                ? message.body().length
                : 0;
        return OVERHEAD + handedOn + bytesPutAgain();
    }

    private long bytesPutAgain() {
        if (event == null || ending instanceof Ending.Handled || keepsPlace()) {
            return 0;
        }
        return event.record().message().body().length;
    }

    /** Returns whether an event is tried again in its place, and later ones of its key wait. */
    public boolean keepsPlace() {
        return ending instanceof Ending.Postponed postponed && holds(postponed.failure());
    }

    /** Returns whether later events of the key wait from now on. */
    public boolean holdsOrder() {
        return keepsPlace() || ending instanceof Ending.Dead dead && holds(dead.failure());
    }

    private boolean holds(Ending.Failure failure) {
        return failure.holdsOrder() && event != null && event.orderKey() != null;
    }
}
