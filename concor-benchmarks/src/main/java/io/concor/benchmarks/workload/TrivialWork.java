package io.concor.benchmarks.workload;

import java.util.List;

/** Trivial tasks of about two nanoseconds. Each has its own class, as the tasks of an application have. */
public final class TrivialWork {

    private static final List<Work> TRIVIAL = List.of(
            event -> set(event, event.value + 1),
            event -> set(event, event.value ^ 0x5DEECE66DL),
            event -> set(event, event.value * 31),
            event -> set(event, event.value - 7),
            event -> set(event, event.value ^ (event.value >>> 7)),
            event -> set(event, event.value + (event.value << 3)),
            event -> set(event, ~event.value),
            event -> set(event, event.value * 17 + 3));

    private TrivialWork() {}

    public static Work trivial(int index) {
        return TRIVIAL.get(index % TRIVIAL.size());
    }

    private static Event set(Event event, long value) {
        event.value = value;
        return event;
    }
}
