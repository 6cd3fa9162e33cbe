package io.concor.experiments.overhead;

import io.concor.experiments.result.ComponentReading;
import io.concor.experiments.result.RampStatistics;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SimulatorResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Polls the statistics of an application each second until it is closed. */
final class StatisticsPoller implements AutoCloseable {

    private static final int OK = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The first second of a ramp whose statistics, of the ten seconds before, are of the ramp only. */
    private static final int CALM_SECOND = 12;

    private final JsonMapper json = new JsonMapper();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final List<Snapshot> snapshots = Collections.synchronizedList(new ArrayList<>());
    private final HttpRequest request;

    private record Snapshot(Instant at, JsonNode statistics) {}

    StatisticsPoller(URI statistics) {
        request = HttpRequest.newBuilder(statistics).timeout(TIMEOUT).build();
        thread.scheduleAtFixedRate(this::poll, 0, 1, TimeUnit.SECONDS);
    }

    private void poll() {
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() == OK) {
                snapshots.add(new Snapshot(Instant.now(), json.readTree(answer.body())));
            }
        } catch (IOException | JacksonException busy) {
            // the application is overloaded: the next second may succeed
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the statistics at the beginning of a run and when it was broken.
     *
     * @param run result of the run
     * @param ramp load of the run
     */
    RampStatistics diagnosis(SimulatorResult run, Ramp ramp) {
        int unstable = run.broken().second();
        int calm = Math.min(CALM_SECOND, unstable);
        int broken = unstable + Math.toIntExact(ramp.settle().toSeconds());
        return new RampStatistics(calm, before(run.at(calm)), broken, before(run.at(broken)));
    }

    /** Returns the last statistics before this time, if they are recent. */
    List<ComponentReading> before(Instant moment) {
        return List.copyOf(snapshots).stream()
                .filter(snapshot -> snapshot.at.isBefore(moment) && snapshot.at.isAfter(moment.minus(TIMEOUT)))
                .reduce((earlier, later) -> later)
                .map(snapshot -> ComponentReading.of(snapshot.statistics))
                .filter(readings -> !readings.isEmpty())
                .orElseThrow(() -> new ExperimentException("No statistics from %s in the %d s before %s"
                        .formatted(request.uri(), TIMEOUT.toSeconds(), moment)));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
