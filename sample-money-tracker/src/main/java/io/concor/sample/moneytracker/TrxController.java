package io.concor.sample.moneytracker;

import io.concor.sample.support.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;

/** Receives messages. No thread waits for the answer. */
@RestController
class TrxController {

    private static final int MAX_BODY_BYTES = 4 * 1024;

    private final TrxBooking booking;

    TrxController(TrxBooking booking) {
        this.booking = booking;
    }

    @PostMapping(path = "/transactions", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<? extends ResponseEntity<?>> book(InputStream body) throws IOException {
        byte[] message = body.readNBytes(MAX_BODY_BYTES + 1);
        if (message.length > MAX_BODY_BYTES) {
            return CompletableFuture.completedFuture(Refusal.tooLarge(MAX_BODY_BYTES));
        }
        return booking.book(new String(message, StandardCharsets.UTF_8));
    }

    /** The server waits no longer for a transaction that is inside, which may still be booked. */
    @ExceptionHandler
    ResponseEntity<Refusal> late(AsyncRequestTimeoutException e) {
        return TrxRefusals.answer(e);
    }
}
