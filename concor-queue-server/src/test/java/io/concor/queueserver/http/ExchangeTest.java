package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.queues.client.MessageArrivals;
import io.concor.queues.client.Queues;
import io.concor.queues.client.TooManyWaitersException;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.Caller;
import io.concor.queueserver.request.ClientOperation;
import io.concor.queueserver.request.Parking;
import io.concor.queueserver.request.RefusalWriter;
import io.concor.queueserver.request.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;

/** What becomes of a request, with a flow and arrivals that do what a test says. */
class ExchangeTest {

    private static final MessageArrivals.Interest INTEREST = new MessageArrivals.Interest("bob", "orders", null);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Reply NOTHING_YET = nothingFor(Duration.ofSeconds(30));
    private static final Reply TOO_MANY =
            new Reply(HttpStatus.SERVICE_UNAVAILABLE, MediaType.APPLICATION_PROBLEM_JSON, new byte[0], Map.of(), null);
    private static final Reply MESSAGE =
            new Reply(HttpStatus.OK, MediaType.APPLICATION_JSON, "{}".getBytes(StandardCharsets.UTF_8), Map.of(), null);
    private static final CompletableFuture<Reply> REFUSED =
            CompletableFuture.failedFuture(new RefusedException("queue-server", RefusedException.Reason.FULL));

    private final Queue<CompletableFuture<Reply>> results = new ArrayDeque<>();
    private final StubArrivals arrivals = new StubArrivals();
    private final WaitingReceives waiting = new WaitingReceives(queues(arrivals));
    private final RequestShares shares = new RequestShares(2, 100);
    private final RefusalWriter refusals = mock(RefusalWriter.class);

    private static Reply nothingFor(Duration patience) {
        return new Reply(
                HttpStatus.NO_CONTENT,
                MediaType.APPLICATION_JSON,
                new byte[0],
                Map.of(),
                new Parking(INTEREST, 1, patience));
    }

    private static Queues queues(MessageArrivals arrivals) {
        Queues queues = mock(Queues.class);
        when(queues.arrivals()).thenReturn(arrivals);
        return queues;
    }

    @BeforeEach
    void start() {
        waiting.start();
        when(refusals.refused(any())).thenReturn(TOO_MANY);
    }

    private DeferredResult<ResponseEntity<byte[]>> begin() {
        ApiRequest receive = ApiRequest.of(ClientOperation.RECEIVE, new Caller("bob", true), "wait=30s");
        DeferredResult<ResponseEntity<byte[]>> answer = new DeferredResult<>();
        Exchange.Services services = new Exchange.Services(new StubFlow(), shares, waiting, refusals);
        new Exchange(receive.at("orders"), answer, services).begin();
        return answer;
    }

