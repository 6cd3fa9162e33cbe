package io.concor.experiments.laboratory;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The management endpoints of a sample. Thread-safe. */
public final class SampleEndpoints {

    private static final int OK = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final MeasuredApplication application;

    public SampleEndpoints(MeasuredApplication application) {
        this.application = application;
    }

    /** Returns what an endpoint answers. Empty if the application does not answer in time. */
    public <T> Optional<T> get(String path, Class<T> type) {
        return send(HttpRequest.newBuilder(application.endpoint(path)), type);
    }

    /** Changes something. Fails if the change is refused, or not answered in time. */
    public void post(String path, Map<String, ?> body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(application.endpoint(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)));
        if (send(request, Map.class).isEmpty()) {
            throw new ExperimentException("%s does not answer in time".formatted(path));
        }
    }

    private <T> Optional<T> send(HttpRequest.Builder builder, Class<T> type) {
        HttpRequest request = builder.timeout(TIMEOUT).build();
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new ExperimentException(
                        "%s answers %d: %s".formatted(request.uri(), answer.statusCode(), answer.body()));
            }
            return Optional.of(JSON.readValue(answer.body(), type));
        } catch (IOException busy) {
            return Optional.empty();
        } catch (JacksonException unreadable) {
            throw new ExperimentException("The answer of %s is unreadable".formatted(request.uri()), unreadable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The laboratory was interrupted", interrupted);
        }
    }
}
