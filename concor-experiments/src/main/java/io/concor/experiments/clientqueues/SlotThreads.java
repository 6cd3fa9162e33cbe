package io.concor.experiments.clientqueues;

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

/** Changes the threads of a slot while its application runs. */
final class SlotThreads {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int OK = 200;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI slot;
    private final Map<String, String> headers;

    /**
     * Creates a changer.
     *
     * @param slot {@code <management base>/concorslots/<flow>/<slot>}
     * @param headers headers of its requests, for the log-in
     */
    SlotThreads(URI slot, Map<String, String> headers) {
        this.slot = slot;
        this.headers = headers;
    }

    /** Sets the number of threads. */
    void set(int threads) {
        HttpRequest.Builder request = HttpRequest.newBuilder(slot)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"threads\":" + threads + "}"));
        headers.forEach(request::setHeader);
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new ExperimentException(
                        slot + " was not changed to " + threads + " threads: status " + answer.statusCode());
            }
        } catch (IOException e) {
            throw new ExperimentException(slot + " cannot be changed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExperimentException(slot + " was not changed: interrupted", e);
        }
    }
}
