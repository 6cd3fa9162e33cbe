package io.concor.sample.billing.intake;

import io.concor.sample.billing.Outcome;
import io.concor.sample.billing.Outcome.Billed;
import io.concor.sample.billing.Outcome.Rejected;
import io.concor.sample.billing.Outcome.Repeated;
import io.concor.sample.billing.intake.BulkSummary.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Sums up the outcomes of many records that came together. Thread-safe. */
final class BulkRun {

    private static final int MAX_PROBLEMS = 100;

    private final CompletableFuture<BulkSummary> summary = new CompletableFuture<>();
    private final List<Problem> problems = new ArrayList<>();
    private long received;
    private long billed;
    private long repeated;
    private long rejected;
    private long failed;
    private boolean complete;

    /** Counts a record that comes. */
    synchronized long receive() {
        return ++received;
    }

    /** Counts the end of a record: its outcome or its error. */
    void end(long number, @Nullable Outcome outcome, @Nullable Throwable error) {
        synchronized (this) {
            if (outcome instanceof Billed) {
                billed++;
            } else if (outcome instanceof Repeated) {
                repeated++;
            } else if (outcome instanceof Rejected refused) {
                rejected++;
                note(number, refused.rejection().status(), refused.reason());
            } else {
                failed++;
                noteFailure(number, error);
            }
        }
        summarize();
    }

    private void noteFailure(long number, @Nullable Throwable error) {
        if (RecordIntake.isRefusal(error)) {
            note(number, HttpStatus.SERVICE_UNAVAILABLE, RecordAnswers.NOT_TAKEN);
        } else {
            note(number, HttpStatus.INTERNAL_SERVER_ERROR, RecordAnswers.NOT_KNOWN);
        }
    }

    private void note(long number, HttpStatus status, String reason) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new Problem(number, status.value(), reason));
        }
    }

    /** Returns the summary, which is there when every record has ended. No more records come. */
    CompletableFuture<BulkSummary> complete() {
        synchronized (this) {
            complete = true;
        }
        summarize();
        return summary;
    }

    private void summarize() {
        BulkSummary all;
        synchronized (this) {
            if (!complete || billed + repeated + rejected + failed < received) {
                return;
            }
            all = new BulkSummary(received, billed, repeated, rejected, failed, List.copyOf(problems));
        }
        summary.complete(all);
    }
}
