package io.concor.benchmarks.jmh;

import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.propagation.ConcorPropagationAutoConfiguration;
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
import org.slf4j.MDC;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Case (h): propagation of thread-locals, time per thread boundary: from taking an event to handing it over. To run it
 * alone: {@code java -jar benchmarks.jar jmh PropagationBenchmark -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PropagationBenchmark {

    /** The thread-locals that travel with the event. {@code no-carrier}: propagation is disabled. */
    @Param({"no-carrier", "nothing", "mdc", "observation", "mdc-and-observation"})
    public String held;

    private ThreadLocalCarrier carrier;
    private Object carried;

    /** Captures the thread-locals. */
    @Setup(Level.Trial)
    public void hold() {
        carrier = held.equals("no-carrier") ? ThreadLocalCarrier.NONE : carrierOfSpringBoot();
        if (held.contains("mdc")) {
            MDC.put("msisdn", "94771234567");
            MDC.put("session", "a43f9c12");
            MDC.put("short-code", "2222");
        }
        if (held.contains("observation")) {
            observation().openScope();
        }
        carried = carrier.capture();
        carrier.clear(null);
    }

    private static ThreadLocalCarrier carrierOfSpringBoot() {
        try (ConfigurableApplicationContext context =
                new AnnotationConfigApplicationContext(ConcorPropagationAutoConfiguration.class)) {
            return context.getBean(ThreadLocalCarrier.class);
        }
    }

    private static Observation observation() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler((ObservationHandler<Observation.Context>) context -> true);
        return Observation.start("event", registry);
    }

    /** Restores, captures and clears as the engine does: the thread is not touched if nothing was captured. */
    @Benchmark
    public Object boundary() {
        if (carried != null) {
            carrier.restore(carried);
        }
        carried = carrier.capture();
        if (carried != null) {
            carrier.clear(null);
        }
        return carried;
    }
}
