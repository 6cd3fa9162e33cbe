package io.concor.sample.billing.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.sample.billing.AccountBalances;
import io.concor.sample.billing.BillingProperties;
import io.concor.sample.billing.BillingProperties.Bulk;
import io.concor.sample.billing.BillingProperties.Inbox;
import io.concor.sample.billing.MasterData;
import io.concor.sample.billing.Outcome;
import io.concor.sample.billing.Outcome.Rejected;
import io.concor.sample.billing.Rejection;
import io.concor.sample.billing.Submission;
import io.concor.sample.billing.intake.BulkSummary.Problem;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class BulkIntakeTest {

    private static final int ROOM = 2;
    private static final Outcome OUTCOME = new Rejected(Rejection.UNREADABLE, "a reason");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<CompletableFuture<Outcome>> inside = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger refusals = new AtomicInteger();
    private final BulkIntake bulk = new BulkIntake(
            new RecordIntake(flow(), new AccountBalances(mock(MasterData.class)), meters),
            new BillingProperties(
                    ROOM,
                    Duration.ZERO,
                    Duration.ZERO,
                    new Bulk(ROOM, 1, DataSize.ofBytes(1), Duration.ZERO),
                    new Inbox(null, Duration.ofSeconds(1), DataSize.ofBytes(1))));

    @SuppressWarnings("unchecked")
    private Flow<Submission, Outcome> flow() {
        Flow<Submission, Outcome> flow = mock(Flow.class);
        when(flow.trySubmit(any())).thenAnswer(call -> enter(call.getArgument(0)));
        return flow;
    }

    private CompletableFuture<Outcome> enter(Submission submission) {
        if (refusals.getAndDecrement() > 0) {
            return CompletableFuture.failedFuture(new RefusedException("billing", RefusedException.Reason.FULL));
        }
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        inside.add(outcome);
        return outcome;
    }

    @Test
    void givesUpWhatFindsNoRoomInTime() {
        CompletableFuture<BulkSummary> summary = take(Duration.ofMillis(1), "1", "2", "3");
        assertThat(summary).isNotDone();

        List.copyOf(inside).forEach(outcome -> outcome.complete(OUTCOME));

        assertThat(summary).isCompletedWithValueMatching(all -> all.failed() == 1 && all.rejected() == ROOM);
        assertThat(summary.join().problems())
                .containsExactlyInAnyOrder(
                        new Problem(3, 503, RecordAnswers.NOT_TAKEN),
                        new Problem(1, 400, "a reason"),
                        new Problem(2, 400, "a reason"));
    }

    @Test
    void triesAgainWhatIsRefused() {
        refusals.set(3);

        CompletableFuture<BulkSummary> summary = take(Duration.ofMinutes(1), "1");
        inside.get(0).complete(OUTCOME);

        assertThat(summary.join()).returns(0L, BulkSummary::failed).returns(1L, BulkSummary::rejected);
        assertThat(meters.counter("billing.records", "outcome", "rejected").count())
                .isOne();
        assertThat(meters.find("billing.records").tag("outcome", "failed").counter())
                .as("refused records have not failed")
                .isNull();
    }

    @Test
    void keepsWhatFailsFromTheSender() {
        CompletableFuture<BulkSummary> summary = take(Duration.ZERO, "1");
        inside.get(0).completeExceptionally(new CompletionException(new IllegalStateException("secret")));

        assertThat(summary.join().problems()).containsExactly(new Problem(1, 500, RecordAnswers.NOT_KNOWN));
    }

    @Test
    void endsWithoutRecords() {
        assertThat(take(Duration.ZERO)).succeedsWithin(1, TimeUnit.SECONDS).returns(0L, BulkSummary::received);
    }

    private CompletableFuture<BulkSummary> take(Duration patience, String... records) {
        try {
            return bulk.take(List.of(records).iterator(), number -> "test", patience);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
