package io.concor.sample.moneytracker;

import static org.springframework.http.HttpStatus.CONTENT_TOO_LARGE;

import io.concor.Flow;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The door: lets messages into the flow, and answers with what becomes of them. No thread waits in between. */
@RestController
class TrxController {

    private static final int MAX_BODY_BYTES = 4 * 1024;

    private final Flow<String, BookedTrx> flow;

    TrxController(@Qualifier("money-tracker") Flow<String, BookedTrx> flow) {
        this.flow = flow;
    }

    @PostMapping(path = "/transactions", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<ResponseEntity<Object>> book(InputStream body) throws IOException {
        byte[] message = body.readNBytes(MAX_BODY_BYTES + 1);
        if (message.length > MAX_BODY_BYTES) {
            return CompletableFuture.completedFuture(
                    Refusal.of(CONTENT_TOO_LARGE, "body", "has more than " + MAX_BODY_BYTES + " bytes"));
        }
        return flow.trySubmit(new String(message, StandardCharsets.UTF_8)).handle(TrxController::answer);
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
}
