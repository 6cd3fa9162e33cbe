package io.concor.queues.event;

import io.concor.queue.QueueDefinition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which keys of a queue are held by an event that failed, as workers have to know it at once. Thread-safe. */
public final class OrderHolds {

    private final Supplier<QueueDefinition> definition;
    /** The rows that hold each key, ascending: one, mostly. */
    private final Map<String, List<Long>> holders = new ConcurrentHashMap<>();

    OrderHolds(Supplier<QueueDefinition> definition) {
        this.definition = definition;
    }

    /** Returns what events have in common that keep their order, or null if an event keeps none. */
    @Nullable
    public String orderKey(@Nullable String key) {
        return switch (definition.get().order()) {
            case ANY -> null;
            case KEY -> key;
            case ONE -> "";
        };
    }

    /** Holds the later events of a key from now on, if an end says so. */
    public boolean hold(EndRequest end) {
        String key = orderKey(end.event().key());
        if (key == null || !end.ending().holdsOrder()) {
            return false;
        }
        hold(key, end.event().rowId());
        return true;
    }

    public void hold(String key, long rowId) {
        holders.merge(key, List.of(rowId), (present, one) -> Stream.concat(present.stream(), one.stream())
                .distinct()
                .sorted()
                .toList());
    }

    public void unhold(EndRequest end) {
        unholdBehind(end.event());
    }

    /** A row does not hold a key any more. */
    public void unhold(String key, long rowId) {
        if (holders.isEmpty()) {
            return;
        }
        holders.computeIfPresent(key, (same, present) -> {
            List<Long> others = present.stream().filter(id -> id != rowId).toList();
            return others.isEmpty() ? null : others;
        });
    }

    /** No row holds a key any more. */
    public void unholdAll(String key) {
        holders.remove(key);
    }

    /**
     * An event was released: those behind it in its order must not begin, from now on and until the reader has taken them back.
     */
    public void holdBehind(ClaimedEvent released) {
        String key = orderKey(released.key());
        if (key != null) {
            hold(key, released.rowId());
        }
    }

    /** The reader leaves a released event to be read again, and has taken those behind it back. */
    public void unholdBehind(ClaimedEvent released) {
        String key = orderKey(released.key());
        if (key != null) {
            unhold(key, released.rowId());
        }
    }

    /** Returns whether an event has to wait because one before it failed. */
    public boolean isHeldByEarlier(ClaimedEvent event) {
        if (holders.isEmpty()) {
            return false;
        }
        String key = orderKey(event.key());
        List<Long> rows = key == null ? null : holders.get(key);
        return rows != null && rows.get(0) < event.rowId();
    }
}
