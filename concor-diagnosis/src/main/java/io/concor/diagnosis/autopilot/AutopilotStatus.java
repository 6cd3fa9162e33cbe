package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the autopilot does about a flow, and what it has decided.
 *
 * @param settings how it treats the flow; contains mode and goal
 * @param reason a sentence on why it is in this state
 * @param until when it leaves this state at the latest, or null if that depends on the flow
 * @param decisions the last fifty decisions, newest first
 */
public record AutopilotStatus(
        String flow,
        AutopilotSettings settings,
        State state,
        String reason,
        @Nullable Instant until,
        List<Decision> decisions) {

    /** Copies the list. */
    public AutopilotStatus {
        decisions = List.copyOf(decisions);
    }

    /** What the autopilot does about a flow at present. */
    public enum State {
        /** It watches. */
        STEADY,
        /** A change is on trial. */
        TRIAL,
        /** It waits until the last change has taken effect. */
        COOLING,
        /** What limits the flow is nothing that threads mend. */
        FROZEN,
        /** A person has changed the layout. */
        PAUSED;

        /** Returns the name of this state on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A decision.
     *
     * @param at when it was made
     * @param decided a sentence
     * @param evidence sentences on why, the most decisive first
     * @param change the changed slots by name, empty for no join; no slot if nothing would help
     * @param predicted what the change was expected to bring, or null if nothing was changed
     * @param outcome what came of it; null if that is not known yet, or nothing was changed
     */
    public record Decision(
            Instant at,
            String decided,
            List<String> evidence,
            Map<String, Optional<JoinSettings>> change,
            @Nullable Performance predicted,
            @Nullable Outcome outcome) {

        /** Copies list and map. */
        public Decision {
            evidence = List.copyOf(evidence);
            change = Collections.unmodifiableMap(new LinkedHashMap<>(change));
        }

        Decision ended(Outcome came) {
            return new Decision(at, decided, evidence, change, predicted, came);
        }
    }

    /**
     * What came of a change.
     *
     * @param text a sentence
     */
    public record Outcome(Result result, String text) {}

    /** How a trial ended. */
    public enum Result {
        /** It helped and was kept. */
        CONFIRMED,
        /** It did not help and was taken back. */
        REVERTED,
        /** A person ended it. */
        SUPERSEDED,
        /** The manager refused the change. */
        REFUSED;

        /** Returns the name of this result on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
