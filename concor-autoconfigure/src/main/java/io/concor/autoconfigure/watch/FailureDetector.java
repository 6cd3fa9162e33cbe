package io.concor.autoconfigure.watch;

import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Detects that many events of one flow fail or recover, by periods of ten seconds. Reports when that begins, becomes the
 * other or ends, at most once per minute; a report that would come earlier waits. That nearly all events fail or recover waits for
 * nothing: an earlier report of some must not hide it. Not thread-safe.
 */
final class FailureDetector {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final double MANY = 0.2;
    private static final double NEARLY_ALL = 0.9;
    private static final long ENOUGH = 10;

    private @Nullable FlowReading before;
    private long timedOutBefore;
    private long observedNanos;
    private long reportedNanos;
    private Failures reported = Failures.FEW;

    /** Ignores what has happened before. */
    FailureDetector(long now) {
        this.observedNanos = now - PERIOD_NANOS;
        this.reportedNanos = now - PAUSE_NANOS;
    }

    /** What happens to many events, the worst last. */
    enum Failures {
        FEW,
        /** A catch component handles their errors, and they complete. */
        RECOVERED,
        NEARLY_ALL_RECOVERED,
        FAILED,
        NEARLY_ALL_FAILED;

        boolean isFailed() {
            return compareTo(FAILED) >= 0;
        }

        private boolean escalates(Failures before) {
            return (this == NEARLY_ALL_RECOVERED || this == NEARLY_ALL_FAILED) && compareTo(before) > 0;
        }
    }

    /**
     * A period.
     *
     * @param recovered number of events that completed after a catch component had handled an error
     * @param failed number of events that ended with an error
     * @param timedOut number of events that ended with a timeout
     * @param ended number of events that ended
     * @param place where most errors occurred and of which class the latest was, with a comma in front; empty for none
     */
    record Observation(
            Failures failures, long recovered, long failed, long timedOut, long ended, Duration time, String place) {}

    /**
     * Returns what is to be reported. Call it about once a second.
     *
     * @param timedOut number of events that have ended with a timeout
     */
    Optional<Observation> observe(long now, long timedOut, Supplier<FlowReading> reading) {
        if (now - observedNanos < PERIOD_NANOS) {
            return Optional.empty();
        }
        FlowReading present = reading.get();
        Optional<Observation> seen = Optional.ofNullable(before)
                .filter(known -> known.builtNanos() == present.builtNanos())
                .map(known -> compare(known, present, timedOut - timedOutBefore, Duration.ofNanos(now - observedNanos)))
                .filter(period -> isNews(period.failures(), now));
        seen.ifPresent(period -> {
            reported = period.failures();
            reportedNanos = now;
        });
        before = present;
        timedOutBefore = timedOut;
        observedNanos = now;
        return seen;
    }

    private boolean isNews(Failures present, long now) {
        return present != reported && (present.escalates(reported) || now - reportedNanos >= PAUSE_NANOS);
    }

    /** The counters are read one after the other, while events end. */
    private static Observation compare(FlowReading before, FlowReading now, long timedOut, Duration time) {
        long ended = now.completed() + now.failed() - before.completed() - before.failed();
        long recovered = Math.min(ended, now.recovered() - before.recovered());
        long failed = Math.min(ended, now.failed() - before.failed());
        Failures failures = failures(recovered, failed, ended);
        return new Observation(
                failures,
                recovered,
                failed,
                Math.min(failed, timedOut),
                ended,
                time,
                place(now, errors(before, now, failures)));
    }

    private static Failures failures(long recovered, long failed, long ended) {
        if (!many(failed + recovered, ended)) {
            return Failures.FEW;
        }
        if (many(failed, ended) || failed > recovered) {
            return failed >= NEARLY_ALL * ended ? Failures.NEARLY_ALL_FAILED : Failures.FAILED;
        }
        return failed + recovered >= NEARLY_ALL * ended ? Failures.NEARLY_ALL_RECOVERED : Failures.RECOVERED;
    }

    private static boolean many(long events, long ended) {
        return events >= ENOUGH && events >= MANY * ended;
    }

    /** Of the errors of a component, at most as many end their events as each later catch component throws itself. */
    private static IntToLongFunction errors(FlowReading before, FlowReading now, Failures failures) {
        IntToLongFunction errors = i ->
                now.components().get(i).errors() - before.components().get(i).errors();
        return !failures.isFailed()
                ? errors
                : component -> IntStream.range(component, now.components().size())
                        .filter(i ->
                                i == component || now.components().get(i).kind().handlesErrors())
                        .mapToLong(errors::applyAsLong)
                        .min()
                        .orElse(0);
    }

    private static String place(FlowReading now, IntToLongFunction errors) {
        return IntStream.range(0, now.components().size())
                .boxed()
                .max(Comparator.<Integer>comparingLong(errors::applyAsLong)
                        .thenComparing(i -> !now.components().get(i).kind().handlesErrors())
                        .thenComparing(Comparator.naturalOrder()))
                .filter(i -> errors.applyAsLong(i) > 0)
                .map(i -> words(now.components().get(i)))
                .orElse("");
    }

    private static String words(ComponentReading component) {
        return Sentence.of(", most of '%s', the latest %s", component.name(), component.latestError());
    }
}
