package io.concor.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of a stop.
 *
 * @param unfinished number of events that did not finish in the time allowed. They end with an error, except the few that
 *     leave the flow at that moment, or from whose error a catch component recovers
 * @param places number of these events by component, without those that moved on at that moment
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
     * Returns where the unfinished events were, such as {@code 1 at 'parser', 2 at 'store', 1 moving on}; empty if there
     * are none.
     */
    public String placesInWords() {
        int moving = unfinished
                - places.values().stream().mapToInt(Integer::intValue).sum();
        Stream<String> known =
                places.entrySet().stream().map(place -> place.getValue() + " at '" + place.getKey() + "'");
        return Stream.concat(known, moving > 0 ? Stream.of(moving + " moving on") : Stream.empty())
                .collect(Collectors.joining(", "));
    }
}
