package io.concor.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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
}
