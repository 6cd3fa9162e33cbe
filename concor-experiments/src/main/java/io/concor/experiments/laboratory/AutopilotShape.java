package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.LaboratoryFlow.AT_TRANSLATOR;
import static io.concor.experiments.laboratory.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.LaboratoryFlow.SESSION_MANAGER;
import static io.concor.experiments.laboratory.LaboratoryFlow.TRANSLATOR;

import io.concor.JoinSettings;
import io.concor.experiments.plants.PlantedWork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A flow whose best layout is searched, and found by the autopilot from bad ones.
 *
 * @param tasks gives the flow its tasks
 * @param tried for each slot the numbers of threads that the search tries; 0 for no join
 */
record AutopilotShape(String name, Consumer<LaboratoryFlow> tasks, Map<String, List<Integer>> tried) {

    private static final List<String> SLOTS =
            List.of(TRANSLATOR, SESSION_MANAGER, ROUTER, RESOLVER, AT_TRANSLATOR, LOGGER);
    private static final int MANY = 64;

    /** A layout from which the autopilot begins. */
    enum Start {
        /** One thread runs everything up to the transition. */
        ONE_THREAD,
        /** Each slot has 64 threads, except where the task allows one only. */
        MANY_THREADS;

        Map<String, JoinSettings> layout() {
            return this == ONE_THREAD ? Map.of(TRANSLATOR, JoinSettings.fixed(1)) : many();
        }

        private static Map<String, JoinSettings> many() {
            Map<String, JoinSettings> layout = new LinkedHashMap<>();
            SLOTS.forEach(slot ->
                    layout.put(slot, SESSION_MANAGER.equals(slot) ? JoinSettings.single() : JoinSettings.fixed(MANY)));
            return layout;
        }
    }

    /** Returns the shapes: one or three tasks that wait for something. */
    static List<AutopilotShape> all() {
        return List.of(
                new AutopilotShape(
                        "one-slow-task",
                        flow -> flow.connections(12).work(RESOLVER, resolve(flow, 8_000)),
                        Map.of(ROUTER, List.of(0, 2), RESOLVER, List.of(4, 8, 12, 24), LOGGER, List.of(0, 2))),
                new AutopilotShape(
                        "three-slow-tasks",
                        flow -> flow.connections(12)
                                .work(ROUTER, message -> PlantedWork.pause(PlantedWork.micros(3_000)))
                                .work(RESOLVER, resolve(flow, 8_000))
                                .work(LOGGER, message -> PlantedWork.pause(PlantedWork.micros(4_000))),
                        Map.of(ROUTER, List.of(2, 4, 8), RESOLVER, List.of(4, 8, 12, 24), LOGGER, List.of(2, 4, 8))));
    }

    private static PlantedWork resolve(LaboratoryFlow flow, long micros) {
        return message -> flow.pool().use(message, held -> PlantedWork.pause(PlantedWork.micros(micros)));
    }

    /** Returns a layout with as many threads for each slow task. */
    Map<String, JoinSettings> layout(int threads) {
        Map<String, JoinSettings> layout = new LinkedHashMap<>(Map.of(SESSION_MANAGER, JoinSettings.single()));
        tried.keySet().forEach(slot -> layout.put(slot, JoinSettings.fixed(threads)));
        return layout;
    }

    /** Returns the layouts that the search tries: each combination. */
    List<Map<String, JoinSettings>> layouts() {
        List<Map<String, JoinSettings>> layouts =
                new ArrayList<>(List.of(Map.of(SESSION_MANAGER, JoinSettings.single())));
        tried.forEach((slot, threads) -> {
            List<Map<String, JoinSettings>> longer = layouts.stream()
                    .flatMap(layout -> threads.stream().map(number -> with(layout, slot, number)))
                    .toList();
            layouts.clear();
            layouts.addAll(longer);
        });
        return layouts;
    }

    private static Map<String, JoinSettings> with(Map<String, JoinSettings> layout, String slot, int threads) {
        Map<String, JoinSettings> more = new LinkedHashMap<>(layout);
        if (threads > 0) {
            more.put(slot, JoinSettings.fixed(threads));
        }
        return more;
    }
}
