package io.concor.sample.support;

import io.concor.Continuation;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The continuation of a {@link PlainFlow}: hands on the first answer and ignores all later ones. Thread-safe.
 *
 * @param <O> the type of the answer
 */
public final class FirstAnswer<O> implements Continuation<O> {

    private final Consumer<O> value;
    private final Consumer<Throwable> error;
    private final AtomicBoolean decided = new AtomicBoolean();

    /**
     * Creates a continuation.
     *
     * @param value receives the answer
     * @param error receives the error in place of an answer
     */
    public FirstAnswer(Consumer<O> value, Consumer<Throwable> error) {
        this.value = value;
        this.error = error;
    }

    @Override
    public void complete(O given) {
        if (decided.compareAndSet(false, true)) {
            value.accept(given);
        }
    }

    @Override
    public void fail(Throwable failure) {
        if (decided.compareAndSet(false, true)) {
            error.accept(failure);
        }
    }

    @Override
    public void continuing(Supplier<? extends O> given) {
        O result;
        try {
            result = given.get();
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        complete(result);
    }

    @Override
    public void onError(Supplier<? extends Throwable> failure) {
        Throwable result;
        try {
            result = failure.get();
        } catch (Throwable thrown) {
            result = thrown;
        }
        fail(result);
    }
}
