package io.concor.simulator;

import io.concor.simulator.load.LoadRun;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a run when the JVM is told to end (Ctrl-C), and holds the JVM until the results so far are written. */
final class ShutdownHook implements AutoCloseable {

    /** To write the results in, once nothing is in flight any more. */
    private static final Duration WRITING = Duration.ofMinutes(1);

    private final CountDownLatch written = new CountDownLatch(1);
    private final LoadRun run;
    private final Duration patience;
    private final Thread hook = new Thread(this::interrupted, "interruption");
    private volatile boolean happened;

    ShutdownHook(LoadRun run, Duration drain) {
        this.run = run;
        this.patience = drain.plus(WRITING);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean happened() {
        return happened;
    }

    /** The results are written. */
    @Override
    public void close() {
        written.countDown();
        if (!happened) {
            removeHook();
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the JVM has begun to end just now, and the hook will find the latch open
        }
    }

    private void interrupted() {
        happened = true;
        run.stop();
        try {
            written.await(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
