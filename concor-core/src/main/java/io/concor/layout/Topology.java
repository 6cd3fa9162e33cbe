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
 * A flow's components and how they are served.
 *
 * @param flow the flow's name
 * @param state where it is in its life
 * @param version the version of the layout
 * @param components the components in order
 * @param slots the settings of each component's slot, at the component's index; null where it is empty
 * @param stages the stages in order
 * @param transactions the transactions in order of the components
 * @param activePreset the preset applied or saved last, or null
 * @param drifted whether the layout differs from the active preset
 * @param trial the change on trial, or null where none is
 */
public record Topology(
        String flow,
        FlowState state,
        long version,
        List<Component> components,
        List<@Nullable JoinSettings> slots,
        List<Stage> stages,
        List<TransactionScope> transactions,
        @Nullable String activePreset,
        boolean drifted,
        @Nullable Trial trial) {

    /** Copies the lists, which nobody can change then. */
    public Topology {
        components = List.copyOf(components);
        slots = Collections.unmodifiableList(new ArrayList<>(slots)); // some are null
        stages = List.copyOf(stages);
        transactions = List.copyOf(transactions);
    }

    /**
     * The run of components served by one join.
     *
     * @param name the name of its first component
     * @param components the names of its components in order
     * @param join the settings of the join that serves it, or null for the stage that the entering threads run
     */
    public record Stage(
            String name, List<String> components, @Nullable JoinSettings join) {

        /** Copies the list, which nobody can change then. */
        public Stage {
            components = List.copyOf(components);
        }
    }

    /**
     * A run of components that one transaction spans for each event.
     *
     * @param from the name of the first component
     * @param to the name of the last component
     * @param manager the name of what begins the transactions
     */
    public record TransactionScope(String from, String to, String manager) {}

    /**
     * A change on trial: the layout from before the first such change comes back by itself unless it is confirmed.
     *
     * @param version the version of the layout on trial
     * @param until when the layout from before comes back
     * @param who who asked for the last change on trial, or null where nobody is known
     * @param reason why, or null where nothing was said
     */
    public record Trial(
            long version,
            Instant until,
            @Nullable String who,
            @Nullable String reason) {

        @Override
        public String toString() {
            return "version %d is on trial until %s%s"
                    .formatted(version, until, who == null ? "" : ", asked for by " + SafeText.shown(who));
        }
    }
}
