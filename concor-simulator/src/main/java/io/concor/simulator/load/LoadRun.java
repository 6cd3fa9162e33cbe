package io.concor.simulator.load;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One run of a load. Its lead-in begins a moment after its construction, and the run proper right behind that. A
 * request belongs to the part in which it is due, whenever it ends. {@link #stop} may come from any thread.
 */
public final class LoadRun {

    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Ids have nine digits at most, so that one can be part of a telephone number; then they begin from 0 again. */
    private static final long IDS = 1_000_000_000;

    private final LoadSettings load;
    private final long startNanos;
    private final Instant start;
    private final InFlightRequests inFlight = new InFlightRequests();
    private final LoadPhase leadIn;
    private final LoadPhase proper;
    private final RequestTracker traffic;
    private volatile boolean stopped;
    private long due;

    public LoadRun(LoadSettings load) {
        long leadInNanos = TimeUnit.SECONDS.toNanos(load.leadIn().seconds());
        long before = LEAD_NANOS + leadInNanos;
        this.load = load;
        this.startNanos = System.nanoTime() + before;
        this.start = Instant.now().plusNanos(before);
        this.leadIn = LoadPhase.leadIn(load.leadIn(), startNanos - leadInNanos, load.maxInFlightOfLeadIn());
        this.proper = LoadPhase.proper(load.profile(), startNanos, load.maxInFlight());
        this.traffic = new RequestTracker(inFlight, proper::unknownArrival, load.completedByAnswer());
    }

    /** Where a receiver tells what has arrived. */
    public CallbackHandler arrivals() {
        return traffic;
    }

    /** What {@link System#nanoTime} said, or will say, at the start of the run proper. */
    public long startNanos() {
        return startNanos;
    }

    /** The same by the clock on the wall. */
    public Instant start() {
        return start;
    }

    /** Ends the sending; the run then waits for what is in flight, and returns. */
    public void stop() {
        stopped = true;
    }

    /**
     * Runs to the end: until the time of the profile is over, it is stopped, or a second says so.
     *
     * @param connect makes the client; it is closed at the end
     * @param leading is told each second of the lead-in as soon as it is over
     * @param goOn the same of the run proper; answers whether to go on
     * @return what was measured in the run proper
     * @throws java.util.concurrent.CompletionException if a request could not even be handed to the client: what was
     *     measured is worth nothing then
     */
    public LoadStatistics run(
            Function<ResponseHandler, LoadClient> connect,
            Consumer<SecondStatistics> leading,
            Predicate<SecondStatistics> goOn) {
        try (LoadClient client = connect.apply(traffic)) {
            List<RequestPacer> paces = List.of(pace(client, leadIn), pace(client, proper));
            CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(() -> paces.forEach(RequestPacer::run), LoadRun::startDaemon);
            while (!stopped && !over(sending)) {
                tick(goOn);
                leadIn.over().forEach(leading);
            }
            paces.forEach(RequestPacer::stop);
            sending.join();
            if (stopped) {
                proper.stop();
            }
            drain(goOn);
            return proper.account();
        }
    }

    private RequestPacer pace(LoadClient client, LoadPhase part) {
        return part.pace(load.spinning(), due -> send(client, part, due));
    }

    private static void startDaemon(Runnable sender) {
        Thread thread = new Thread(sender, "pace");
        thread.setDaemon(true);
        thread.start();
    }

    /** Also where nothing is due for long at the end: what was asked for beside the load has its time then. */
    private boolean over(CompletableFuture<Void> sending) {
        return sending.isCompletedExceptionally() || sending.isDone() && System.nanoTime() - proper.endNanos() >= 0;
    }

    /** At least one more tick: the last second has just ended, and is told of. */
    private void drain(Predicate<SecondStatistics> goOn) {
        long end = System.nanoTime() + load.drain().toNanos();
        do {
            tick(goOn);
        } while (proper.unfinished() && System.nanoTime() - end < 0);
    }

    private void tick(Predicate<SecondStatistics> goOn) {
        LockSupport.parkNanos(TICK_NANOS);
        traffic.expire(System.nanoTime() - load.timeout().toNanos());
        for (SecondStatistics second : proper.over()) {
            if (!goOn.test(second)) {
                stop();
            }
        }
    }

    private void send(LoadClient client, LoadPhase part, long dueNanos) {
        LoadRequest exchange = part.exchange((load.firstId() + due++) % IDS, dueNanos);
        if (inFlight.add(exchange, part.maxInFlight())) {
            part.issued(exchange);
            client.send(exchange, load.body().render(exchange.id(), due));
        } else {
            part.notSent();
        }
    }
}
