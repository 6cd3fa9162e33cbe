package io.concor.simulator.control;

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

/** Sends control requests. Thread-safe. */
final class ControlClient {

    /** Limits the time for the connection, for the beginning of a response and from there to its end. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final Duration bodyTimeout;

    ControlClient() {
        this(TIMEOUT);
    }

    /**
     * Creates a client.
     *
     * @param bodyTimeout limits the time from the beginning of a response to its end
     */
    ControlClient(Duration bodyTimeout) {
        this.bodyTimeout = bodyTimeout;
    }

    /**
     * Sends a request and waits for its response.
     *
     * @param maxBytes the rest of the response body is not read
     * @throws IOException if the response does not arrive completely and in time
     */
    ControlResponse send(HttpRequest request, int maxBytes) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = connectAndSend(request);
        // the service may stall within the response: closing the stream ends the read
        try (InputStream body = response.body()) {
            return CompletableFuture.supplyAsync(
                            () -> read(response.statusCode(), body, maxBytes), ControlClient::startDaemon)
                    .get(bodyTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("the response did not end within %d ms".formatted(bodyTimeout.toMillis()));
        } catch (ExecutionException e) {
            throw new IOException("the response was incomplete: " + e.getCause(), e);
        }
    }

    /** Returns the message of an exception, or its class name if it has none. */
    static String reason(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private HttpResponse<InputStream> connectAndSend(HttpRequest request) throws IOException, InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofInputStream());
        } catch (ConnectException e) {
            throw new IOException(connectFailure(e), e);
        }
    }

    /** In Java 17 the exception of the HTTP client has no message. */
    private static String connectFailure(ConnectException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "the host is unknown";
            }
        }
        return "cannot connect";
    }

    private static ControlResponse read(int status, InputStream body, int maxBytes) {
        try {
            String text = new String(body.readNBytes(maxBytes), StandardCharsets.UTF_8);
            return new ControlResponse(status, text, body.read() < 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void startDaemon(Runnable reading) {
        Thread thread = new Thread(reading, "control-response");
        thread.setDaemon(true);
        thread.start();
    }

    /** A response; {@code complete} is false if only the beginning of the body was read. */
    record ControlResponse(int status, String body, boolean complete) {}
}
