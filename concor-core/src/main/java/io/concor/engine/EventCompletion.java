package io.concor.engine;

import io.concor.statistics.EventOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Where events leave: counts the outcome, frees the context, and tells who awaits the result. */
final class EventCompletion {

    private final String flow;
    private final AdmissionGate door;
    private final UnhandledErrors unhandled;
    /** Those that failed without a timeout. */
    private final LongAdder erred = new LongAdder();

    private final LongAdder timedOut = new LongAdder();
    private final LongAdder ignoredContinuations = new LongAdder();
    private final AtomicInteger untold = new AtomicInteger();
    /** Set on a thread while it tells somebody. */
    private final ThreadLocal<Boolean> telling = new ThreadLocal<>();

    EventCompletion(String flow, AdmissionGate door, UnhandledErrors unhandled) {
        this.flow = flow;
        this.door = door;
        this.unhandled = unhandled;
    }

    /** Somebody awaits the result of an event that is inside. */
    void announce() {
        untold.incrementAndGet();
    }

    void leave(Context context) {
        Throwable error = context.error;
        Object value = context.value;
        CompletableFuture<Object> result = context.result;
        try {
            count(context, EventOutcome.of(flow, error));
        } finally {
            context.clear();
            door.release(context);
            tell(result, value, error);
        }
    }

    private void count(Context context, EventOutcome outcome) {
        if (outcome == EventOutcome.COMPLETED) {
            context.countCompleted();
        } else {
            (outcome == EventOutcome.TIMED_OUT ? timedOut : erred).increment();
        }
        if (context.sampled) {
            context.trace().end(outcome, context.error);
        }
    }

    /** The context is free already, so what hangs on the result may enter the flow again. */
    private void tell(@Nullable CompletableFuture<Object> result, @Nullable Object value, @Nullable Throwable error) {
        if (result != null) {
            tellWhoAwaits(result, value, error);
        } else if (error != null) {
            unhandled.note(error);
        }
    }

    @SuppressWarnings("NullAway") // a task may give null, and then the result is null
    private void tellWhoAwaits(CompletableFuture<Object> result, @Nullable Object value, @Nullable Throwable error) {
        boolean outermost = telling.get() == null; // what is told may let events end on this thread
        telling.set(true);
        try {
            if (error == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(error);
            }
        } finally {
            if (outermost) {
                telling.remove();
            }
            untold.decrementAndGet();
        }
    }

    /** Whether everybody who awaited a result was told; who asks because of what it was told does not count. */
    boolean allTold() {
        return tellsOnThisThread() || untold.get() == 0;
    }

    /** Whether the calling thread runs what hangs on a result of this flow. */
    boolean tellsOnThisThread() {
        boolean tells = telling.get() != null;
        if (!tells) {
            telling.remove(); // get() leaves an entry
        }
        return tells;
    }

    /** How many events ended with an error, timeouts included. */
    long failed() {
        return erred() + timedOut();
    }

    /** How many of those ended with another error than a timeout. */
    long erred() {
        return erred.sum();
    }

    /** How many of those ended with a timeout. */
    long timedOut() {
        return timedOut.sum();
    }

    void ignoredContinuation() {
        ignoredContinuations.increment();
    }

    long ignoredContinuations() {
        return ignoredContinuations.sum();
    }
}
