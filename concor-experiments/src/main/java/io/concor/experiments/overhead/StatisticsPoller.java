package io.concor.experiments.overhead;

import io.concor.experiments.result.ComponentReading;
import io.concor.experiments.result.Diagnosis;
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

/** Reads the statistics of an application each second, until it is closed. */
final class StatisticsPoller implements AutoCloseable {

    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** From the start of a ramp, when all ten seconds before are of it. */
    private static final int CALM_SECOND = 12;

    private final JsonMapper json = new JsonMapper();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final List<Seen> all = Collections.synchronizedList(new ArrayList<>());
    private final HttpRequest request;

    private record Seen(Instant at, JsonNode statistics) {}

    StatisticsPoller(URI statistics) {
        request = HttpRequest.newBuilder(statistics).timeout(PATIENCE).build();
        thread.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
    }

    private void look() {
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() == OK) {
                all.add(new Seen(Instant.now(), json.readTree(answer.body())));
            }
        } catch (IOException | JacksonException busy) {
            // where all is lost in load, the next second may tell more
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What was read at the calm beginning of a run, and when it was broken.
     *
     * @param run that was watched
     * @param ramp its load
     */
    Diagnosis diagnosis(SimulatorResult run, Ramp ramp) {
        int unstable = run.broken().second();
        int calm = Math.min(CALM_SECOND, unstable);
        int broken = unstable + Math.toIntExact(ramp.settle().toSeconds());
        return new Diagnosis(calm, before(run.at(calm)), broken, before(run.at(broken)));
    }

    /** What was read last before that moment, unless that is long ago. */
    List<ComponentReading> before(Instant moment) {
        return List.copyOf(all).stream()
                .filter(seen -> seen.at.isBefore(moment) && seen.at.isAfter(moment.minus(PATIENCE)))
                .reduce((earlier, later) -> later)
                .map(seen -> ComponentReading.of(seen.statistics))
                .filter(readings -> !readings.isEmpty())
                .orElseThrow(() -> new ExperimentException("No statistics could be read from %s in the %d s before %s"
                        .formatted(request.uri(), PATIENCE.toSeconds(), moment)));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
