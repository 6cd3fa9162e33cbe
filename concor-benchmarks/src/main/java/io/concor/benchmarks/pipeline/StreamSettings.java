package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Shape;
import io.reactivex.rxjava3.core.Flowable;
import reactor.util.concurrent.Queues;

/**
 * How a reactive pipeline is wired.
 *
 * @param capacity number of events that may wait before a stage
 * @param sharedByRails whether the rails of a stage share this number, or each has it
 * @param calls number of events that may be at a client
 * @param flatMap whether a stage of several threads is a {@code flatMap} that subscribes on a scheduler for each event,
 *     instead of rails
 */
record StreamSettings(int capacity, boolean sharedByRails, int calls, boolean flatMap) {

    /** Returns queues and rails with the capacity of all variants. */
    static StreamSettings rails() {
        return bounded(Shape.CAPACITY);
    }

    /** Returns queues that hold together as many events as one queue of the other variants. */
    static StreamSettings defaultBound(Shape shape) {
        return bounded(Shape.CAPACITY / Math.max(1, shape.queues()));
    }

    private static StreamSettings bounded(int capacity) {
        return new StreamSettings(capacity, true, capacity, false);
    }

    /** Returns the sizes of Reactor's operators that are given none. */
    static StreamSettings ofReactor() {
        return new StreamSettings(Queues.SMALL_BUFFER_SIZE, false, Queues.SMALL_BUFFER_SIZE, false);
    }

    /** Returns the sizes of RxJava's operators that are given none. */
    static StreamSettings ofRxJava() {
        return new StreamSettings(Flowable.bufferSize(), false, Integer.MAX_VALUE, false);
    }

    /** Returns stages as applications with blocking tasks write them. */
    static StreamSettings flatMaps() {
        return new StreamSettings(Shape.CAPACITY, true, Shape.CAPACITY, true);
    }

    /** Returns the number of events that may wait before a rail of a stage. */
    int rail(int rails) {
        return sharedByRails ? capacity / rails : capacity;
    }
}
