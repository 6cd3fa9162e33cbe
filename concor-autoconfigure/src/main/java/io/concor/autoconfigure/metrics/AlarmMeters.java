package io.concor.autoconfigure.metrics;

import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Two gauges for each flow: whether it is limited, with the cause and the slot, and whether it is failing, with the
 * component. Without an alarm these are {@code none}. Thread-safe.
 */
final class AlarmMeters implements MeterBinder, AlarmListener {

    private static final String NONE = "none";

    private final AlarmGauges limited;
    private final AlarmGauges failing;

    AlarmMeters(Manager manager) {
        limited = new AlarmGauges(
                manager,
                "concor.flow.limited",
                "1 while the alarm of the flow is raised, otherwise 0",
                limit(null, null));
        failing = new AlarmGauges(
                manager, "concor.flow.failing", "1 while many events of the flow fail, otherwise 0", place(null));
    }

    private static Tags limit(@Nullable Object cause, @Nullable String slot) {
        return Tags.of("cause", named(cause), "slot", named(slot));
    }

    private static Tags place(@Nullable String component) {
        return Tags.of("component", named(component));
    }

    private static String named(@Nullable Object value) {
        return value == null ? NONE : value.toString();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        limited.bindTo(registry);
        failing.bindTo(registry);
    }

    @Override
    public void onRaised(Verdict verdict) {
        limited.raise(verdict.flow(), limit(verdict.cause(), verdict.slot()));
    }

    @Override
    public void onMoved(Verdict verdict) {
        onRaised(verdict);
    }

    @Override
    public void onCleared(Verdict raised) {
        limited.clear(raised.flow());
    }

    @Override
    public void onFailing(Verdict verdict) {
        Verdict.Failure failure = verdict.failure();
        failing.raise(verdict.flow(), place(failure == null ? null : failure.component()));
    }

    @Override
    public void onFailureEnded(Verdict raised) {
        failing.clear(raised.flow());
    }
}
