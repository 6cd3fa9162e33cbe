package io.concor.queues.read;

import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.row.EventRow;
import io.concor.queues.row.RowKey;
import io.concor.queues.row.RowOutline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a queue have to wait for others, and which of those may be read again. For the reader's thread.
 *
 * <p>A row that has to wait is not kept. Of each key, the first such row is remembered, and rows are read from there when the
 * key is free. An event in whose attempts two processes died is handed out while nothing else of its key is, and few such events at
 * a time.
 */
final class KeyOrder {

    /** So many events of one key are in hand at most: a key with very many must not take all room. */
    private static final int MOST_OF_KEY = 64;

    private final LocalQueue queue;
    private final Map<String, KeyState> keys = new HashMap<>();
    private final Deque<String> resumable = new ArrayDeque<>();
    private final Deque<RowKey> single = new ArrayDeque<>();
    private final Suspects suspects = new Suspects();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::dueAt));

    /** When a row is due; of a key, if that waits for it. */
    private record Timer(long dueAt, @Nullable String key, RowKey row) {}

    KeyOrder(LocalQueue queue) {
        this.queue = queue;
    }

    /** Returns whether a row may be handed out; if not, it is read again in time. */
    boolean admits(EventRow row, long nowMillis) {
        String key = queue.holds().orderKey(row.key());
        return key == null ? admitsWithoutOrder(row, nowMillis) : admits(row, key, nowMillis);
    }

    /** A row that this process cannot read has its key wait for a while. Returns false, as {@link #admits}. */
    boolean refuses(EventRow row, long untilMillis) {
        String key = queue.holds().orderKey(row.key());
        if (key != null) {
            KeyState state = state(key, row.row().lane());
            long id = row.row().id();
            if (!state.blocks(id)) {
                hold(key, state, new OrderHold(id, untilMillis), row.row());
            }
            state.skipped(id, false);
        }
        return false;
    }

    private boolean admitsWithoutOrder(EventRow row, long nowMillis) {
        if (row.dueAt() > nowMillis) {
            timers.add(new Timer(row.dueAt(), null, row.row()));
            return false;
        }
        if (row.isSuspect() && !suspects.haveRoom()) {
            suspects.await(row.row());
            return false;
        }
        return true;
    }

    private boolean admits(EventRow row, String key, long nowMillis) {
        KeyState state = state(key, row.row().lane());
        long id = row.row().id();
        if (state.blocks(id)) {
            state.skipped(id, false);
            return false;
        }
        if (row.dueAt() > nowMillis) {
            state.skipped(id, false);
            hold(key, state, new OrderHold(id, row.dueAt()), row.row());
            return false;
        }
        if (row.isSuspect() && state.inHand() > 0) {
            state.skipped(id, true);
            return false;
        }
        if (row.isSuspect() && !suspects.haveRoom()) {
            state.skipped(id, true);
            state.resuming(); // when another suspect has ended
            suspects.await(key);
            return false;
        }
        boolean tooMany = state.inHand() >= MOST_OF_KEY && queue.definition().order() == Order.KEY;
        if (tooMany) {
            state.skipped(id, false);
        }
        return !tooMany;
    }

    /** Returns whether a row keeps an order, but is not one that is read again once its key is free. */
    boolean hasMissed(RowOutline row) {
        String key = queue.holds().orderKey(row.key());
        KeyState state = key == null ? null : keys.get(key);
        return key != null && (state == null || row.id() < state.firstSkipped());
    }

    void took(ClaimedEvent event) {
        suspects.took(event);
        String key = queue.holds().orderKey(event.key());
        if (key != null) {
            state(key, event.row().row().lane()).took(event);
        }
    }

    /** An event is not in hand any more. */
    void gave(ClaimedEvent event) {
        suspects.gave(event);
        String key = queue.holds().orderKey(event.key());
        KeyState state = key == null ? null : keys.get(key);
        if (key != null && state != null) {
            state.gave(event);
            settle(key, state);
        }
    }

    /**
     * Of the events in whose attempts processes died, few are in hand at a time. One follows when another has ended, also if that
     * was not there any more when its row was read.
     */
    private void nextSuspect() {
        if (!suspects.haveRoom() || !single.isEmpty() || !resumable.isEmpty()) {
            return;
        }
        RowKey row = suspects.nextRow();
        if (row != null) {
            single.add(row);
            return;
        }
        for (String key = suspects.nextKey(); key != null; key = suspects.nextKey()) {
            if (keys.containsKey(key)) {
                resumable.add(key);
                return;
            }
        }
    }

    private void settle(String key, KeyState state) {
        if (state.mayResume(MOST_OF_KEY / 2)) {
            state.resuming();
            resumable.add(key);
        } else if (state.isForgettable()) {
            keys.remove(key);
        }
    }

    /** Later events of a key wait for an event: returns those in hand, which must not be handled now. */
    List<ClaimedEvent> hold(ClaimedEvent event, long dueAt) {
        String key = queue.holds().orderKey(event.key());
        if (key == null) {
            return List.of();
        }
        KeyState state = state(key, event.row().row().lane());
        long id = event.rowId();
        if (dueAt != OrderHold.BY_PERSON) {
            state.skipped(id, false);
        }
        hold(key, state, new OrderHold(id, dueAt), event.row().row());
        return skipLater(state, id);
    }

    /** An event waits again, and those after it: returns those in hand. */
    List<ClaimedEvent> skip(ClaimedEvent event, String key) {
        KeyState state = state(key, event.row().row().lane());
        state.skipped(event.rowId(), false);
        return skipLater(state, event.rowId());
    }

    /** Those behind an event wait until nothing of its key is in hand: returns those in hand. */
    List<ClaimedEvent> waitBehind(ClaimedEvent event, String key) {
        KeyState state = state(key, event.row().row().lane());
        state.skipped(event.rowId() + 1, true);
        return skipLater(state, event.rowId());
    }

    private static List<ClaimedEvent> skipLater(KeyState state, long id) {
        List<ClaimedEvent> later = state.later(id);
        later.forEach(event -> state.skipped(event.rowId(), false));
        return later;
    }

    /** Rows of a key from an id on are left for later. */
    void leave(String key, int lane, long id) {
        state(key, lane).skipped(id, false);
    }

    /** Frees all keys. */
    void freeAll() {
        keys.keySet().forEach(queue.holds()::unholdAll);
        keys.clear();
    }

    /** Has a key looked at again after {@link #skip}. */
    void settle(String key) {
        KeyState state = keys.get(key);
        if (state != null) {
            settle(key, state);
        }
    }

    private void hold(String key, KeyState state, OrderHold hold, RowKey row) {
        OrderHold before = state.hold();
        if (before != null) {
            queue.holds().unhold(key, before.id());
        }
        state.hold(hold);
        queue.holds().hold(key, hold.id());
        if (hold.dueAt() != OrderHold.BY_PERSON) {
            timers.add(new Timer(hold.dueAt(), key, row));
        }
    }

    private void release(String key, KeyState state, OrderHold hold) {
        state.hold(null);
        state.skipped(hold.id(), false); // a dead letter may be there again
        queue.holds().unhold(key, hold.id());
        settle(key, state);
    }

    /** Holds the keys of dead letters, and frees those that are held by none any more. */
    void heldByDead(List<RowOutline> holding, Set<Integer> lanes) {
        Set<String> still = new HashSet<>();
        for (RowOutline dead : holding) {
            String key = queue.holds().orderKey(dead.key());
            if (key != null && lanes.contains(dead.lane())) {
                still.add(key);
                KeyState state = state(key, dead.lane());
                OrderHold present = state.hold();
                if (present == null || present.dueAt() != OrderHold.BY_PERSON) {
                    RowKey row = new RowKey(queue.number(), dead.lane(), dead.id());
                    hold(key, state, new OrderHold(dead.id(), OrderHold.BY_PERSON), row);
                }
            }
        }
        for (Map.Entry<String, KeyState> key : new ArrayList<>(keys.entrySet())) {
            OrderHold hold = key.getValue().hold();
            if (hold != null && hold.dueAt() == OrderHold.BY_PERSON && !still.contains(key.getKey())) {
                release(key.getKey(), key.getValue(), hold);
            }
        }
    }

    /** Has rows that are not due read again: their times may have changed. */
    void judgeAgain() {
        advance(OrderHold.BY_PERSON - 1);
    }

    /** Frees what is due. */
    void advance(long nowMillis) {
        for (Timer timer = timers.peek(); timer != null && timer.dueAt() <= nowMillis; timer = timers.peek()) {
            timers.poll();
            String key = timer.key();
            if (key == null) {
                single.add(timer.row());
                continue;
            }
            KeyState state = keys.get(key);
            OrderHold hold = state == null ? null : state.hold();
            if (state != null && hold != null && hold.id() == timer.row().id() && hold.isDue(nowMillis)) {
                release(key, state, hold);
            }
        }
    }

    /** Returns when {@link #advance} has something to do; {@link Long#MAX_VALUE} if that is not known. */
    long nextDue() {
        Timer timer = timers.peek();
        return timer == null ? Long.MAX_VALUE : timer.dueAt();
    }

    /** Returns a key whose rows may be read again, or null. It stays the next one until {@link #resumes}: to read may fail. */
    @Nullable
    String resumable() {
        nextSuspect();
        for (String key = resumable.peek(); key != null; key = resumable.peek()) {
            if (keys.containsKey(key)) {
                return key;
            }
            resumable.remove();
        }
        return null;
    }

    /** The rows of a key were read again. */
    void resumes(String key) {
        resumable.remove(key);
    }

    boolean hasResumable() {
        nextSuspect();
        return !resumable.isEmpty() || !single.isEmpty();
    }

    /** Returns a row without an order that may be read again, or null. It stays the next one until {@link #read}. */
    @Nullable
    RowKey single() {
        nextSuspect();
        return single.peek();
    }

    /** A row without an order was read again. */
    void read(RowKey row) {
        single.remove(row);
    }

    private KeyState state(String key, int lane) {
        return keys.computeIfAbsent(
                key, absent -> new KeyState(queue.definition().order() == Order.ONE ? 0 : lane));
    }

    @Nullable
    KeyState find(String key) {
        return keys.get(key);
    }

    /** A lane is another process's: forgets its keys. */
    void forget(int lane) {
        keys.entrySet().removeIf(key -> {
            boolean gone = key.getValue().lane() == lane;
            if (gone) {
                queue.holds().unholdAll(key.getKey());
            }
            return gone;
        });
        single.removeIf(row -> row.lane() == lane);
        suspects.forget(lane);
    }

    /** Returns whether no row waits for anything. */
    boolean isEmpty() {
        return keys.isEmpty() && timers.isEmpty() && single.isEmpty() && !suspects.isRowWaiting();
    }
}
