package io.concor.sample.moflow;

import io.concor.sample.support.Refusal;
import io.concor.sample.support.UnreadableMessageException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers to clients whose message cannot be read. */
@RestControllerAdvice
class MessageRefusals {

    @ExceptionHandler
    ResponseEntity<Refusal> unreadable(UnreadableMessageException e) {
        return Refusal.unreadable(e);
    }

    @ExceptionHandler
    ResponseEntity<Refusal> tooLarge(MessageTooLargeException e) {
        return Refusal.tooLarge(MessageReader.MAX_BODY_BYTES);
    }
}
