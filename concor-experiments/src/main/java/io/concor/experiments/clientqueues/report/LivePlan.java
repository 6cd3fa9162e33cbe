package io.concor.experiments.clientqueues.report;

import io.concor.experiments.clientqueues.VariedSetting;
import java.time.Duration;
import java.util.List;

/**
 * One load, during which a setting of the server has one value after the other.
 *
 * @param setting what varies; the other one has as many threads, or connections, as in the report
 */
record LivePlan(VariedSetting setting, List<Integer> values, int clients, int rounds, int seconds, int warmUpSeconds)
        implements Plan {

    Duration load() {
        return Duration.ofSeconds((long) values.size() * rounds * seconds + warmUpSeconds);
    }

    @Override
    public Duration estimate() {
        return TO_START.plus(load());
    }
}
