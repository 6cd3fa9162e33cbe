package io.concor.sample.billing.intake;

import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.sample.billing.AccountBalances;
import io.concor.sample.billing.Charge;
import io.concor.sample.billing.Outcome;
import io.concor.sample.billing.Submission;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lets records into the flow, and ends their charges and counts them when they leave it. Thread-safe. */
@Component
public class RecordIntake {

    private final Flow<Submission, Outcome> flow;
    private final AccountBalances balances;
    private final MeterRegistry meters;

    RecordIntake(Flow<Submission, Outcome> flow, AccountBalances balances, MeterRegistry meters) {
        this.flow = flow;
        this.balances = balances;
        this.meters = meters;
    }

    /** Lets a record in, or refuses it at once; see {@link #isRefusal}. */
    public CompletableFuture<Outcome> take(Submission submission) {
        return flow.trySubmit(submission).whenComplete((outcome, error) -> end(submission, outcome, error));
    }

    /** Returns whether a record has not been let in, so that nothing has happened to it. */
    public static boolean isRefusal(@Nullable Throwable error) {
        return (error instanceof CompletionException ? error.getCause() : error) instanceof RefusedException;
    }

    private void end(Submission submission, @Nullable Outcome outcome, @Nullable Throwable error) {
        if (isRefusal(error)) {
            return;
        }
        Charge charge = submission.end();
        if (charge != null) {
            balances.end(charge, outcome);
        }
        count(outcome == null ? "failed" : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }

    private void count(String outcome) {
        Counter.builder("billing.records")
                .description("Records that ended: billed, repeated, rejected or failed.")
                .tag("outcome", outcome)
                .register(meters)
                .increment();
    }
}
