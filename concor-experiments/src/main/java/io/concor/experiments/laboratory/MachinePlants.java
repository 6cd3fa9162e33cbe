package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.flow.LaboratoryFlow.ROUTER;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.LiveObjects;
import io.concor.experiments.plants.PlantedWork;
import java.util.List;

/** Causes in processors and memory. */
final class MachinePlants {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private MachinePlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.of("cpu-saturation", Cause.CPU, ROUTER, 480 * PROCESSORS, flow -> flow.join(
                                ROUTER, JoinSettings.fixed(2 * PROCESSORS))
                        .work(ROUTER, message -> PlantedWork.compute(micros(2_000)))),
                Plant.of("many-threads", Cause.TOO_MANY_THREADS, ROUTER, 480 * PROCESSORS, flow -> flow.join(
                                ROUTER, JoinSettings.fixed(32 * PROCESSORS))
                        .work(ROUTER, message -> PlantedWork.compute(micros(2_000)))),
                Plant.of("competing-process", Cause.NOISY_NEIGHBOUR, null, 250 * PROCESSORS, flow -> flow.closing(
                                BusyProcess.start(2 * PROCESSORS))
                        .join(ROUTER, JoinSettings.fixed(PROCESSORS))
                        .work(ROUTER, message -> PlantedWork.compute(micros(1_500)))),
                Plant.of("garbage", Cause.GARBAGE_COLLECTION, null, 1_300, MachinePlants::garbage)
                        .inJvm("-Xmx140m", "-XX:+UseSerialGC"));
    }

    /** Most of the heap is in use, and each message replaces a megabyte of it. */
    private static void garbage(LaboratoryFlow flow) {
        LiveObjects live = new LiveObjects();
        flow.work(ROUTER, message -> live.replaceMegabyte());
    }
}
