package io.concor.sample.moflow;

import io.concor.Flow;
import io.concor.sample.support.Refusal;
import io.concor.sample.support.UnreadableMessageException;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reads messages and lets them into the flow. Answers when a message is accepted, not when it is sent. */
@RestController
class MessageController {

    private static final int MAX_BODY_BYTES = 16 * 1024;

    private final Flow<IncomingMessage, SentMessage> flow;
    private final MessageReader reader;

    MessageController(Flow<IncomingMessage, SentMessage> flow, MessageReader reader) {
        this.flow = flow;
        this.reader = reader;
    }

    @PostMapping(path = "/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Refusal> accept(InputStream body) throws IOException, UnreadableMessageException {
        byte[] text = body.readNBytes(MAX_BODY_BYTES + 1);
        if (text.length > MAX_BODY_BYTES) {
            return Refusal.tooLarge(MAX_BODY_BYTES);
        }
        return flow.tryApply(reader.read(text)) ? ResponseEntity.accepted().build() : Refusal.full();
    }

    @ExceptionHandler
    ResponseEntity<Refusal> unreadable(UnreadableMessageException e) {
        return Refusal.unreadable(e);
    }
}
