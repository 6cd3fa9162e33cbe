package io.concor.queues.read;

import io.concor.queues.event.ClaimedEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the reader knows of a key whose events keep their order. For the reader's thread. */
final class KeyState {

    private static final long NONE = Long.MAX_VALUE;

    private final int lane;
    private final Deque<ClaimedEvent> inHand = new ArrayDeque<>();
    private @Nullable OrderHold hold;
    private long firstSkipped = NONE;
    private boolean needsEmptyHand;
    private boolean resuming;

    KeyState(int lane) {
        this.lane = lane;
    }

    int lane() {
        return lane;
    }

    @Nullable
    OrderHold hold() {
        return hold;
    }

    void hold(@Nullable OrderHold changed) {
        hold = changed;
    }

    int inHand() {
        return inHand.size();
    }

    void took(ClaimedEvent event) {
        inHand.add(event);
    }

    void gave(ClaimedEvent event) {
        inHand.remove(event);
    }

    /** Returns those in hand that come after an event. */
    List<ClaimedEvent> later(long id) {
        return new ArrayList<>(
                inHand.stream().filter(event -> event.rowId() > id).toList());
    }

    /** Returns whether a row has to wait, whatever it is. */
    boolean blocks(long id) {
        return hold != null
                || id > firstSkipped
                || (inHand.size() == 1 && inHand.getFirst().isSuspect());
    }

    /**
     * A row is left where it is.
     *
     * @param untilEmpty whether it waits until nothing before it is in hand
     */
    void skipped(long id, boolean untilEmpty) {
        firstSkipped = Math.min(firstSkipped, id);
        needsEmptyHand |= untilEmpty;
    }

    long firstSkipped() {
        return firstSkipped;
    }

    boolean hasSkipped() {
        return firstSkipped != NONE;
    }

    /** Returns whether the rows that were left may be read now. */
    boolean mayResume(int enoughInHand) {
        return hasSkipped() && hold == null && !resuming && inHand.size() <= (needsEmptyHand ? 0 : enoughInHand);
    }

    void resuming() {
        resuming = true;
    }

    /** Its rows are read from the first one on that was left. */
    long resumed() {
        long from = firstSkipped;
        firstSkipped = NONE;
        needsEmptyHand = false;
        resuming = false;
        return from;
    }

    boolean isForgettable() {
        return inHand.isEmpty() && hold == null && !hasSkipped();
    }
}
