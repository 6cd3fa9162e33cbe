package io.concor.engine;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.ComponentErrors;
import io.concor.statistics.EventOutcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Completes events: counts the outcome, releases the context and completes the future of the caller. */
final class EventCompletion {

    private static final int MOST_CAUSES = 20;
    private static final int NO_PLACE = -1;

    private final String flow;
    private final AdmissionGate gate;
    private final ForeignThreads foreignThreads;
    private final UnhandledErrors unhandled;
    /** Apart, so that the timeouts of the same events do not suppress its reports. */
    private final UnhandledErrors failedEndActions;
    /** Events that ended with an error other than a timeout. */
    private final LongAdder failedWithoutTimeout = new LongAdder();

    private final LongAdder timedOut = new LongAdder();
    /** Events whose callers gave up. */
    private final LongAdder cancelled = new LongAdder();
    /** Timeouts, also those that a catch component handled. */
    private final LongAdder timeouts = new LongAdder();
    /** Events that ended with a value after a catch component had handled an error. */
    private final LongAdder recovered = new LongAdder();

    /** The errors that occurred at each component. */
    private final List<ComponentErrors> errors;

    private final LongAdder ignoredContinuations = new LongAdder();
    /** Futures handed out and not completed yet. */
    private final AtomicInteger openFutures = new AtomicInteger();

    private final CompletingThreads completing = new CompletingThreads();

    EventCompletion(FlowDefinition flow, AdmissionGate gate, ForeignThreads foreignThreads, UnhandledErrors unhandled) {
        this.flow = flow.name();
        this.errors = Stream.generate(ComponentErrors::new).limit(flow.size()).toList();
        this.gate = gate;
        this.foreignThreads = foreignThreads;
        this.unhandled = unhandled;
        this.failedEndActions = new UnhandledErrors(flow);
    }

    /** A caller awaits the result of an event that is inside. */
    void futureOpened() {
        openFutures.incrementAndGet();
    }

    void complete(Context context) {
        Throwable error = context.error;
        int failedAt = context.failedAt();
        Object value = context.value;
        EventFuture result = context.result;
        try {
            count(context, EventOutcome.of(flow, error));
        } finally {
            context.clear();
            foreignThreads.end(context);
            gate.release(context);
            report(result, context.index, value, error, failedAt);
        }
    }

    private void count(Context context, EventOutcome outcome) {
        if (outcome == EventOutcome.COMPLETED) {
            context.countCompleted();
            if (context.caught) {
                recovered.increment();
            }
        } else if (outcome == EventOutcome.CANCELLED) {
            cancelled.increment();
        } else {
            (outcome == EventOutcome.TIMED_OUT ? timedOut : failedWithoutTimeout).increment();
            countError(context);
        }
        if (context.sampled) {
            context.stopwatch().stop(outcome, context.error);
        }
    }

    /** The context is free already, so code that depends on the result may enter the flow again. */
    private void report(
            @Nullable EventFuture result,
            int context,
            @Nullable Object value,
            @Nullable Throwable error,
            int failedAt) {
        if (result != null) {
            complete(result, context, value, error);
        } else if (error != null) {
            unhandled.report(failedAt, error);
        }
    }

    private void complete(EventFuture result, int context, @Nullable Object value, @Nullable Throwable error) {
        int place = beginCompleting(context);
        try {
            if (error == null) {
                result.endWith(value);
            } else {
                result.fail(error);
            }
        } finally {
            if (place != NO_PLACE) {
                completing.end(place);
            }
            openFutures.decrementAndGet();
        }
    }

    /** Without memory, no stop knows that the thread completes a future. */
    private int beginCompleting(int context) {
        try {
            return completing.begin(context);
        } catch (OutOfMemoryError noMemory) {
            return NO_PLACE;
        }
    }

    /**
     * Whether every future is complete.
     *
     * @param exempt how many do not count
     */
    boolean allFuturesComplete(int exempt) {
        return openFutures.get() <= exempt;
    }

    /** Whether the calling thread runs code that depends on a result of this flow. */
    boolean isCompletingOnThisThread() {
        return completing.count(Thread.currentThread()) > 0;
    }

    /** Returns the threads that complete futures of this flow, and so perhaps run code that depends on results. */
    CompletingThreads completingThreads() {
        return completing;
    }

    /** Counts an error that was caught, or with which an event ended, if it occurred at a component. Throws nothing. */
    void countError(Context context) {
        int component = context.failedAt();
        Throwable error = context.error;
        boolean timeout = EventOutcome.of(flow, error) == EventOutcome.TIMED_OUT;
        if (timeout && context.markTimeoutCounted()) {
            timeouts.increment();
        }
        if (error != null && component >= 0 && component < errors.size()) {
            ComponentErrors counted = errors.get(component);
            if (timeout) {
                counted.countTimeout();
            } else {
                counted.countThrown(error.getClass(), tellingCause(error));
            }
        }
    }

    /**
     * Returns the class of the innermost cause that is neither of a more general type than what it causes nor internal to the
     * JDK: that an HTTP timeout was caused by an I/O exception tells nothing. Bounded, because causes may form a circle.
     */
    private static Class<?> tellingCause(Throwable error) {
        Class<?> telling = error.getClass();
        Throwable cause = error.getCause();
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            telling = tellsMore(cause.getClass(), telling) ? cause.getClass() : telling;
            cause = cause.getCause();
        }
        return telling;
    }

    private static boolean tellsMore(Class<?> cause, Class<?> error) {
        return !cause.isAssignableFrom(error) && !isInternalToJdk(cause);
    }

    private static boolean isInternalToJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return (loader == null || loader == ClassLoader.getPlatformClassLoader())
                && !type.getModule().isExported(type.getPackageName());
    }

    /** Returns the errors that occurred at a component. */
    ComponentErrors errors(int component) {
        return errors.get(component);
    }

    /** Returns how many events ended with an error, timeouts included. */
    long failed() {
        return failedWithoutTimeout.sum() + timedOut.sum();
    }

    /** Returns how many events ended with an error other than a timeout. */
    long failedWithoutTimeout() {
        return failedWithoutTimeout.sum();
    }

    /** Returns how many events ended with a timeout. */
    long timedOut() {
        return timedOut.sum();
    }

    /** Returns how many events ended because their callers gave up. */
    long cancelled() {
        return cancelled.sum();
    }

    /** Returns how many timeouts there were, also those that a catch component handled. */
    long timeoutCount() {
        return timeouts.sum();
    }

    /** Returns how many events ended with a value after a catch component had handled an error. */
    long recovered() {
        return recovered.sum();
    }

    /** Logs what a transition task has thrown after its continuation had decided the event. */
    void reportLateError(int component, Throwable thrown) {
        unhandled.reportLate(component, thrown);
    }

    void countIgnoredContinuation() {
        ignoredContinuations.increment();
    }

    long ignoredContinuations() {
        return ignoredContinuations.sum();
    }

    /** An action that a transition task registered for the end of an event has thrown. */
    void reportFailedEndAction(int component, Throwable failure) {
        failedEndActions.reportEndAction(component, failure);
    }
}
