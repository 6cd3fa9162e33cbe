package io.concor.layout;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.text.SafeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The components of a flow and the joins that serve them. Lists are in the order of the components.
 *
 * @param version the version of the layout
 * @param slots the settings of each component's slot; null for an empty slot
 * @param deliveries how often the effects behind each slot happen; null for a slot whose events wait in memory, or are
 *     handled elsewhere
 * @param transactions the transaction scopes
 * @param placement where the components run
 * @param activePreset the preset applied or saved last, or null
 * @param drifted whether the layout differs from the active preset
 * @param trial the change on trial, or null
 */
public record Topology(
        String flow,
        FlowState state,
        long version,
        List<Component> components,
        List<@Nullable JoinSettings> slots,
        List<@Nullable DeliveryGuarantee> deliveries,
        List<Stage> stages,
        List<TransactionScope> transactions,
        Placement placement,
        @Nullable String activePreset,
        boolean drifted,
        @Nullable Trial trial) {

    /** Copies the lists. */
    public Topology {
        components = List.copyOf(components);
        slots = Collections.unmodifiableList(new ArrayList<>(slots)); // some are null
        deliveries = Collections.unmodifiableList(new ArrayList<>(deliveries));
        stages = List.copyOf(stages);
        transactions = List.copyOf(transactions);
    }

    /** Returns which threads run each component. */
    public Stages threads() {
        return Stages.of(slots, i -> components.get(i).kind().leavesThread());
    }

    /**
     * The run of components served by one join.
     *
     * @param name the name of its first component
     * @param components the names of its components
     * @param join the settings of its join, or null for the stage that the entering threads run
     */
    public record Stage(
            String name, List<String> components, @Nullable JoinSettings join) {

        /** Copies the list. */
        public Stage {
            components = List.copyOf(components);
        }
    }

    /**
     * A range of components that run in one transaction for each event.
     *
     * @param from the name of the first component
     * @param to the name of the last component
     * @param manager the name of its {@link io.concor.Transactions}
     */
    public record TransactionScope(String from, String to, String manager) {}

    /**
     * A change on trial: unless it is confirmed, the layout before the first such change is restored.
     *
     * @param version the version of the layout on trial
     * @param until when the earlier layout is restored
     * @param who who requested the last change on trial, or null if unknown
     * @param reason why, or null
     * @param givesWay whether a change of normal precedence ends it
     */
    public record Trial(
            long version,
            Instant until,
            @Nullable String who,
            @Nullable String reason,
            boolean givesWay) {

        @Override
        public String toString() {
            String by = who == null ? "" : ", asked for by " + SafeText.shown(who);
            return "version " + version + " is on trial until " + until + by;
        }
    }
}
