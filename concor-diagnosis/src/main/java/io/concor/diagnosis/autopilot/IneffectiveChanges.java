package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The changes that did not help against a cause, for some time. If twice the threads at a slot did not help, three times as
 * many do not either: what is remembered is which slots were changed in which direction. Not thread-safe.
 */
final class IneffectiveChanges {

    private final Map<Key, Instant> until = new HashMap<>();

    private record Key(@Nullable Cause cause, Map<String, Direction> slots) {}

    private enum Direction {
        MORE_THREADS,
        FEWER_THREADS,
        SAME_THREADS,
        JOIN,
        NO_JOIN;

        static Direction of(@Nullable JoinSettings before, Optional<JoinSettings> after) {
            if (before == null || after.isEmpty()) {
                return after.isEmpty() ? NO_JOIN : JOIN;
            }
            int more = Integer.compare(after.get().threads(), before.threads());
            return more == 0 ? SAME_THREADS : more > 0 ? MORE_THREADS : FEWER_THREADS;
        }
    }

    private static Key key(@Nullable Cause cause, Candidate change, Map<String, JoinSettings> present) {
        Map<String, Direction> slots = new TreeMap<>();
        change.slots().forEach((slot, after) -> slots.put(slot, Direction.of(present.get(slot), after)));
        return new Key(cause, slots);
    }

    void add(@Nullable Cause cause, Candidate change, Map<String, JoinSettings> present, Instant forgetAt) {
        until.put(key(cause, change, present), forgetAt);
    }

    /** Returns the changes that are known at this time not to help. */
    Predicate<Candidate> at(Instant now, @Nullable Cause cause, Map<String, JoinSettings> present) {
        until.values().removeIf(forgetAt -> !now.isBefore(forgetAt));
        Map<Key, Instant> known = Map.copyOf(until);
        return change -> known.containsKey(key(cause, change, present));
    }
}
