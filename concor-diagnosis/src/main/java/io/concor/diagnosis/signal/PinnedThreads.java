package io.concor.diagnosis.signal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordingStream;

/** Measures how many carrier threads were held by virtual threads that waited, from events of the Flight Recorder. */
final class PinnedThreads {

    private static final String EVENT = "jdk.VirtualThreadPinned";
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** The recorder passes events on once a second. */
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private PinnedThreads() {}

    /** Returns their average number in three seconds; 0 if the JVM has no Flight Recorder. */
    static double measure() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent() ? record() : 0;
    }

    private static double record() {
        LongAdder nanos = new LongAdder();
        try (RecordingStream events = new RecordingStream()) {
            events.enable(EVENT).withThreshold(SHORTEST).withoutStackTrace();
            events.onEvent(EVENT, event -> nanos.add(event.getDuration().toNanos()));
            events.startAsync();
            LockSupport.parkNanos(LOOK_NANOS);
            events.disable(EVENT);
            LockSupport.parkNanos(DELAY_NANOS);
        }
        return (double) nanos.sum() / LOOK_NANOS;
    }
}
