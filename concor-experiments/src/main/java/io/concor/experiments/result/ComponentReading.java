package io.concor.experiments.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the endpoint {@code concorstats} says of a component.
 *
 * @param component its name
 * @param serviceMicros how long its task took, on average
 * @param slot of the join before it; null where its slot is empty
 */
public record ComponentReading(
        String component, double serviceMicros, @Nullable Slot slot) {

    /**
     * What it says of a filled slot.
     *
     * @param waitingMicros how long events waited in it, on average
     * @param queue how many were in it
     * @param activeThreads how many threads were in tasks
     * @param threads how many there were
     * @param utilisation share of the time in which the threads were in tasks, 0 to 1
     */
    public record Slot(double waitingMicros, int queue, int activeThreads, int threads, double utilisation) {}

    public static List<ComponentReading> of(JsonNode statistics) {
        List<ComponentReading> readings = new ArrayList<>();
        for (JsonNode component : statistics.path("window").path("components")) {
            String name = component.path("name").asString();
            readings.add(new ComponentReading(
                    name, component.path("service").path("meanMicros").asDouble(0), slot(statistics, name)));
        }
        return readings;
    }

    private static @Nullable Slot slot(JsonNode statistics, String name) {
        JsonNode present = named(statistics.path("slots"), name);
        JsonNode window = named(statistics.path("window").path("slots"), name);
        return present == null || window == null
                ? null
                : new Slot(
                        window.path("waiting").path("meanMicros").asDouble(0),
                        present.path("queueSize").asInt(0),
                        present.path("activeThreads").asInt(0),
                        present.path("totalThreads").asInt(0),
                        window.path("utilisation").asDouble(0));
    }

    private static @Nullable JsonNode named(JsonNode all, String name) {
        for (JsonNode each : all) {
            if (each.path("name").asString().equals(name)) {
                return each;
            }
        }
        return null;
    }
}
