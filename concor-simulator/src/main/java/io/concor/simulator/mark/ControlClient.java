package io.concor.simulator.mark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls the service beside the load. May be shared by threads. */
final class ControlClient {

    /** How long it waits for a connection, for an answer, and for the end of that. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Duration patience;

    ControlClient() {
        this(PATIENCE);
    }

    /**
     * A caller.
     *
     * @param patience how long it waits for the end of an answer that has begun
     */
    ControlClient(Duration patience) {
        this.patience = patience;
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param mostBytes of the answer's body; the rest is not read
     * @throws IOException if there is none, or not all of it in time
     */
    ControlResponse call(HttpRequest request, int mostBytes) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = send(request);
        // a service may stall in the midst of its answer: closing the stream ends the reading
        try (InputStream body = answer.body()) {
            return CompletableFuture.supplyAsync(
                            () -> read(answer.statusCode(), body, mostBytes), ControlClient::startDaemon)
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException stalled) {
            throw new HttpTimeoutException(
                    "its answer had not ended %d ms after it began".formatted(patience.toMillis()));
        } catch (ExecutionException failed) {
            throw new IOException("its answer broke off: " + failed.getCause(), failed);
        }
    }

    /** In words, as far as there are any. */
    static String why(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofInputStream());
        } catch (ConnectException refused) {
            throw new IOException(whyUnconnected(refused), refused);
        }
    }

    /** The client's own exception has no message, in Java 17. */
    private static String whyUnconnected(ConnectException refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "its host is not known";
            }
        }
        return "no connection can be made";
    }

    private static ControlResponse read(int status, InputStream body, int mostBytes) {
        try {
            String text = new String(body.readNBytes(mostBytes), StandardCharsets.UTF_8);
            return new ControlResponse(status, text, body.read() < 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void startDaemon(Runnable reading) {
        Thread thread = new Thread(reading, "reading");
        thread.setDaemon(true);
        thread.start();
    }

    /** What came back, and whether that is all. */
    record ControlResponse(int status, String body, boolean whole) {}
}
