package io.concor.engine;

import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.pool.Pool;
import io.concor.engine.thread.SharedTicker;

/** The periodic work for one flow: advances its clock, expires events, replaces threads, collects statistics. */
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
        parts.outerEvents().add();
        stopTicking = SharedTicker.every(parts.clock().tickNanos(), this::tick);
    }

    synchronized void stop() {
        stopTicking.run();
        parts.outerEvents().remove();
    }

    /** Advances the clock and looks at once for events that have timed out. */
    void advanceClock(long nanos, boolean stopped) {
        parts.clock().advance(nanos, stopped);
        parts.path().postponed().advance(nanos, parts.contexts().all());
        expireEvents();
    }

    /** Events come first: memory may be short for the rest. */
    private void tick() {
        parts.clock().tick();
        try {
            expireEvents();
        } finally {
            parts.registry().pools().forEach(Pool::replenish);
            parts.storages().advance();
            parts.path().postponed().mend();
            statistics.collect();
        }
    }

    /** Ends events that have timed out where no thread of the flow checks them. */
    void expireEvents() {
        if (parts.contexts().held() > 0) {
            parts.timeouts().check(parts.definition().holdsEvents());
        }
    }
}
