package io.concor.autoconfigure.watch;

import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Detects that many events of one flow recover, by periods of ten seconds. Reports begin and end, at most one of them per
 * minute; a report that would come earlier waits. Not thread-safe.
 */
final class RecoveryDetector {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final double MANY = 0.2;
    private static final long ENOUGH = 10;

    private @Nullable FlowReading before;
    private long observedNanos;
    private long reportedNanos;
    private boolean reported;

    /** Ignores what has happened before. */
    RecoveryDetector(long now) {
        this.observedNanos = now - PERIOD_NANOS;
        this.reportedNanos = now - PAUSE_NANOS;
    }

    /**
     * A period.
     *
     * @param many whether the recovered events are many
     * @param recovered number of events that completed after a catch component had handled an error
     * @param ended number of events that ended
     * @param place where most errors occurred and of which class the latest was, with a comma in front; empty for none
     */
    record Observation(boolean many, long recovered, long ended, Duration time, String place) {}

    /** Returns what is to be reported. Call it about once a second. */
    Optional<Observation> observe(long now, Supplier<FlowReading> reading) {
        if (now - observedNanos < PERIOD_NANOS) {
            return Optional.empty();
        }
        FlowReading present = reading.get();
        Optional<Observation> seen = Optional.ofNullable(before)
                .filter(known -> known.builtNanos() == present.builtNanos())
                .map(known -> compare(known, present, Duration.ofNanos(now - observedNanos)))
                .filter(period -> period.many() != reported && now - reportedNanos >= PAUSE_NANOS);
        seen.ifPresent(period -> {
            reported = period.many();
            reportedNanos = now;
        });
        before = present;
        observedNanos = now;
        return seen;
    }

    private static Observation compare(FlowReading before, FlowReading now, Duration time) {
        long recovered = now.recovered() - before.recovered();
        long ended = now.completed() + now.failed() - before.completed() - before.failed();
        boolean many = recovered >= ENOUGH && recovered >= MANY * ended;
        return new Observation(many, recovered, ended, time, place(before, now));
    }

    private static String place(FlowReading before, FlowReading now) {
        return IntStream.range(0, now.components().size())
                .boxed()
                .max(Comparator.comparingLong(i -> errors(now, i) - errors(before, i)))
                .filter(i -> errors(now, i) > errors(before, i))
                .map(i -> words(now.components().get(i)))
                .orElse("");
    }

    private static long errors(FlowReading reading, int component) {
        return reading.components().get(component).errors();
    }

    private static String words(ComponentReading component) {
        return ", most of '%s', the latest %s".formatted(component.name(), component.latestError());
    }
}
