package io.concor.benchmarks.jmh;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.Sampling;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.propagation.ConcorObservationAutoConfiguration;
import io.concor.benchmarks.workload.Event;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Case (j): time per event with an observation of the event and of each of its 8 trivial tasks, on one thread. To run
 * it alone: {@code java -jar benchmarks.jar jmh ObservationBenchmark -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ObservationBenchmark {

    private static final int TASKS = 8;

    /**
     * The observation registry: {@code no-registry} is none, {@code no-handler} has no handler, {@code handler} has one
     * that does nothing.
     */
    @Param({"no-registry", "no-handler", "handler"})
    public String registry;

    /** Number of events in 128 that are sampled, and therefore observed. */
    @Param({"3", "128"})
    public int burst;

    private final Event event = new Event();
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private Flow<Event, Event> flow;

    /** Starts the flow as Spring Boot does. */
    @Setup(Level.Trial)
    public void open() {
        flow = flow();
        context.registerBean("observed", Flow.class, () -> flow);
        if (!registry.equals("no-registry")) {
            context.registerBean(ObservationRegistry.class, this::observations);
        }
        context.register(ConcorAutoConfiguration.class, ConcorObservationAutoConfiguration.class);
        context.refresh();
    }

    private Flow<Event, Event> flow() {
        FlowBuilder<Event, Event> builder = Flows.<Event>create("observed").sampling(new Sampling(true, burst, 128));
        for (int i = 0; i < TASKS; i++) {
            builder = builder.forEach(message -> message.value++, "task-" + i);
        }
        return builder.build();
    }

    private ObservationRegistry observations() {
        ObservationRegistry observations = ObservationRegistry.create();
        if (registry.equals("handler")) {
            observations.observationConfig().observationHandler((ObservationHandler<Observation.Context>) any -> true);
        }
        return observations;
    }

    /** Sends one event through all tasks. */
    @Benchmark
    public long event() {
        flow.apply(event);
        return event.value;
    }

    /** Closes the flow. */
    @TearDown(Level.Trial)
    public void close() {
        context.close();
        flow.close();
    }
}
