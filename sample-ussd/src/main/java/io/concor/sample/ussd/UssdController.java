package io.concor.sample.ussd;

import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.CONTENT_TOO_LARGE;
import static org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The door: reads requests and lets them in. It answers when a request is accepted; the page goes its own way to the
 * operator.
 */
@RestController
class UssdController {

    private static final int MAX_BODY_BYTES = 4 * 1024;

    private final Entrance entrance;
    private final RequestReader reader;

    UssdController(Entrance entrance, RequestReader reader) {
        this.entrance = entrance;
        this.reader = reader;
    }

    @PostMapping(path = "/ussd", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Refusal> accept(InputStream body) throws IOException, UnreadableRequestException {
        byte[] text = body.readNBytes(MAX_BODY_BYTES + 1);
        if (text.length > MAX_BODY_BYTES) {
            return tooLarge();
        }
        return entrance.tryEnter(reader.read(text)) ? ResponseEntity.accepted().build() : full();
    }

    /** Says why in JSON, whatever the client would rather read. */
    private static ResponseEntity.BodyBuilder refusal(HttpStatus status) {
        return ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
    }

    private static ResponseEntity<Refusal> tooLarge() {
        return refusal(CONTENT_TOO_LARGE)
                .body(Refusal.of(CONTENT_TOO_LARGE, "body", "has more than " + MAX_BODY_BYTES + " bytes"));
    }

    private static ResponseEntity<Refusal> full() {
        return refusal(SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(Refusal.of(SERVICE_UNAVAILABLE, null, "the server takes no more requests at present"));
    }

    @ExceptionHandler
    ResponseEntity<Refusal> unreadable(UnreadableRequestException e) {
        return refusal(BAD_REQUEST).body(Refusal.of(BAD_REQUEST, e.field(), e.reason()));
    }
}
