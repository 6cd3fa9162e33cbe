package io.concor.engine.admission;

import io.concor.RefusedException.Reason;
import io.concor.layout.Refusals;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts refused events by reason. Thread-safe. */
final class RefusalCounters {

    private final LongAdder[] counts =
            Stream.generate(LongAdder::new).limit(Reason.values().length).toArray(LongAdder[]::new);

    void count(Reason reason) {
        counts[reason.ordinal()].increment();
    }

    Refusals read() {
        return new Refusals(
                of(Reason.FULL),
                of(Reason.TIMEOUT),
                of(Reason.STOPPED),
                of(Reason.CHANGING),
                of(Reason.OWN_THREAD),
                of(Reason.INTERRUPTED));
    }

    private long of(Reason reason) {
        return counts[reason.ordinal()].sum();
    }
}
