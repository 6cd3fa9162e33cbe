package io.concor.experiments.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Statistics of a component, as reported by the endpoint {@code concorstats}.
 *
 * @param component name of the component
 * @param serviceMicros mean service time of the task
 * @param slot statistics of the slot before the component; null if it is empty
 */
public record ComponentReading(
        String component, double serviceMicros, @Nullable Slot slot) {

    /**
     * Statistics of a filled slot.
     *
     * @param waitingMicros mean waiting time of events
     * @param queue number of waiting events
     * @param activeThreads number of threads that run tasks
     * @param threads number of threads
     * @param utilisation share of the time in which the threads run tasks, 0 to 1
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
