package io.concor.sample.support;

import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.CONTENT_TOO_LARGE;
import static org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The body of an answer to a request that was not accepted.
 *
 * @param error the status in words
 * @param field the field that is wrong, {@code body} for the body as a whole, or null if the request is not wrong
 * @param reason what is wrong
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Refusal(String error, @Nullable String field, String reason) {

    /** Answers 413. */
    public static ResponseEntity<Refusal> tooLarge(int maxBytes) {
        return answer(CONTENT_TOO_LARGE, "body", "has more than " + maxBytes + " bytes");
    }

    /** Answers 400. */
    public static ResponseEntity<Refusal> unreadable(UnreadableMessageException message) {
        return answer(BAD_REQUEST, message.field(), message.reason());
    }

    /** Answers 503 to a message that a flow does not accept now. */
    public static ResponseEntity<Refusal> full() {
        return answer(SERVICE_UNAVAILABLE, null, "the flow is full, stops, or changes its layout: try again later");
    }

    /** Answers in JSON, whatever the client accepts, and with {@code Retry-After} if the status is that of a server. */
    public static ResponseEntity<Refusal> answer(HttpStatus status, @Nullable String field, String reason) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
        if (status.is5xxServerError()) {
            answer.header(HttpHeaders.RETRY_AFTER, "1");
        }
        return answer.body(new Refusal(status.getReasonPhrase(), field, reason));
    }
}
