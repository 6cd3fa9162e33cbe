package io.concor.engine.thread;

import io.concor.JoinSettings;
import java.util.concurrent.TimeUnit;

/**
 * The bounds of a pool.
 *
 * @param least how many threads are always there
 * @param most how many there may be
 * @param keepAliveNanos how long one beyond {@code least} stays idle; 0 where there are none such
 */
public record PoolBounds(int least, int most, long keepAliveNanos) {

    private static final long VIRTUAL_KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    public static PoolBounds of(JoinSettings settings) {
        int threads = settings.threads();
        return switch (settings.pool()) {
            case SINGLE, FIXED -> new PoolBounds(threads, threads, 0);
            case CACHED -> new PoolBounds(1, threads, settings.keepAlive().toNanos());
            case VIRTUAL -> new PoolBounds(1, threads, VIRTUAL_KEEP_ALIVE_NANOS);
        };
    }
}
