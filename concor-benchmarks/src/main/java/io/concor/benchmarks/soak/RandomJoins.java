package io.concor.benchmarks.soak;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.WaitMode;
import java.time.Duration;
import java.util.SplittableRandom;

/** Joins of every kind that this Java has. */
final class RandomJoins {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
    private static final int KINDS = Runtime.version().feature() < FIRST_JAVA_WITH_VIRTUAL_THREADS ? 3 : 4;

    private final SplittableRandom random;
    private final int mostThreads;

    RandomJoins(SplittableRandom random, boolean oneThreaded) {
        this.random = random;
        this.mostThreads = oneThreaded ? 1 : 8;
    }

    JoinSettings next() {
        int threads = 1 + random.nextInt(mostThreads);
        JoinSettings settings =
                switch (random.nextInt(KINDS)) {
                    case 0 -> JoinSettings.single();
                    case 1 -> JoinSettings.fixed(threads);
                    case 2 -> JoinSettings.cached(threads).keepAlive(Duration.ofMillis(2));
                    default -> JoinSettings.virtual(threads);
                };
        boolean yielding = settings.pool() != PoolKind.VIRTUAL && random.nextInt(8) == 0;
        return settings.capacity(1 << random.nextInt(11)).waiting(yielding ? WaitMode.YIELDING : WaitMode.BLOCKING);
    }
}
