package io.concor.sample.moneytracker;

import static org.springframework.http.HttpStatus.CONTENT_TOO_LARGE;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;

/** The door: lets messages in, and answers with what becomes of them. No thread waits in between. */
@RestController
class TrxController {

    private static final int MAX_BODY_BYTES = 4 * 1024;

    private final Entrance entrance;

    TrxController(Entrance entrance) {
        this.entrance = entrance;
    }

    @PostMapping(path = "/transactions", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<ResponseEntity<Object>> book(InputStream body) throws IOException {
        byte[] message = body.readNBytes(MAX_BODY_BYTES + 1);
        if (message.length > MAX_BODY_BYTES) {
            return CompletableFuture.completedFuture(
                    Refusal.of(CONTENT_TOO_LARGE, "body", "has more than " + MAX_BODY_BYTES + " bytes"));
        }
        return entrance.tryEnter(new String(message, StandardCharsets.UTF_8)).handle(TrxController::answer);
    }

    private static ResponseEntity<Object> answer(BookedTrx booked, @Nullable Throwable error) {
        if (error != null) {
            return Refusal.of(error);
        }
        ResponseEntity.BodyBuilder answer = booked.repeated()
                ? ResponseEntity.ok()
                : ResponseEntity.created(
                        URI.create("/transactions/" + booked.trx().id()));
        return answer.contentType(MediaType.APPLICATION_JSON).body(Receipt.of(booked));
    }

    /** The server waits no longer; the transaction was taken, and may be booked yet. */
    @ExceptionHandler
    ResponseEntity<Object> late(AsyncRequestTimeoutException e) {
        return Refusal.of(e);
    }
}
