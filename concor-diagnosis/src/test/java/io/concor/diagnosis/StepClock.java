package io.concor.diagnosis;

import io.concor.diagnosis.signal.ReadingClock;
import io.concor.statistics.FlowReading;
import java.time.Duration;

/** A clock that only the test advances. */
final class StepClock implements ReadingClock {

    private volatile long nanos;

    void advance(Duration time) {
        nanos = nanos + time.toNanos();
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long of(FlowReading reading) {
        return nanos;
    }
}
