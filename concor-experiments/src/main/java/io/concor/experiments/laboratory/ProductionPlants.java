package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.LaboratoryFlow.AT_TRANSLATOR;
import static io.concor.experiments.laboratory.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.LaboratoryFlow.TRANSLATOR;
import static io.concor.experiments.laboratory.RemotePlants.HEALTHY_TIME;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.Plant.Match;
import io.concor.experiments.plants.PlantedWork;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Causes as they occur in production, planted by someone who did not know the rules. Rules have been changed with some of
 * them in view since, so they tell no more than the others do.
 */
final class ProductionPlants {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int REPORTS = 14;

    private ProductionPlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.of("name-lookup", Cause.LOCK, AT_TRANSLATOR, 490, ProductionPlants::nameLookup),
                either(
                        "own-thread-pool",
                        new Expected(Cause.SLOW_REMOTE, ROUTER),
                        new Expected(Cause.LOCK, ROUTER),
                        480,
                        ProductionPlants::ownThreadPool),
                Plant.of("reports-take-connections", Cause.CONNECTION_POOL, LOGGER, 500, ProductionPlants::reports),
                either(
                        "slow-endpoint-of-three",
                        new Expected(Cause.SLOW_REMOTE, TRANSLATOR),
                        new Expected(Cause.SLOW_MESSAGES, TRANSLATOR),
                        420,
                        ProductionPlants::slowEndpoint),
                Plant.of("allocating-parser", Cause.CPU, RESOLVER, 440 * PROCESSORS, ProductionPlants::allocatingParser)
                        .inJvm("-Xmx512m"));
    }

    private static Plant either(
            String name, Expected first, Expected second, double rate, Consumer<LaboratoryFlow> planting) {
        return new Plant(name, List.of(first, second), Match.ANY, rate, List.of(), planting);
    }

    /**
     * Every tenth message has a name that is not in the cache of a library, and the library asks for one name at a time.
     *
     * <p>The answer is {@code lock}, at the component that looks up and not at the one that the slot is named after. The
     * lookups are not {@code slow-messages}: without the lock, they would take 20 ms, and the stage has the threads for it.
     */
    private static void nameLookup(LaboratoryFlow flow) {
        flow.work(AT_TRANSLATOR, NameLookup::find);
    }

    /** Looks names up, with a lock of the whole class, as clients of naming services do. */
    private static final class NameLookup {

        private NameLookup() {}

        static void find(int message) {
            if (message % 10 == 0) {
                query();
            }
        }

        private static synchronized void query() {
            PlantedWork.pause(micros(20_000));
        }
    }

    /**
     * The router waits for an answer that the application computes in a pool of two threads. After a healthy time each
     * answer takes 4 ms instead of 0.3.
     *
     * <p>The list of causes has no name for a pool of the application's own. What the router calls has become slower:
     * {@code slow-remote}. Or its threads wait for a thing that they share: {@code lock}. It is not {@code too-few-threads}:
     * more threads of the router would wait for the same two.
     */
    private static void ownThreadPool(LaboratoryFlow flow) {
        ExecutorService prices = Executors.newFixedThreadPool(2, body -> new Thread(body, "prices"));
        flow.closing(prices::shutdown)
                .beginsAfter(HEALTHY_TIME)
                .join(ROUTER, JoinSettings.fixed(8))
                .work(ROUTER, message -> prices.submit(() -> PlantedWork.pause(micros(flow.hasBegun() ? 4_000 : 300)))
                        .get());
    }

    /**
     * After a healthy time, reports begin that use the connection pool of the flow: they keep 14 of its 16 connections, each
     * for two seconds.
     *
     * <p>The answer is {@code connection-pool}, at the component that waits for connections. It is not
     * {@code connection-leak}: all connections are returned, and a search for a missing {@code close} would find nothing.
     */
    private static void reports(LaboratoryFlow flow) {
        ExecutorService reports = Executors.newFixedThreadPool(REPORTS, body -> new Thread(body, "report"));
        flow.closing(reports::shutdown)
                .beginsAfter(HEALTHY_TIME)
                .at((int) HEALTHY_TIME.toSeconds(), manager -> start(reports, flow))
                .work(RESOLVER, message -> {})
                .join(LOGGER, JoinSettings.fixed(16))
                .work(LOGGER, message -> flow.pool().use(message, held -> PlantedWork.pause(micros(4_000))));
    }

    private static void start(ExecutorService reports, LaboratoryFlow flow) {
        for (int i = 0; i < REPORTS; i++) {
            reports.submit(() -> {
                while (!reports.isShutdown()) {
                    flow.pool().use(0, held -> PlantedWork.pause(micros(2_000_000)));
                }
                return null;
            });
        }
    }

    /**
     * The translator calls one of three endpoints. After a healthy time one of them takes 80 ms instead of two.
     *
     * <p>The answer is {@code slow-remote}: a called system answers more slowly than before, although the median message
     * sees nothing of it. {@code slow-messages} is accepted, as it leads to the messages for that endpoint.
     */
    private static void slowEndpoint(LaboratoryFlow flow) {
        flow.beginsAfter(HEALTHY_TIME)
                .join(TRANSLATOR, JoinSettings.fixed(12))
                .work(
                        TRANSLATOR,
                        message -> PlantedWork.pause(micros(flow.hasBegun() && message % 3 == 0 ? 80_000 : 2_000)));
    }

    /**
     * The resolver parses XML for 2 ms, in a cached pool, and allocates all the while.
     *
     * <p>The answer is {@code cpu}. It is not {@code garbage-collection}, although collections are frequent: the objects are
     * short-lived, so each collection is cheap, and a larger heap would gain nothing.
     */
    private static void allocatingParser(LaboratoryFlow flow) {
        XmlParser parser = new XmlParser();
        flow.join(RESOLVER, JoinSettings.cached(2 * PROCESSORS)).work(RESOLVER, message -> parser.parse(micros(2_000)));
    }
}
