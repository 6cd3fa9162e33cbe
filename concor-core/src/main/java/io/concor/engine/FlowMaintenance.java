package io.concor.engine;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.thread.SharedTicker;

/** The periodic work for one flow: advances its clock, expires transitions, replaces threads, collects statistics. */
final class FlowMaintenance {

    private final TransitionTimeouts timeouts;
    private final boolean hasTransitions;
    private final ContextPool contexts;
    private final JoinRegistry registry;
    private final CoarseClock clock;
    private final StatisticsCollector statistics;
    private Runnable stopTicking = () -> {};

    FlowMaintenance(
            FlowDefinition flow,
            TransitionTimeouts timeouts,
            ContextPool contexts,
            JoinRegistry registry,
            CoarseClock clock,
            StatisticsCollector statistics) {
        this.hasTransitions = flow.hasTransitions();
        this.timeouts = timeouts;
        this.contexts = contexts;
        this.registry = registry;
        this.clock = clock;
        this.statistics = statistics;
    }

    synchronized void start() {
        clock.tick();
        stopTicking = SharedTicker.every(clock.tickNanos(), this::tick);
    }

    synchronized void stop() {
        stopTicking.run();
    }

    /** Events come first: memory may be short for the rest. */
    private void tick() {
        clock.tick();
        try {
            expireTransitions();
        } finally {
            registry.pools().forEach(Pool::replenish);
            statistics.collect();
        }
    }

    void expireTransitions() {
        if (hasTransitions && contexts.held() > 0) {
            timeouts.check();
        }
    }
}
