package io.concor.queueserver.http;

import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * The reading of one body: first what has arrived with the header, then the rest when it comes. Called by one thread at a time, but for
 * {@link #body} and {@link #requireInTime}, which any thread may call.
 */
final class BodyReading implements ReadListener {

    private static final int FIRST_BYTES = 4 * 1024;

    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ServletInputStream source;
    private final Limits limits;
    private final long began;
    private volatile long lastPiece;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /**
     * What a body may be.
     *
     * @param mostBytes its size
     * @param longest the time it may take as a whole
     * @param pause the time from one piece of it to the next
     * @param nanoTime a monotonic clock
     */
    record Limits(int mostBytes, Duration longest, Duration pause, LongSupplier nanoTime) {}

    BodyReading(ServletInputStream source, Limits limits) {
        this.source = source;
        this.limits = limits;
        this.began = limits.nanoTime().getAsLong();
        this.lastPiece = began;
    }

    /** Returns the body. It fails with an {@link ErrorResponseException}, and is cancelled if the connection is gone. */
    CompletableFuture<byte[]> body() {
        return body;
    }

    /** Reads what has arrived of a body whose length is declared. */
    void readArrived(long declared) throws IOException {
        while (length < declared && source.available() > 0 && readPiece()) {
            // there may be more
        }
        if (length == declared) {
            complete();
        }
    }

    /** Reads what arrives from now on. The request has become asynchronous. */
    void readLater() {
        source.setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!body.isDone() && source.isReady() && readPiece()) {
            // there may be more
        }
    }

    /** Reads a piece. Returns false at the end, and if the body is refused. */
    private boolean readPiece() throws IOException {
        int count = source.read(bytes, length, bytes.length - length);
        if (count < 0) {
            complete();
            return false;
        }
        length += count;
        lastPiece = limits.nanoTime().getAsLong();
        if (length > limits.mostBytes()) {
            body.completeExceptionally(tooLarge(limits.mostBytes()));
            return false;
        }
        bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
        return requireInTime();
    }

    /** Refuses the body if it takes too long. Returns whether it does not. */
    boolean requireInTime() {
        long now = limits.nanoTime().getAsLong();
        if (now - began > limits.longest().toNanos()) {
            body.completeExceptionally(refused(
                    HttpStatus.REQUEST_TIMEOUT,
                    "The body did not arrive as a whole within " + DurationFormat.of(limits.longest())));
        } else if (now - lastPiece > limits.pause().toNanos()) {
            body.completeExceptionally(refused(HttpStatus.REQUEST_TIMEOUT, "The body did not arrive as a whole"));
        }
        return !body.isDone();
    }

    private void complete() {
        body.complete(Arrays.copyOf(bytes, length));
    }

    @Override
    public void onAllDataRead() {
        complete();
    }

    @Override
    public void onError(Throwable gone) {
        body.cancel(false);
    }

    static ErrorResponseException tooLarge(int mostBytes) {
        return refused(
                HttpStatus.CONTENT_TOO_LARGE, Sentence.of("The body has more than %d bytes. Shorten it", mostBytes));
    }

    static ErrorResponseException refused(HttpStatus status, String reason) {
        ErrorResponseException refused =
                new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, reason), null);
        if (status.is5xxServerError()) {
            refused.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
        }
        return refused;
    }
}
