package io.concor.experiments.overhead;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SampleVariant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * One attempt of each variant: all applications are started and warmed up, one after the other, and then there side by
 * side, so that they can be compared at the same moments.
 */
final class Round implements AutoCloseable {

    private final Map<SampleVariant, MeasuredApplication> applications = new LinkedHashMap<>();

    /**
     * Starts all.
     *
     * @param turns in which order
     * @param startWarm starts one and warms it up
     */
    Round(List<SampleVariant> turns, Function<SampleVariant, MeasuredApplication> startWarm) {
        try {
            turns.forEach(variant -> applications.put(variant, startWarm.apply(variant)));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** Measures all at the same time. Where one fails the others are waited for all the same: none is left at work. */
    <T> Map<SampleVariant, T> all(Function<MeasuredApplication, T> measurement) {
        ExecutorService threads = Executors.newFixedThreadPool(applications.size());
        try {
            Iterator<Future<T>> ended = threads.invokeAll(applications.values().stream()
                            .<Callable<T>>map(application -> () -> measurement.apply(application))
                            .toList())
                    .iterator();
            Map<SampleVariant, T> measured = new EnumMap<>(SampleVariant.class);
            applications.keySet().forEach(variant -> measured.put(variant, result(ended.next())));
            return measured;
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> T result(Future<T> ended) {
        try {
            return ended.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new ExperimentException("A measurement has failed", failed);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static ExperimentException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new ExperimentException("The experiment has been told to end", interrupted);
    }

    /** The application of a variant, which is the caller's from now on; empty where it was taken before. */
    Optional<MeasuredApplication> take(SampleVariant variant) {
        return Optional.ofNullable(applications.remove(variant));
    }

    @Override
    public void close() {
        new ArrayList<>(applications.values()).forEach(MeasuredApplication::close);
        applications.clear();
    }
}
