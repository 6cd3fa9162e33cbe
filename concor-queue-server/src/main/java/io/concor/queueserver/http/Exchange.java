package io.concor.queueserver.http;

import io.concor.ConcorException;
import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.queues.client.TooManyWaitersException;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.Parking;
import io.concor.queueserver.request.RefusalWriter;
import io.concor.queueserver.request.Reply;
import io.concor.queueserver.request.TooManyRequestsException;
import java.time.Duration;
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

    private final long began = System.nanoTime();
    private final ApiRequest request;
    private final DeferredResult<ResponseEntity<byte[]>> answer;
    private final Services services;
    private volatile @Nullable CompletableFuture<Reply> pass;
    private volatile @Nullable ParkedReceive parked;
    /** When it waits no longer; written before it is first parked. */
    private volatile long endNanos;

    /** What all requests need. */
    record Services(
            Flow<ApiRequest, Reply> flow, RequestShares shares, WaitingReceives waiting, RefusalWriter refusals) {}

    /** @param answer what Spring MVC sends when it is there */
    Exchange(ApiRequest request, DeferredResult<ResponseEntity<byte[]>> answer, Services services) {
        this.request = request;
        this.answer = answer;
        this.services = services;
        answer.onCompletion(this::giveUp);
    }

    void begin() {
        String client = request.caller().name();
        try {
            services.shares().begin(client);
        } catch (TooManyRequestsException refused) {
            refuse(refused);
            return;
        }
        pass().whenComplete((reply, error) -> {
            services.shares().end(client);
            if (reply == null) {
                answer.setErrorResult(cause(error));
            } else {
                passed(reply);
            }
        });
    }

    private CompletableFuture<Reply> pass() {
        CompletableFuture<Reply> next = services.flow().trySubmit(request);
        pass = next;
        return next;
    }

    private void passed(Reply reply) {
        Parking parking = reply.parking();
        Duration left = parking == null ? Duration.ZERO : parking.patience().minusNanos(System.nanoTime() - began);
        if (parking == null || left.isNegative() || left.isZero()) {
            answer.setResult(reply.entity());
        } else {
            await(parking, left);
        }
    }

    private void await(Parking parking, Duration left) {
        boolean isFirst = parked == null;
        endNanos = System.nanoTime() + left.toNanos();
        ParkedReceive next = new ParkedReceive(this, services.waiting());
        parked = next;
        try {
            next.begin(parking, left);
        } catch (TooManyWaitersException refused) {
            if (isFirst) {
                refuse(refused);
            } else {
                LATER.execute(this::lookOrEnd); // others have come before it was back
            }
        } catch (RuntimeException failed) {
            answer.setErrorResult(failed);
        }
    }

    /** Ends the request with the answer to what its client cannot have. */
    void refuse(ConcorException refusal) {
        answer.setResult(services.refusals().refused(refusal).entity());
    }

    /** A message may have come: looks, for the last time if the wait is over, for no other receive was woken for it. */
    void woken() {
        services.shares().look(this::look);
    }

    private void look() {
        if (isOver()) {
            services.shares().looked();
            return;
        }
        pass().whenComplete((reply, error) -> {
            if (reply == null && isOfTheMoment(cause(error)) && !isLate()) {
                LATER.execute(this::look);
                return;
            }
            services.shares().looked();
            if (reply != null) {
                passed(reply);
            } else if (isOfTheMoment(cause(error))) {
                end();
            } else {
                answer.setErrorResult(cause(error));
            }
        });
    }

    private void lookOrEnd() {
        if (isLate()) {
            end();
        } else {
            woken();
        }
    }

    private boolean isLate() {
        return System.nanoTime() - endNanos >= 0;
    }

    /** A receive that was woken does not fail because the flow is full for a moment: the message may be for no one else. */
    private boolean isOfTheMoment(Throwable error) {
        return error instanceof RefusedException refused
                && refused.reason() != RefusedException.Reason.STOPPED
                && services.waiting().isRunning();
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
