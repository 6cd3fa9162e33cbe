package io.concor.engine;

import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.thread.SharedTicker;

/**
 * What is done for a flow at each tick: sets its clock, ends what a transition held too long, keeps counters and
 * threads.
 */
final class FlowMaintenance {

    private final TransitionTimeouts rescuers;
    /** Whether there can be something to rescue. */
    private final boolean crosses;

    private final ContextPool contexts;
    private final JoinRegistry joins;
    private final CoarseClock clock;
    private final StatisticsReader statistics;
    private Runnable stopTicking = () -> {};

    FlowMaintenance(
            FlowDefinition flow,
            TransitionTimeouts rescuers,
            ContextPool contexts,
            JoinRegistry joins,
            CoarseClock clock,
            StatisticsReader statistics) {
        this.crosses = flow.crosses();
        this.rescuers = rescuers;
        this.contexts = contexts;
        this.joins = joins;
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

    /** What events need comes first: memory may be short for the rest. */
    private void tick() {
        clock.tick();
        try {
            sweep();
        } finally {
            joins.pools().forEach(Pool::replenish);
            statistics.tick();
        }
    }

    void sweep() {
        if (crosses && contexts.held() > 0) {
            rescuers.look();
        }
    }
}
