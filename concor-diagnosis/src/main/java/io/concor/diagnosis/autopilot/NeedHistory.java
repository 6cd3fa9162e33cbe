package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.situation.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The largest need for threads of each slot in a time that ends now, and which slots were busy in it. Kept in parts of ten
 * seconds, so that an hour takes 360 entries. Not thread-safe.
 */
final class NeedHistory {

    private static final Duration PART = Duration.ofSeconds(10);
    private static final double HARDLY_USED = 0.05;

    private final Deque<Part> parts = new ArrayDeque<>();
    private @Nullable Instant since;

    private record Part(Instant from, Map<String, Integer> largest, Set<String> busy) {

        void add(Situation seen) {
            new ThreadNeeds(seen)
                    .at(seen.traffic().offered())
                    .forEach((slot, need) -> largest.merge(slot, need, Math::max));
            seen.filled()
                    .filter(slot -> seen.stage(slot).busy() >= HARDLY_USED)
                    .forEach(slot -> busy.add(seen.name(slot)));
        }
    }

    void add(Instant now, Situation seen, Duration kept) {
        if (since == null) {
            since = now;
        }
        Part last = parts.peekLast();
        if (last == null || !now.isBefore(last.from().plus(PART))) {
            last = new Part(now, new HashMap<>(), new HashSet<>());
            parts.addLast(last);
        }
        last.add(seen);
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

    /** Returns the slots whose threads were busy for 5 % of some seconds or more. */
    Set<String> busy() {
        return parts.stream().flatMap(part -> part.busy().stream()).collect(Collectors.toSet());
    }

    /** Begins anew, as after a change of the layout. */
    void clear() {
        parts.clear();
        since = null;
    }
}
