package io.concor.queueserver.request;

import io.concor.InvalidSettingException;
import io.concor.queues.client.ContentTooLongException;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.NotForClientException;
import io.concor.queues.client.QueueExistsException;
import io.concor.queues.client.QueueFilledException;
import io.concor.queues.client.QueueLimitException;
import io.concor.queues.client.ReceiptGoneException;
import io.concor.queues.client.TooManyWaitersException;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes answers to requests that are refused for a reason that their client can understand, as problem details (RFC 9457).
 * Thread-safe.
 */
public final class RefusalWriter {

    private static final Map<String, String> LATER = Map.of(HttpHeaders.RETRY_AFTER, "1");

    private final JsonMapper json;

    RefusalWriter(JsonMapper json) {
        this.json = json;
    }

    /** Returns the answer to a request that was refused. Throws what is no refusal, but a failure of the server. */
    public Reply refused(RuntimeException refusal) {
        HttpStatus status = status(refusal);
        if (status == null) {
            throw refusal;
        }
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, String.valueOf(refusal.getMessage()));
        String field = field(refusal);
        if (field != null) {
            problem.setProperty("field", field);
        }
        return new Reply(
                status,
                MediaType.APPLICATION_PROBLEM_JSON,
                json.writeValueAsBytes(problem),
                isForNow(status) ? LATER : Map.of(),
                null);
    }

    private static boolean isForNow(HttpStatus status) {
        return status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE;
    }

    private static @Nullable String field(Throwable error) {
        if (error instanceof InvalidRequestException invalid) {
            return invalid.field();
        }
        return error instanceof InvalidSettingException invalid ? invalid.field() : null;
    }

    private static @Nullable HttpStatus status(Throwable error) {
        if (error instanceof InvalidRequestException || error instanceof InvalidSettingException) {
            return HttpStatus.BAD_REQUEST;
        }
        if (error instanceof ForbiddenException || error instanceof NotForClientException) {
            return HttpStatus.FORBIDDEN;
        }
        if (error instanceof UnknownQueueException || error instanceof UnknownClientException) {
            return HttpStatus.NOT_FOUND;
        }
        if (error instanceof ContentTooLongException) {
            return HttpStatus.CONTENT_TOO_LARGE;
        }
        if (error instanceof TooManyRequestsException) {
            return HttpStatus.TOO_MANY_REQUESTS;
        }
        if (error instanceof TooManyWaitersException) {
            return HttpStatus.SERVICE_UNAVAILABLE;
        }
        return isConflict(error) ? HttpStatus.CONFLICT : null;
    }

    private static boolean isConflict(Throwable error) {
        return error instanceof QueueExistsException
                || error instanceof QueueFilledException
                || error instanceof QueueLimitException
                || error instanceof ReceiptGoneException;
    }
}
