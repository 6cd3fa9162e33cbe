package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A management endpoint of a server that runs. Thread-safe. */
public final class OperatorEndpoint {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int OK = 200;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI address;
    private final String setting;
    private final Map<String, String> headers;

    /**
     * Creates a caller.
     *
     * @param address the endpoint's, with the path below it
     * @param setting the number that it changes, such as {@code threads}
     * @param headers headers of its requests, for the log-in
     */
    public OperatorEndpoint(URI address, String setting, Map<String, String> headers) {
        this.address = address;
        this.setting = setting;
        this.headers = headers;
    }

    /** Gives the setting a value. */
    public void set(int value) {
        String body = "{\"" + setting + "\":" + value + "}";
        send(request().header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)), body);
    }

    /** Returns what the endpoint answers. */
    public JsonNode read() {
        return JSON.readTree(send(request().GET(), "a read"));
    }

    private HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(TIMEOUT);
        headers.forEach(request::setHeader);
        return request;
    }

    private String send(HttpRequest.Builder request, String what) {
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new ExperimentException(
                        address + " refuses " + what + ": status " + answer.statusCode() + ", " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new ExperimentException(address + " does not answer " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExperimentException(address + " has not answered " + what + ": interrupted", e);
        }
    }
}
