package io.concor.simulator.mark;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Calls the service beside the load. May be shared by threads. */
final class Caller {

    /** How long it waits for a connection, and for an answer. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    /**
     * Sends a request and waits for its answer.
     *
     * @param mostBytes of the answer's body; the rest is not read
     */
    Answer call(HttpRequest request, int mostBytes) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            String text = new String(body.readNBytes(mostBytes), StandardCharsets.UTF_8);
            return new Answer(answer.statusCode(), text, body.read() < 0);
        }
    }

    /** What came back, and whether that is all. */
    record Answer(int status, String body, boolean whole) {}
}
