package io.concor.diagnosis;

import io.concor.EventTimeoutException;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.ThrownErrors;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Failure;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds whether a flow is failing, from the last ten seconds, or from up to a minute if few events end. It is failing from
 * the bounds on, and until less than half of them is left. The alarm is raised when it becomes failing, and cleared when it no
 * longer is, whatever limits it; a change of the layout does not end it. For one thread.
 */
final class FailureAlarm {

    private static final int SECONDS = 10;
    private static final int MOST_SECONDS = 60;
    private static final String TIMEOUT = EventTimeoutException.class.getSimpleName();

    private final FailureBounds bounds;
    /** The last seconds, the latest first. */
    private final Deque<Second> recent = new ArrayDeque<>();

    private final AlarmListener listener;
    private @Nullable Failure failure;
    private @Nullable Verdict raised;

    FailureAlarm(FailureBounds bounds, AlarmListener listener) {
        this.bounds = bounds;
        this.listener = listener;
    }

    /**
     * The events that ended in a second, or in several.
     *
     * @param errors the errors of each component
     */
    private record Second(double ended, double failed, double recovered, List<Errors> errors) {

        static Second of(FlowWindow window) {
            double seconds = window.seconds();
            return new Second(
                    window.throughput() * seconds,
                    window.failed() * seconds,
                    window.recovered() * seconds,
                    window.components().stream()
                            .map(component -> Errors.of(component, seconds))
                            .toList());
        }

        Second plus(Second other) {
            return new Second(
                    ended + other.ended,
                    failed + other.failed,
                    recovered + other.recovered,
                    IntStream.range(0, errors.size())
                            .mapToObj(i -> errors.get(i).plus(other.errors.get(i)))
                            .toList());
        }
    }

    /**
     * The errors of a component.
     *
     * @param all their number, timeouts of the flow included
     */
    private record Errors(double all, double timeouts, ThrownErrors thrown) {

        static Errors of(ComponentWindow component, double seconds) {
            return new Errors(
                    component.errors() * seconds,
                    component.timeouts() * seconds,
                    component.thrown().times(seconds));
        }

        Errors plus(Errors other) {
            return new Errors(all + other.all, timeouts + other.timeouts, thrown.plus(other.thrown));
        }
    }

    /** Takes a second into account. A flow that was stopped is not failing: its events end with the stop. */
    void add(FlowWindow second, BooleanSupplier running, Instant now) {
        recent.addFirst(Second.of(second));
        if (recent.size() > MOST_SECONDS) {
            recent.removeLast();
        }
        Second period = period();
        failure = isFailing(period, failure == null ? 1 : 0.5)
                ? failure(second, period, failure == null ? now : failure.since())
                : null;
        if (isFailing() && !running.getAsBoolean()) {
            forget();
        }
    }

    boolean isFailing() {
        return failure != null;
    }

    /** Returns the verdict with what fails, and raises or clears the alarm. */
    Verdict show(Verdict limit) {
        if (failure == null) {
            end();
            return limit;
        }
        Verdict shown = limit.failing(failure);
        if (raised == null) {
            raised = shown;
            listener.onFailing(shown);
        }
        return shown;
    }

    /** The flow is closed. */
    void clear() {
        forget();
        end();
    }

    private void forget() {
        recent.clear();
        failure = null;
    }

    private void end() {
        Verdict before = raised;
        if (before != null) {
            raised = null;
            listener.onFailureEnded(before);
        }
    }

    private Second period() {
        Iterator<Second> seconds = recent.iterator();
        Second period = seconds.next();
        for (int i = 1; seconds.hasNext() && (i < SECONDS || period.ended() < bounds.events()); i++) {
            period = period.plus(seconds.next());
        }
        return period;
    }

    /** @param part the part of the bounds that is enough */
    private boolean isFailing(Second period, double part) {
        return isMany(period.failed(), bounds.share() * period.ended(), part)
                || isMany(period.failed() + period.recovered(), bounds.recoveredShare() * period.ended(), part);
    }

    private boolean isMany(double events, double bound, double part) {
        // counts are computed from rates
        return Math.round(events) >= part * bounds.events() && events >= part * bound * 0.999;
    }

    private Failure failure(FlowWindow window, Second period, Instant since) {
        boolean ends = period.failed() >= period.recovered();
        double share = Math.min(1, (ends ? period.failed() : period.recovered()) / Math.max(1, period.ended()));
        OptionalInt place = window.placeOfMost(ends, i -> period.errors().get(i).all());
        String component =
                place.isPresent() ? window.components().get(place.getAsInt()).name() : null;
        String error = place.isPresent() ? error(period.errors().get(place.getAsInt()), component) : null;
        return new Failure(component, error, since, share, summary(share, ends, component, error));
    }

    /** Events that wait too long often do because of what the others end with, also while all calls last. */
    private @Nullable String error(Errors errors, @Nullable String component) {
        String before = failure != null && Objects.equals(failure.component(), component) ? failure.error() : null;
        String waited = errors.timeouts() > 0 ? TIMEOUT : null;
        return errors.thrown().mostFrequent().orElse(before == null ? waited : before);
    }

    private static String summary(double share, boolean ends, @Nullable String component, @Nullable String error) {
        return Sentence.of(
                "%.0f %% of the events %s%s%s.",
                100 * share,
                ends ? "fail" : "complete only after a catch component has handled an error",
                component == null ? "" : Sentence.of(", most at '%s'", component),
                error == null ? "" : Sentence.of(", most often with %s", error));
    }
}
