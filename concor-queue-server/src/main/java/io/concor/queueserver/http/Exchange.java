package io.concor.queueserver.http;

import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.Parking;
import io.concor.queueserver.request.Reply;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * A request and its answer. Passes the flow; if it is a receive that found nothing and may wait, it waits outside of the flow, where it
 * holds no thread and no place, and passes again once a message may have come. Thread-safe.
 */
final class Exchange {

    private static final Executor LATER = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    private final DeferredResult<ResponseEntity<byte[]>> answer = new DeferredResult<>();
    private final long began = System.nanoTime();
    private final CompletableFuture<ApiRequest> request;
    private final Flow<ApiRequest, Reply> flow;
    private final WaitingReceives waiting;
    private volatile @Nullable CompletableFuture<Reply> pass;
    private volatile @Nullable ParkedReceive parked;
    /** When it waits no longer; written before it is first parked. */
    private volatile long endNanos;

    /** @param request is complete when its body has been read */
    Exchange(CompletableFuture<ApiRequest> request, Flow<ApiRequest, Reply> flow, WaitingReceives waiting) {
        this.request = request;
        this.flow = flow;
        this.waiting = waiting;
        answer.onCompletion(this::giveUp);
    }

    /** Begins, and returns what Spring MVC sends when it is there. */
    DeferredResult<ResponseEntity<byte[]>> begin() {
        request.whenComplete(this::read);
        return answer;
    }

    /** A request that is cancelled has no connection any more. */
    private void read(@Nullable ApiRequest whole, @Nullable Throwable refused) {
        Throwable reason = refused instanceof CompletionException ? refused.getCause() : refused;
        if (reason == null) {
            pass();
        } else if (!(reason instanceof CancellationException)) {
            answer.setErrorResult(reason);
        }
    }

    private void pass() {
        CompletableFuture<Reply> next = flow.trySubmit(request.join());
        pass = next;
        next.whenComplete(this::passed);
    }

    private void passed(@Nullable Reply reply, @Nullable Throwable error) {
        if (reply == null) {
            failed(cause(error));
            return;
        }
        Parking parking = reply.parking();
        Duration left = parking == null ? Duration.ZERO : parking.patience().minusNanos(System.nanoTime() - began);
        if (parking == null || left.isNegative() || left.isZero()) {
            answer.setResult(reply.entity());
        } else {
            await(parking, left);
        }
    }

    /** A receive that was woken does not fail because the flow is full for a moment: the message may be for no one else. */
    private void failed(Throwable error) {
        if (parked != null
                && error instanceof RefusedException refused
                && refused.reason() != RefusedException.Reason.STOPPED
                && waiting.isRunning()) {
            LATER.execute(this::woken);
        } else {
            answer.setErrorResult(error);
        }
    }

    private void await(Parking parking, Duration left) {
        endNanos = System.nanoTime() + left.toNanos();
        ParkedReceive next = new ParkedReceive(this, waiting);
        parked = next;
        try {
            next.begin(parking, left);
        } catch (RuntimeException refused) {
            answer.setErrorResult(refused);
        }
    }

    /** A message may have come. */
    void woken() {
        if (isOver()) {
            return;
        }
        if (System.nanoTime() - endNanos < 0) {
            pass();
        } else {
            end();
        }
    }

    /** There is no message, and none is waited for any more. */
    void end() {
        answer.setResult(Reply.NO_MESSAGE.entity());
    }

    /** Returns whether a message would have no receiver any more. */
    boolean isOver() {
        return answer.isSetOrExpired();
    }

    /** The answer is sent, or its client takes it no more. */
    private void giveUp() {
        ParkedReceive present = parked;
        if (present != null) {
            present.cancel();
        }
        CompletableFuture<Reply> running = pass;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Spring MVC asks the exception handlers of the error itself before those of its cause. */
    private static Throwable cause(@Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause == null
                ? new IllegalStateException("An event of the flow has neither a value nor an error")
                : cause;
    }
}
