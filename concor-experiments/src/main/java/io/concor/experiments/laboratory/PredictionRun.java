package io.concor.experiments.laboratory;

import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;

/** Asks for a prediction, makes the change and measures. */
final class PredictionRun {

    private static final Duration STOP_TIME = Duration.ofSeconds(2);

    private PredictionRun() {}

    /**
     * Runs a case.
     *
     * @param settle how long the flow runs before it is measured; figures are those of the last ten seconds
     */
    static PredictionResult run(PredictionCase tried, Duration settle) throws Exception {
        LaboratoryFlow setup = new LaboratoryFlow();
        tried.planting().accept(setup);
        DoubleAdder rate = new DoubleAdder();
        rate.add(tried.rate());
        Manager manager = new Manager();
        var flows = setup.build();
        flows.forEach(manager::register);
        try (Diagnosis diagnosis = Diagnosis.start(manager, setup.pool(), name -> Goal.NONE);
                PacedSender sender = PacedSender.start(flows, seconds -> rate.sum())) {
            TimeUnit.MILLISECONDS.sleep(settle.toMillis());
            WhatIf answer = diagnosis.whatIf(LaboratoryFlow.NAME, tried.slots(), OptionalDouble.of(tried.rateAfter()));
            change(manager, tried);
            rate.add(tried.rateAfter() - tried.rate());
            TimeUnit.MILLISECONDS.sleep(settle.toMillis());
            WhatIf after = diagnosis.whatIf(LaboratoryFlow.NAME, Map.of(), OptionalDouble.empty());
            return PredictionResult.of(tried, answer, after.now());
        } finally {
            manager.names().forEach(name -> manager.stop(name, STOP_TIME));
            setup.close();
        }
    }

    private static void change(Manager manager, PredictionCase tried) {
        tried.slots()
                .forEach((slot, join) ->
                        manager.change(join.map(settings -> ChangeRequest.put(LaboratoryFlow.NAME, slot, settings))
                                .orElseGet(() -> ChangeRequest.takeOut(LaboratoryFlow.NAME, slot))));
    }
}
