package io.concor;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of the slots of a flow, all of it in one change. A value: the methods that take an argument give
 * changed copies.
 *
 * @param flow the flow's name
 * @param slots what the named slots shall hold; empty takes the join out
 * @param exhaustive whether slots that are not named shall be empty; otherwise they stay as they are
 * @param expectedVersion the version that the layout must have, or null for any
 * @param dryRun whether to check only
 * @param reason why, in the words of who asks, or null
 * @param timeLimit how long the change may take
 */
public record ChangeRequest(
        String flow,
        Map<String, Optional<JoinSettings>> slots,
        boolean exhaustive,
        @Nullable Long expectedVersion,
        boolean dryRun,
        @Nullable String reason,
        Duration timeLimit) {

    /** How long a change may take where nothing is said. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(10);

    /** Keeps a copy of the slots that cannot be changed. */
    public ChangeRequest {
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
    }

    private ChangeRequest(String flow, Map<String, Optional<JoinSettings>> slots, boolean exhaustive) {
        this(flow, slots, exhaustive, null, false, null, DEFAULT_TIME_LIMIT);
    }

    /** Puts a join into a slot, or exchanges or resizes the one that is there. */
    public static ChangeRequest put(String flow, String slot, JoinSettings settings) {
        return new ChangeRequest(flow, Map.of(slot, Optional.of(settings)), false);
    }

    /** Takes the join out of a slot. */
    public static ChangeRequest takeOut(String flow, String slot) {
        return new ChangeRequest(flow, Map.of(slot, Optional.empty()), false);
    }

    /** Makes these the filled slots of the flow, and empties all others. */
    public static ChangeRequest layout(String flow, Map<String, JoinSettings> slots) {
        Map<String, Optional<JoinSettings>> all = new LinkedHashMap<>();
        slots.forEach((slot, settings) -> all.put(slot, Optional.of(settings)));
        return new ChangeRequest(flow, all, true);
    }

    /** The same, only if the layout has this version; null for any. */
    public ChangeRequest expectedVersion(@Nullable Long version) {
        return new ChangeRequest(flow, slots, exhaustive, version, dryRun, reason, timeLimit);
    }

    /** The same, checked only or made. */
    public ChangeRequest dryRun(boolean dryRun) {
        return new ChangeRequest(flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit);
    }

    /** The same with a reason; null for none. */
    public ChangeRequest reason(@Nullable String reason) {
        return new ChangeRequest(flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit);
    }

    /** The same with another time limit. */
    public ChangeRequest timeLimit(Duration timeLimit) {
        return new ChangeRequest(flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit);
    }
}
