package io.concor.engine.retry;

import io.concor.DeadLetter;
import io.concor.SideEffectTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Attempts;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.UnhandledErrors;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Gives the events to a task that nobody awaits and that ended with an error. Thread-safe. */
public final class DeadLetters {

    private final FlowDefinition flow;
    private final @Nullable SideEffectTask<DeadLetter<@Nullable Object>> receiver;
    private final UnhandledErrors unhandled;
    private final LongAdder given = new LongAdder();
    private final LongAdder lost = new LongAdder();

    public DeadLetters(FlowDefinition flow, UnhandledErrors unhandled) {
        this.flow = flow;
        this.receiver = flow.failures().deadLetters();
        this.unhandled = unhandled;
    }

    /** Returns an event that ends with an error as a dead letter; null if nothing receives it, or there is no memory for it. */
    @SuppressWarnings("NullAway") // an event may have entered with null
    public @Nullable DeadLetter<@Nullable Object> letter(Context context, Throwable error) {
        if (receiver == null) {
            return null;
        }
        try {
            int failedAt = context.failedAt();
            String component = failedAt == ExecutionSite.NOWHERE
                    ? null
                    : flow.component(failedAt).name();
            Attempts attempts = context.failedAttempts();
            Instant now = Instant.now();
            return new DeadLetter<>(
                    flow.name(),
                    component,
                    context.event(),
                    error,
                    attempts == null ? 1 : attempts.failed(),
                    attempts == null ? now : Instant.ofEpochMilli(attempts.firstFailedMillis()),
                    attempts == null ? now : Instant.ofEpochMilli(attempts.lastFailedMillis()));
        } catch (OutOfMemoryError noMemory) {
            return null;
        }
    }

    /**
     * Gives a dead letter to what receives it, on the calling thread. Throws nothing.
     *
     * @param failedAt the index of the component at which the error occurred, or {@link ExecutionSite#NOWHERE}
     */
    public void give(DeadLetter<@Nullable Object> letter, int failedAt) {
        try {
            if (receiver != null) {
                receiver.accept(letter);
            }
            given.increment();
        } catch (Throwable failed) {
            lost.increment();
            if (failed != letter.error()) {
                failed.addSuppressed(letter.error());
            }
            unhandled.reportLostLetter(failedAt, failed);
        }
    }

    /** Returns how many were received. */
    public long given() {
        return given.sum();
    }

    /** Returns how many were not received, because their receiver failed. */
    public long lost() {
        return lost.sum();
    }
}
