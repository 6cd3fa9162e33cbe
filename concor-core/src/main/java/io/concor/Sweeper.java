package io.concor;

/**
 * What is done for a flow at each tick: sets its clock, ends what a transition held too long, keeps counters and
 * threads.
 */
final class Sweeper {

    private final Rescuers rescuers;
    /** Whether there can be something to rescue. */
    private final boolean crosses;

    private final ContextPool contexts;
    private final Joins joins;
    private final FlowClock clock;
    private final StatisticsReader statistics;
    private Runnable stopTicking = () -> {};

    Sweeper(
            FlowDefinition flow,
            Rescuers rescuers,
            ContextPool contexts,
            Joins joins,
            FlowClock clock,
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
        stopTicking = FlowTimer.every(clock.tickNanos(), this::tick);
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
