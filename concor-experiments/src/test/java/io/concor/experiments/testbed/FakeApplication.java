package io.concor.experiments.testbed;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * An application without processes, of which only the outcomes of its runs are known.
 *
 * @param name by which it was started
 * @param log is told what is done with it
 * @param outcomes given the name of a run and its profile
 */
public record FakeApplication(
        String name, Consumer<String> log, BiFunction<String, List<String>, SimulatorResult> outcomes)
        implements MeasuredApplication {

    @Override
    public SimulatorResult simulate(String run, List<String> profile, Duration time) {
        log.accept(name + ": " + run);
        return outcomes.apply(run, profile);
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
