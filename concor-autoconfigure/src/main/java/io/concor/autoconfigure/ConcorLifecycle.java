package io.concor.autoconfigure;

import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.StopReport;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops the flows with the context: they start before everything that feeds them in one of Spring's default
 * phases, and stop after it: web server, listener containers, schedulers, pollers and adapters. Thread-safe.
 */
public final class ConcorLifecycle implements SmartLifecycle {

    /**
     * The default phase of the flows, below half of the highest: Spring's executors, schedulers, and endpoints of Spring
     * Integration have that half, the web server and listener containers have more. A lower phase stops later.
     */
    public static final int PHASE = DEFAULT_PHASE / 2 - 1024;

    private static final Logger log = LoggerFactory.getLogger(ConcorLifecycle.class);
    private static final Duration LONGEST_RESERVE = Duration.ofSeconds(2);
    /** The time of a flow that receives dead letters after flows that have used up theirs. */
    private static final Duration SHORTEST_TIME = Duration.ofMillis(500);

    private final Manager manager;
    private final Supplier<List<String>> flows;
    private final Predicate<String> startedAgain;
    private final boolean stopsAtShutdown;
    private final int phase;
    private final Duration timeAllowed;
    private volatile boolean running;

    /**
     * @param flows returns the names of the flows to start and stop
     * @param startedAgain whether a flow starts again after its stop, until its bean is destroyed
     * @param stopsAtShutdown whether the context, and with it the flows, is closed when the JVM shuts down
     * @param timeoutPerPhase how long the context waits for a phase; the flows get slightly less, because ending
     *     unfinished events takes time as well
     */
    ConcorLifecycle(
            Manager manager,
            Supplier<List<String>> flows,
            Predicate<String> startedAgain,
            boolean stopsAtShutdown,
            int phase,
            Duration timeoutPerPhase) {
        this.manager = manager;
        this.flows = flows;
        this.startedAgain = startedAgain;
        this.stopsAtShutdown = stopsAtShutdown;
        this.phase = phase;
        Duration half = timeoutPerPhase.dividedBy(2);
        this.timeAllowed = timeoutPerPhase.minus(half.compareTo(LONGEST_RESERVE) < 0 ? half : LONGEST_RESERVE);
    }

