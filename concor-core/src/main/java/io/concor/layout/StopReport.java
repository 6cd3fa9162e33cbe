package io.concor.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a stop went.
 *
 * @param flow the flow's name
 * @param unfinished how many events did not finish in the time allowed and were ended with an error
 * @param places where those were, by component
 * @param stuckThreads how many threads did not come back from a task
 */
public record StopReport(String flow, int unfinished, Map<String, Integer> places, int stuckThreads) {

    /** Copies the places, which nobody can change then. */
    public StopReport {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places)); // keeps the order
    }

    /** Whether every event finished in time. */
    public boolean clean() {
        return unfinished == 0;
    }
}
