package io.concor.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a stop.
 *
 * @param unfinished number of events that did not finish in the time allowed and ended with an error
 * @param places number of these events by component
 * @param stuckThreads number of threads that did not return from a task
 */
public record StopReport(String flow, int unfinished, Map<String, Integer> places, int stuckThreads) {

    /** Copies the map. */
    public StopReport {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places)); // keeps the order
    }

    /** Returns whether every event finished in time. */
    public boolean clean() {
        return unfinished == 0;
    }

    /**
     * Returns where the unfinished events were, such as {@code 1 at 'parser', 2 at 'store'}; empty if no place is known,
     * because they moved meanwhile.
     */
    public String placesInWords() {
        return places.entrySet().stream()
                .map(place -> "%d at '%s'".formatted(place.getValue(), place.getKey()))
                .collect(Collectors.joining(", "));
    }
}
