package io.concor.engine.measure;

import java.util.concurrent.atomic.LongAdder;

/** The busy time of one slot's threads with sampled events, from which utilisation is estimated. */
final class BusyTime {

    private final LongAdder nanos = new LongAdder();
    private final LongAdder events = new LongAdder();

    void add(long busyNanos) {
        nanos.add(busyNanos);
        events.increment();
    }

    long nanos() {
        return nanos.sum();
    }

    long events() {
        return events.sum();
    }
}
