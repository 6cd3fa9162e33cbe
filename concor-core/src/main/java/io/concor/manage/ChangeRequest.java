package io.concor.manage;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
 * @param timeLimit how long the change may take, and may wait for another one to end; one that takes longer is given
 *     up with a {@link ChangeNotPossibleException}, and with nothing or less, any that has to wait for something
 * @param revertAfter after which time the layout from before comes back unless the change is confirmed, 1 second to 1
 *     day; or null for a change that stays
 * @param origin where the request comes from
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

    /** How long a change may take where nothing is said. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(10);

    private static final Duration SHORTEST_TRIAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_TRIAL = Duration.ofDays(1);

    /**
     * Keeps a copy of the slots that cannot be changed.
     *
     * @throws InvalidSettingException when {@code revertAfter} is out of its bounds
     */
    public ChangeRequest {
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
        if (revertAfter != null
                && (revertAfter.compareTo(SHORTEST_TRIAL) < 0 || revertAfter.compareTo(LONGEST_TRIAL) > 0)) {
            throw InvalidSettingException.outOfBounds("revertAfter", revertAfter, "1s to 1d");
        }
    }

    private ChangeRequest(String flow, Map<String, Optional<JoinSettings>> slots, boolean exhaustive) {
        this(flow, slots, exhaustive, null, false, null, DEFAULT_TIME_LIMIT, null, ChangeOrigin.JAVA);
    }

    /** Puts a join into a slot, or exchanges or resizes the one that is there. */
    public static ChangeRequest put(String flow, String slot, JoinSettings settings) {
        return new ChangeRequest(flow, Map.of(slot, Optional.of(settings)), false);
    }

    /** Takes the join out of a slot. */
    public static ChangeRequest takeOut(String flow, String slot) {
        return new ChangeRequest(flow, Map.of(slot, Optional.empty()), false);
    }

    /** Gives each of these slots a join, or takes it out where it is empty; leaves all others as they are. */
    public static ChangeRequest slots(String flow, Map<String, Optional<JoinSettings>> slots) {
        return new ChangeRequest(flow, slots, false);
    }

    /** Makes these the filled slots of the flow, and empties all others. */
    public static ChangeRequest layout(String flow, Map<String, JoinSettings> slots) {
        return new ChangeRequest(flow, optional(slots), true);
    }

    /**
     * Leaves all slots as they are: carries what else is asked, to undo or to confirm a change, or to apply a preset.
     */
    public static ChangeRequest options(String flow) {
        return new ChangeRequest(flow, Map.of(), false);
    }

    private static Map<String, Optional<JoinSettings>> optional(Map<String, JoinSettings> slots) {
        Map<String, Optional<JoinSettings>> all = new LinkedHashMap<>();
        slots.forEach((slot, settings) -> all.put(slot, Optional.of(settings)));
        return all;
    }

    /** What else is asked, for one slot, which shall hold what follows from what it holds. */
    ChangeRequest forSlot(String slot, UnaryOperator<Optional<JoinSettings>> change, Layout present) {
        Optional<JoinSettings> wanted =
                change.apply(Optional.ofNullable(present.slots().get(slot)));
        return new ChangeRequest(
                flow, Map.of(slot, wanted), false, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** What else is asked, for a whole layout. */
    ChangeRequest forLayout(String ofFlow, Map<String, JoinSettings> layout) {
        return new ChangeRequest(
                ofFlow, optional(layout), true, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** The same, only if the layout has this version; null for any. */
    public ChangeRequest expectedVersion(@Nullable Long version) {
        return new ChangeRequest(flow, slots, exhaustive, version, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** The same, checked only or made. */
    public ChangeRequest dryRun(boolean dryRun) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** The same with a reason; null for none. */
    public ChangeRequest reason(@Nullable String reason) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** The same with another time limit. */
    public ChangeRequest timeLimit(Duration timeLimit) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /**
     * The same on trial: the layout from before comes back after this time, unless the change is confirmed; null for a
     * change that stays.
     *
     * @throws InvalidSettingException when it is not from 1 second to 1 day
     */
    public ChangeRequest revertAfter(@Nullable Duration revertAfter) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }

    /** The same from elsewhere. */
    public ChangeRequest by(ChangeOrigin origin) {
        return new ChangeRequest(
                flow, slots, exhaustive, expectedVersion, dryRun, reason, timeLimit, revertAfter, origin);
    }
}
