package io.concor.sample.support;

import io.concor.sample.support.JsonHttpClient.Callback;
import io.concor.sample.support.JsonHttpClient.Failure;
import io.concor.text.DurationFormat;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * One request: waits for a connection, sends and receives. Ends once: with an answer, an error, the end of its time or a
 * cancellation. The last two close the connection, whatever the library is doing with it. Thread-safe.
 */
final class HttpCall implements FutureCallback<Integer>, CancellableDependency {

    private static final String IN_CONTEXT = HttpCall.class.getName();
    private static final int MAX_INFORMATIONAL = 8;

    private final URI url;
    private final Duration timeout;
    private final Callback callback;
    private final RecentOutcomes outcomes;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean aborted;
    private volatile boolean sent;
    private volatile @Nullable Future<?> expiry;
    private volatile @Nullable Cancellable step;
    private volatile @Nullable AsyncExecRuntime connection;
    private int informational; // for the thread of the connection

    HttpCall(URI url, Duration timeout, Callback callback, RecentOutcomes outcomes) {
        this.url = url;
        this.timeout = timeout;
        this.callback = callback;
        this.outcomes = outcomes;
    }

    HttpContext context() {
        HttpClientContext context = HttpClientContext.create();
        context.setAttribute(IN_CONTEXT, this);
        return context;
    }

    private static HttpCall in(HttpContext context) {
        return (HttpCall) context.getAttribute(IN_CONTEXT);
    }

    void expireOn(ScheduledExecutorService timer) {
        expiry = timer.schedule(this::expire, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Precedes the steps of the library that wait for a connection and connect: lets them be cancelled by the call. */
    static void connect(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain rest,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        HttpCall call = in(scope.clientContext);
        call.connection = scope.execRuntime;
        AsyncExecChain.Scope cancellable = new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                call,
                scope.clientContext,
                scope.execRuntime,
                scope.scheduler,
                scope.execCount);
        rest.proceed(request, body, cancellable, callback);
    }

    /** Follows the step of the library that connects and precedes the one that sends. */
    static void send(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain rest,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        HttpCall call = in(scope.clientContext);
        call.sent = true; // before the check: abort() uses the fields in the other order, so one of the two closes
        if (call.aborted) {
            callback.failed(new InterruptedIOException());
            return;
        }
        try {
            rest.proceed(request, body, scope, callback);
        } catch (IllegalStateException closedByAbort) {
            callback.failed(closedByAbort);
        }
    }

    /** Decides on the reuse of a connection, and counts answers 100, which the library passes to nothing else. */
    static boolean keepAlive(HttpRequest request, HttpResponse answer, HttpContext context) {
        if (answer.getCode() < HttpStatus.SC_OK) {
            in(context).informed();
            return true;
        }
        return DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(request, answer, context);
    }

    /** Counts an answer that precedes the final one. */
    void informed() {
        informational++;
        if (informational > MAX_INFORMATIONAL) {
            abort("more than " + MAX_INFORMATIONAL + " informational answers");
        }
    }

    @Override
    public void completed(Integer status) {
        if (ended.compareAndSet(false, true)) {
            if (status >= HttpStatus.SC_OK && status < HttpStatus.SC_REDIRECTION) {
                outcomes.add(true);
                callback.succeeded(status);
            } else {
                report(new Failure(url + " answered " + status, false, null));
            }
        }
    }

    @Override
    public void failed(Exception error) {
        released();
        if (ended.compareAndSet(false, true)) {
            fail(error.toString(), error);
        }
    }

    @Override
    public void cancelled() {
        failed(new InterruptedIOException("The client is closing"));
    }

    /** Ends the request without a call of the callback. */
    @Override
    public boolean cancel() {
        boolean first = ended.compareAndSet(false, true);
        if (first) {
            outcomes.add(false);
            abort();
        }
        return first;
    }

    @Override
    public boolean isCancelled() {
        return aborted;
    }

    @Override
    public void setDependency(Cancellable current) {
        step = current;
        if (aborted) {
            abort();
        }
    }

    private void expire() {
        abort("it took longer than " + DurationFormat.of(timeout));
    }

    private void abort(String reason) {
        boolean first = ended.compareAndSet(false, true);
        abort();
        if (first) {
            fail(reason, null);
        }
    }

    /**
     * Ends the wait for a connection, or closes the connection. Does not cancel a step of the library that connects,
     * which might leave the connection open: that step ends in time, and then {@link #send} closes the connection. Nor
     * one that sends: the library ignores that after the head of an answer from 400.
     */
    private void abort() {
        aborted = true;
        Cancellable current = step; // read first: if it is the step that connects, there is a connection below
        AsyncExecRuntime used = connection;
        if (sent && used != null) {
            used.discardEndpoint();
        } else if (current != null && used != null && !used.isEndpointAcquired()) {
            current.cancel();
        }
    }

    /** Is called when the request has no connection any more. Until then it can expire, even with an answer. */
    void released() {
        Future<?> scheduled = expiry;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    private void fail(String reason, @Nullable Exception cause) {
        boolean unknown = sent;
        String what = unknown ? " gave no complete answer: " : " could not be reached: ";
        report(new Failure(url + what + reason, unknown, cause));
    }

    private void report(Failure failure) {
        outcomes.add(false);
        callback.failed(failure);
    }
}
