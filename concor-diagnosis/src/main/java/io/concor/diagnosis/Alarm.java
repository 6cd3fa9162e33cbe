package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The alarm of one flow: raised when the flow becomes limited or another cause limits it, cleared when nothing does. Not
 * raised again within two minutes. For one thread.
 */
final class Alarm {

    private static final Duration PAUSE = Duration.ofMinutes(2);

    private final AlarmListener listener;
    private final Supplier<Instant> clock;
    private @Nullable Verdict raised;
    private Instant lastRaised = Instant.MIN;

    Alarm(AlarmListener listener, Supplier<Instant> clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /** The flow is limited. */
    void raise(Verdict verdict) {
        if (isNew(raised, verdict)) {
            raised = verdict;
            lastRaised = clock.get();
            listener.onRaised(verdict);
        }
    }

    /** Nothing limits the flow. */
    void clear() {
        Verdict before = raised;
        if (before != null) {
            raised = null;
            listener.onCleared(before);
        }
    }

    private boolean isNew(@Nullable Verdict before, Verdict verdict) {
        boolean differs = before == null || before.cause() != verdict.cause();
        return differs && !clock.get().isBefore(lastRaised.equals(Instant.MIN) ? Instant.MIN : lastRaised.plus(PAUSE));
    }
}
