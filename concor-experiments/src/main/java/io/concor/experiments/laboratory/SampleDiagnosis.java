package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads verdict and alarms of a flow over HTTP. Thread-safe. */
final class SampleDiagnosis {

    private static final int OK = 200;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI verdict;
    private final URI alarms;

    SampleDiagnosis(MeasuredApplication application, String flow) {
        verdict = application.endpoint("concordiagnosis/" + flow);
        alarms = application.endpoint("auditevents?type=CONCOR_FLOW_LIMITED");
    }

    /** The part of the answer that is needed; the endpoint omits what does not apply. */
    private record Answer(
            String flow,
            State state,
            Instant since,
            @Nullable Cause cause,
            @Nullable String slot,
            @Nullable String component,
            double confidence,
            String summary,
            List<Evidence> evidence,
            List<Evidence> against,
            List<Suspect> suspects) {

        Verdict verdict() {
            return new Verdict(
                    flow,
                    state,
                    since,
                    cause,
                    slot,
                    component,
                    confidence,
                    summary,
                    evidence,
                    against,
                    suspects,
                    List.of(),
                    null);
        }
    }

    private record Alarms(List<Alarm> events) {}

    private record Alarm(Instant timestamp, Named data) {

        String at(Instant start) {
            double seconds = Duration.between(start, timestamp).toMillis() / MILLIS_PER_SECOND;
            return VerdictLog.at(seconds, PlantResult.place(data.cause, data.component));
        }
    }

    private record Named(String cause, @Nullable String component) {}

    /** Returns the verdict. Empty if the application does not answer in time. */
    Optional<Verdict> verdict() {
        return get(verdict, Answer.class).map(Answer::verdict);
    }

    /** Returns the alarms, each with its time after the start of the load. */
    List<String> alarms(Instant start) {
        return get(alarms, Alarms.class).map(Alarms::events).orElse(List.of()).stream()
                .map(alarm -> alarm.at(start))
                .toList();
    }

    private <T> Optional<T> get(URI endpoint, Class<T> type) {
        HttpRequest request = HttpRequest.newBuilder(endpoint).timeout(TIMEOUT).build();
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new ExperimentException(
                        "%s answers %d: %s".formatted(endpoint, answer.statusCode(), answer.body()));
            }
            return Optional.of(JSON.readValue(answer.body(), type));
        } catch (IOException busy) {
            return Optional.empty();
        } catch (JacksonException unreadable) {
            throw new ExperimentException("The answer of %s is unreadable".formatted(endpoint), unreadable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The laboratory was interrupted", interrupted);
        }
    }
}
