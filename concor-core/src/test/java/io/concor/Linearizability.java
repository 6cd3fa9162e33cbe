package io.concor;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Compares a part with its sequential specification: all interleavings of small scenarios, as far as they can be walked
 * through, and the same on real threads. With {@code -Dlincheck.scenarios=1000} it looks for longer.
 */
final class Linearizability {

    private static final int SCENARIOS = Integer.getInteger("lincheck.scenarios", 10);
    private static final int MODEL_CHECKED = 300;
    private static final int STRESSED = 1_000;
    private static final int ACTORS_BEFORE = 1;
    private static final int ACTORS_PER_THREAD = 3;

    private Linearizability() {}

    static void modelCheck(Class<?> part, Class<?> specification, int threads) {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(MODEL_CHECKED)
                .threads(threads)
                .actorsBefore(ACTORS_BEFORE)
                .actorsPerThread(ACTORS_PER_THREAD)
                .actorsAfter(ACTORS_BEFORE)
                .sequentialSpecification(specification)
                .check(part);
    }

    static void stress(Class<?> part, Class<?> specification, int threads) {
        new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(STRESSED)
                .threads(threads)
                .actorsBefore(ACTORS_BEFORE)
                .actorsPerThread(ACTORS_PER_THREAD)
                .actorsAfter(ACTORS_BEFORE)
                .sequentialSpecification(specification)
                .check(part);
    }
}
