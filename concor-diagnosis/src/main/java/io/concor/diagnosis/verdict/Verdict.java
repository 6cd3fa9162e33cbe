package io.concor.diagnosis.verdict;

import io.concor.JoinSettings;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What limits a flow now, with evidence, and whether its events fail.
 *
 * @param since when the flow came into this state
 * @param cause what limits it, or null unless it is limited
 * @param slot the slot whose threads serve the component, or null if threads of callers or clients do
 * @param component the component that the cause concerns, or null if it concerns the whole flow
 * @param confidence 0 to 1; 0 unless the flow is limited
 * @param summary a sentence with the cause, the place and the decisive figure; in state unknown, the reason
 * @param evidence what speaks for the cause, the most decisive first
 * @param against what speaks against it
 * @param suspects other causes that the figures do not exclude, the likeliest first
 * @param advice what would help, the best first
 * @param headroom what would limit a healthy flow next, or null
 * @param failure what fails, or null unless the flow is failing
 */
public record Verdict(
        String flow,
        State state,
        Instant since,
        @Nullable Cause cause,
        @Nullable String slot,
        @Nullable String component,
        double confidence,
        String summary,
        List<Evidence> evidence,
        List<Evidence> against,
        List<Suspect> suspects,
        List<Advice> advice,
        @Nullable Headroom headroom,
        @Nullable Failure failure) {

    /** Copies the lists. */
    public Verdict {
        evidence = List.copyOf(evidence);
        against = List.copyOf(against);
        suspects = List.copyOf(suspects);
        advice = List.copyOf(advice);
    }

    private Verdict with(State other, Instant begin, String text, @Nullable Headroom next, @Nullable Failure what) {
        return new Verdict(
                flow,
                other,
                begin,
                cause,
                slot,
                component,
                confidence,
                text,
                evidence,
                against,
                suspects,
                advice,
                next,
                what);
    }

    /** Returns the verdict that the flow is failing; what limits it stays, with its evidence. */
    public Verdict failing(Failure what) {
        String text = adds(what) ? what.summary() + " " + summary : what.summary();
        return with(State.FAILING, what.since(), text, null, what);
    }

    /** Whether the cause is not just that the same events fail, of which the share among others is another figure. */
    private boolean adds(Failure what) {
        return cause != null && !(cause == Cause.DOWNSTREAM_ERRORS && Objects.equals(component, what.component()));
    }

    /** Returns the same verdict with another begin. */
    public Verdict since(Instant begin) {
        return with(state, begin, summary, headroom, failure);
    }

    /** Returns the same verdict of seconds ago: its summary says for how long nothing of it was seen. */
    public Verdict unseenFor(int seconds) {
        String last = seconds == 1 ? "second" : seconds + " seconds";
        String text = Sentence.of("%s There was no sign of it in the last %s.", summary, last);
        return with(state, since, text, headroom, failure);
    }

    /** Returns the component that limits the flow, or the cause if it concerns the whole flow; null unless it is limited. */
    public @Nullable String limitedBy() {
        return cause == null ? component : limitedBy(cause, component);
    }

    /** Returns the component that limits a flow, or the cause if it concerns the whole flow. */
    public static String limitedBy(Cause cause, @Nullable String component) {
        return component == null ? cause.toString() : component;
    }

    /** What is known about a flow. */
    public enum State {
        /** Many events end with errors, or nearly all complete only because a catch component handles one. */
        FAILING,
        /** Nothing limits it. */
        HEALTHY,
        /** Something limits it. */
        LIMITED,
        /** Too little is known. */
        UNKNOWN;

        /** Returns the name of this state on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What fails in a flow.
     *
     * @param component the component at which most of these errors occur, or null if that is not known
     * @param error the simple name of the class of most errors that its task throws, or of the timeouts of the flow if it
     *     throws none; null if there are none
     * @param since when the flow began to fail
     * @param share the share of the events that fail, or that a catch component keeps from failing, 0 to 1
     * @param summary a sentence with the share, the place and the error
     */
    public record Failure(
            @Nullable String component, @Nullable String error, Instant since, double share, String summary) {}

    /**
     * A figure and the bound that it was compared with.
     *
     * @param signal the name of the figure, such as {@code slot.busy} or {@code hikaricp.connections.pending}
     * @param unit such as {@code threads}, {@code share} or {@code micros}
     * @param windows in how many of the seconds since the first sign, five at most, it reached the threshold; all of them
     *     for a figure that is not one of single seconds
     */
    public record Evidence(String signal, double value, double threshold, String unit, int windows) {}

    /**
     * Another possible cause.
     *
     * @param component the component that it concerns, or null
     * @param confidence 0 to 1
     */
    public record Suspect(Cause cause, @Nullable String component, double confidence) {}

    /**
     * What would help: a setting outside of the flow, a change of a slot, or neither if only code helps.
     *
     * @param text one or more sentences
     * @param setting the name of a property, or null
     * @param value its new value, or null
     * @param change a change of a slot, or null
     */
    public record Advice(
            String text,
            @Nullable String setting,
            @Nullable String value,
            @Nullable SlotAdvice change) {

        /** Returns advice that only a person can follow. */
        public static Advice ofText(String text) {
            return new Advice(text, null, null, null);
        }

        /** Returns such advice, with values in place of the placeholders of its format. */
        public static Advice ofText(String format, @Nullable Object... values) {
            return ofText(Sentence.of(format, values));
        }

        /** Returns advice to change a property. */
        public static Advice ofSetting(String text, String setting, String value) {
            return new Advice(text, setting, value, null);
        }
    }

    /**
     * A change of a slot and what it would bring.
     *
     * @param settings its new settings, or null for no join
     * @param predicted what the change would bring, or null if that is not known
     */
    public record SlotAdvice(
            String slot,
            @Nullable JoinSettings settings,
            @Nullable Performance predicted) {}

    /**
     * Throughput and latency, measured or predicted.
     *
     * @param limitedBy what limits the throughput, or null if nothing does
     */
    public record Performance(
            double throughputPerSecond,
            double p50Micros,
            double p99Micros,
            @Nullable String limitedBy) {}

    /**
     * What would limit a healthy flow next.
     *
     * @param factor at how many times the present rate
     * @param next the component, {@code processors}, {@code connections} or {@code max-in-flight}
     */
    public record Headroom(double factor, String next) {}
}
