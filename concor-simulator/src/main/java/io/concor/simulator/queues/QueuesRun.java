package io.concor.simulator.queues;

import io.concor.simulator.queues.check.DeliveryCheck;
import io.concor.simulator.queues.check.MessageContents;
import io.concor.simulator.queues.check.MessageRoutes;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One run: registers the clients and creates the queues, runs the load, stops sending and receives what is left. {@link #run} is
 * called once; any thread may call {@link #stop}.
 */
public final class QueuesRun {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int SETUP_MINUTES = 5;

    /** Missing messages are no longer awaited if all clients have found nothing for this time, after the end of all leases. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Other processes have stopped sending if all clients have found nothing for this time. */
    private static final long QUIET_OTHERS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ClientLoadSettings settings;
    private final DeliveryCheck check;
    private final QueueClients clients;
    private volatile boolean stopped;

    /**
     * Creates a run.
     *
     * @param settings what to do
     */
    public QueuesRun(ClientLoadSettings settings) {
        this.settings = settings;
        MessageContents contents = MessageContents.ofNewRun(settings.messageSize());
        MessageRoutes routes =
                new MessageRoutes(contents.seed(), settings.clients().total(), settings.queues());
        check = new DeliveryCheck(settings.clients(), settings.accounts(), settings.leaseNanos(), contents, routes);
        clients = new QueueClients(settings, contents, routes, check);
    }

    /** Ends the load early. {@link #run} then receives what is left, and returns. */
    public void stop() {
        stopped = true;
    }

    /**
     * Runs the load.
     *
     * @param listener receives each second when it has ended
     * @throws SetupException if the clients could not be registered, or the queues could not be created
     */
    public QueuesOutcome run(Consumer<QueuesSecond> listener) {
        long originNanos;
        QueuesRecorder recorder;
        double processors;
        boolean drained;
        try (clients) {
            setUp();
            originNanos = System.nanoTime();
            recorder = new QueuesRecorder(
                    originNanos + TimeUnit.SECONDS.toNanos(settings.warmUpSeconds()),
                    settings.warmUpSeconds(),
                    settings.seconds());
            SecondReporter reporter = new SecondReporter(recorder, listener);
            processors = load(recorder, reporter, originNanos);
            drained = drain(reporter);
        }
        Instant start =
                Instant.now().minusNanos(System.nanoTime() - originNanos).plusSeconds(settings.warmUpSeconds());
        return new QueuesOutcome(
                start, recorder.statistics(), processors, drained, check.result(drained), clients.logFailure());
    }

    private void setUp() {
        clients.setUp();
        long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(SETUP_MINUTES);
        while (!stopped && !clients.isSetUp()) {
            if (System.nanoTime() - endNanos > 0) {
                throw new SetupException("The clients and queues are not set up within " + SETUP_MINUTES + " minutes");
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    /** Runs the load. Returns the processors that its counted part used on average. */
    private double load(QueuesRecorder recorder, SecondReporter reporter, long originNanos) {
        if (!stopped) {
            clients.startLoad(recorder, originNanos);
        }
        long warmUpNanos = TimeUnit.SECONDS.toNanos(settings.warmUpSeconds());
        long loadNanos = warmUpNanos + TimeUnit.SECONDS.toNanos(settings.seconds());
        reporter.reportUntil(() -> stopped || System.nanoTime() - originNanos >= warmUpNanos);
        ProcessorTime begin = ProcessorTime.now();
        reporter.reportUntil(() -> stopped || System.nanoTime() - originNanos >= loadNanos);
        recorder.stop();
        return begin.averageSince();
    }

    /** Returns whether all clients have received what there was for them. */
    private boolean drain(SecondReporter reporter) {
        if (!clients.areLoading()) {
            return true; // stopped during the setup
        }
        clients.drain();
        long beginNanos = System.nanoTime();
        long limitNanos = settings.drain().toNanos() + settings.leaseNanos();
        reporter.reportUntil(() -> isDrained(beginNanos) || System.nanoTime() - beginNanos >= limitNanos);
        return isDrained(beginNanos);
    }

    private boolean isDrained(long beginNanos) {
        return clients.areIdle() && quietNanos(beginNanos) >= wantedQuietNanos();
    }

    /** Returns for how long the clients have asked for messages without an error and received none. */
    private long quietNanos(long beginNanos) {
        long now = System.nanoTime();
        long quietNanos = Math.min(now - beginNanos, now - check.lastReceiveNanos());
        return Math.min(quietNanos, now - clients.lastFailureNanos());
    }

    private long wantedQuietNanos() {
        if (check.outstanding() > 0) {
            return QUIET_NANOS + settings.leaseNanos();
        }
        return settings.clients().hasOthers() ? QUIET_OTHERS_NANOS : 0;
    }
}
