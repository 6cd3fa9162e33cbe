package io.concor.benchmarks.workload;

/** An event. By default senders reuse event objects, so that only the pipeline allocates memory. */
public final class Event {

    /** The operand and the result of the tasks. */
    public long value;

    /** When the event was due to be sent, in {@link System#nanoTime}. */
    public long due;
}
