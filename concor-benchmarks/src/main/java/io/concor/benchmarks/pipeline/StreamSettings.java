package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Shape;

/**
 * How a reactive pipeline is wired.
 *
 * @param capacity number of events that may wait before a stage, and that may be at a client
 * @param flatMap whether a stage of several threads is a {@code flatMap} that subscribes on a scheduler for each event,
 *     instead of rails
 */
record StreamSettings(int capacity, boolean flatMap) {

    /** Returns queues and rails with the capacity of all variants. */
    static StreamSettings rails() {
        return new StreamSettings(Shape.CAPACITY, false);
    }

    /** Returns queues that hold together as many events as one queue of the other variants. */
    static StreamSettings defaultBound(Shape shape) {
        return new StreamSettings(Shape.CAPACITY / Math.max(1, shape.queues()), false);
    }

    /** Returns stages as applications with blocking tasks write them. */
    static StreamSettings flatMaps() {
        return new StreamSettings(Shape.CAPACITY, true);
    }
}
