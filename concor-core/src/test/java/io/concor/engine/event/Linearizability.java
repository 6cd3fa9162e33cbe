package io.concor.engine.event;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Compares a part with its sequential specification: all interleavings of small scenarios, as far as they can be walked
 * through, and the same on real threads. With {@code -Dlincheck.scenarios=1000} it looks for longer.
 */
public final class Linearizability {

    /**
     * The most threads of a scenario; they are numbered up to this and one more, as its beginning and end count too.
     */
    public static final int THREADS = 3;

    /** The tag of tests on real threads, which run in a JVM with both compilers. */
    public static final String REAL_THREADS = "real-threads";

    /** Fewer, because the number of interleavings grows faster than what can be walked through. */
    private static final int MODEL_CHECKED_THREADS = 2;

    private static final int SCENARIOS = Integer.getInteger("lincheck.scenarios", 10);
    private static final int MODEL_CHECKED = 300;
    private static final int STRESSED = 500;
    private static final int ACTORS_BEFORE = 1;
    private static final int ACTORS_PER_THREAD = 3;

    private Linearizability() {}

    public static void modelCheck(Class<?> part, Class<?> specification) {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(MODEL_CHECKED)
                .threads(MODEL_CHECKED_THREADS)
                .actorsBefore(ACTORS_BEFORE)
                .actorsPerThread(ACTORS_PER_THREAD)
                .actorsAfter(ACTORS_BEFORE)
                .sequentialSpecification(specification)
                .check(part);
    }

    public static void stress(Class<?> part, Class<?> specification) {
        new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(STRESSED)
                .threads(THREADS)
                .actorsBefore(ACTORS_BEFORE)
                .actorsPerThread(ACTORS_PER_THREAD)
                .actorsAfter(ACTORS_BEFORE)
                .sequentialSpecification(specification)
                .check(part);
    }
}
