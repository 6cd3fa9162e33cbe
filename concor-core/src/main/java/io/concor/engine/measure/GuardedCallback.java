package io.concor.engine.measure;

import io.concor.text.FailureLog;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a user's listener or observer. What it throws harms no event; the first exception is logged. Thread-safe. */
final class GuardedCallback<T> {

    /**
     * A call with the arguments that it needs. It captures nothing, because allocating a lambda outside of the guard may
     * throw, too.
     */
    @FunctionalInterface
    interface Call<T> {

        void on(T target, int index, long nanos, @Nullable Object outcome, @Nullable Throwable error);
    }

    private final T target;
    private final Consumer<Throwable> failure;

    GuardedCallback(T target, Class<T> role) {
        this(target, log(LoggerFactory.getLogger(role), target.getClass().getName()));
    }

    private GuardedCallback(T target, Consumer<Throwable> failure) {
        this.target = target;
        this.failure = failure;
    }

    private static Consumer<Throwable> log(Logger logger, String type) {
        FailureLog log = new FailureLog();
        return thrown -> log.once(thrown, failure -> logger.error("{} failed. Logged once", type, failure));
    }

    T target() {
        return target;
    }

    /** Calls a method of the target. */
    void call(Call<? super T> method, int index, long nanos, @Nullable Object outcome, @Nullable Throwable error) {
        try {
            method.on(target, index, nanos, outcome, error);
        } catch (Throwable thrown) {
            failure.accept(thrown);
        }
    }

    /** Returns the guarded result of a method of the target. Null if the result is null or the method throws. */
    <R> @Nullable GuardedCallback<R> get(Function<? super T, ? extends @Nullable R> method) {
        try {
            R result = method.apply(target);
            return result == null ? null : new GuardedCallback<>(result, failure);
        } catch (Throwable thrown) {
            failure.accept(thrown);
            return null;
        }
    }
}
