package io.concor.experiments.laboratory.prediction;

import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A change whose effect is predicted and then measured.
 *
 * @param setup the name of the flow before the change
 * @param planting changes the flow of the laboratory into it
 * @param rate events per second before the change
 * @param slots the changed slots; none if only the rate changes
 * @param rateAfter events per second after the change
 */
record PredictionCase(
        String setup,
        Consumer<LaboratoryFlow> planting,
        double rate,
        Map<String, Optional<JoinSettings>> slots,
        double rateAfter) {

    private static final List<Double> LOADS = List.of(0.5, 0.9, 1.5);
    private static final List<Double> RATES = List.of(1.6, 3.0);
    private static final int MAX_IN_FLIGHT = 256;
    /** The p99 of some thirty sampled events is the slowest of them, with and without a change. */
    private static final Sampling EACH_EVENT = new Sampling(true, 1, 1);

    /**
     * A flow that something limits.
     *
     * @param slot the slot that is changed
     * @param allows events per second that it handles at most
     * @param joins what the slot gets
     */
    private record Setup(
            String name,
            String slot,
            double allows,
            List<Optional<JoinSettings>> joins,
            Consumer<LaboratoryFlow> planting) {

        private Stream<PredictionCase> cases() {
            List<PredictionCase> cases = new ArrayList<>();
            for (double load : LOADS) {
                joins.forEach(join -> cases.add(of(load, Map.of(slot, join), 1)));
            }
            RATES.forEach(factor -> cases.add(of(LOADS.get(0), Map.of(), factor)));
            return cases.stream();
        }

        private PredictionCase of(double load, Map<String, Optional<JoinSettings>> slots, double factor) {
            double rate = load * allows;
            return new PredictionCase(
                    name,
                    planting.andThen(flow -> flow.maxInFlight(MAX_IN_FLIGHT).sampling(EACH_EVENT)),
                    rate,
                    slots,
                    factor * rate);
        }
    }

    /** Returns all cases: each setup at several loads with several settings, and with other rates. */
    static List<PredictionCase> all() {
        return Stream.of(
                        new Setup("remote", LaboratoryFlow.RESOLVER, 500, fixed(2, 8, 16), flow -> flow.join(
                                        LaboratoryFlow.RESOLVER, JoinSettings.fixed(4))
                                .work(LaboratoryFlow.RESOLVER, PredictionCase::remote)),
                        new Setup(
                                "connections", LaboratoryFlow.RESOLVER, 480, fixed(2, 4, 32), flow -> flow.connections(
                                                4)
                                        .work(LaboratoryFlow.RESOLVER, message -> flow.pool()
                                                .use(message, PredictionCase::remote))),
                        new Setup("commit", LaboratoryFlow.LOGGER, 240, withoutJoin(fixed(2, 4)), flow -> flow.join(
                                        LaboratoryFlow.LOGGER, JoinSettings.fixed(1))
                                .work(LaboratoryFlow.LOGGER, message -> pause(message, 4_000))),
                        new Setup("computing", LaboratoryFlow.ROUTER, 900, withoutJoin(fixed(2, 4)), flow -> flow.join(
                                        LaboratoryFlow.ROUTER, JoinSettings.fixed(1))
                                .work(
                                        LaboratoryFlow.ROUTER,
                                        message -> PlantedWork.compute(PlantedWork.micros(1_000)))))
                .flatMap(Setup::cases)
                .toList();
    }

    private static void remote(int message) {
        pause(message, 8_000);
    }

    /** Waits from half the time to one and a half. */
    private static void pause(int message, int micros) {
        PlantedWork.pause(PlantedWork.micros(micros / 2 + (long) micros * (message * 7 % 16) / 15));
    }

    private static List<Optional<JoinSettings>> fixed(int... threads) {
        return Arrays.stream(threads)
                .mapToObj(number -> Optional.of(JoinSettings.fixed(number)))
                .toList();
    }

    private static List<Optional<JoinSettings>> withoutJoin(List<Optional<JoinSettings>> others) {
        return Stream.concat(others.stream(), Stream.of(Optional.<JoinSettings>empty()))
                .toList();
    }

    /** Describes the change, such as {@code endpoint-resolver: fixed 8}. */
    String change() {
        String ofSlots = slots.entrySet().stream()
                .map(slot -> slot.getKey() + ": "
                        + slot.getValue().map(PredictionCase::words).orElse("none"))
                .findFirst()
                .orElse("");
        return rate == rateAfter ? ofSlots : "%.0f/s".formatted(rateAfter);
    }

    private static String words(JoinSettings settings) {
        return "%s %d".formatted(settings.pool().toString().toLowerCase(Locale.ROOT), settings.threads());
    }
}
