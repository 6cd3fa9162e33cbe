package io.concor.queueserver.http;

import io.concor.ConcorException;
import io.concor.QueueStoreException;
import io.concor.queueserver.request.LateRequestException;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers requests for which the database failed or had no time. What an operator needs is in the log, a line in ten seconds. Thread-safe. */
@RestControllerAdvice(assignableTypes = {QueueController.class, MessageController.class})
@Order(Ordered.HIGHEST_PRECEDENCE)
class FailureAdvice {

    private static final Logger log = LoggerFactory.getLogger(FailureAdvice.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

    private final AtomicLong nextLine = new AtomicLong(System.nanoTime());

    /** Without {@code Retry-After} if it may have been done: a client that repeats it should know. */
    @ExceptionHandler
    ErrorResponse failed(QueueStoreException failure) {
        report(failure);
        if (failure.outcomeUnknown()) {
            return ErrorResponse.create(
                    failure,
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "It is not known whether this was done. A message with an id may be sent again; it is taken once.");
        }
        return later(failure, "The store of the queues fails. Try again later.");
    }

    @ExceptionHandler
    ErrorResponse late(LateRequestException late) {
        report(late);
        return later(late, String.valueOf(late.getMessage()));
    }

    private static ErrorResponse later(ConcorException failure, String detail) {
        return ErrorResponse.builder(failure, HttpStatus.SERVICE_UNAVAILABLE, detail)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .build();
    }

    private void report(ConcorException failure) {
        long now = System.nanoTime();
        long due = nextLine.get();
        if (now - due >= 0 && nextLine.compareAndSet(due, now + PAUSE_NANOS)) {
            log.warn("Requests fail: {}{}", failure.getMessage(), SafeText.causes(failure));
        }
    }
}
