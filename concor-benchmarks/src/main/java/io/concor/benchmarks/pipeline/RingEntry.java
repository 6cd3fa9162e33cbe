package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;

/** An entry of a ring buffer. */
final class RingEntry {

    Event event = new Event();
}
