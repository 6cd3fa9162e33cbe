package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The alarm of one flow: raised when three verdicts in a row name the same cause, because the first windows after a change of
 * the load often suggest another one; cleared when nothing limits the flow. Not raised again within two minutes. For one thread.
 */
final class Alarm {

    private static final Duration PAUSE = Duration.ofMinutes(2);

    private static final int ENOUGH_VERDICTS = 3;

    private final AlarmListener listener;
    private final Supplier<Instant> clock;
    private @Nullable Verdict raised;
    private Instant lastRaised = Instant.MIN;
    private @Nullable Cause latest;
    private int sameVerdicts;

    Alarm(AlarmListener listener, Supplier<Instant> clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /** The flow is limited. */
    void raise(Verdict verdict) {
        sameVerdicts = verdict.cause() == latest ? sameVerdicts + 1 : 1;
        latest = verdict.cause();
        if (sameVerdicts >= ENOUGH_VERDICTS && isNew(raised, verdict)) {
            raised = verdict;
            lastRaised = clock.get();
            listener.onRaised(verdict);
        }
    }

    /** Nothing limits the flow. */
    void clear() {
        Verdict before = raised;
        latest = null;
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
