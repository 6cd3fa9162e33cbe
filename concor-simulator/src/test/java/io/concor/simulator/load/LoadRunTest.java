package io.concor.simulator.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Each test has its own thread because a run does not respond to interruption. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class LoadRunTest {

    private static final BodyTemplate BODY = new BodyTemplate("", 1, 1);
    private static final LeadIn NO_LEAD_IN = new LeadIn(1, 0);

    private boolean closed;

    @Test
    void failsIfTheClientThrows() {
        assertThatThrownBy(() -> run(LoadProfile.constant(10, 1)).run(new BrokenClient(), second -> {}, second -> true))
                .hasRootCauseMessage("no thread");
        assertThat(closed).isTrue();
    }

    @Test
    void stopsWhileNoRequestIsDueForALongTime() {
        LoadRun run = run(LoadProfile.burst(0, 1, 1, 3600, 7200));
        LoadStatistics statistics = run.run(new BrokenClient(), second -> {}, second -> false);
        assertThat(statistics.totals().issued()).isZero();
        assertThat(statistics.seconds()).isNotEmpty();
    }

    @Test
    @Tag("full")
    void stopsAlthoughTheListenerContinues() {
        LoadRun run = run(LoadProfile.constant(10, 60));
        LoadStatistics statistics = run.run(new SilentClient(), second -> {}, second -> {
            run.stop();
            return true;
        });
        assertThat(statistics.seconds()).hasSizeLessThan(10);
    }

    @Test
    void countsWhatItIssuesLateFromWhenItWasDue() {
        LoadStatistics statistics =
                run(LoadProfile.constant(100, 1)).run(new SlowlyStartingClient(), second -> {}, second -> true);

        assertThat(statistics.dueWindows()).hasSize(100).containsOnly(1);
        assertThat(statistics.issuedWindows()).isNotEqualTo(statistics.dueWindows());
        assertThat(statistics.lateness().maxMicros()).isGreaterThan(100_000);
    }

    @Test
    @Tag("full")
    void lastsAsLongAsItsProfileEvenIfNoRequestIsDueAtItsEnd() {
        List<Integer> reported = new ArrayList<>();

        run(LoadProfile.burst(0, 5, 1, 2, 3))
                .run(new RespondingClient(), second -> {}, second -> reported.add(second.second()));

        assertThat(reported).startsWith(0, 1, 2);
    }

    @Test
    void reportsNoMoreSecondsOfAStoppedLeadIn() {
        List<SecondStatistics> reported = new ArrayList<>();
        Duration timeout = Duration.ofSeconds(10);
        LoadRun run = new LoadRun(new LoadSettings(
                LoadProfile.constant(10, 60), new LeadIn(10, 30), 100, BODY, 0, 100, timeout, timeout, false, true));

        LoadStatistics statistics = run.run(
                new SilentClient(),
                second -> {
                    reported.add(second);
                    run.stop();
                },
                second -> true);

        assertThat(reported).hasSizeLessThan(5);
        assertThat(statistics.totals().unfinished())
                .as("requests of the lead-in")
                .isZero();
    }

    @Test
    void doesNotWaitForUnfinishedRequestsOfTheLeadIn() {
        Duration timeout = Duration.ofMinutes(1);
        AtomicInteger unfinished = new AtomicInteger();
        LoadRun run = new LoadRun(new LoadSettings(
                LoadProfile.constant(10, 1), new LeadIn(10, 1), 100, BODY, 0, 100, timeout, timeout, false, true));

        LoadStatistics statistics = run.run(
                new RespondingClient() {
                    @Override
                    public void send(LoadRequest request, byte[] body) {
                        if (request.dueNanos() - run.startNanos() < 0) {
                            unfinished.incrementAndGet();
                        } else {
                            super.send(request, body);
                        }
                    }
                },
                second -> {},
                second -> true);

        assertThat(unfinished).hasPositiveValue();
        assertThat(statistics.totals()).returns(10L, LoadTotals::completed).returns(0L, LoadTotals::unfinished);
    }

    @Test
    void restartsIdsAtZeroAfterNineDigits() {
        List<Long> ids = new CopyOnWriteArrayList<>();
        LoadRun run = new LoadRun(new LoadSettings(
                LoadProfile.constant(3, 1),
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
                new RespondingClient() {
                    @Override
                    public void send(LoadRequest request, byte[] body) {
                        ids.add(request.id());
                        super.send(request, body);
                    }
                },
                second -> {},
                second -> true);

        assertThat(ids).containsExactly(999_999_999L, 0L, 1L);
    }

    @Test
    @Tag("full")
    void reportsARateOfZeroAfterAStop() {
        LoadStatistics statistics =
                run(LoadProfile.constant(10, 60)).run(new SilentClient(), second -> {}, second -> second.second() < 1);
        assertThat(statistics.seconds())
                .extracting(SecondStatistics::rate)
                .startsWith(10, 10)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .endsWith(0)
                .hasSizeLessThan(30);
    }

    @Test
    void abortsAnEndedRequestImmediately() {
        LoadRequest request = new LoadRequest(
                1,
                0,
                new LoadRecorder(LoadProfile.constant(1, 1), 0),
                new RequestTracker(new InFlightRequests(), () -> {}, true));
        request.markEnded();
        boolean[] aborted = {false};
        request.onAbort(() -> aborted[0] = true);
        assertThat(aborted[0]).isTrue();
    }

    private static LoadRun run(LoadProfile profile) {
        return new LoadRun(new LoadSettings(
                profile, NO_LEAD_IN, 1, BODY, 0, 100, Duration.ofSeconds(3), Duration.ofSeconds(2), false, true));
    }

    private static class RespondingClient implements LoadClient {

        @Override
        public void send(LoadRequest request, byte[] body) {
            request.responded(200);
        }

        @Override
        public void close() {
            // no resources
        }
    }

    /** Holds the thread that issues the requests at its first request. */
    private static final class SlowlyStartingClient extends RespondingClient {

        private boolean started;

        @Override
        public void send(LoadRequest request, byte[] body) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(150);
            while (!started && System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            started = true;
            super.send(request, body);
        }
    }

    private static final class SilentClient implements LoadClient {

        @Override
        public void send(LoadRequest request, byte[] body) {
            // no response
        }

        @Override
        public void close() {
            // no resources
        }
    }

    private final class BrokenClient implements LoadClient {

        @Override
        public void send(LoadRequest request, byte[] body) {
            throw new IllegalStateException("no thread");
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
