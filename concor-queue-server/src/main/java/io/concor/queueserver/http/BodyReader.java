package io.concor.queueserver.http;

import io.concor.queueserver.QueueServerProperties;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;

/**
 * Reads bodies, up to a size and for a time, of one client only so many at once: a client that sends slowly would occupy all threads
 * of the server. Thread-safe.
 */
@Component
final class BodyReader {

    static final Duration LONGEST = Duration.ofSeconds(10);
    static final int MOST_AT_ONCE = 50;

    /** A character takes up to two escapes of six bytes each. */
    private static final int BYTES_PER_CHARACTER = 12;

    private static final int OTHER_BYTES = 16 * 1024;
    private static final int FIRST_BYTES = 4 * 1024;

    private final int mostBytes;
    private final LongSupplier nanoTime;
    private final Map<String, Integer> reading = new ConcurrentHashMap<>();

    @Autowired
    BodyReader(QueueServerProperties properties) {
        this(BYTES_PER_CHARACTER * properties.maxLength() + OTHER_BYTES, System::nanoTime);
    }

    BodyReader(int mostBytes, LongSupplier nanoTime) {
        this.mostBytes = mostBytes;
        this.nanoTime = nanoTime;
    }

    /**
     * Reads the body of a request.
     *
     * @param client who sends it
     * @throws ErrorResponseException if it is too large or too slow, or if the client sends too many at once
     */
    byte[] read(HttpServletRequest request, String client) {
        if (request.getContentLengthLong() > mostBytes) {
            throw tooLarge();
        }
        begin(client);
        try {
            return read(request.getInputStream());
        } catch (IOException gone) {
            throw refused(HttpStatus.REQUEST_TIMEOUT, "The body did not arrive as a whole");
        } finally {
            end(client);
        }
    }

    /**
     * Requires that a request has no body: the server would close its connection without having read it, and the client might not get its
     * answer, such as a message that has been taken.
     */
    static void requireNone(HttpServletRequest request) {
        if (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            throw refused(HttpStatus.BAD_REQUEST, "This call has no body. Send parameters in the address");
        }
    }

    private void begin(String client) {
        int count = reading.merge(client, 1, Integer::sum);
        if (count > MOST_AT_ONCE) {
            end(client);
            throw refused(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    Sentence.of(
                            "%d bodies of this client are being read, as many as may. Try again later", MOST_AT_ONCE));
        }
    }

    private void end(String client) {
        reading.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
    }

    /** Looks at the time after each piece. For one piece, the server waits as long as it is configured to. */
    private byte[] read(InputStream source) throws IOException {
        long began = nanoTime.getAsLong();
        byte[] bytes = new byte[FIRST_BYTES];
        int length = 0;
        int count = source.read(bytes, 0, bytes.length);
        while (count >= 0) {
            length += count;
            requireFitting(length, began);
            bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
            count = source.read(bytes, length, bytes.length - length);
        }
        return Arrays.copyOf(bytes, length);
    }

    private void requireFitting(int length, long began) {
        if (length > mostBytes) {
            throw tooLarge();
        }
        if (nanoTime.getAsLong() - began > LONGEST.toNanos()) {
            throw refused(
                    HttpStatus.REQUEST_TIMEOUT,
                    "The body did not arrive as a whole within " + DurationFormat.of(LONGEST));
        }
    }

    private ErrorResponseException tooLarge() {
        return refused(
                HttpStatus.CONTENT_TOO_LARGE, Sentence.of("The body has more than %d bytes. Shorten it", mostBytes));
    }

    private static ErrorResponseException refused(HttpStatus status, String reason) {
        ErrorResponseException refused =
                new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, reason), null);
        if (status.is5xxServerError()) {
            refused.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
        }
        return refused;
    }
}
