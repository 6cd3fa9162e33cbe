package io.concor.soak;

import io.concor.BatchErrors;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.WaitMode;
import java.time.Duration;
import java.util.SplittableRandom;

/** Draws joins of every pool that this Java version supports. */
final class RandomJoinSettings {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
    private static final int POOLS = Runtime.version().feature() < FIRST_JAVA_WITH_VIRTUAL_THREADS ? 4 : 5;

    private static final int KEYED_THREADS = 6;
    private static final long LINGER_NANOS = 700_000;

    private final SplittableRandom random;
    private final int maxThreads;

    RandomJoinSettings(SplittableRandom random, int maxThreads) {
        this.random = random;
        this.maxThreads = maxThreads;
    }

    /** Draws a join for a batch component; keyed ones are refused. */
    JoinSettings nextForBatches() {
        return next().batchSize(1 << random.nextInt(9))
                .linger(Duration.ofNanos(random.nextInt(3) * LINGER_NANOS))
                .batchTarget(random.nextInt(4) == 0 ? Duration.ofMillis(1 + random.nextInt(50)) : null)
                .batchErrors(random.nextBoolean() ? BatchErrors.SPLIT : BatchErrors.FAIL);
    }

    JoinSettings next() {
        int threads = 1 + random.nextInt(maxThreads);
        JoinSettings settings =
                switch (random.nextInt(POOLS)) {
                    case 0 -> JoinSettings.single();
                    case 1 -> JoinSettings.fixed(threads);
                    case 2 -> JoinSettings.cached(threads).keepAlive(Duration.ofMillis(2));
                    case 3 -> JoinSettings.keyed(1 + random.nextInt(KEYED_THREADS)); // also where others have one
                    default -> JoinSettings.virtual(threads);
                };
        boolean yielding = settings.pool() != PoolKind.VIRTUAL && random.nextInt(8) == 0;
        return settings.capacity(1 << random.nextInt(11)).waiting(yielding ? WaitMode.YIELDING : WaitMode.BLOCKING);
    }
}
