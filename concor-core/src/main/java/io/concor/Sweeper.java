package io.concor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What is done for a flow at each tick: sets its clock, ends what a transition held too long, keeps the counters. */
final class Sweeper {

    private final ContextPool contexts;
    private final FlowClock clock;
    private final StatisticsReader statistics;
    private @Nullable Future<?> ticking;

    Sweeper(ContextPool contexts, FlowClock clock, StatisticsReader statistics) {
        this.contexts = contexts;
        this.clock = clock;
        this.statistics = statistics;
    }

    synchronized void start() {
        clock.tick();
        ticking = FlowTimer.every(clock.tickNanos(), this::tick);
    }

    synchronized void stop() {
        if (ticking != null) {
            ticking.cancel(false);
        }
    }

    private void tick() {
        clock.tick();
        statistics.tick();
        sweep();
    }

    /** What follows a transition is the user's code, so it is not run on the clock's thread. */
    void sweep() {
        List<Ticket> expired = new ArrayList<>();
        for (Context context : contexts.all()) {
            Ticket ticket = context.ticket();
            if (ticket != null && clock.expired(ticket.entered()) && ticket.pending()) {
                expired.add(ticket);
            }
        }
        if (!expired.isEmpty()) {
            FlowTimer.rescue(() -> expired.forEach(Ticket::expire));
        }
    }
}
