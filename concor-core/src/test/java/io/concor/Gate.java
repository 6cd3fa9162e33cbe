package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A place in a task at which a test holds the thread, until it opens. */
final class Gate {

    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** To be called by the task; holds it no longer than a test may take. */
    void pass() throws InterruptedException {
        reached.countDown();
        opened.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The same for a task that does not answer interrupts. */
    void passStubbornly() {
        reached.countDown();
        long start = System.nanoTime();
        boolean interrupted = false;
        while (opened.getCount() > 0 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            try {
                opened.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException ignored) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void awaitReached() {
        assertThat(soon(reached)).as("a thread reached the gate").isTrue();
    }

    void open() {
        opened.countDown();
    }

    static boolean soon(CountDownLatch latch) {
        try {
            return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted while waiting for a latch", interrupted);
        }
    }
}
