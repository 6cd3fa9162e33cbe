package io.concor.engine.measure;

import java.util.concurrent.atomic.LongAdder;

/** How long threads of one slot were busy with sampled events: a mean, from which utilisation is estimated. */
public final class BusyTime {

    private final LongAdder nanos = new LongAdder();
    private final LongAdder events = new LongAdder();

    void add(long busyNanos) {
        nanos.add(busyNanos);
        events.increment();
    }

    public long nanos() {
        return nanos.sum();
    }

    public long events() {
        return events.sum();
    }
}
