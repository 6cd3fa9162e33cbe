package io.concor.engine.path;

import io.concor.engine.event.Context;
import io.concor.engine.measure.ComponentErrors;
import io.concor.statistics.EventOutcome;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts errors at the components where they occurred, whether caught or not. Thread-safe. */
final class ErrorCounters {

    private static final int MOST_CAUSES = 20;

    private final String flow;
    /** The errors that occurred at each component. */
    private final List<ComponentErrors> errors;
    /** Timeouts, also those that a catch component handled. */
    private final LongAdder timeouts = new LongAdder();

    ErrorCounters(String flow, int components) {
        this.flow = flow;
        this.errors = Stream.generate(ComponentErrors::new).limit(components).toList();
    }

    /** Counts an error that is caught, or with which an event ends, if it occurred at a component. Throws nothing. */
    void count(Context context) {
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
    ComponentErrors at(int component) {
        return errors.get(component);
    }

    /** Returns how many timeouts there were, also those that a catch component handled. */
    long timeouts() {
        return timeouts.sum();
    }
}
