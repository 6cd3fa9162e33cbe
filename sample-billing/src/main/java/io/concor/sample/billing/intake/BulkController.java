package io.concor.sample.billing.intake;

import io.concor.sample.billing.BillingProperties;
import io.concor.sample.support.Refusal;
import io.concor.sample.support.UnreadableMessageException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;

/** Lets many records into the flow at once. Few uploads at a time: each keeps its thread while it waits for room. */
@RestController
class BulkController {

    private final BulkIntake intake;
    private final BillingProperties.Bulk settings;
    private final Semaphore uploads;

    BulkController(BulkIntake intake, BillingProperties properties) {
        this.intake = intake;
        this.settings = properties.bulk();
        this.uploads = new Semaphore(settings.uploads());
    }

    @PostMapping(path = "/records/bulk", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<? extends ResponseEntity<?>> array(InputStream body) throws IOException, InterruptedException {
        return take(body, RecordTexts::ofArray);
    }

    @PostMapping(path = "/records/bulk", consumes = MediaType.APPLICATION_NDJSON_VALUE)
    CompletableFuture<? extends ResponseEntity<?>> lines(InputStream body) throws IOException, InterruptedException {
        return take(body, RecordTexts::ofLines);
    }

    private interface Format {
        List<String> records(byte[] body) throws UnreadableMessageException;
    }

    private CompletableFuture<? extends ResponseEntity<?>> take(InputStream body, Format format)
            throws IOException, InterruptedException {
        int mostBytes = Math.toIntExact(settings.maxBytes().toBytes());
        byte[] read = body.readNBytes(mostBytes + 1);
        if (read.length > mostBytes) {
            return CompletableFuture.completedFuture(Refusal.tooLarge(mostBytes));
        }
        List<String> records;
        try {
            records = format.records(read);
        } catch (UnreadableMessageException e) {
            return CompletableFuture.completedFuture(Refusal.unreadable(e));
        }
        return take(records);
    }

    private CompletableFuture<? extends ResponseEntity<?>> take(List<String> records) throws InterruptedException {
        if (!uploads.tryAcquire()) {
            return CompletableFuture.completedFuture(Refusal.full());
        }
        try {
            return intake.take(records.iterator(), number -> "http, record " + number, settings.patience())
                    .thenApply(BulkController::answer);
        } finally {
            uploads.release();
        }
    }

    private static ResponseEntity<BulkSummary> answer(BulkSummary summary) {
        ResponseEntity.BodyBuilder answer = summary.failed() == 0
                ? ResponseEntity.ok()
                : ResponseEntity.status(HttpStatus.INTERNAL_SERVER_ERROR).header(HttpHeaders.RETRY_AFTER, "1");
        return answer.contentType(MediaType.APPLICATION_JSON).body(summary);
    }

    /** The server waits no longer for records that are inside, which may still be billed. */
    @ExceptionHandler
    ResponseEntity<Refusal> late(AsyncRequestTimeoutException e) {
        return RecordAnswers.notKnown();
    }
}
