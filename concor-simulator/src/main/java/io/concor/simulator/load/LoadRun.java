package io.concor.simulator.load;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One run: a lead-in, which begins 100 ms after the construction, and the measured phase, which follows immediately. A
 * request counts for the phase in which it is due, whenever it ends. {@link #run} is called once; any thread may call
 * the other methods.
 */
public final class LoadRun {

    private static final long START_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The number of different ids: nine digits fit into a telephone number. */
    private static final long IDS = 1_000_000_000;

    private final LoadSettings settings;
    private final long startNanos;
    private final Instant start;
    private final InFlightRequests inFlight = new InFlightRequests();
    private final LoadPhase leadIn;
    private final LoadPhase measured;
    private final RequestTracker tracker;
    private volatile boolean stopped;
    private long dueCount;

    /**
     * Creates a run and fixes its start time.
     *
     * @param settings what to send, and how
     */
    public LoadRun(LoadSettings settings) {
        long leadInNanos = TimeUnit.SECONDS.toNanos(settings.leadIn().seconds());
        long delayNanos = START_DELAY_NANOS + leadInNanos;
        this.settings = settings;
        this.startNanos = System.nanoTime() + delayNanos;
        this.start = Instant.now().plusNanos(delayNanos);
        this.leadIn = LoadPhase.leadIn(settings.leadIn(), startNanos - leadInNanos, settings.maxInFlightOfLeadIn());
        this.measured = LoadPhase.measured(settings.profile(), startNanos, settings.maxInFlight());
        this.tracker = new RequestTracker(inFlight, measured::unknownCallback, settings.completedByResponse());
    }

    /** Returns the start of the measured phase by {@link System#nanoTime}. */
    public long startNanos() {
        return startNanos;
    }

    /** Returns the start of the measured phase by the system clock. */
    public Instant start() {
        return start;
    }

    /**
     * Reports that the service has called back.
     *
     * @param id the id of the request that the callback belongs to
     */
    public void callbackReceived(long id) {
        tracker.callbackReceived(id);
    }

    /** Stops sending. {@link #run} then waits for requests in flight, and returns. */
    public void stop() {
        stopped = true;
    }

    /**
     * Runs until the profile ends, {@link #stop} is called or the listener returns false.
     *
     * @param client sends the requests; closed at the end
     * @param leadInListener receives each second of the lead-in when it has ended
     * @param listener receives each second of the measured phase when it has ended; returns whether to continue
     * @return the statistics of the measured phase
     * @throws java.util.concurrent.CompletionException if the client throws an exception
     */
    public LoadStatistics run(
            LoadClient client, Consumer<SecondStatistics> leadInListener, Predicate<SecondStatistics> listener) {
        try (client) {
            List<RequestPacer> pacers = List.of(pacer(client, leadIn), pacer(client, measured));
            CompletableFuture<Void> pacing =
                    CompletableFuture.runAsync(() -> pacers.forEach(RequestPacer::run), LoadRun::startDaemon);
            while (!stopped && !isOver(pacing)) {
                tick(listener);
                leadIn.newSeconds().forEach(leadInListener);
            }
            pacers.forEach(RequestPacer::stop);
            pacing.join();
            if (stopped) {
                measured.stop();
            }
            drain(listener);
            return measured.statistics();
        }
    }

    private RequestPacer pacer(LoadClient client, LoadPhase phase) {
        return phase.pacer(settings.spinning(), dueNanos -> issue(client, phase, dueNanos));
    }

    private static void startDaemon(Runnable pacing) {
        Thread thread = new Thread(pacing, "pacer");
        thread.setDaemon(true);
        thread.start();
    }

    /** A run lasts as long as its profile even if no requests are due at its end: control requests may be. */
    private boolean isOver(CompletableFuture<Void> pacing) {
        return pacing.isCompletedExceptionally() || pacing.isDone() && System.nanoTime() - measured.endNanos() >= 0;
    }

    /** Ticks at least once, so that the last second is reported. */
    private void drain(Predicate<SecondStatistics> listener) {
        long endNanos = System.nanoTime() + settings.drain().toNanos();
        do {
            tick(listener);
        } while (measured.hasUnfinished() && System.nanoTime() - endNanos < 0);
    }

    private void tick(Predicate<SecondStatistics> listener) {
        LockSupport.parkNanos(TICK_NANOS);
        tracker.expire(System.nanoTime() - settings.timeout().toNanos());
        for (SecondStatistics second : measured.newSeconds()) {
            if (!listener.test(second)) {
                stop();
            }
        }
    }

    private void issue(LoadClient client, LoadPhase phase, long dueNanos) {
        LoadRequest request = phase.newRequest((settings.firstId() + dueCount++) % IDS, dueNanos, tracker);
        if (inFlight.add(request, phase.maxInFlight())) {
            phase.issued(request);
            client.send(request, settings.body().render(request.id(), dueCount));
        } else {
            phase.notSent();
        }
    }
}
