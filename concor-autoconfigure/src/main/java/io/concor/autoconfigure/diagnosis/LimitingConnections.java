package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.advice.ConnectionWaits;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Knows from verdicts, and from alarms that have ended or moved, how many connections limit a flow. Thread-safe. */
final class LimitingConnections implements ConnectionWaits, AlarmListener {

    private static final String IN_USE = ".active";
    /** Measured times are those of the last ten seconds. */
    private static final Duration MEASURED = Duration.ofSeconds(10);

    private final Function<String, Verdict> verdicts;
    private final InstantSource clock;
    /** The present alarm of each flow. */
    private final Map<String, Verdict> present = new ConcurrentHashMap<>();
    /** The last alarm of each flow that connections had caused. */
    private final Map<String, Ended> last = new ConcurrentHashMap<>();

    private record Ended(int connections, Instant at) {}

    /** @param verdicts returns the verdict about a flow */
    LimitingConnections(Function<String, Verdict> verdicts, InstantSource clock) {
        this.verdicts = verdicts;
        this.clock = clock;
    }

    @Override
    public OptionalInt limiting(String flow) {
        Verdict verdict = verdicts.apply(flow);
        if (limit(verdict)) {
            return OptionalInt.of(number(verdict));
        }
        @Nullable Ended ended = last.get(flow);
        return ended == null || clock.instant().isAfter(ended.at().plus(MEASURED))
                ? OptionalInt.empty()
                : OptionalInt.of(ended.connections());
    }

    @Override
    public void onRaised(Verdict verdict) {
        present.put(verdict.flow(), verdict);
    }

    @Override
    public void onMoved(Verdict verdict) {
        end(present.put(verdict.flow(), verdict));
    }

    @Override
    public void onCleared(Verdict raised) {
        end(present.remove(raised.flow()));
    }

    private void end(@Nullable Verdict before) {
        if (before != null && limit(before)) {
            last.put(before.flow(), new Ended(number(before), clock.instant()));
        }
    }

    private static boolean limit(Verdict verdict) {
        return verdict.cause() == Cause.CONNECTION_POOL || verdict.cause() == Cause.CONNECTION_LEAK;
    }

    private static int number(Verdict verdict) {
        return verdict.evidence().stream()
                .filter(evidence -> evidence.signal().endsWith(IN_USE))
                .mapToInt(evidence -> (int) evidence.threshold())
                .findFirst()
                .orElse(0);
    }
}
