package io.concor.diagnosis;

import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What limited one flow while its present times were measured, also if the verdict is another one since, or unknown after a
 * change of the layout. One thread writes; any thread reads.
 */
final class RecentLimits {

    private static final Duration MEASURED = Duration.ofSeconds(SignStreaks.SECONDS_OF_TIMES);

    private volatile Seen<OptionalInt> connections = new Seen<>(OptionalInt.empty(), Instant.MIN);
    private volatile Seen<OptionalDouble> callers = new Seen<>(OptionalDouble.empty(), Instant.MIN);

    private record Seen<T>(T figure, Instant at) {

        T or(T nothing, Instant now) {
            return now.isAfter(at.plus(MEASURED)) ? nothing : figure;
        }
    }

    /**
     * Takes a second with signs of a limit into account.
     *
     * @param found describes its cause
     */
    void add(Situation seen, Verdict found, Instant now) {
        if (found.cause() == Cause.CONNECTION_POOL || found.cause() == Cause.CONNECTION_LEAK) {
            int most = found.cause() == Cause.CONNECTION_POOL ? connectionsOf(seen) : 0;
            connections = new Seen<>(OptionalInt.of(most), now);
        }
        OptionalDouble queuing = LimitSigns.queuingCallers(seen);
        if (queuing.isPresent()) {
            callers = new Seen<>(queuing, now);
        }
    }

    private static int connectionsOf(Situation seen) {
        return seen.pools().stream()
                .flatMap(pool -> PoolShortage.of(seen, pool).stream())
                .mapToInt(shortage -> shortage.pool().most())
                .findFirst()
                .orElse(0);
    }

    /** Returns how many connections limit the flow, or did; 0 if their number is not known, empty if they did not. */
    OptionalInt connections(Instant now) {
        return connections.or(OptionalInt.empty(), now);
    }

    /** Returns how many threads of callers queue for processors, or did; empty if they did not. */
    OptionalDouble callers(Instant now) {
        return callers.or(OptionalDouble.empty(), now);
    }
}
