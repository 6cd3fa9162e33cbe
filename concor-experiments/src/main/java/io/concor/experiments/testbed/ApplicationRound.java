package io.concor.experiments.testbed;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * One application of each variant. All are started and warmed up one after the other, then run at the same time, so that
 * they can be compared under the same conditions.
 *
 * @param <V> what identifies an application
 */
public final class ApplicationRound<V> implements AutoCloseable {

    private final Map<V, MeasuredApplication> applications = new LinkedHashMap<>();

    /**
     * Starts all applications.
     *
     * @param turns the variants in order
     * @param startWarm starts an application and warms it up
     */
    public ApplicationRound(List<V> turns, Function<V, MeasuredApplication> startWarm) {
        try {
            turns.forEach(variant -> applications.put(variant, startWarm.apply(variant)));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /**
     * Measures all applications at the same time. If one measurement fails, waits for the others before the failure is
     * thrown.
     */
    public <T> Map<V, T> all(Function<MeasuredApplication, T> measurement) {
        ExecutorService threads = Executors.newFixedThreadPool(applications.size());
        try {
            Iterator<Future<T>> ended = threads.invokeAll(applications.values().stream()
                            .<Callable<T>>map(application -> () -> measurement.apply(application))
                            .toList())
                    .iterator();
            Map<V, T> measured = new LinkedHashMap<>();
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
                    : new ExperimentException("A measurement failed", failed);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static ExperimentException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new ExperimentException("The experiment was interrupted", interrupted);
    }

    /** Returns the application of a variant, which remains in this round. */
    public MeasuredApplication get(V variant) {
        return Objects.requireNonNull(applications.get(variant));
    }

    /**
     * Removes and returns the application of a variant, which the caller then closes. Empty if it was removed before.
     */
    public Optional<MeasuredApplication> take(V variant) {
        return Optional.ofNullable(applications.remove(variant));
    }

    @Override
    public void close() {
        new ArrayList<>(applications.values()).forEach(MeasuredApplication::close);
        applications.clear();
    }
}
