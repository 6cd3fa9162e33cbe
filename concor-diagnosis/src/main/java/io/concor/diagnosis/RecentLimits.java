package io.concor.diagnosis;

import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What limited one flow while its present times were measured, also if the verdict is another one since, or unknown after a
 * change of the layout. One thread writes; any thread reads.
 */
final class RecentLimits {

    private static final Duration MEASURED = Duration.ofSeconds(SignStreaks.SECONDS_OF_TIMES);

    private volatile @Nullable Seen<Integer> connections;
    private volatile @Nullable Seen<Double> callers;

    private record Seen<T>(T figure, Instant at) {

        Optional<T> since(Instant now) {
            return now.isAfter(at.plus(MEASURED)) ? Optional.empty() : Optional.of(figure);
        }
    }

    /**
     * Takes a second with signs of a limit into account.
     *
     * @param found describes its cause
     */
    void add(Situation seen, Verdict found, Instant now) {
        if (found.cause() == Cause.CONNECTION_POOL || found.cause() == Cause.CONNECTION_LEAK) {
            connections = new Seen<>(found.cause() == Cause.CONNECTION_POOL ? connectionsOf(seen) : 0, now);
        }
        LimitSigns.queuingCallers(seen).ifPresent(threads -> callers = new Seen<>(threads, now));
    }

    private static int connectionsOf(Situation seen) {
        return seen.pools().stream()
                .flatMap(pool -> PoolShortage.of(seen, pool).stream())
                .mapToInt(shortage -> shortage.pool().most())
                .findFirst()
                .orElse(0);
    }

    /** Returns how many connections limit the flow, or did; 0 if their number is not known, empty if they did not. */
    Optional<Integer> connections(Instant now) {
        Seen<Integer> last = connections;
        return last == null ? Optional.empty() : last.since(now);
    }

    /** Returns how many threads of callers queue for processors, or did; empty if they did not. */
    Optional<Double> callers(Instant now) {
        Seen<Double> last = callers;
        return last == null ? Optional.empty() : last.since(now);
    }
}
