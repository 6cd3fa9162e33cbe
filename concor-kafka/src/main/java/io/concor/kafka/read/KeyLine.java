package io.concor.kafka.read;

import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.KeyHold;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The events of a key that keep their order. For the reader's thread. */
final class KeyLine {

    private final String key;
    private final int most;
    /** By their places in the order. */
    private final TreeMap<Long, WaitingEvent> waiting = new TreeMap<>();

    private final TreeMap<Long, RemoteEvent> inHand = new TreeMap<>();
    private @Nullable KeyHold hold;
    private int copies;

    /**
     * @param most how many events are in hand at most, and of how many that wait copies are kept
     * @param hold the dead letter that holds the key, or null
     */
    KeyLine(String key, int most, @Nullable KeyHold hold) {
        this.key = key;
        this.most = most;
        this.hold = hold;
    }

    String key() {
        return key;
    }

    @Nullable
    KeyHold hold() {
        return hold;
    }

    void hold(@Nullable KeyHold changed) {
        hold = changed;
    }

    TreeMap<Long, WaitingEvent> waiting() {
        return waiting;
    }

    Map<Long, RemoteEvent> inHand() {
        return inHand;
    }

    int copies() {
        return copies;
    }

    void copies(int more) {
        copies += more;
    }

    /** Returns whether a copy of a waiting event is kept: not behind one without, nor if it will wait for long. */
    boolean wantsCopy(WaitingEvent event, long nowMillis) {
        Map.Entry<Long, WaitingEvent> before = waiting.lowerEntry(event.rank());
        boolean isNext =
                before == null ? event.dueAt() <= nowMillis : before.getValue().copy() != null;
        return isNext && (before == null || copies < most) && !isHeld(event.rank());
    }

    /** Returns whether a dead letter has an event wait. The letter's own event, requeued, does not wait. */
    boolean isHeld(long rank) {
        return hold != null && rank > hold.rank();
    }

    /**
     * Returns the event that may be handed out now, or null. It may have to be read again. An event that has come back waits until
     * those behind it are back, too.
     */
    @Nullable
    WaitingEvent next(long nowMillis) {
        Map.Entry<Long, WaitingEvent> first = waiting.firstEntry();
        boolean may = first != null
                && !isHeld(first.getKey())
                && first.getValue().dueAt() <= nowMillis
                && inHand.size() < most
                && (inHand.isEmpty() || inHand.lastKey() < first.getKey());
        return may ? first.getValue() : null;
    }

    boolean isForgettable() {
        return waiting.isEmpty() && inHand.isEmpty() && hold == null;
    }
}
