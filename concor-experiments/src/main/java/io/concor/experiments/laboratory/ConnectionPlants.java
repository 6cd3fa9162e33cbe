package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.Plant.Match;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Causes in the connection pool. */
final class ConnectionPlants {

    private ConnectionPlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.of("few-connections", Cause.CONNECTION_POOL, RESOLVER, 480, flow -> flow.connections(2)
                        .work(RESOLVER, message -> flow.pool().use(message, held -> PlantedWork.pause(micros(4_000))))),
                Plant.of("leaked-connections", Cause.CONNECTION_LEAK, RESOLVER, 480, ConnectionPlants::leaked),
                Plant.either(
                        "one-slow-connection",
                        new Expected(Cause.SLOW_MESSAGES, RESOLVER),
                        new Expected(Cause.CONNECTION_POOL, RESOLVER),
                        500,
                        ConnectionPlants::oneSlow),
                new Plant(
                        "few-connections-and-slow-remote",
                        List.of(
                                new Expected(Cause.CONNECTION_POOL, RESOLVER),
                                new Expected(Cause.SLOW_REMOTE, RESOLVER)),
                        Match.ALL,
                        200,
                        List.of(),
                        ConnectionPlants::fewAndSlow));
    }

    /** Of sixteen connections two are left. */
    private static void leaked(LaboratoryFlow flow) {
        flow.work(RESOLVER, message -> {
            if (message % 50 == 0 && message < 50 * 14) {
                flow.pool().take(); // not closed: the leak
            }
            flow.pool().use(message, held -> PlantedWork.pause(micros(4_000)));
        });
    }

    /** Two connections, of which one takes thirty times as long. */
    private static void oneSlow(LaboratoryFlow flow) {
        AtomicReference<Connection> slow = new AtomicReference<>();
        flow.connections(2).join(RESOLVER, JoinSettings.fixed(4)).work(RESOLVER, message -> {
            try (Connection taken = flow.pool().take()) {
                Connection physical = taken.unwrap(org.h2.jdbc.JdbcConnection.class);
                slow.compareAndSet(null, physical);
                PlantedWork.pause(micros(physical.equals(slow.get()) ? 60_000 : 2_000));
            }
        });
    }

    private static void fewAndSlow(LaboratoryFlow flow) {
        flow.connections(4).beginsAfter(RemotePlants.HEALTHY_TIME).work(RESOLVER, message -> flow.pool()
                .use(message, held -> PlantedWork.pause(micros(flow.hasBegun() ? 20_000 : 2_000))));
    }
}
