package io.concor.engine.retry;

import io.concor.DeadLetter;
import io.concor.SideEffectTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Attempts;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.UnhandledErrors;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Gives the events that no caller awaits and that ended with an error to a task, or has them kept. One that came from a store is
 * not kept again: its store has it. Thread-safe.
 */
public final class DeadLetters {

    private final FlowDefinition flow;
    private final @Nullable SideEffectTask<DeadLetter<@Nullable Object>> receiver;
    private final UnhandledErrors unhandled;
    private final UnhandledErrors notKept;
    private final LongAdder given = new LongAdder();
    private final LongAdder lost = new LongAdder();
    /** Those of which it is not known yet whether they are kept. */
    private final AtomicInteger pending = new AtomicInteger();

    private @Nullable LetterKeeper keeper; // set before the first event enters

    public DeadLetters(FlowDefinition flow, UnhandledErrors unhandled) {
        this.flow = flow;
        this.receiver = flow.failures().deadLetters();
        this.unhandled = unhandled;
        this.notKept = UnhandledErrors.everyMinute(flow);
    }

    /** Has dead letters kept from now on. Called once, before events enter. */
    public void use(LetterKeeper next) {
        keeper = next;
    }

    /** Returns an event that ends with an error as a dead letter; null if nothing receives it, or there is no memory for it. */
    public @Nullable DeadLetter<@Nullable Object> letter(Context context, Throwable error) {
        boolean received = receiver != null || keeper != null && !context.isFromStore();
        return received ? describe(context, error) : null;
    }

    /** Returns an event that ends with an error as a dead letter; null if there is no memory for it. */
    @SuppressWarnings("NullAway") // an event may have entered with null
    public @Nullable DeadLetter<@Nullable Object> describe(Context context, Throwable error) {
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
                given.increment();
            } else if (keeper != null) {
                unhandled.report(failedAt, letter.error());
                keeper.keep(letter, failedAt);
            }
        } catch (Throwable failed) {
            lost.increment();
            if (failed != letter.error()) {
                failed.addSuppressed(letter.error());
            }
            unhandled.reportLostLetter(failedAt, failed);
        }
    }

    /** A dead letter is about to be kept: a stop waits for it. */
    public void keeping() {
        pending.incrementAndGet();
    }

    /** A dead letter is kept. */
    public void kept() {
        given.increment();
        pending.decrementAndGet();
    }

    /** A dead letter could not be kept. */
    public void notKept(int failedAt, Throwable reason) {
        lost.increment();
        pending.decrementAndGet();
        notKept.reportUnkeptLetter(failedAt, reason);
    }

    /** Returns whether it is known of each dead letter whether it is kept. */
    public boolean areKept() {
        return pending.get() == 0;
    }

    /** Returns how many were received or kept. */
    public long given() {
        return given.sum();
    }

    /** Returns how many were not, because their receiver failed, or they could not be kept. */
    public long lost() {
        return lost.sum();
    }
}
