package io.concor.experiments.laboratory;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The load of a sample, which the simulator sends. It ends at the latest when the sample is closed. Thread-safe. */
public final class SampleLoad {

    /** Warms up application and simulator. */
    public static final Duration LEAD_IN = Duration.ofSeconds(10);

    private final String name;
    private final CompletableFuture<?> sender;

    private SampleLoad(String name, CompletableFuture<?> sender) {
        this.name = name;
        this.sender = sender;
    }

    /**
     * Begins to send at a constant rate.
     *
     * @param name what is run
     * @param rate events per second
     * @param time how long, after the lead-in
     * @param options more options of the simulator
     */
    public static SampleLoad start(
            MeasuredApplication application, String name, double rate, Duration time, List<String> options) {
        List<String> profile = new ArrayList<>(List.of(
                "constant",
                "--rate=" + Math.round(rate),
                "--for=" + time.toSeconds() + "s",
                "--lead-in=" + LEAD_IN.toSeconds() + "s"));
        profile.addAll(options);
        return new SampleLoad(
                name, CompletableFuture.supplyAsync(() -> application.simulate("load", profile, LEAD_IN.plus(time))));
    }

    /** Fails if the load has ended. */
    public void requireRunning() {
        if (sender.isDone()) {
            try {
                sender.join();
            } catch (CompletionException failed) {
                throw failed.getCause() instanceof RuntimeException known ? known : failed;
            }
            throw new ExperimentException("The load of %s ended too early".formatted(name));
        }
    }
}
