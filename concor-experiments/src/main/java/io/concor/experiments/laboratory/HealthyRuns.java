package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.flow.LaboratoryFlow.NAME;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SENDER;

import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.experiments.laboratory.flow.ArrivalRate;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.manage.ChangeRequest;
import java.util.ArrayList;
import java.util.List;

/** Runs in which nothing limits the flow, so that no alarm may be raised. */
final class HealthyRuns {

    private static final double RATE = 300;

    private HealthyRuns() {}

    static List<Plant> all() {
        return List.of(
                Plant.healthy(
                        "healthy-bursts", RATE, flow -> flow.shape(load -> ArrivalRate.bursts(load.rateAt(0), 4))),
                Plant.healthy("healthy-start", 2 * RATE, flow -> {}).inJvm("-Xmx256m"),
                Plant.healthy("healthy-change", RATE, flow -> flow.at(
                                8, manager -> manager.change(ChangeRequest.put(NAME, RESOLVER, JoinSettings.fixed(24))))
                        .at(16, manager -> manager.change(ChangeRequest.put(NAME, SENDER, JoinSettings.fixed(2))))),
                Plant.healthy("healthy-long-collection", RATE, HealthyRuns::longCollection),
                Plant.healthy("healthy-low-load", 2, flow -> {}),
                Plant.healthy("healthy-without-sampling", RATE, flow -> flow.sampling(new Sampling(false, 3, 128))),
                Plant.healthy("healthy-many-flows", 2 * RATE, flow -> flow.copies(10)),
                Plant.healthy("healthy-growing-pool", RATE, flow -> flow.join(RESOLVER, JoinSettings.cached(32))
                        .shape(load -> ArrivalRate.bursts(load.rateAt(0), 8))),
                Plant.healthy("healthy-sixty-percent", 700, flow -> flow.join(RESOLVER, JoinSettings.fixed(3))
                        .connections(3)),
                Plant.healthy(
                        "healthy-pause", RATE, flow -> flow.shape(load -> ArrivalRate.pause(load.rateAt(0), 8, 22))));
    }

    /** Some hundred megabytes of live objects, and two full collections. */
    private static void longCollection(LaboratoryFlow flow) {
        List<byte[]> live = new ArrayList<>();
        flow.at(5, manager -> fill(live)).at(12, manager -> System.gc()).at(20, manager -> System.gc());
        flow.closing(live::clear);
    }

    private static void fill(List<byte[]> live) {
        for (int i = 0; i < 1_000_000; i++) {
            live.add(new byte[200]);
        }
    }
}