    @Override
    public void start() {
        running = true; // even if a flow fails to start: the others must be stopped
        List<RuntimeException> failures = new ArrayList<>();
        flows.get().forEach(flow -> start(flow, failures));
        if (!failures.isEmpty()) {
            RuntimeException first = failures.remove(0);
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    /** Collects a failure, so that the other flows start. */
    private void start(String flow, List<RuntimeException> failures) {
        try {
            ManagedFlow managed = manager.flow(flow);
            managed.start();
            if (stopsAtShutdown) {
                managed.letJvmExit();
            }
        } catch (RuntimeException failure) {
            failures.add(failure);
        }
    }

    @Override
    public void stop() {
        stopAll().join();
    }

    @Override
    public void stop(Runnable callback) {
        stopAll().whenComplete((done, failure) -> callback.run());
    }

    /** Stops all flows at once, so that each has the whole time; but those that receive dead letters after their senders. */
    private CompletableFuture<Void> stopAll() {
        Thread waiting = Thread.currentThread(); // perhaps that of a task, which closes the context
        long began = System.nanoTime();
        List<String> all = flows.get();
        Map<String, CompletableFuture<Void>> stops = new LinkedHashMap<>();
        all.forEach(flow -> stopAfterSenders(flow, all, waiting, began, stops));
        return allOf(stops.values()).whenComplete((done, failure) -> running = false);
    }

    private static CompletableFuture<Void> allOf(Collection<CompletableFuture<Void>> some) {
        return CompletableFuture.allOf(some.toArray(CompletableFuture[]::new));
    }

    /** Does nothing for a flow that has an entry, so flows in a circle come to an end. */
    private void stopAfterSenders(
            String flow, List<String> all, Thread waiting, long began, Map<String, CompletableFuture<Void>> stops) {
        if (stops.putIfAbsent(flow, CompletableFuture.completedFuture(null)) != null) {
            return;
        }
        List<String> senders = all.stream().filter(other -> sends(other, flow)).toList();
        senders.forEach(sender -> stopAfterSenders(sender, all, waiting, began, stops));
        CompletableFuture<Void> before = allOf(senders.stream().map(stops::get).toList());
        stops.put(flow, stopAsync(flow, waiting, began, before));
    }

    private boolean sends(String flow, String receiver) {
        return receiver.equals(manager.flow(flow).deadLetterFlow());
    }

    private CompletableFuture<Void> stopAsync(String flow, Thread waiting, long began, CompletableFuture<Void> before) {
        return before.thenRunAsync(
                        () -> stopNow(flow, waiting, began), stop -> new Thread(stop, "concor-stop-" + flow).start())
                .exceptionally(failure -> failed(flow, failure));
    }

    private Duration timeLeft(long began) {
        Duration left = timeAllowed.minusNanos(System.nanoTime() - began);
        Duration least = timeAllowed.compareTo(SHORTEST_TIME) < 0 ? timeAllowed : SHORTEST_TIME;
        return left.compareTo(least) < 0 ? least : left;
    }

    private void stopNow(String flow, Thread waiting, long began) {
        Duration time = timeLeft(began);
        FlowSummary before = manager.flow(flow).summary();
        if (before.inFlight() > 0) {
            announce(before, time);
        }
        long started = System.nanoTime();
        StopReport report = manager.flow(flow).stop(time, waiting);
        report(report, before.state(), Duration.ofNanos(System.nanoTime() - started));
        if (before.state() == FlowState.RUNNING && report.clean() && startedAgain.test(flow)) {
            startAgain(flow);
        }
    }

    /** For the beans that enter events when they are destroyed. A task that closes the context keeps the flow stopped. */
    private void startAgain(String flow) {
        try {
            manager.flow(flow).start();
        } catch (RuntimeException busy) {
            log.debug("Flow '{}' does not accept events of beans that are destroyed", flow, busy);
        }
    }

    /** A task that does not return keeps its event in a stopped flow. No stop waits for it again. */
    private void announce(FlowSummary flow, Duration time) {
        if (flow.state() == FlowState.STOPPED || flow.state() == FlowState.CLOSED) {
            log.info(
                    "Flow '{}' is {}: not waiting for {} in tasks that do not return",
                    flow.name(),
                    flow.state(),
                    events(flow.inFlight()));
        } else {
            log.info(
                    "Stopping flow '{}': waiting up to {} for {} inside",
                    flow.name(),
                    SettingFormat.format(time),
                    events(flow.inFlight()));
        }
    }

    private static String events(long count) {
        return count == 1 ? "1 event" : count + " events";
    }

    private static String unfinished(long count) {
        return count == 1 ? "1 unfinished event" : count + " unfinished events";
    }

    private static @Nullable Void failed(String flow, Throwable failure) {
        log.error("Failed to stop flow '{}'", flow, failure);
        return null;
    }

    private void report(StopReport report, FlowState before, Duration elapsed) {
        boolean ended = before == FlowState.RUNNING || before == FlowState.STOPPING;
        String counts = ended ? counts(manager.flow(report.flow()).summary()) : "";
        if (!report.clean() || report.stuckThreads() > 0) {
            log.warn(
                    "Flow '{}' stopped after {} with {}{}, {} still running a task{}",
                    report.flow(),
                    DurationFormat.of(elapsed.truncatedTo(ChronoUnit.MILLIS)),
                    unfinished(report.unfinished()),
                    report.clean() ? "" : " (" + report.placesInWords() + ")",
                    report.stuckThreads() == 1 ? "1 thread is" : report.stuckThreads() + " threads are",
                    counts);
        } else if (ended) {
            log.info("Flow '{}' stopped{}", report.flow(), counts);
        }
    }

    private static String counts(FlowSummary flow) {
        return Sentence.of(
                ". Since it was built: %s completed%s, %d failed (of which %d timed out), %d refused%s",
                events(flow.completed()),
                flow.recovered() == 0 ? "" : Sentence.of(" (of which %d recovered)", flow.recovered()),
                flow.failed(),
                flow.timedOut(),
                flow.refused(),
                flow.refused() == 0 ? "" : Sentence.of(" (%s)", flow.refusals().inWords()));
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
