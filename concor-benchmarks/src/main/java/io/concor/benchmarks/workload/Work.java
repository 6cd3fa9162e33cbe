package io.concor.benchmarks.workload;

import io.concor.SimpleTask;

/**
 * The task of a component. It is a Concor task, so that all variants call the same objects and none needs an adapter.
 */
@FunctionalInterface
public interface Work extends SimpleTask<Event, Event> {

    @Override
    Event apply(Event event);
}
