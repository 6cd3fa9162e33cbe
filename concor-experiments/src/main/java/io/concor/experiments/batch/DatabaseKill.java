package io.concor.experiments.batch;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.PostgresServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Kills a database once, at a time, and starts it again. */
final class DatabaseKill implements AutoCloseable {

    private static final long DOWN_SECONDS = 2;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final CompletableFuture<Double> down;

    private DatabaseKill(CompletableFuture<Double> down) {
        this.down = down;
    }

    /** @param time when the server is killed, from now on; null for never */
    static DatabaseKill after(@Nullable Duration time, PostgresServer server) {
        return new DatabaseKill(
                time == null
                        ? CompletableFuture.completedFuture(0.0)
                        : CompletableFuture.supplyAsync(
                                () -> kill(server),
                                CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS)));
    }

    private static double kill(PostgresServer server) {
        long start = System.nanoTime();
        server.kill();
        try {
            TimeUnit.SECONDS.sleep(DOWN_SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        server.restart();
        return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }

    /** Returns how long the server was down, or 0. */
    double downSeconds() {
        try {
            return down.join();
        } catch (CompletionException failed) {
            throw new ExperimentException("The database could not be killed and started again", failed);
        }
    }

    /** Waits until the server is there again. */
    @Override
    public void close() {
        down.exceptionally(failed -> 0.0).join();
    }
}
