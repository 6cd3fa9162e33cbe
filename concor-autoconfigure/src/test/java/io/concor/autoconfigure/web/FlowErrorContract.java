package io.concor.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client receives if a flow refuses or does not complete its event, over any web technology. */
@ExtendWith(OutputCaptureExtension.class)
abstract class FlowErrorContract {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    private HttpResponse<String> get(String path, String accepted) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Accept", accepted)
                .timeout(Duration.ofSeconds(30))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode problem(HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        return JsonMapper.shared().readTree(response.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/full/future",
                "/full/wait",
                "/full/dependent",
                "/full/mono",
                "/full/join",
                "/full/get",
                "/closed/thrown"
            })
    void responds503AndWhenToRetryIfTheFlowRefusesAnEvent(String path) throws Exception {
        HttpResponse<String> response = get(path, "*/*");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
        JsonNode problem = problem(response);
        assertThat(problem.path("status").asInt()).isEqualTo(503);
        assertThat(problem.path("title").asString()).isEqualTo("Service Unavailable");
        assertThat(problem.path("detail").asString())
                .isEqualTo("The service cannot take the request now. Try again later.");
        assertThat(problem.path("instance").asString()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/late/future", "/late/mono"})
    void responds504IfTheEventTimesOut(String path) throws Exception {
        HttpResponse<String> response = get(path, "*/*");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(504);
        assertThat(response.headers().firstValue("Retry-After")).isEmpty();
        assertThat(problem(response).path("detail").asString())
                .isEqualTo("The request was not completed within the time allowed.");
    }

    @Test
    void doesNotAskToRepeatAnEventThatAStopInterrupted() throws Exception {
        HttpResponse<String> response = get("/stopped", "*/*");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isEmpty();
        assertThat(problem(response).path("detail").asString())
                .isEqualTo("The service stopped before the request was completed.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/exhausted/future", "/exhausted/dependent", "/exhausted/join"})
    void responds500IfATaskRunsOutOfMemoryAndServesTheNextRequest(String path) throws Exception {
        HttpResponse<String> response = get(path, "*/*");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(500);
        assertThat(response.body()).doesNotContain("OutOfMemoryError");
        assertThat(get(path + "?name=World", "*/*").body()).isEqualTo("World");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/html", "application/json"})
    void respondsAlsoToClientsThatDoNotAcceptProblemDetails(String accepted) throws Exception {
        HttpResponse<String> response = get("/full/future", accepted);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(problem(response).path("status").asInt()).isEqualTo(503);
    }

    @ParameterizedTest
    @CsvSource({"/own/handler, own handler", "/own/advice, own advice"})
    void leavesErrorsToHandlersOfTheApplication(String path, String body) throws Exception {
        HttpResponse<String> response = get(path, "*/*");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(429);
        assertThat(response.body()).isEqualTo(body);
    }

    @Test
    void logsNothing(CapturedOutput output) throws Exception {
        get("/full/future", "*/*");
        int before = output.length();

        for (int i = 0; i < 20; i++) {
            get("/full/future", "*/*");
            get("/late/future", "*/*");
        }

        assertThat(output.toString().substring(before).lines())
                .as("lines, except those of the watch about overload and health, and alarms")
                .allMatch(line -> line.contains("concor-watch-") || line.contains("concor-alarms"));
    }
}
