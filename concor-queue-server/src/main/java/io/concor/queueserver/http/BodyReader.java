package io.concor.queueserver.http;

import io.concor.queueserver.QueueServerProperties;
import io.concor.text.Sentence;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;

/**
 * Reads bodies, up to a size and for a time, and only so many at once. What has not arrived with the header is read when it comes, once
 * the request is asynchronous: clients that send slowly would otherwise occupy all threads of the server. Thread-safe.
 */
@Component
final class BodyReader implements DeferredResultProcessingInterceptor, DisposableBean {

    static final Duration LONGEST = Duration.ofSeconds(10);
    static final int MOST_AT_ONCE = 50;
    static final int MOST_OF_ALL_CLIENTS = 2_000;

    /** A character takes up to two escapes of six bytes each. */
    private static final int BYTES_PER_CHARACTER = 12;

    private static final int OTHER_BYTES = 16 * 1024;
    private static final long CHECK_MILLIS = 100;
    private static final String READING = BodyReading.class.getName();

    /** The web server closes the connection without an answer a little later. */
    private static final double BEFORE_THE_WEB_SERVER = 0.8;

    private final BodyReading.Limits limits;
    private final Map<String, Integer> reading = new ConcurrentHashMap<>();
    private final AtomicInteger readingInAll = new AtomicInteger();
    private final ScheduledThreadPoolExecutor checks;

    @Autowired
    BodyReader(
            QueueServerProperties properties,
            @Value("${server.tomcat.connection-timeout:5s}") Duration connectionTimeout) {
        this(
                BYTES_PER_CHARACTER * properties.maxLength() + OTHER_BYTES,
                Duration.ofNanos((long) (BEFORE_THE_WEB_SERVER * connectionTimeout.toNanos())),
                System::nanoTime);
    }

    BodyReader(int mostBytes, Duration pause, LongSupplier nanoTime) {
        limits = new BodyReading.Limits(mostBytes, LONGEST, pause, nanoTime);
        checks = new ScheduledThreadPoolExecutor(1, BodyReader::newThread);
        checks.setRemoveOnCancelPolicy(true);
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "queue-server-bodies");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Begins to read the body of a request. It may be complete at once.
     *
     * @param client who sends it
     * @return the body; fails with an {@code ErrorResponseException} if it is too large or too slow
     * @throws org.springframework.web.ErrorResponseException the same, or if too many are being read
     */
    CompletableFuture<byte[]> read(HttpServletRequest request, String client) {
        long declared = request.getContentLengthLong();
        if (declared > limits.mostBytes()) {
            throw BodyReading.tooLarge(limits.mostBytes());
        }
        begin(client);
        CompletableFuture<byte[]> body;
        try {
            BodyReading next = new BodyReading(request.getInputStream(), limits);
            next.readArrived(declared);
            body = next.body();
            if (!body.isDone()) {
                request.setAttribute(READING, next);
            }
        } catch (IOException gone) {
            end(client);
            throw BodyReading.refused(HttpStatus.REQUEST_TIMEOUT, "The body did not arrive as a whole");
        }
        body.whenComplete((bytes, refused) -> end(client));
        return body;
    }

    /** Reads the rest of a body, now that the request is asynchronous. */
    @Override
    public <T> void preProcess(NativeWebRequest request, DeferredResult<T> answer) {
        HttpServletRequest sent = request.getNativeRequest(HttpServletRequest.class);
        if (sent != null && sent.getAttribute(READING) instanceof BodyReading rest) {
            sent.removeAttribute(READING);
            ScheduledFuture<?> check = checks.scheduleWithFixedDelay(
                    rest::requireInTime, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
            rest.body().whenComplete((bytes, refused) -> check.cancel(false));
            rest.readLater();
        }
    }

    /**
     * Requires that a request has no body: the server would close its connection without having read it, and the client might not get its
     * answer, such as a message that has been taken.
     */
    static void requireNone(HttpServletRequest request) {
        if (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            throw BodyReading.refused(HttpStatus.BAD_REQUEST, "This call has no body. Send parameters in the address");
        }
    }

    private void begin(String client) {
        int inAll = readingInAll.incrementAndGet();
        int count = reading.merge(client, 1, Integer::sum);
        if (count > MOST_AT_ONCE || inAll > MOST_OF_ALL_CLIENTS) {
            end(client);
            throw BodyReading.refused(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    count > MOST_AT_ONCE
                            ? tooMany("this client", MOST_AT_ONCE)
                            : tooMany("all clients", MOST_OF_ALL_CLIENTS));
        }
    }

    private static String tooMany(String whose, int most) {
        return Sentence.of("%d bodies of %s are being read, as many as may. Try again later", most, whose);
    }

    private void end(String client) {
        readingInAll.decrementAndGet();
        reading.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public void destroy() {
        checks.shutdownNow();
    }
}
