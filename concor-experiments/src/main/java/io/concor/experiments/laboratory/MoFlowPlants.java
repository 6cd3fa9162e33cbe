package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.SamplePlant.POOL_SIZE;
import static io.concor.experiments.laboratory.SamplePlants.HEALTHY_TIME;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SENDER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SESSION_MANAGER;

import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.testbed.SampleApplication;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Causes in the sample mo-flow, on H2. Its active preset has one thread up to the router, and 32 for the resolver. */
final class MoFlowPlants {

    private static final String RESOLVER_BEAN = "endpointResolver";
    private static final String DELAY = "mo-flow.database-delay";
    private static final String MAX_IN_FLIGHT = "mo-flow.max-in-flight";

    private MoFlowPlants() {}

    static List<SamplePlant> all() {
        return Stream.of(connections(), remotes(), messages(), threads(), machine())
                .flatMap(List::stream)
                .toList();
    }

    private static List<SamplePlant> connections() {
        return List.of(
                fewConnections(150, "few-connections", Cause.CONNECTION_POOL).with(POOL_SIZE, 2),
                fewConnections(150, "leaked-connections", Cause.CONNECTION_LEAK)
                        .task(RESOLVER_BEAN, "kind", "leak")
                        .task(RESOLVER_BEAN, "every", 5)
                        .task(RESOLVER_BEAN, "times", 30));
    }

    private static List<SamplePlant> remotes() {
        return List.of(
                plant("slow-remote", 150, Cause.SLOW_REMOTE, RESOLVER)
                        .beginsAfter(HEALTHY_TIME)
                        .plant(RESOLVER_BEAN, "pause", Duration.ofMillis(200))
                        .task(RESOLVER_BEAN, "after", HEALTHY_TIME),
                plant("slow-callback", 120, Cause.SLOW_CALLBACK, SENDER)
                        .beginsAfter(HEALTHY_TIME)
                        .with(MAX_IN_FLIGHT, 64)
                        .simulator("--answer-delay=500ms", "--answer-delay-from=" + HEALTHY_TIME.toSeconds() + "s"),
                plant("small-max-in-flight", 145, Cause.ADMISSION, null)
                        .with(MAX_IN_FLIGHT, 8)
                        .simulator("--answer-delay=50ms"),
                plant("failing-downstream", 190, Cause.DOWNSTREAM_ERRORS, RESOLVER)
                        .slot(RESOLVER, "fixed", 4)
                        .noJoin(ROUTER)
                        .plant(RESOLVER_BEAN, "fail", Duration.ofMillis(40))
                        .task(RESOLVER_BEAN, "every", 2));
    }

    private static List<SamplePlant> messages() {
        return List.of(
                plant("slow-messages", 155, Cause.SLOW_MESSAGES, RESOLVER)
                        .slot(RESOLVER, "fixed", 4)
                        .noJoin(ROUTER)
                        .with(DELAY, "5ms")
                        .plant(RESOLVER_BEAN, "pause", Duration.ofSeconds(2))
                        .task(RESOLVER_BEAN, "every", 100),
                plant("lock-in-task", 150, Cause.LOCK, RESOLVER).plant(RESOLVER_BEAN, "lock", Duration.ofMillis(6)),
                plant("callback-thread", 155, Cause.CALLBACK_THREAD, LOGGER)
                        .slot(RESOLVER, "fixed", 32)
                        .noJoin(ROUTER)
                        .noJoin(LOGGER)
                        .with(MAX_IN_FLIGHT, 256)
                        .plant("transLogger", "pause", Duration.ofMillis(12)));
    }

    private static List<SamplePlant> threads() {
        return List.of(
                plant("single-thread", 155, Cause.SINGLE_THREAD, SESSION_MANAGER)
                        .plant("moSessionManager", "pause", Duration.ofMillis(6)),
                plant("few-threads", 155, Cause.TOO_FEW_THREADS, RESOLVER)
                        .slot(RESOLVER, "fixed", 2)
                        .noJoin(ROUTER)
                        .with(DELAY, "12ms"),
                plant("one-thread", 150, Cause.TOO_FEW_THREADS, RESOLVER)
                        .slot(RESOLVER, "fixed", 1)
                        .noJoin(ROUTER)
                        .with(DELAY, "6ms"),
                plant("small-ring", 115, Cause.RING, ROUTER)
                        .slot(ROUTER, "single", 1)
                        .capacity(ROUTER, 2)
                        .slot(RESOLVER, "fixed", 32)
                        .plant("moSessionManager", "pause", Duration.ofMillis(5))
                        .plant("router", "pause", Duration.ofMillis(140))
                        .task("router", "every", 40));
    }

    private static List<SamplePlant> machine() {
        return List.of(
                plant("many-threads", 280, Cause.TOO_MANY_THREADS, ROUTER)
                        .slot(ROUTER, "fixed", 64)
                        .plant("router", "compute", Duration.ofMillis(6)),
                plant("cpu-saturation", 280, Cause.CPU, ROUTER)
                        .slot(ROUTER, "fixed", 4)
                        .slot(RESOLVER, "fixed", 32)
                        .plant("router", "compute", Duration.ofMillis(6)),
                plant("garbage", 390, Cause.GARBAGE_COLLECTION, null)
                        .jvm("-Xms150m", "-Xmx150m", "-XX:+UseSerialGC")
                        .task("router", "kind", "garbage"),
                plant("competing-process", 100, Cause.NOISY_NEIGHBOUR, null)
                        .slot(ROUTER, "fixed", 2)
                        .slot(RESOLVER, "fixed", 32)
                        .plant("router", "compute", Duration.ofMillis(4))
                        .competing(4),
                SamplePlant.in(SampleApplication.MO_FLOW, "healthy", 150));
    }

    private static SamplePlant plant(String name, double rate, Cause cause, @Nullable String component) {
        return SamplePlant.in(SampleApplication.MO_FLOW, name, rate).expects(cause, component);
    }

    /** A thread holds a connection while the statement is delayed, as if the database were across a network. */
    private static SamplePlant fewConnections(double rate, String name, Cause cause) {
        return plant(name, rate, cause, RESOLVER)
                .with(DELAY, "12ms")
                .with("spring.jpa.properties.hibernate.connection.handling_mode", "IMMEDIATE_ACQUISITION_AND_HOLD");
    }
}
