package io.concor.manage;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.Layout;
import io.concor.preset.Preset;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request to change slots of a flow, all in one change.
 *
 * @param flow the name of the flow
 * @param slots the requested settings of each slot; empty removes its join
 * @param exhaustive whether slots without an entry become empty; otherwise they stay as they are
 * @param expectedVersion the version that the layout must have, or null for any. Unless the origin has low precedence, or
 *     a confirmation is requested, the layout may also have a later version if only origins of low precedence made
 *     changes since
 * @param dryRun whether to check only
 * @param reason why, or null
 * @param timeLimit how long the change may take, and may wait for another one to end. A change that takes longer fails
 *     with a {@link ChangeNotPossibleException}; with a limit of zero or less, so does one that has to wait at all
 * @param revertAfter how long the change is on trial, 1 second to 1 day: unless it is confirmed in this time, the flow
 *     returns to the layout from before. Null for a change that stays
 * @param origin who requests the change, and how
 */
public record ChangeRequest(
        String flow,
        Map<String, Optional<JoinSettings>> slots,
        boolean exhaustive,
        @Nullable Long expectedVersion,
        boolean dryRun,
        @Nullable String reason,
        Duration timeLimit,
        @Nullable Duration revertAfter,
        ChangeOrigin origin) {

    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(10);

    private static final Duration SHORTEST_TRIAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_TRIAL = Duration.ofDays(1);

    /** @throws InvalidSettingException if {@code revertAfter} is out of bounds */
    public ChangeRequest {
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
        if (revertAfter != null
                && (revertAfter.compareTo(SHORTEST_TRIAL) < 0 || revertAfter.compareTo(LONGEST_TRIAL) > 0)) {
            throw InvalidSettingException.outOfBounds("revertAfter", revertAfter, "1s to 1d");
        }
    }

    /** Puts a join into a slot, or exchanges or resizes the one that it holds. */
    public static ChangeRequest put(String flow, String slot, JoinSettings settings) {
        return slots(flow, Map.of(slot, Optional.of(settings)));
    }

    /** Removes the join of a slot. */
    public static ChangeRequest takeOut(String flow, String slot) {
        return slots(flow, Map.of(slot, Optional.empty()));
    }

    /** Gives each of these slots a join, or removes it if the settings are empty. Other slots stay as they are. */
    public static ChangeRequest slots(String flow, Map<String, Optional<JoinSettings>> slots) {
        return new ChangeRequest(flow, slots, false, null, false, null, DEFAULT_TIME_LIMIT, null, ChangeOrigin.JAVA);
    }

    /** Fills these slots of the flow, and empties all others. */
    public static ChangeRequest layout(String flow, Map<String, JoinSettings> slots) {
        return options(flow).forLayout(slots);
    }

    /** Returns a request that names no slot: the options of an undo, a confirmation, or the application of a preset. */
    public static ChangeRequest options(String flow) {
        return slots(flow, Map.of());
    }

    /** Returns these options for one slot, whose settings follow from the present ones. */
    ChangeRequest forSlot(String slot, UnaryOperator<Optional<JoinSettings>> change, Layout present) {
        Optional<JoinSettings> settings =
                change.apply(Optional.ofNullable(present.slots().get(slot)));
        return forSlots(Map.of(slot, settings), false);
    }

    /** Returns these options for a whole layout. */
    ChangeRequest forLayout(Map<String, JoinSettings> layout) {
        Map<String, Optional<JoinSettings>> all = new LinkedHashMap<>();
        layout.forEach((slot, settings) -> all.put(slot, Optional.of(settings)));
        return forSlots(all, true);
    }

    private ChangeRequest forSlots(Map<String, Optional<JoinSettings>> slots, boolean exhaustive) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** Returns these options for the flow of a preset, with the preset as the origin. */
    ChangeRequest forPreset(Preset preset) {
        ChangeOrigin applied = origin.preset(preset.name());
        return new ChangeRequest(
                preset.flow(), slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, applied);
    }

    /** Returns a copy that fails unless the layout has this version; null for any. */
    public ChangeRequest expectedVersion(@Nullable Long version) {
        return new ChangeRequest(flow, slots, exhaustive, version, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** Returns a copy that checks only, or changes the flow. */
    public ChangeRequest dryRun(boolean dryRun) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** Returns a copy with a reason, or null for none. */
    public ChangeRequest reason(@Nullable String reason) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** Returns a copy with another time limit. */
    public ChangeRequest timeLimit(Duration timeLimit) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /**
     * Returns a copy on trial for this long, or null for a change that stays.
     *
     * @throws InvalidSettingException if it is not from 1 second to 1 day
     */
    public ChangeRequest revertAfter(@Nullable Duration revertAfter) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** Returns a copy from another origin. */
    public ChangeRequest by(ChangeOrigin origin) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }
}
