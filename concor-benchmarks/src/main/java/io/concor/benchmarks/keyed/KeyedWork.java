package io.concor.benchmarks.keyed;

import io.concor.benchmarks.keyed.KeyedPipeline.Booking;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.infra.Blackhole;

/** What a task does with a message. */
@FunctionalInterface
public interface KeyedWork {

    Booking handle(Booking booking);

    /**
     * Returns work that computes or waits for a millisecond.
     *
     * @param tokens the amount of computing
     */
    static KeyedWork named(String name, long tokens) {
        return switch (name) {
            case "compute" ->
                booking -> {
                    Blackhole.consumeCPU(tokens);
                    return booking;
                };
            case "wait" ->
                booking -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                    return booking;
                };
            default -> throw new IllegalArgumentException("no work " + name);
        };
    }
}
