package io.concor.diagnosis.autopilot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The largest need for threads of each slot in a time that ends now. Kept in parts of ten seconds, so that an hour takes
 * 360 entries. Not thread-safe.
 */
final class NeedHistory {

    private static final Duration PART = Duration.ofSeconds(10);

    private final Deque<Part> parts = new ArrayDeque<>();
    private @Nullable Instant since;

    private record Part(Instant from, Map<String, Integer> largest) {

        void add(Map<String, Integer> needs) {
            needs.forEach((slot, need) -> largest.merge(slot, need, Math::max));
        }
    }

    void add(Instant now, Map<String, Integer> needs, Duration kept) {
        if (since == null) {
            since = now;
        }
        Part last = parts.peekLast();
        if (last == null || !now.isBefore(last.from().plus(PART))) {
            last = new Part(now, new HashMap<>());
            parts.addLast(last);
        }
        last.add(needs);
        parts.removeIf(part -> part.from().plus(PART).isBefore(now.minus(kept)));
    }

    /** Returns the largest need of each slot; none unless the history goes back for the whole time. */
    Map<String, Integer> largest(Instant now, Duration time) {
        Map<String, Integer> largest = new HashMap<>();
        if (since != null && !now.isBefore(since.plus(time))) {
            parts.forEach(part -> part.largest().forEach((slot, need) -> largest.merge(slot, need, Math::max)));
        }
        return largest;
    }

    /** Begins anew, as after a change of the layout. */
    void clear() {
        parts.clear();
        since = null;
    }
}
