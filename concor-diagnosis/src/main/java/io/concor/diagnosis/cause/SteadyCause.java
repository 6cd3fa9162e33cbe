package io.concor.diagnosis.cause;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps to the cause that was named, as long as its rule still finds it, until another one is much likelier, or likelier for
 * two seconds in a row: near the bounds of two rules the likelier one may change every second. For one thread.
 */
public final class SteadyCause {

    private static final double MUCH_LIKELIER = 1.5;

    private @Nullable Finding named;
    /** What was likelier in the last second. */
    private @Nullable Finding challenger;

    /** Returns the findings of a second with the one to name in front, the others as they were: the likeliest first. */
    public List<Finding> order(List<Finding> findings) {
        Finding likeliest = findings.get(0);
        Optional<Finding> kept =
                findings.stream().filter(finding -> isSame(finding, named)).findFirst();
        if (kept.isEmpty()
                || kept.get() == likeliest
                || isSame(likeliest, challenger)
                || likeliest.confidence() >= MUCH_LIKELIER * kept.get().confidence()) {
            named = likeliest;
            challenger = null;
            return findings;
        }
        challenger = likeliest;
        return Stream.concat(kept.stream(), findings.stream().filter(finding -> finding != kept.get()))
                .toList();
    }

    private static boolean isSame(Finding finding, @Nullable Finding other) {
        return other != null && finding.cause() == other.cause() && finding.component() == other.component();
    }

    /** Nothing limits the flow, or its layout has changed. */
    public void forget() {
        named = null;
        challenger = null;
    }
}
