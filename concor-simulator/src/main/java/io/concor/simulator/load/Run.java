package io.concor.simulator.load;

import io.concor.simulator.profile.Schedule;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One run of a load. The first request is due a moment after its construction; {@link #stop} may come from any thread.
 */
public final class Run {

    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Load load;
    private final long startNanos = System.nanoTime() + LEAD_NANOS;
    private final Instant start = Instant.now().plusNanos(LEAD_NANOS);
    private final InFlight inFlight;
    private final Recorder recorder;
    private final Traffic traffic;
    private volatile boolean stopped;
    private long sent;
    private int told;

    public Run(Load load) {
        this.load = load;
        this.inFlight = new InFlight(load.maxInFlight());
        this.recorder = new Recorder(load.profile(), startNanos);
        this.traffic = new Traffic(inFlight, recorder, load.completedByAnswer());
    }

    /** Where a receiver tells what has arrived. */
    public Arrivals arrivals() {
        return traffic;
    }

    /** What {@link System#nanoTime} said, or will say, at the start. */
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
     * Runs to the end: until nothing is due any more, it is stopped, or a second says so.
     *
     * @param connect makes the client; it is closed at the end
     * @param goOn is told each second as soon as it is over, and answers whether to go on
     * @return what was measured
     * @throws java.util.concurrent.CompletionException if a request could not even be handed to the client: what was
     *     measured is worth nothing then
     */
    public Account run(Function<Answers, Client> connect, Predicate<Second> goOn) {
        try (Client client = connect.apply(traffic)) {
            Pace pace = new Pace(new Schedule(load.profile()), startNanos, load.spinning(), due -> send(client, due));
            CompletableFuture<Void> sending = CompletableFuture.runAsync(pace, Run::startDaemon);
            while (!sending.isDone() && !stopped) {
                tick(goOn);
            }
            pace.stop();
            sending.join();
            drain(goOn);
            return recorder.account();
        }
    }

    private static void startDaemon(Runnable sender) {
        Thread thread = new Thread(sender, "pace");
        thread.setDaemon(true);
        thread.start();
    }

    private void drain(Predicate<Second> goOn) {
        long end = System.nanoTime() + load.drain().toNanos();
        while (inFlight.count() > 0 && System.nanoTime() < end) {
            tick(goOn);
        }
    }

    private void tick(Predicate<Second> goOn) {
        LockSupport.parkNanos(TICK_NANOS);
        traffic.expire(System.nanoTime() - startNanos - load.timeout().toNanos());
        List<Second> over = recorder.secondsFrom(told);
        told += over.size();
        over.forEach(second -> stopped |= !goOn.test(second));
    }

    private void send(Client client, long dueNanos) {
        Exchange exchange = new Exchange(load.firstId() + sent++, dueNanos);
        if (inFlight.add(exchange)) {
            recorder.issued(exchange);
            client.send(exchange, load.body().render(exchange.id(), sent));
        } else {
            recorder.notSent();
        }
    }
}
