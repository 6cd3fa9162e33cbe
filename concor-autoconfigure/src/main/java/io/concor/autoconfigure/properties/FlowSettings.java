package io.concor.autoconfigure.properties;

import io.concor.SlotSetting;
import io.concor.layout.Placement;
import java.time.Duration;
import java.util.Arrays;
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
 * @param deadLetters Receiver of events that end with an error unseen: the name of a SideEffectTask bean or flow, or
 *     store. Default: the log.
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
        @Nullable String deadLetters,
        @DefaultValue @NestedConfigurationProperty FlowAutopilot autopilot) {

    /** No settings. */
    public static final FlowSettings EMPTY =
            new FlowSettings(null, null, List.of(), Map.of(), List.of(), null, FlowAutopilot.NONE);

    /**
     * Reads a flow without settings, which is an empty text.
     *
     * @throws IllegalArgumentException if the text is not blank
     */
    public static FlowSettings valueOf(String text) {
        if (!text.isBlank()) {
            throw new IllegalArgumentException(
                    "a flow is not a text: it has the keys max-in-flight, timeout, tasks, slots, transactions, dead-letters and autopilot");
        }
        return EMPTY;
    }

    /**
     * Returns the settings of the slot in front of a component, or null. Those below the flow replace those at its task, or
     * are completed from them if they name no pool. An empty section is none.
     */
    public @Nullable FlatSettings slot(String component, TaskSettings task) {
        FlatSettings own = given(slots.get(component));
        FlatSettings atTask = given(task.slot());
        if (own == null || atTask == null) {
            return own == null ? atTask : own;
        }
        return own.get(SlotSetting.POOL) == null ? own.completedFrom(atTask) : own;
    }

    /** Returns whether the settings of the slot in front of a component, or some of them, stand below the flow. */
    public boolean hasSlot(String component) {
        return given(slots.get(component)) != null;
    }

    private static @Nullable FlatSettings given(@Nullable SlotSettings slot) {
        return slot == null || slot.flat().isEmpty() ? null : slot.flat();
    }

    /**
     * Returns where the components run.
     *
     * @param here the nodes that this process is
     */
    public Placement placement(List<String> here) {
        return Placement.ofNodes(tasks.stream().map(TaskSettings::node).toList(), here);
    }

    /** Returns the names of the components of the flow with this path. */
    List<String> components(PropertyPath flow) {
        return IntStream.range(0, tasks.size())
                .mapToObj(i -> flow.component(i, tasks.get(i)).component())
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the keys whose values differ from those of other settings. */
    public List<String> differences(FlowSettings others) {
        List<String> keys = PropertyKeys.of(FlowSettings.class);
        return IntStream.range(0, keys.size())
                .filter(i -> !Objects.equals(values().get(i), others.values().get(i)))
                .mapToObj(keys::get)
                .toList();
    }

    private List<@Nullable Object> values() {
        return Arrays.asList(maxInFlight, timeout, tasks, slots, transactions, deadLetters, autopilot);
    }

    /** Returns whether these settings are only for the autopilot, and the flow is built elsewhere. */
    public boolean isForAutopilotOnly() {
        return !autopilot.equals(FlowAutopilot.NONE)
                && equals(new FlowSettings(null, null, List.of(), Map.of(), List.of(), null, autopilot));
    }
}
