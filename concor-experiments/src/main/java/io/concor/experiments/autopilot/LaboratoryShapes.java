package io.concor.experiments.autopilot;

import static io.concor.experiments.laboratory.flow.LaboratoryFlow.AT_TRANSLATOR;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SESSION_MANAGER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.TRANSLATOR;

import io.concor.experiments.laboratory.flow.ArrivalRate;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The eight components of the laboratory, of which one or three wait for something. */
final class LaboratoryShapes {

    /** Events per second; more than the best layout handles. */
    private static final ArrivalRate OVERLOAD = ArrivalRate.steady(2_500);

    private static final int CONNECTIONS = 12;

    private LaboratoryShapes() {}

    static List<AutopilotShape> all() {
        return List.of(
                shape(
                        "one-slow-task",
                        LaboratoryShapes::slowResolver,
                        Map.of(ROUTER, List.of(0, 2), RESOLVER, List.of(4, 8, 12, 24), LOGGER, List.of(0, 2))),
                threeSlowTasks());
    }

    static AutopilotShape threeSlowTasks() {
        return shape(
                "three-slow-tasks",
                LaboratoryShapes::slowTasks,
                Map.of(ROUTER, List.of(2, 4, 8), RESOLVER, List.of(4, 8, 12, 24), LOGGER, List.of(2, 4, 8)));
    }

    private static AutopilotShape shape(String name, Consumer<LaboratoryFlow> tasks, Map<String, List<Integer>> tried) {
        return new AutopilotShape(
                name,
                layout -> LaboratoryTunedFlow.open(tasks, OVERLOAD, layout),
                TRANSLATOR,
                List.of(SESSION_MANAGER),
                List.of(TRANSLATOR, ROUTER, RESOLVER, AT_TRANSLATOR, LOGGER),
                tried);
    }

    private static void slowResolver(LaboratoryFlow flow) {
        flow.connections(CONNECTIONS).work(RESOLVER, message -> flow.pool()
                .use(message, held -> PlantedWork.pause(PlantedWork.micros(8_000))));
    }

    /** Plants the tasks of {@link #threeSlowTasks}. */
    static void slowTasks(LaboratoryFlow flow) {
        slowResolver(flow);
        flow.work(ROUTER, message -> PlantedWork.pause(PlantedWork.micros(3_000)))
                .work(LOGGER, message -> PlantedWork.pause(PlantedWork.micros(4_000)));
    }
}
