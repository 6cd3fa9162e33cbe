package io.concor.threadlocals;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves something in a thread-local of any live platform thread: in the MDC, an observation, a
 * security context, a transaction, whatever is {@linkplain WatchedThreadLocals watched}. JUnit finds it by itself and
 * registers it for all tests of a module. It looks after the test method and before what is annotated with
 * {@code @AfterEach}, while the threads of the test's flows are alive; a test that closes them itself has one of its
 * own and asks {@link #requireNothingLeft()} before. A look takes some 50 microseconds. Virtual threads are not seen.
 *
 * <p>The JVM of the tests needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
public final class NoThreadLocalIsLeft implements BeforeTestExecutionCallback, AfterTestExecutionCallback {

    /** A thread that has just told of an event's end has a moment to lay down what it carried. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Duration patience;
    private final WatchedThreadLocals watched = new WatchedThreadLocals();
    private List<HeldValue> before = List.of();

    /** With patience for slow machines. */
    public NoThreadLocalIsLeft() {
        this(PATIENCE);
    }

    /**
     * With some other patience.
     *
     * @param patience how long threads may take to hold nothing any more
     */
    public NoThreadLocalIsLeft(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void beforeTestExecution(ExtensionContext test) {
        before = watched.held();
    }

    @Override
    public void afterTestExecution(ExtensionContext test) {
        if (test.getExecutionException().isEmpty()) {
            requireNothingLeft();
        }
    }

    /** Fails when a thread holds what it did not hold before the test. */
    public void requireNothingLeft() {
        long start = System.nanoTime();
        List<HeldValue> left = left();
        while (!left.isEmpty() && System.nanoTime() - start < patience.toNanos()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            left = left();
        }
        assertThat(left).as("what threads hold more than before the test").isEmpty();
    }

    private List<HeldValue> left() {
        return watched.held().stream().filter(held -> !before.contains(held)).toList();
    }
}
