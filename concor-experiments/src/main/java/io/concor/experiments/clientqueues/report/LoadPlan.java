package io.concor.experiments.clientqueues.report;

import java.time.Duration;
import java.util.List;

/**
 * Loads one after the other.
 *
 * @param variable what they vary
 * @param benches the servers on which they run
 */
record LoadPlan(String variable, List<Bench> benches, int rounds, int seconds, int warmUpSeconds) implements Plan {

    /** How much longer the first load warms up on a server that has just started. */
    private static final int COLD = 3;

    /** Set-up of a load, and the receives of what is left. */
    private static final int AROUND_SECONDS = 5;

    /** Returns how long a load warms up: the first one the longer, the more servers compile their code at the same time. */
    int warmUpSeconds(boolean first, int servers) {
        return first ? (COLD + servers - 1) * warmUpSeconds : warmUpSeconds;
    }

    @Override
    public Duration estimate() {
        return benches.stream().map(this::estimate).reduce(Duration.ZERO, Duration::plus);
    }

    private Duration estimate(Bench bench) {
        long runs = (long) bench.points().size() * rounds;
        return TO_START.plus(TO_START_ANOTHER.multipliedBy(bench.servers() - 1L))
                .plusSeconds((long) warmUpSeconds(true, bench.servers()) - warmUpSeconds)
                .plusSeconds(runs * (warmUpSeconds + seconds + AROUND_SECONDS));
    }
}
