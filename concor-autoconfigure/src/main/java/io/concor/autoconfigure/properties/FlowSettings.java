package io.concor.autoconfigure.properties;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A flow.
 * @param maxInFlight Maximum number of events inside the flow, 1 to 1048576. Further events wait for admission or
 *     are refused. Default: 1024.
 * @param timeout Maximum age of an event, 1ms to 1d. An older event ends with a timeout error, at the latest when
 *     it reaches the next slot. Default: 30s.
 * @param tasks Components in order. The name of a bean is the short form of a component with that name.
 * @param slots Initial settings of slots, by the name of the component. They take precedence over the slot of a
 *     task, which completes them if they name no pool. Saved presets use this form.
 * @param transactions Transaction scopes: components that run in one transaction for each event. Scopes must not
 *     overlap.
 * @param autopilot What the flow is to keep, and what the autopilot does about it. Allowed for flows that are built in
 *     Java, too, if no other key is present.
 */
@ConfigurationPropertiesSource
public record FlowSettings(
        @Nullable Integer maxInFlight,
        @Nullable Duration timeout,
        @DefaultValue List<TaskSettings> tasks,
        @DefaultValue Map<String, SlotSettings> slots,
        @DefaultValue List<TransactionSettings> transactions,
        @DefaultValue @NestedConfigurationProperty FlowAutopilot autopilot) {

    private static final FlowSettings EMPTY =
            new FlowSettings(null, null, List.of(), Map.of(), List.of(), FlowAutopilot.NONE);

    /**
     * Reads a flow without settings, which is an empty text.
     *
     * @throws IllegalArgumentException if the text is not blank
     */
    public static FlowSettings valueOf(String text) {
        if (!text.isBlank()) {
            throw new IllegalArgumentException(
                    "a flow is not a text: it has the keys max-in-flight, timeout, tasks, slots, transactions and autopilot");
        }
        return EMPTY;
    }

    /**
     * Returns the settings of the slot in front of a component, or null. Those below the flow replace those at its task, or
     * are completed from them if they name no pool.
     */
    public @Nullable SlotSettings slot(String component, TaskSettings task) {
        SlotSettings own = slots.get(component);
        SlotSettings atTask = task.slot();
        if (own == null || atTask == null) {
            return own == null ? atTask : own;
        }
        return own.pool() == null ? own.completedFrom(atTask) : own;
    }

    /** Returns the names of the components of the tasks. */
    List<String> components(PropertyPath flow) {
        return IntStream.range(0, tasks.size())
                .mapToObj(i -> flow.component(i, tasks.get(i)).component())
                .filter(Objects::nonNull)
                .toList();
    }

    FlowSettings withCanonicalSlots(String flow) {
        return new FlowSettings(
                maxInFlight,
                timeout,
                tasks,
                new KnownNames(components(PropertyPath.flow(flow)))
                        .canonical(PropertyPath.flow(flow).at("slots"), slots, SlotSettings::completedFrom),
                transactions,
                autopilot);
    }

    /** Returns these settings, with those of others where they are missing. */
    FlowSettings completedFrom(FlowSettings others) {
        Map<String, SlotSettings> merged = new LinkedHashMap<>(others.slots);
        slots.forEach((slot, own) -> merged.merge(slot, own, (theirs, ours) -> ours.completedFrom(theirs)));
        return new FlowSettings(
                maxInFlight == null ? others.maxInFlight : maxInFlight,
                timeout == null ? others.timeout : timeout,
                tasks.isEmpty() ? others.tasks : tasks,
                merged,
                transactions.isEmpty() ? others.transactions : transactions,
                autopilot.completedFrom(others.autopilot));
    }

    /** Returns whether these settings are only for the autopilot, and the flow is built elsewhere. */
    public boolean isForAutopilotOnly() {
        return !autopilot.equals(FlowAutopilot.NONE)
                && equals(new FlowSettings(null, null, List.of(), Map.of(), List.of(), autopilot));
    }
}
