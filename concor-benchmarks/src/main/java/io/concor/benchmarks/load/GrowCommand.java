package io.concor.benchmarks.load;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.benchmarks.starter.MeasuredFlows;
import io.concor.benchmarks.starter.Surroundings;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Shapes;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Case (g): measures the output of a saturated pool while it grows. Runs with the change and without one take turns,
 * each with a new flow.
 */
@Command(
        name = "grow",
        description = "Measures the events per 10 ms of a saturated pool while it grows, with and without the change.",
        mixinStandardHelpOptions = true)
public final class GrowCommand extends LoadCommand {

    private static final String WORK = "work";
    private static final int MAX_THREADS = 10_000;
    private static final int MAX_ROUNDS = 100;
    private static final int MAX_BLOCK_MICROS = 1_000_000;

    @Option(
            names = "--rate",
            defaultValue = "50000",
            description = "Events due per second; more than the pool can handle before it grows. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int rate = 50_000;

    @Option(names = "--from", defaultValue = "4", description = "Threads at first. Default: ${DEFAULT-VALUE}.")
    private int from = 4;

    @Option(names = "--to", defaultValue = "256", description = "Threads after the change. Default: ${DEFAULT-VALUE}.")
    private int to = 256;

    @Option(
            names = "--block-micros",
            defaultValue = "100",
            description = "Microseconds for which each event blocks a thread; Linux adds some 50. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int blockMicros = 100;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Pairs of runs, one with the change and one without. Default: ${DEFAULT-VALUE}.")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            defaultValue = "2",
            description = "Seconds of each run; the pool grows after half of them. Default: ${DEFAULT-VALUE}.")
    private double seconds = 2;

    @Option(
            names = "--surroundings",
            defaultValue = "starter",
            description = "What surrounds the flow: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Surroundings surroundings = Surroundings.STARTER;

    @Override
    void check(OptionValidator validator) {
        validator.requireBetween("--rate", rate, 1, MAX_RATE);
        validator.requireBetween("--from", from, 2, MAX_THREADS);
        validator.requireBetween("--to", to, 2, MAX_THREADS);
        validator.requireBetween("--block-micros", blockMicros, 0, MAX_BLOCK_MICROS);
        validator.requireBetween("--rounds", rounds, 1, MAX_ROUNDS);
        validator.requireBetween("--seconds", seconds, 2 * GrowthImpact.SECONDS, MAX_SECONDS / (2.0 * MAX_ROUNDS));
    }

    @Override
    List<LoadResult> measure() {
        GrowthImpact impact = new GrowthImpact(surroundings);
        for (int round = 0; round < rounds; round++) {
            impact.unchanged(run(from));
            impact.grown(run(to));
        }
        impact.print(errors());
        return impact.results();
    }

    /** Returns the output around the moment at which the pool gets this number of threads. */
    private GrowthImpact.Observation run(int threads) {
        long nanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        ThroughputSink sink = new ThroughputSink((int) (2 * nanos / ThroughputSink.WINDOW_NANOS));
        ScheduledExecutorService changer = Executors.newSingleThreadScheduledExecutor();
        Flow<Event, Event> flow = flow(sink);
        try (MeasuredFlows running = surroundings.start(List.of(flow))) {
            Manager manager = running.manager();
            EventPacer pacer = new EventPacer(flow::apply, false);
            long start = System.nanoTime();
            sink.start(start);
            var observed = changer.schedule(() -> grow(manager, threads), nanos / 2, TimeUnit.NANOSECONDS);
            pacer.sendUntil(start + nanos, rate, start);
            sink.await(pacer.sent());
            return observed.get().read(sink);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("The pool did not grow", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the pool grows", interrupted);
        } finally {
            changer.shutdownNow();
        }
    }

    private Flow<Event, Event> flow(ThroughputSink sink) {
        return Flows.<Event>create(ThroughputSink.FLOW)
                .join(JoinSettings.fixed(from).capacity(Shape.CAPACITY))
                .map(Shapes.blocking(TimeUnit.MICROSECONDS.toNanos(blockMicros)), WORK)
                .join(JoinSettings.single().capacity(Shape.CAPACITY))
                .map(sink::accept, "out")
                .maxInFlight(2 * Shape.CAPACITY)
                .timeout(Duration.ofHours(1))
                .sampling(surroundings.sampling())
                .build();
    }

    /** Sets the number of threads, and returns when. Changes nothing if the pool has this number. */
    private Period grow(Manager manager, int threads) {
        long before = System.nanoTime();
        if (threads != from) {
            manager.change(ChangeRequest.put(
                    ThroughputSink.FLOW, WORK, JoinSettings.fixed(threads).capacity(Shape.CAPACITY)));
        }
        return new Period(before, System.nanoTime());
    }

    private record Period(long fromNanos, long toNanos) {

        GrowthImpact.Observation read(ThroughputSink sink) {
            return GrowthImpact.Observation.of(sink, fromNanos, toNanos);
        }
    }
}
