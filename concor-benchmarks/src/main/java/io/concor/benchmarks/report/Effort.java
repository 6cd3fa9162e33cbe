package io.concor.benchmarks.report;

/**
 * How thoroughly it is measured.
 *
 * @param rounds how many JVMs each trial gets, taking turns with the others of its table
 * @param warmUps how many iterations JMH runs before
 * @param iterations how many it measures
 * @param iterationMillis how long each is
 * @param warmUpSeconds how long a load runs before
 * @param loadSeconds how long it is measured
 * @param changes how often each change of the layout is made
 * @param forked whether each trial gets a JVM of its own
 */
record Effort(
        int rounds,
        int warmUps,
        int iterations,
        int iterationMillis,
        double warmUpSeconds,
        double loadSeconds,
        int changes,
        boolean forked) {

    /** For results that are to be quoted. */
    static final Effort FULL = new Effort(3, 3, 5, 1_000, 3, 10, 20, true);
    /** For a first look. */
    static final Effort QUICK = new Effort(1, 2, 3, 500, 1.5, 3, 5, true);
    /** To see that all of it works: says nothing about speed. */
    static final Effort SMOKE = new Effort(1, 0, 1, 10, 0.01, 0.05, 1, false);
}
