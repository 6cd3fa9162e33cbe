package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.queues.client.MessageArrivals;
import io.concor.queues.client.Queues;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.Caller;
import io.concor.queueserver.request.ClientOperation;
import io.concor.queueserver.request.Parking;
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
    private static final Reply NOTHING_YET = new Reply(
            HttpStatus.NO_CONTENT,
            MediaType.APPLICATION_JSON,
            new byte[0],
            Map.of(),
            new Parking(INTEREST, 1, Duration.ofSeconds(30)));
    private static final Reply MESSAGE =
            new Reply(HttpStatus.OK, MediaType.APPLICATION_JSON, "{}".getBytes(StandardCharsets.UTF_8), Map.of(), null);
    private static final CompletableFuture<Reply> REFUSED =
            CompletableFuture.failedFuture(new RefusedException("queue-server", RefusedException.Reason.FULL));

    private final Queue<CompletableFuture<Reply>> results = new ArrayDeque<>();
    private final StubArrivals arrivals = new StubArrivals();
    private final WaitingReceives waiting = new WaitingReceives(queues(arrivals));

    private static Queues queues(MessageArrivals arrivals) {
        Queues queues = mock(Queues.class);
        when(queues.arrivals()).thenReturn(arrivals);
        return queues;
    }

    @BeforeEach
    void start() {
        waiting.start();
    }

    private DeferredResult<ResponseEntity<byte[]>> begin() {
        ApiRequest receive = ApiRequest.of(ClientOperation.RECEIVE, new Caller("bob", true), "wait=30s");
        return begin(CompletableFuture.completedFuture(receive.at("orders")));
    }

    private DeferredResult<ResponseEntity<byte[]>> begin(CompletableFuture<ApiRequest> request) {
        return new Exchange(request, new StubFlow(), waiting).begin();
    }

    @Test
    void entersTheFlowWhenItsBodyIsThere() {
        CompletableFuture<ApiRequest> send = new CompletableFuture<>();
        results.add(CompletableFuture.completedFuture(MESSAGE));
        DeferredResult<ResponseEntity<byte[]>> answer = begin(send);
        assertThat(results).as("not taken by the flow").hasSize(1);

        send.complete(ApiRequest.of(ClientOperation.SEND, new Caller("bob", true), null));

        assertThat(status(answer)).isEqualTo(HttpStatus.OK);
    }

    @Test
    void failsWithItsBody() {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        ApiRequest send = ApiRequest.of(ClientOperation.SEND, new Caller("bob", true), null);
        IllegalArgumentException refused = new IllegalArgumentException("too large");
        DeferredResult<ResponseEntity<byte[]>> answer = begin(body.thenApply(send::with));

        body.completeExceptionally(refused);

        assertThat(answer.getResult()).isSameAs(refused);
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

        @Override
        public long mark(Interest interest) {
            return 1;
        }

        @Override
        public Waiter await(Interest interest, long mark, Duration patience, Consumer<Wake> waker) {
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
