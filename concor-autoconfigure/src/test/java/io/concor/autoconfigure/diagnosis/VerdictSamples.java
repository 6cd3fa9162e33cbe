package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.diagnosis.verdict.Verdict.Failure;
import io.concor.diagnosis.verdict.Verdict.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verdicts about the flow 'orders', which has been limited since the epoch. */
public final class VerdictSamples {

    private VerdictSamples() {}

    public static Verdict failing() {
        return limited(Cause.LOCK, "parser")
                .failing(new Failure("remote", "ConnectException", Instant.EPOCH, 1, "All events fail."));
    }

    public static Verdict limited(Cause cause, @Nullable String slot, Evidence... evidence) {
        return new Verdict(
                "orders",
                State.LIMITED,
                Instant.EPOCH,
                cause,
                slot,
                slot,
                0.9,
                "It is so.",
                List.of(evidence),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }
}
