package io.concor.sample.moneytracker;

import io.concor.Flow;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** How a message gets into the flow, and when its client is answered. */
interface TrxBooking {

    /** Lets a message into the flow. The answer never fails. */
    CompletableFuture<? extends ResponseEntity<?>> book(String message);

    /** Answers with the result of the booking. */
    @Component
    @Profile("!durable")
    class Immediate implements TrxBooking {

        private final Flow<String, BookedTrx> flow;

        Immediate(Flow<String, BookedTrx> flow) {
            this.flow = flow;
        }

        @Override
        public CompletableFuture<? extends ResponseEntity<?>> book(String message) {
            return flow.trySubmit(message).handle(Immediate::answer);
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
    }

    /** Answers as soon as the transaction is stored. It is booked later, once, also if this process is killed. */
    @Component
    @Profile("durable")
    class Stored implements TrxBooking {

        private final Flow<String, BookedTrx> flow;

        Stored(Flow<String, BookedTrx> flow) {
            this.flow = flow;
        }

        @Override
        public CompletableFuture<? extends ResponseEntity<?>> book(String message) {
            return flow.accept(message).handle(Stored::answer);
        }

        private static ResponseEntity<?> answer(@Nullable Void stored, @Nullable Throwable error) {
            return error == null ? ResponseEntity.status(HttpStatus.ACCEPTED).build() : TrxRefusals.answer(error);
        }
    }
}
