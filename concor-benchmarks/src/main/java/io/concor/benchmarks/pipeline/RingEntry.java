package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;

/** A place in a ring. */
final class RingEntry {

    Event event = new Event();
}
