package io.concor.benchmarks.pipeline;

import io.concor.Sampling;
import io.concor.benchmarks.workload.Shape;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Measurements of the tasks while they run. */
public enum Instrumentation {
    /** What a variant measures by itself: with the starter, 3 of 128 events; otherwise nothing. */
    DEFAULTS {
        @Override
        Sampling sampling(Sampling own) {
            return own;
        }
    },
    /** No measurement. */
    NONE,
    /** Concor samples 3 of 128 events. */
    SAMPLED {
        @Override
        Sampling sampling(Sampling own) {
            return Sampling.DEFAULT;
        }
    },
    /** Concor samples each event. */
    ALWAYS {
        @Override
        Sampling sampling(Sampling own) {
            return new Sampling(true, 128, 128);
        }
    },
    /** A Micrometer {@link Timer} around each call. */
    TIMER {
        @Override
        Shape around(Shape shape) {
            MeterRegistry registry = new SimpleMeterRegistry();
            AtomicInteger calls = new AtomicInteger();
            return shape.each(work -> {
                Timer timer = registry.timer("task", "task", Integer.toString(calls.getAndIncrement()));
                return event -> timer.record(() -> work.apply(event));
            });
        }
    },
    /** A Micrometer {@link Observation} around each call. */
    OBSERVATION {
        @Override
        Shape around(Shape shape) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig()
                    .observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
            AtomicInteger calls = new AtomicInteger();
            return shape.each(work -> {
                String name = "task." + calls.getAndIncrement();
                return event -> Observation.createNotStarted(name, registry).observe(() -> work.apply(event));
            });
        }
    };

    private static final Sampling OFF = new Sampling(false, 3, 128);

    /**
     * Returns which events Concor samples.
     *
     * @param own which it samples if nothing is set
     */
    Sampling sampling(Sampling own) {
        return OFF;
    }

    /** Returns whether only Concor supports it. */
    boolean isSampling() {
        return this == SAMPLED || this == ALWAYS;
    }

    Shape around(Shape shape) {
        return shape;
    }

    /** Returns the instrumentation with this name. */
    public static Instrumentation named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the name in parameters and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
