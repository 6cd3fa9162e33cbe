package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.flow.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SENDER;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.Plant.Match;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.time.Duration;
import java.util.List;

/** Causes in what tasks call, and in the messages. */
final class RemotePlants {

    /** After this time a remote system becomes slow. */
    static final Duration HEALTHY_TIME = Duration.ofSeconds(10);

    private RemotePlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.of("slow-remote", Cause.SLOW_REMOTE, RESOLVER, 400, flow -> flow.beginsAfter(HEALTHY_TIME)
                        .work(RESOLVER, message -> PlantedWork.pause(micros(flow.hasBegun() ? 40_000 : 2_000)))),
                Plant.of("slow-commit", Cause.SLOW_REMOTE, LOGGER, 400, flow -> flow.beginsAfter(HEALTHY_TIME)
                        .work(LOGGER, message -> PlantedWork.pause(micros(flow.hasBegun() ? 5_000 : 500)))),
                Plant.of("slow-callback", Cause.SLOW_CALLBACK, SENDER, 256, flow -> flow.beginsAfter(HEALTHY_TIME)
                        .maxInFlight(128)
                        .answerTime(() -> micros(flow.hasBegun() ? 500_000 : 1_000))),
                Plant.of("callback-thread", Cause.CALLBACK_THREAD, LOGGER, 480, flow -> flow.noJoin(LOGGER)
                        .work(LOGGER, message -> PlantedWork.pause(micros(2_000)))),
                Plant.of("small-max-in-flight", Cause.ADMISSION, null, 350, flow -> flow.maxInFlight(8)
                        .answerTime(() -> micros(20_000))),
                Plant.of("failing-downstream", Cause.DOWNSTREAM_ERRORS, RESOLVER, 470, RemotePlants::failing),
                Plant.of("slow-messages", Cause.SLOW_MESSAGES, RESOLVER, 650, flow -> flow.join(
                                RESOLVER, JoinSettings.fixed(4))
                        .work(RESOLVER, message -> PlantedWork.pause(micros(message % 100 == 0 ? 400_000 : 2_000)))),
                new Plant(
                        "failing-downstream-and-slow-messages",
                        List.of(
                                new Expected(Cause.DOWNSTREAM_ERRORS, RESOLVER),
                                new Expected(Cause.SLOW_MESSAGES, RESOLVER)),
                        Match.ALL,
                        380,
                        List.of(),
                        RemotePlants::failingAndSlow));
    }

    /** Every second message fails in three attempts. */
    private static void failing(LaboratoryFlow flow) {
        flow.join(RESOLVER, JoinSettings.fixed(4)).work(RESOLVER, message -> {
            if (message % 2 == 0) {
                PlantedWork.pause(micros(2_000));
                return;
            }
            for (int attempt = 0; attempt < 3; attempt++) {
                PlantedWork.pause(micros(5_000));
            }
            throw new IllegalStateException("planted: three attempts have failed");
        });
    }

    private static void failingAndSlow(LaboratoryFlow flow) {
        flow.join(RESOLVER, JoinSettings.fixed(4)).work(RESOLVER, message -> {
            PlantedWork.pause(micros(message % 100 == 0 ? 800_000 : 2_000));
            if (message % 3 == 0) {
                throw new IllegalStateException("planted");
            }
        });
    }
}
