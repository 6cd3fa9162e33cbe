package io.concor.engine;

import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.thread.SharedTicker;

/** The periodic work for one flow: advances its clock, expires transitions, replaces threads, collects statistics. */
final class FlowMaintenance {

    private final FlowParts parts;
    private final StatisticsCollector statistics;
    private Runnable stopTicking = () -> {};

    FlowMaintenance(FlowParts parts, StatisticsCollector statistics) {
        this.parts = parts;
        this.statistics = statistics;
    }

    synchronized void start() {
        parts.clock().tick();
        stopTicking = SharedTicker.every(parts.clock().tickNanos(), this::tick);
    }

    synchronized void stop() {
        stopTicking.run();
    }

    /** Events come first: memory may be short for the rest. */
    private void tick() {
        parts.clock().tick();
        try {
            expireTransitions();
        } finally {
            parts.registry().pools().forEach(Pool::replenish);
            statistics.collect();
        }
    }

    void expireTransitions() {
        if (parts.definition().hasTransitions() && parts.contexts().held() > 0) {
            parts.timeouts().check();
        }
    }
}
