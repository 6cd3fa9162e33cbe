package io.concor.simulator;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops a run when the JVM shuts down (Ctrl-C), and delays the shutdown until the results are written. */
final class ShutdownHook implements AutoCloseable {

    /** Time limit for writing the results after the last request has ended. */
    private static final Duration WRITE_TIMEOUT = Duration.ofMinutes(1);

    private final CountDownLatch written = new CountDownLatch(1);
    private final Runnable stop;
    private final Duration timeout;
    private final Thread thread = new Thread(this::stopRun, "shutdown-hook");
    private volatile boolean interrupted;

    /**
     * Creates a hook.
     *
     * @param stop stops the run
     * @param drain how long the run may take to stop
     */
    ShutdownHook(Runnable stop, Duration drain) {
        this.stop = stop;
        this.timeout = drain.plus(WRITE_TIMEOUT);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    boolean interrupted() {
        return interrupted;
    }

    /** Ends the delay: the results are written. */
    @Override
    public void close() {
        written.countDown();
        if (!interrupted) {
            remove();
        }
    }

    private void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // the shutdown has just begun; the hook ends at once
        }
    }

    private void stopRun() {
        interrupted = true;
        stop.run();
        try {
            written.await(timeout.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
