package io.concor.queueserver.request;

import io.concor.CatchTask;
import io.concor.ConcorException;
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
import org.springframework.http.ProblemDetail;

/**
 * Writes answers to requests that are refused for a reason that their client can understand, as problem details (RFC 9457).
 * Leaves failures of the server alone. Thread-safe.
 */
public final class RefusalWriter implements CatchTask<Reply> {

    private static final Map<String, String> LATER = Map.of(HttpHeaders.RETRY_AFTER, "1");

    private final AnswerWriter writer;

    RefusalWriter(AnswerWriter writer) {
        this.writer = writer;
    }

    @Override
    public Reply onError(Throwable error) throws Throwable {
        HttpStatus status = status(error);
        if (status == null) {
            throw error;
        }
        return problem(status, error);
    }

    private Reply problem(HttpStatus status, Throwable error) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, String.valueOf(error.getMessage()));
        String field = field(error);
        if (field != null) {
            problem.setProperty("field", field);
        }
        return writer.problem(status, problem, status.is5xxServerError() ? LATER : Map.of());
    }

    /** Returns the answer to a request that was refused outside of the flow, for one of these reasons. */
    public Reply refused(ConcorException refusal) {
        HttpStatus status = status(refusal);
        if (status == null) {
            throw refusal;
        }
        return problem(status, refusal);
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
        if (error instanceof TooManyWaitersException
                || error instanceof TooManyRequestsException
                || error instanceof LateRequestException) {
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
