package io.concor.experiments.autopilot;

import io.concor.JoinSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A flow whose best layout is searched, and found by the autopilot from bad ones.
 *
 * @param opening opens the flow under more load than its bad layouts handle
 * @param first the slot before which all tasks can run on one thread
 * @param singleSlots the slots of single-threaded tasks
 * @param slots the slots that may have many threads
 * @param tried for each slot the numbers of threads that the search tries; 0 for no join
 */
record AutopilotShape(
        String name,
        TunedFlow.Opening opening,
        String first,
        List<String> singleSlots,
        List<String> slots,
        Map<String, List<Integer>> tried) {

    private static final int MANY = 64;

    /** A layout from which the autopilot begins. */
    enum Start {
        /** One thread runs everything up to the transition. */
        ONE_THREAD,
        /** Each slot has 64 threads, except where the task allows one only. */
        MANY_THREADS
    }

    Map<String, JoinSettings> layout(Start start) {
        return start == Start.ONE_THREAD ? Map.of(first, JoinSettings.fixed(1)) : layout(MANY, slots);
    }

    /** Returns a layout with as many threads for each slow task. */
    Map<String, JoinSettings> layout(int threads) {
        return layout(threads, tried.keySet());
    }

    private Map<String, JoinSettings> layout(int threads, Iterable<String> filled) {
        Map<String, JoinSettings> layout = singles();
        filled.forEach(slot -> layout.put(slot, JoinSettings.fixed(threads)));
        return layout;
    }

    private Map<String, JoinSettings> singles() {
        Map<String, JoinSettings> layout = new LinkedHashMap<>();
        singleSlots.forEach(slot -> layout.put(slot, JoinSettings.single()));
        return layout;
    }

    /** Returns the layouts that the search tries: each combination. */
    List<Map<String, JoinSettings>> layouts() {
        List<Map<String, JoinSettings>> layouts = new ArrayList<>(List.of(singles()));
        tried.forEach((slot, threads) -> {
            List<Map<String, JoinSettings>> longer = layouts.stream()
                    .flatMap(layout -> threads.stream().map(number -> with(layout, slot, number)))
                    .toList();
            layouts.clear();
            layouts.addAll(longer);
        });
        return layouts;
    }

    private static Map<String, JoinSettings> with(Map<String, JoinSettings> layout, String slot, int threads) {
        Map<String, JoinSettings> more = new LinkedHashMap<>(layout);
        if (threads > 0) {
            more.put(slot, JoinSettings.fixed(threads));
        }
        return more;
    }
}
