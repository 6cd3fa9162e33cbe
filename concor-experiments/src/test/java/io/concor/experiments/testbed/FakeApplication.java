package io.concor.experiments.testbed;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * An application without processes, with given results.
 *
 * @param name name of the application
 * @param log receives all calls
 * @param results returns the result for the name and profile of a run
 */
public record FakeApplication(
        String name, Consumer<String> log, BiFunction<String, List<String>, SimulatorResult> results)
        implements MeasuredApplication {

    @Override
    public SimulatorResult simulate(String run, List<String> profile, Duration time) {
        log.accept(name + ": " + run);
        return results.apply(run, profile);
    }

    @Override
    public Duration cpu() {
        return Duration.ofNanos(System.nanoTime());
    }

    @Override
    public Duration compilers() {
        return Duration.ZERO;
    }

    @Override
    public URI endpoint(String path) {
        return URI.create("http://localhost/" + path);
    }

    @Override
    public String databaseVersion() {
        return "MariaDB 1.2";
    }

    @Override
    public Map<String, String> machine() {
        return Map.of("processors", "2 x some");
    }

    @Override
    public void close() {
        log.accept(name + ": closed");
    }
}
