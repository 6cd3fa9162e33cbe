package io.concor.experiments.laboratory.prediction;

import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.laboratory.flow.PacedSender;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Supplier;

/** Asks for a prediction, makes the change and measures. */
final class PredictionRun {

    private static final Duration STOP_TIME = Duration.ofSeconds(2);
    /** The time that the measured figures of an answer cover. */
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private PredictionRun() {}

    /**
     * Runs a case.
     *
     * @param settle how long the flow runs before its figures are read, which are those of the last ten seconds
     * @param readings how often they are read, each time after ten seconds more
     */
    static PredictionResult run(PredictionCase tried, Duration settle, int readings) throws Exception {
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
            WhatIf answer = ask(
                    readings,
                    () -> diagnosis.whatIf(LaboratoryFlow.NAME, tried.slots(), OptionalDouble.of(tried.rateAfter())));
            change(manager, tried);
            rate.add(tried.rateAfter() - tried.rate());
            TimeUnit.MILLISECONDS.sleep(settle.toMillis());
            WhatIf after = ask(readings, () -> diagnosis.whatIf(LaboratoryFlow.NAME, Map.of(), OptionalDouble.empty()));
            return PredictionResult.of(tried, answer, after.now());
        } finally {
            manager.names().forEach(name -> manager.flow(name).stop(STOP_TIME));
            setup.close();
        }
    }

    private static WhatIf ask(int readings, Supplier<WhatIf> question) throws InterruptedException {
        List<WhatIf> answers = new ArrayList<>(List.of(question.get()));
        while (answers.size() < readings) {
            TimeUnit.MILLISECONDS.sleep(WINDOW.toMillis());
            answers.add(question.get());
        }
        return typical(answers);
    }

    /**
     * Returns the answer with the median of the measured p99, of two in the middle the slower one: one slow moment decides the
     * p99 of ten seconds.
     */
    static WhatIf typical(List<WhatIf> answers) {
        return answers.stream()
                .sorted(Comparator.comparingDouble(answer -> answer.now().p99Micros()))
                .toList()
                .get(answers.size() / 2);
    }

    private static void change(Manager manager, PredictionCase tried) {
        tried.slots()
                .forEach((slot, join) ->
                        manager.change(join.map(settings -> ChangeRequest.put(LaboratoryFlow.NAME, slot, settings))
                                .orElseGet(() -> ChangeRequest.takeOut(LaboratoryFlow.NAME, slot))));
    }
}
