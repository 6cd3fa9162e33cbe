package io.concor.sample.moneytracker;

import io.concor.Flow;
import io.concor.sample.support.Refusal;
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

/** Lets messages into the flow and answers with the result. No thread waits in between. */
@RestController
class TrxController {

    private static final int MAX_BODY_BYTES = 4 * 1024;

    private final Flow<String, BookedTrx> flow;

    TrxController(Flow<String, BookedTrx> flow) {
        this.flow = flow;
    }

    @PostMapping(path = "/transactions", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<? extends ResponseEntity<?>> book(InputStream body) throws IOException {
        byte[] message = body.readNBytes(MAX_BODY_BYTES + 1);
        if (message.length > MAX_BODY_BYTES) {
            return CompletableFuture.completedFuture(Refusal.tooLarge(MAX_BODY_BYTES));
        }
        return flow.trySubmit(new String(message, StandardCharsets.UTF_8)).handle(TrxController::answer);
    }

    private static ResponseEntity<?> answer(BookedTrx booked, @Nullable Throwable error) {
        if (error != null) {
            return TrxRefusals.answer(error);
        }
        ResponseEntity.BodyBuilder answer = booked.repeated()
                ? ResponseEntity.ok()
                : ResponseEntity.created(
                        URI.create("/transactions/" + booked.trx().id()));
        return answer.contentType(MediaType.APPLICATION_JSON).body(Receipt.of(booked));
    }

    /** The server waits no longer for a transaction that is inside, which may still be booked. */
    @ExceptionHandler
    ResponseEntity<Refusal> late(AsyncRequestTimeoutException e) {
        return TrxRefusals.answer(e);
    }
}
