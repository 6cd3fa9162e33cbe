package io.concor.queueserver.request;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The answer to a request, ready to be sent. Immutable, although its body is an array.
 *
 * @param status the status
 * @param type the type of the body
 * @param body the body; empty if there is none
 * @param headers further headers
 * @param parking how the request waits if it may; null if the answer is to be sent now
 */
public record Reply(
        HttpStatus status,
        MediaType type,
        byte[] body,
        Map<String, String> headers,
        @Nullable Parking parking) {

    private static final byte[] NONE = {};

    /** The answer to a receive that found nothing. */
    public static final Reply NO_MESSAGE =
            new Reply(HttpStatus.NO_CONTENT, MediaType.APPLICATION_JSON, NONE, Map.of(), null);

    /** Returns the same answer, which is sent unless a message comes meanwhile. */
    Reply after(Parking wait) {
        return new Reply(status, type, body, headers, wait);
    }

    /** Returns the answer as Spring sends it. */
    public ResponseEntity<byte[]> entity() {
        ResponseEntity.BodyBuilder entity = ResponseEntity.status(status);
        headers.forEach(entity::header);
        entity.header(HttpHeaders.CACHE_CONTROL, "no-store");
        return body.length == 0 ? entity.build() : entity.contentType(type).body(body);
    }
}
