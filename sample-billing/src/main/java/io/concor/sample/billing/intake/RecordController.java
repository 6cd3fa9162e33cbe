package io.concor.sample.billing.intake;

import io.concor.sample.billing.Submission;
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

/** Lets single records into the flow and answers with the outcome. No thread waits in between. */
@RestController
class RecordController {

    private static final int MAX_BODY_BYTES = 4 * 1024;

    private final RecordIntake intake;

    RecordController(RecordIntake intake) {
        this.intake = intake;
    }

    @PostMapping(path = "/records", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<? extends ResponseEntity<?>> bill(InputStream body) throws IOException {
        byte[] record = body.readNBytes(MAX_BODY_BYTES + 1);
        if (record.length > MAX_BODY_BYTES) {
            return CompletableFuture.completedFuture(Refusal.tooLarge(MAX_BODY_BYTES));
        }
        Submission submission = new Submission(new String(record, StandardCharsets.UTF_8), "http");
        return intake.take(submission).handle(RecordAnswers::of);
    }

    /** The server waits no longer for a record that is inside, which may still be billed. */
    @ExceptionHandler
    ResponseEntity<Refusal> late(AsyncRequestTimeoutException e) {
        return RecordAnswers.notKnown();
    }
}
