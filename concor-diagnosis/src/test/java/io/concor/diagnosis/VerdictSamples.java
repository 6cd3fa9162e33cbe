package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Headroom;
import io.concor.diagnosis.verdict.Verdict.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verdicts made by hand. */
public final class VerdictSamples {

    private VerdictSamples() {}

    public static Verdict limited(Cause cause, String component) {
        return verdict(State.LIMITED, cause, component, "It is limited by %s.".formatted(cause), null);
    }

    /** Of the same cause and slot, but another component. */
    public static Verdict at(String component, Verdict limited) {
        return new Verdict(
                limited.flow(),
                limited.state(),
                limited.since(),
                limited.cause(),
                limited.slot(),
                component,
                limited.confidence(),
                "It is limited at %s.".formatted(component),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }

    public static Verdict healthy() {
        return verdict(State.HEALTHY, null, null, "Nothing limits it.", new Headroom(3, "remote"));
    }

    public static Verdict unknown() {
        return verdict(State.UNKNOWN, null, null, "The layout has just changed.", null);
    }

    private static Verdict verdict(
            State state,
            @Nullable Cause cause,
            @Nullable String component,
            String summary,
            @Nullable Headroom headroom) {
        return new Verdict(
                "flow",
                state,
                Instant.EPOCH,
                cause,
                component,
                component,
                cause == null ? 0 : 0.9,
                summary,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                headroom,
                null);
    }
}
