package io.concor.queueserver.http;

import io.concor.InvalidSettingException;
import io.concor.queueserver.QueueServerProperties;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncUtils;

/**
 * Reads bodies, up to a size and for a time. One that is still on its way holds no thread, or some clients that send slowly would
 * occupy all threads of the server; it takes memory, so only so many are on their way at once, in all and of one client. Thread-safe.
 */
@Component
final class BodyReader {

    /** A character takes up to two escapes of six bytes each. */
    private static final int BYTES_PER_CHARACTER = 12;

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int OTHER_BYTES = 16 * 1024;
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_MEMORY = 64 * 1024 * 1024;
    /** Of one client: a tenth. */
    private static final int CLIENTS = 10;

    private final int mostBytes;
    private final int mostAtOnce;
    private final Duration longest;
    private final ClientShares onTheWay;

    /** @param longest how long a body may be on its way; a connector that does not block leaves this to its application */
    @Autowired
    BodyReader(QueueServerProperties properties, @Value("${server.tomcat.connection-timeout}") Duration longest) {
        this(BYTES_PER_CHARACTER * properties.maxLength() + OTHER_BYTES, longest);
    }

    BodyReader(int mostBytes, Duration longest) {
        this(mostBytes, Math.max(CLIENTS, Math.min(MOST_AT_ONCE, MOST_MEMORY / mostBytes)), longest);
    }

    BodyReader(int mostBytes, int mostAtOnce, Duration longest) {
        InvalidSettingException.requireWithin("server.tomcat.connection-timeout", longest, SHORTEST, LONGEST);
        this.mostBytes = mostBytes;
        this.mostAtOnce = mostAtOnce;
        this.longest = longest;
        onTheWay = new ClientShares(mostAtOnce, mostAtOnce / CLIENTS);
    }

    /**
     * Reads the body of a request whose handler returns a {@link DeferredResult}.
     *
     * @param client who sends it
     * @return the body; fails with an {@link ErrorResponseException} if it is too large or too slow
     * @throws ErrorResponseException if too many are on their way
     */
    CompletableFuture<byte[]> read(HttpServletRequest request, String client) {
        if (request.getContentLengthLong() > mostBytes + IncomingBody.MOST_DROPPED) {
            return CompletableFuture.failedFuture(tooLarge());
        }
        try {
            IncomingBody body = new IncomingBody(request.getInputStream(), mostBytes, this::tooLarge);
            return body.isThere(request.getContentLengthLong()) ? body.whole() : later(request, body, client);
        } catch (IOException gone) {
            return CompletableFuture.failedFuture(incomplete());
        }
    }

    /** The time ends the body itself: no more of it is read then. */
    private CompletableFuture<byte[]> later(HttpServletRequest request, IncomingBody body, String client) {
        begin(client);
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        body.whole().orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).whenComplete((bytes, error) -> {
            onTheWay.release(client);
            if (error == null) {
                read.complete(bytes);
            } else {
                read.completeExceptionally(error instanceof ErrorResponseException ? error : incomplete());
            }
        });
        WebAsyncUtils.getAsyncManager(request).registerDeferredResultInterceptor(body, new Beginning(body));
        return read;
    }

    /** Begins to read when the request has become asynchronous. */
    private record Beginning(IncomingBody body) implements DeferredResultProcessingInterceptor {

        @Override
        public <T> void preProcess(NativeWebRequest request, DeferredResult<T> answer) {
            body.begin();
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
        if (!onTheWay.tryTake(client)) {
            throw refused(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "As many bodies of this client are on their way as may. Try again later");
        }
        if (onTheWay.taken() > mostAtOnce) {
            onTheWay.release(client);
            throw refused(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    Sentence.of("%d bodies are on their way, as many as may. Try again later", mostAtOnce));
        }
    }

    private ErrorResponseException tooLarge() {
        return refused(
                HttpStatus.CONTENT_TOO_LARGE, Sentence.of("The body has more than %d bytes. Shorten it", mostBytes));
    }

    private ErrorResponseException incomplete() {
        return refused(
                HttpStatus.REQUEST_TIMEOUT, "The body did not arrive as a whole within " + DurationFormat.of(longest));
    }

    private static ErrorResponseException refused(HttpStatus status, String reason) {
        ErrorResponseException refused =
                new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, reason), null);
        if (status == HttpStatus.SERVICE_UNAVAILABLE || status == HttpStatus.TOO_MANY_REQUESTS) {
            refused.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
        }
        return refused;
    }
}
