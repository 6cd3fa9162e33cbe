package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import java.util.List;

/** Causes in processors and memory. */
final class MachinePlants {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int OBJECT_BYTES = 1_000;
    private static final int OBJECTS = 1_000;

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
        byte[][] live = new byte[80 * 1024][];
        for (int i = 0; i < live.length; i++) {
            live[i] = new byte[OBJECT_BYTES];
        }
        flow.work(ROUTER, message -> {
            for (int i = 0; i < OBJECTS; i++) {
                live[Math.floorMod(message * OBJECTS + i, live.length)] = new byte[OBJECT_BYTES];
            }
        });
    }
}