    @Test
    void waitsOutsideOfTheFlowAndLooksAgainWhenItIsWoken() {
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        results.add(CompletableFuture.completedFuture(MESSAGE));
        DeferredResult<ResponseEntity<byte[]>> answer = begin();
        assertThat(answer.hasResult()).isFalse();

        arrivals.wake(MessageArrivals.Wake.ARRIVAL);

        assertThat(status(answer)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void looksAgainWhenTheFlowWasFullAsItWasWoken() {
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        results.add(REFUSED);
        results.add(REFUSED);
        results.add(CompletableFuture.completedFuture(MESSAGE));
        DeferredResult<ResponseEntity<byte[]>> answer = begin();

        arrivals.wake(MessageArrivals.Wake.ARRIVAL);

        await().until(answer::hasResult);
        assertThat(status(answer)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void failsWhenTheFlowIsFullAtFirst() {
        results.add(REFUSED);

        assertThat(begin().getResult()).isInstanceOf(RefusedException.class);
    }

    /** No other receive is woken for that message. */
    @Test
    void looksForTheLastTimeWhenItIsWokenAtTheDeadline() {
        results.add(CompletableFuture.completedFuture(nothingFor(SHORT)));
        results.add(CompletableFuture.completedFuture(MESSAGE));
        long began = System.nanoTime();
        DeferredResult<ResponseEntity<byte[]>> answer = begin();
        await().until(() -> System.nanoTime() - began > SHORT.toNanos());

        arrivals.wake(MessageArrivals.Wake.ARRIVAL);

        assertThat(status(answer)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void answersThatThereIsNothingWhenTheFlowIsFullAtTheDeadline() {
        results.add(CompletableFuture.completedFuture(nothingFor(SHORT)));
        results.add(REFUSED);
        long began = System.nanoTime();
        DeferredResult<ResponseEntity<byte[]>> answer = begin();
        await().until(() -> System.nanoTime() - began > SHORT.toNanos());

        arrivals.wake(MessageArrivals.Wake.ARRIVAL);

        assertThat(status(answer)).isEqualTo(HttpStatus.NO_CONTENT);
    }

    @Test
    void looksAgainWhenOthersHaveTakenItsPlaceToWait() {
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        results.add(CompletableFuture.completedFuture(MESSAGE));
        DeferredResult<ResponseEntity<byte[]>> answer = begin();

        arrivals.full = true;
        arrivals.wake(MessageArrivals.Wake.ARRIVAL);

        await().until(answer::hasResult);
        assertThat(status(answer)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void isRefusedWhenTooManyWaitAtFirst() {
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        arrivals.full = true;

        assertThat(status(begin())).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    }

    @Test
    void isRefusedWhileItsClientHasTooManyInWork() {
        CompletableFuture<Reply> slow = new CompletableFuture<>();
        results.add(slow);
        results.add(new CompletableFuture<>());
        DeferredResult<ResponseEntity<byte[]>> first = begin();
        begin();

        assertThat(status(begin())).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);

        slow.complete(MESSAGE);
        assertThat(status(first)).isEqualTo(HttpStatus.OK);
        results.add(CompletableFuture.completedFuture(MESSAGE));
        assertThat(status(begin())).as("afterwards").isEqualTo(HttpStatus.OK);
    }

    /** There is no further result: a look would fail. */
    @Test
    void looksForNothingWhenItsQueueOrItsClientIsGone() {
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        DeferredResult<ResponseEntity<byte[]>> answer = begin();
        arrivals.wake(MessageArrivals.Wake.QUEUE_DELETED);
        assertThat(answer.hasResult()).isTrue();
        verify(refusals).refused(any(UnknownQueueException.class));

        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        answer = begin();
        arrivals.wake(MessageArrivals.Wake.CLIENT_LEFT);
        assertThat(answer.hasResult()).isTrue();
        verify(refusals).refused(any(UnknownClientException.class));
    }

    @Test
    void answersThatThereIsNothingAtTheDeadlineAndAtTheStop() {
        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        DeferredResult<ResponseEntity<byte[]>> late = begin();
        arrivals.wake(MessageArrivals.Wake.DEADLINE);
        assertThat(status(late)).isEqualTo(HttpStatus.NO_CONTENT);

        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        DeferredResult<ResponseEntity<byte[]>> stopped = begin();
        waiting.stop();
        assertThat(status(stopped)).isEqualTo(HttpStatus.NO_CONTENT);

        results.add(CompletableFuture.completedFuture(NOTHING_YET));
        assertThat(status(begin())).as("after the stop").isEqualTo(HttpStatus.NO_CONTENT);
    }

    private static Object status(DeferredResult<ResponseEntity<byte[]>> answer) {
        return ((ResponseEntity<?>) answer.getResult()).getStatusCode();
    }

    /** Has one who waits. */
    private static final class StubArrivals implements MessageArrivals {

        private Consumer<Wake> callback;
        private boolean full;

        @Override
        public long mark(Interest interest) {
            return 1;
        }

        @Override
        public Waiter await(Interest interest, long mark, Duration patience, Consumer<Wake> waker) {
            if (full) {
                throw new TooManyWaitersException("all clients", 1, "max-waiters");
            }
            AtomicBoolean over = new AtomicBoolean();
            callback = wake -> {
                if (over.compareAndSet(false, true)) {
                    waker.accept(wake);
                }
            };
            return () -> over.compareAndSet(false, true);
        }

        void wake(Wake wake) {
            callback.accept(wake);
        }
    }

    /** Has the next result for each event. */
    private final class StubFlow implements Flow<ApiRequest, Reply> {

        @Override
        public String name() {
            return "queue-server";
        }

        @Override
        public void apply(ApiRequest event) {
            submit(event);
        }

        @Override
        public boolean tryApply(ApiRequest event) {
            submit(event);
            return true;
        }

        @Override
        public CompletableFuture<Reply> submit(ApiRequest event) {
            return results.remove();
        }

        @Override
        public void close() {}
    }
}
