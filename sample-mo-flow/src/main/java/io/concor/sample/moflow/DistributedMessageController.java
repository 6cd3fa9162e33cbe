package io.concor.sample.moflow;

import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.sample.support.Refusal;
import io.concor.sample.support.UnreadableMessageException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reads messages and answers when they are in the broker: from there they are sent, even if this process is killed. */
@RestController
@Profile("distributed")
@OnNode("edge")
class DistributedMessageController {

    private static final Logger LOG = LoggerFactory.getLogger(DistributedMessageController.class);

    private final Flow<IncomingMessage, SentMessage> flow;
    private final MessageReader reader;

    DistributedMessageController(Flow<IncomingMessage, SentMessage> flow, MessageReader reader) {
        this.flow = flow;
        this.reader = reader;
    }

    @PostMapping(path = "/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<ResponseEntity<Refusal>> accept(InputStream body)
            throws IOException, UnreadableMessageException, MessageTooLargeException {
        return flow.accept(reader.read(body)).handle(DistributedMessageController::answer);
    }

    private static ResponseEntity<Refusal> answer(@Nullable Void stored, @Nullable Throwable error) {
        if (error == null) {
            return ResponseEntity.accepted().build();
        }
        if (error instanceof RefusedException) {
            return Refusal.full();
        }
        LOG.warn("Not stored, or not known to be. {}", error.toString());
        return Refusal.answer(
                HttpStatus.SERVICE_UNAVAILABLE,
                null,
                "the message is not stored, or not known to be: if you send it again, it may be sent twice");
    }
}
