package io.concor.sample.moflow;

import io.concor.Flow;
import io.concor.sample.support.Refusal;
import io.concor.sample.support.UnreadableMessageException;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.context.annotation.Profile;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reads messages and lets them into the flow. Answers when a message is accepted, not when it is sent. */
@RestController
@Profile("!distributed")
class MessageController {

    private final Flow<IncomingMessage, SentMessage> flow;
    private final MessageReader reader;

    MessageController(Flow<IncomingMessage, SentMessage> flow, MessageReader reader) {
        this.flow = flow;
        this.reader = reader;
    }

    @PostMapping(path = "/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Refusal> accept(InputStream body)
            throws IOException, UnreadableMessageException, MessageTooLargeException {
        return flow.tryApply(reader.read(body)) ? ResponseEntity.accepted().build() : Refusal.full();
    }
}
