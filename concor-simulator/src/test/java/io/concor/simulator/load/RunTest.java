package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.simulator.profile.Burst;
import io.concor.simulator.profile.Constant;
import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.Profile;
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
class RunTest {

    private static final Template BODY = new Template("", 1, 1);
    private static final LeadIn NO_LEAD_IN = new LeadIn(1, 0);

    private boolean closed;

    @Test
    void failsWhereRequestsCannotEvenBeHandedToTheClient() {
        assertThatThrownBy(() -> run(new Constant(10, 1)).run(answers -> new Broken(), second -> {}, second -> true))
                .hasRootCauseMessage("no thread");
        assertThat(closed).isTrue();
    }

    @Test
    void stopsWhileNothingIsDueForLong() {
        Run run = run(new Burst(0, 1, 1, 3600, 7200));
        Account account = run.run(answers -> new Broken(), second -> {}, second -> false);
        assertThat(account.totals().issued()).isZero();
        assertThat(account.seconds()).isNotEmpty();
    }

    @Test
    void isStoppedAlsoInTheMidstOfASecondThatSaysToGoOn() {
        Run run = run(new Constant(10, 60));
        Account account = run.run(answers -> new Silent(), second -> {}, second -> {
            run.stop();
            return true;
        });
        assertThat(account.seconds()).hasSizeLessThan(10);
    }

    @Test
    void lastsAsLongAsItsProfileAlsoWhereNothingIsDueAtItsEnd() {
        List<Integer> told = new ArrayList<>();

        run(new Burst(0, 5, 1, 2, 3)).run(Answering::new, second -> {}, second -> told.add(second.second()));

        assertThat(told).startsWith(0, 1, 2);
    }

    @Test
    void tellsNoMoreOfALeadInThatWasStopped() {
        List<Second> told = new ArrayList<>();
        Duration patience = Duration.ofSeconds(10);
        Run run = new Run(
                new Load(new Constant(10, 60), new LeadIn(10, 30), 100, BODY, 0, 100, patience, patience, false, true));

        Account account = run.run(
                answers -> new Silent(),
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
        Run run = new Run(
                new Load(new Constant(10, 1), new LeadIn(10, 1), 100, BODY, 0, 100, patience, patience, false, true));

        Account account = run.run(
                answers -> new Answering(answers) {
                    @Override
                    public void send(Exchange exchange, byte[] body) {
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
        assertThat(account.totals()).returns(10L, Totals::completed).returns(0L, Totals::unfinished);
    }

    @Test
    void beginsWithTheFirstIdAgainBehindNineDigits() {
        List<Long> ids = new CopyOnWriteArrayList<>();
        Run run = new Run(new Load(
                new Constant(3, 1),
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
                answers -> new Answering(answers) {
                    @Override
                    public void send(Exchange exchange, byte[] body) {
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
        Account account =
                run(new Constant(10, 60)).run(answers -> new Silent(), second -> {}, second -> second.second() < 1);
        assertThat(account.seconds())
                .extracting(Second::rate)
                .startsWith(10, 10)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .endsWith(0)
                .hasSizeLessThan(30);
    }

    @Test
    void abortsAtOnceARequestThatWasGivenUpBeforeItWasSent() {
        Exchange exchange = new Exchange(1, 0, new Recorder(new Constant(1, 1), 0));
        exchange.end();
        boolean[] aborted = {false};
        exchange.onAbort(() -> aborted[0] = true);
        assertThat(aborted[0]).isTrue();
    }

    private static Run run(Profile profile) {
        return new Run(new Load(
                profile, NO_LEAD_IN, 1, BODY, 0, 100, Duration.ofSeconds(3), Duration.ofSeconds(2), false, true));
    }

    private static class Answering implements Client {

        private final Answers answers;

        Answering(Answers answers) {
            this.answers = answers;
        }

        @Override
        public void send(Exchange exchange, byte[] body) {
            answers.answered(exchange, 200);
        }

        @Override
        public void close() {
            // has opened nothing
        }
    }

    private static final class Silent implements Client {

        @Override
        public void send(Exchange exchange, byte[] body) {
            // is never answered
        }

        @Override
        public void close() {
            // has opened nothing
        }
    }

    private final class Broken implements Client {

        @Override
        public void send(Exchange exchange, byte[] body) {
            throw new IllegalStateException("no thread");
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
