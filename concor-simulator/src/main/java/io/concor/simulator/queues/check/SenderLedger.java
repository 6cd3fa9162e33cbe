package io.concor.simulator.queues.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one sender. A segment whose messages are all settled is dropped, so that a correct server needs a constant
 * amount of memory but for the list of segments. Thread-safe.
 */
final class SenderLedger {

    /** Leases that are over are dropped when there are more. */
    private static final int MAX_LEASES = 256;

    private final boolean leased;
    private final List<@Nullable LedgerSegment> segments = new ArrayList<>();
    private final Map<Integer, Long> leaseEnds = new HashMap<>();
    private int sent;
    private long acknowledged;
    private long received;
    private long outstanding;

    /** @param leased whether messages are settled by their acknowledged end; otherwise by their receipt */
    SenderLedger(boolean leased) {
        this.leased = leased;
    }

    /** Records that the next message is being sent. Returns its number. */
    synchronized int send() {
        if (sent % LedgerSegment.MESSAGES == 0) {
            segments.add(new LedgerSegment());
        }
        return sent++;
    }

    synchronized void acknowledged(int number) {
        LedgerSegment segment = segment(number);
        if (segment != null && segment.set(LedgerState.ACKNOWLEDGED, index(number))) {
            acknowledged++;
            outstanding += segment.is(LedgerState.RECEIVED, index(number)) ? 0 : 1;
            settle(segment, number);
        }
    }

    /** Records that a message must not be received by a client of this process. */
    synchronized void unexpected(int number) {
        LedgerSegment segment = segment(number);
        if (segment != null && segment.set(LedgerState.UNEXPECTED, index(number))) {
            settle(segment, number);
        }
    }

    /**
     * Records a delivery.
     *
     * @param now time of the answer, in nanoseconds
     * @param leaseEnd earliest end of its lease, in nanoseconds
     */
    synchronized DeliveryFinding received(int number, long now, long leaseEnd) {
        if (number < 0 || number >= sent) {
            return DeliveryFinding.UNEXPECTED;
        }
        LedgerSegment segment = segment(number);
        if (segment == null) {
            return DeliveryFinding.TWICE;
        }
        if (segment.is(LedgerState.UNEXPECTED, index(number))) {
            return DeliveryFinding.UNEXPECTED;
        }
        DeliveryFinding delivery = delivery(segment, number, now);
        if (delivery == DeliveryFinding.FIRST) {
            segment.set(LedgerState.RECEIVED, index(number));
            received++;
            outstanding -= segment.is(LedgerState.ACKNOWLEDGED, index(number)) ? 1 : 0;
            settle(segment, number);
        }
        if (leased && delivery != DeliveryFinding.TWICE) {
            lease(number, now, leaseEnd);
        }
        return delivery;
    }

    /** Records that the server has confirmed the end of a message. */
    synchronized void ended(int number) {
        LedgerSegment segment = number < 0 || number >= sent ? null : segment(number);
        if (segment != null && segment.set(LedgerState.ENDED, index(number))) {
            leaseEnds.remove(number);
            settle(segment, number);
        }
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized long received() {
        return received;
    }

    /** Returns the number of messages that are acknowledged and not received. */
    synchronized long outstanding() {
        return outstanding;
    }

    /** Passes on the numbers of the messages that are acknowledged and not received. */
    synchronized void forEachOutstanding(IntConsumer action) {
        for (int number = 0; number < sent; number++) {
            LedgerSegment segment = segment(number);
            if (segment == null) {
                number |= LedgerSegment.MESSAGES - 1;
            } else if (segment.is(LedgerState.ACKNOWLEDGED, index(number))
                    && !segment.is(LedgerState.RECEIVED, index(number))) {
                action.accept(number);
            }
        }
    }

    /** Returns the number of segments that are kept. */
    synchronized long segments() {
        return segments.stream().filter(Objects::nonNull).count();
    }

    private DeliveryFinding delivery(LedgerSegment segment, int number, long now) {
        if (!segment.is(LedgerState.RECEIVED, index(number))) {
            return DeliveryFinding.FIRST;
        }
        Long leaseEnd = leaseEnds.get(number);
        boolean isForbidden =
                !leased || segment.is(LedgerState.ENDED, index(number)) || leaseEnd != null && now - leaseEnd < 0;
        return isForbidden ? DeliveryFinding.TWICE : DeliveryFinding.AGAIN;
    }

    private void lease(int number, long now, long leaseEnd) {
        if (leaseEnds.size() >= MAX_LEASES) {
            leaseEnds.values().removeIf(end -> now - end >= 0);
        }
        leaseEnds.put(number, leaseEnd);
    }

    private void settle(LedgerSegment segment, int number) {
        if (isSettled(segment, index(number)) && segment.settle()) {
            segments.set(number / LedgerSegment.MESSAGES, null);
        }
    }

    private boolean isSettled(LedgerSegment segment, int index) {
        return segment.is(LedgerState.UNEXPECTED, index)
                || segment.is(LedgerState.ACKNOWLEDGED, index)
                        && segment.is(leased ? LedgerState.ENDED : LedgerState.RECEIVED, index);
    }

    private @Nullable LedgerSegment segment(int number) {
        return segments.get(number / LedgerSegment.MESSAGES);
    }

    private static int index(int number) {
        return number % LedgerSegment.MESSAGES;
    }
}
