package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks a queue server, and its management endpoints. Thread-safe. */
final class ServerProbe {

    private static final int OK = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String OPERATOR = "Basic "
            + Base64.getEncoder()
                    .encodeToString(("operator:" + QueueServerSettings.PASSWORD).getBytes(StandardCharsets.US_ASCII));

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final URI server;
    private final URI management;

    ServerProbe(int port, int managementPort) {
        server = URI.create("http://127.0.0.1:" + port);
        management = URI.create("http://127.0.0.1:" + managementPort);
    }

    URI server() {
        return server;
    }

    /** Returns the address of a management endpoint. */
    URI endpoint(String path) {
        return management.resolve("/actuator/" + path);
    }

    /** Returns the headers of requests to management endpoints. */
    static Map<String, String> operator() {
        return Map.of("Authorization", OPERATOR);
    }

    /** Whether it answers a request that needs the database. */
    boolean answers(String authorization) {
        HttpRequest request =
                request(server.resolve("/queues?limit=1"), authorization).GET().build();
        return send(request).filter(answer -> answer.statusCode() == OK).isPresent();
    }

    /** Registers a client. */
    void register(String authorization) {
        HttpRequest request = request(server.resolve("/queues/clients"), authorization)
                .POST(BodyPublishers.noBody())
                .build();
        int status = send(request).map(HttpResponse::statusCode).orElse(0);
        if (status / 100 != 2) {
            throw new ExperimentException("A client was not registered at " + server + ": status " + status);
        }
    }

    boolean isHealthy() {
        return read("health").filter(health -> health.contains("\"UP\"")).isPresent();
    }

    /** Returns how many receives wait; -1 if the server does not say so. */
    int waiting() {
        return metric("concor_queueserver_waiting").map(Double::intValue).orElse(-1);
    }

    /** Returns the first value of a metric. Empty if the server does not say so. */
    Optional<Double> metric(String name) {
        Pattern line = Pattern.compile("^" + name + "(?:\\{[^}]*})? (\\S+)", Pattern.MULTILINE);
        return read("prometheus")
                .flatMap(metrics -> line.matcher(metrics).results().findFirst())
                .map(match -> Double.valueOf(match.group(1)));
    }

    private Optional<String> read(String path) {
        return send(request(endpoint(path), OPERATOR).GET().build())
                .filter(answer -> answer.statusCode() == OK)
                .map(HttpResponse::body);
    }

    private static HttpRequest.Builder request(URI address, String authorization) {
        return HttpRequest.newBuilder(address).timeout(TIMEOUT).header("Authorization", authorization);
    }

    private Optional<HttpResponse<String>> send(HttpRequest request) {
        try {
            return Optional.of(client.send(request, BodyHandlers.ofString()));
        } catch (IOException down) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The experiment was interrupted", interrupted);
        }
    }
}
