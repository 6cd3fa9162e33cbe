package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.simulator.profile.BurstProfile;
import io.concor.simulator.profile.ConstantProfile;
import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.LoadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A thread of its own for each test, as a run that waits too long is not interrupted by anything. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class LoadRunTest {

    private static final BodyTemplate BODY = new BodyTemplate("", 1, 1);
    private static final LeadIn NO_LEAD_IN = new LeadIn(1, 0);

    private boolean closed;

    @Test
    void failsWhereRequestsCannotEvenBeHandedToTheClient() {
        assertThatThrownBy(() -> run(new ConstantProfile(10, 1))
                        .run(answers -> new BrokenClient(), second -> {}, second -> true))
                .hasRootCauseMessage("no thread");
        assertThat(closed).isTrue();
    }

    @Test
    void stopsWhileNothingIsDueForLong() {
        LoadRun run = run(new BurstProfile(0, 1, 1, 3600, 7200));
        LoadStatistics account = run.run(answers -> new BrokenClient(), second -> {}, second -> false);
        assertThat(account.totals().issued()).isZero();
        assertThat(account.seconds()).isNotEmpty();
    }

    @Test
    void isStoppedAlsoInTheMidstOfASecondThatSaysToGoOn() {
        LoadRun run = run(new ConstantProfile(10, 60));
        LoadStatistics account = run.run(answers -> new SilentClient(), second -> {}, second -> {
            run.stop();
            return true;
        });
        assertThat(account.seconds()).hasSizeLessThan(10);
    }

    @Test
    void lastsAsLongAsItsProfileAlsoWhereNothingIsDueAtItsEnd() {
        List<Integer> told = new ArrayList<>();

        run(new BurstProfile(0, 5, 1, 2, 3))
                .run(AnsweringClient::new, second -> {}, second -> told.add(second.second()));

        assertThat(told).startsWith(0, 1, 2);
    }

    @Test
    void tellsNoMoreOfALeadInThatWasStopped() {
        List<SecondStatistics> told = new ArrayList<>();
        Duration patience = Duration.ofSeconds(10);
        LoadRun run = new LoadRun(new LoadSettings(
                new ConstantProfile(10, 60), new LeadIn(10, 30), 100, BODY, 0, 100, patience, patience, false, true));

        LoadStatistics account = run.run(
                answers -> new SilentClient(),
                second -> {
                    told.add(second);
                    run.stop();
                },
                second -> true);

        assertThat(told).hasSizeLessThan(5);
        assertThat(account.totals().unfinished())
                .as("what is left of the lead-in")
                .isZero();
    }

    @Test
    void doesNotWaitAtItsEndForWhatTheLeadInHasLeft() {
        Duration patience = Duration.ofMinutes(1);
        AtomicInteger left = new AtomicInteger();
        LoadRun run = new LoadRun(new LoadSettings(
                new ConstantProfile(10, 1), new LeadIn(10, 1), 100, BODY, 0, 100, patience, patience, false, true));

        LoadStatistics account = run.run(
                answers -> new AnsweringClient(answers) {
                    @Override
                    public void send(LoadRequest exchange, byte[] body) {
                        if (exchange.dueNanos() - run.startNanos() < 0) {
                            left.incrementAndGet();
                        } else {
                            super.send(exchange, body);
                        }
                    }
                },
                second -> {},
                second -> true);

        assertThat(left).hasPositiveValue();
        assertThat(account.totals()).returns(10L, LoadTotals::completed).returns(0L, LoadTotals::unfinished);
    }

    @Test
    void beginsWithTheFirstIdAgainBehindNineDigits() {
        List<Long> ids = new CopyOnWriteArrayList<>();
        LoadRun run = new LoadRun(new LoadSettings(
                new ConstantProfile(3, 1),
                NO_LEAD_IN,
                1,
                BODY,
                999_999_999,
                100,
                Duration.ofSeconds(3),
                Duration.ofSeconds(2),
                false,
                true));

        run.run(
                answers -> new AnsweringClient(answers) {
                    @Override
                    public void send(LoadRequest exchange, byte[] body) {
                        ids.add(exchange.id());
                        super.send(exchange, body);
                    }
                },
                second -> {},
                second -> true);

        assertThat(ids).containsExactly(999_999_999L, 0L, 1L);
    }

    @Test
    void countsNothingAsDueAfterItWasStopped() {
        LoadStatistics account = run(new ConstantProfile(10, 60))
                .run(answers -> new SilentClient(), second -> {}, second -> second.second() < 1);
        assertThat(account.seconds())
                .extracting(SecondStatistics::rate)
                .startsWith(10, 10)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .endsWith(0)
                .hasSizeLessThan(30);
    }

    @Test
    void abortsAtOnceARequestThatWasGivenUpBeforeItWasSent() {
        LoadRequest exchange = new LoadRequest(1, 0, new LoadRecorder(new ConstantProfile(1, 1), 0));
        exchange.end();
        boolean[] aborted = {false};
        exchange.onAbort(() -> aborted[0] = true);
        assertThat(aborted[0]).isTrue();
    }

    private static LoadRun run(LoadProfile profile) {
        return new LoadRun(new LoadSettings(
                profile, NO_LEAD_IN, 1, BODY, 0, 100, Duration.ofSeconds(3), Duration.ofSeconds(2), false, true));
    }

    private static class AnsweringClient implements LoadClient {

        private final ResponseHandler answers;

        AnsweringClient(ResponseHandler answers) {
            this.answers = answers;
        }

        @Override
        public void send(LoadRequest exchange, byte[] body) {
            answers.answered(exchange, 200);
        }

        @Override
        public void close() {
            // has opened nothing
        }
    }

    private static final class SilentClient implements LoadClient {

        @Override
        public void send(LoadRequest exchange, byte[] body) {
            // is never answered
        }

        @Override
        public void close() {
            // has opened nothing
        }
    }

    private final class BrokenClient implements LoadClient {

        @Override
        public void send(LoadRequest exchange, byte[] body) {
            throw new IllegalStateException("no thread");
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
