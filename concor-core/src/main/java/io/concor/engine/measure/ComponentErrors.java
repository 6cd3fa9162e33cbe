package io.concor.engine.measure;

import io.concor.EventTimeoutException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the errors of a component, those that its task throws also by their type. Of many types it keeps those that
 * occurred last. Thread-safe; counting takes no lock, and memory for the first error of a type only.
 */
public final class ComponentErrors {

    /** How many types are kept at the same time. */
    static final int KEPT = 8;

    private static final Type TIMEOUT = new Type(EventTimeoutException.class, EventTimeoutException.class);

    private final AtomicLong all = new AtomicLong();
    private final LongAdder timeouts = new LongAdder();
    private final AtomicReferenceArray<@Nullable Counted> thrown = new AtomicReferenceArray<>(KEPT);
    private volatile @Nullable Type latest;

    /**
     * A type of errors.
     *
     * @param cause the class of the innermost cause that tells more, or that of the error if none does
     */
    private record Type(Class<?> error, Class<?> cause) {

        String inWords() {
            return error == cause
                    ? error.getSimpleName()
                    : error.getSimpleName() + " caused by " + cause.getSimpleName();
        }
    }

    /** How many errors of a type there were since it is kept, and the number of the latest among all errors. */
    private record Counted(Type type, LongAdder errors, AtomicLong latest) {

        boolean isOf(Class<?> error, Class<?> cause) {
            return type.error() == error && type.cause() == cause;
        }
    }

    /** Counts an event that was too old for its flow when it was at the component. */
    public void countTimeout() {
        all.incrementAndGet();
        timeouts.increment();
        latest = TIMEOUT;
    }

    /**
     * Counts an error that the task has thrown.
     *
     * @param cause the class of the innermost cause that tells more, or that of the error if none does
     */
    public void countThrown(Class<?> error, Class<?> cause) {
        long number = all.incrementAndGet();
        Counted counted = kept(error, cause, number);
        counted.errors().increment();
        counted.latest().lazySet(number);
        latest = counted.type();
    }

    private Counted kept(Class<?> error, Class<?> cause, long number) {
        for (int i = 0; i < KEPT; i++) {
            Counted known = thrown.get(i);
            if (known != null && known.isOf(error, cause)) {
                return known;
            }
        }
        return keep(new Counted(new Type(error, cause), new LongAdder(), new AtomicLong(number)));
    }

    /** In place of the type whose latest error is the oldest. If two threads keep a type at the same time, it is counted twice. */
    private Counted keep(Counted added) {
        int oldest = 0;
        Counted replaced;
        do {
            for (int i = 0; i < KEPT; i++) {
                oldest = latest(i) < latest(oldest) ? i : oldest;
            }
            replaced = thrown.get(oldest);
        } while (!thrown.compareAndSet(oldest, replaced, added));
        return added;
    }

    private long latest(int i) {
        Counted counted = thrown.get(i);
        return counted == null ? -1 : counted.latest().get();
    }

    long all() {
        return all.get();
    }

    long timeouts() {
        return timeouts.sum();
    }

    /** Returns the type of the latest error, or null if there was none. */
    @Nullable
    String latest() {
        Type type = latest;
        return type == null ? null : type.inWords();
    }

    /** Returns the number of errors that the task has thrown, by their type, since it is kept. */
    Map<String, Long> thrown() {
        Map<String, Long> errors = new HashMap<>();
        IntStream.range(0, KEPT).mapToObj(thrown::get).forEach(counted -> {
            if (counted != null) {
                errors.merge(counted.type().inWords(), counted.errors().sum(), Long::sum);
            }
        });
        return errors;
    }
}
