package io.concor.benchmarks.workload;

import io.concor.SimpleTask;

/**
 * What a component does. It is a task of Concor's, so that every variant calls the very same objects, without an
 * adapter that only one of them would need.
 */
@FunctionalInterface
public interface Work extends SimpleTask<Event, Event> {

    @Override
    Event apply(Event event);
}
