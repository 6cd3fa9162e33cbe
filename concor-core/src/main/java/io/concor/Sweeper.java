package io.concor;

/** What is done for a flow at each tick: sets its clock, ends what a transition held too long, keeps counters and threads. */
final class Sweeper {

    private final Rescuers rescuers;
    private final ContextPool contexts;
    private final Joins joins;
    private final FlowClock clock;
    private final StatisticsReader statistics;
    private Runnable stopTicking = () -> {};

    Sweeper(String flow, ContextPool contexts, Joins joins, FlowClock clock, StatisticsReader statistics) {
        this.rescuers = new Rescuers(flow);
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

    private void tick() {
        clock.tick();
        statistics.tick();
        joins.pools().forEach(Pool::replenish);
        sweep();
    }

    /** What follows a transition is the user's code, so it is not run on the clock's thread. */
    void sweep() {
        if (contexts.held() == 0) {
            return;
        }
        for (Context context : contexts.all()) {
            Ticket ticket = context.ticket();
            if (ticket != null && clock.expired(ticket.entered()) && ticket.away()) {
                rescuers.carryOn(ticket);
            }
        }
    }
}
