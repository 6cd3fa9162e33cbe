package io.concor.simulator.queues.http;

import io.netty.channel.EventLoop;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a client one after the other, and repeats those without an outcome after a pause. Confined to its event
 * loop, but for the methods
 * that say otherwise.
 */
public final class RequestSender implements AnswerListener {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MAX_DOUBLINGS = 5;

    private final EventLoop eventLoop;
    private final FailoverConnection connection;
    private final RequestListener listener;
    private RequestObserver observer = RequestObserver.NONE;
    private RequestRate rate = new RequestRate(0, 0);
    private @Nullable QueueRequest current;
    private long startNanos;
    private boolean uncertain;
    private boolean closed;
    private volatile int failures;
    private volatile @Nullable String lastFailure;
    private volatile long lastFailureNanos = System.nanoTime();

    public RequestSender(EventLoop eventLoop, ConnectionSettings settings, int firstServer, RequestListener listener) {
        this.eventLoop = eventLoop;
        this.connection = new FailoverConnection(eventLoop, settings, firstServer, this);
        this.listener = listener;
    }

    /** Records the requests from now on, and sends them at a rate. */
    public void observe(RequestObserver newObserver, RequestRate newRate) {
        observer = newObserver;
        rate = newRate;
    }

    /** Sends a request. The previous one has ended. */
    public void send(QueueRequest request) {
        current = request;
        uncertain = false;
        transmit();
    }

    /** Sends a request after a pause, which may be 0. */
    public void sendAfter(long nanos, QueueRequest request) {
        if (nanos == 0) {
            send(request);
        } else {
            schedule(() -> send(request), nanos);
        }
    }

    /** Gives up an attempt that has taken too long. */
    public void expire(long nowNanos) {
        connection.expire(nowNanos);
    }

    public void close() {
        closed = true;
        connection.close();
    }

    /** Returns the number of failures since the last success. Any thread may call this. */
    public int failures() {
        return failures;
    }

    /** Returns when the last request failed; the creation of the sender if none has. Any thread may call this. */
    public long lastFailureNanos() {
        return lastFailureNanos;
    }

    /** Returns the last failure and its server, or null. Any thread may call this. */
    @Nullable
    public String lastFailure() {
        return lastFailure;
    }

    @Override
    public void answered(ServerAnswer answer) {
        long endNanos = System.nanoTime();
        QueueRequest request = request();
        String status = "status " + answer.status();
        if (answer.isRefusedForNow()) {
            recordFailure(request, endNanos, status);
            schedule(() -> repeatOrGiveUp(false), answer.pauseNanos());
        } else if (answer.isUncertain()) {
            failed(status, true);
        } else if (request.call().succeededWith(answer.status())) {
            failures = 0;
            String details = listener.succeeded(request, answer, startNanos);
            observer.answered(request.call(), startNanos, endNanos, details);
            listener.next();
        } else {
            recordFailure(request, endNanos, status);
            listener.refused(request, answer.status(), uncertain);
            schedule(listener::next, pauseNanos());
        }
    }

    @Override
    public void failed(String reason, boolean sent) {
        uncertain |= sent;
        recordFailure(request(), System.nanoTime(), reason);
        schedule(() -> repeatOrGiveUp(sent), pauseNanos());
    }

    private void repeatOrGiveUp(boolean sent) {
        QueueRequest request = request();
        if (listener.mayRepeat(request, sent)) {
            transmit();
        } else {
            listener.givenUp(request);
            listener.next();
        }
    }

    private void transmit() {
        long delayNanos = rate.delayNanos(System.nanoTime());
        if (delayNanos == 0) {
            sendNow();
        } else {
            schedule(this::sendNow, delayNanos);
        }
    }

    private void sendNow() {
        startNanos = System.nanoTime();
        connection.send(request());
    }

    private void recordFailure(QueueRequest request, long endNanos, String reason) {
        observer.failed(request.call(), startNanos, endNanos, reason);
        lastFailure = request.call().title() + " at " + connection.server().url() + ": " + reason;
        lastFailureNanos = endNanos;
        failures = failures + 1; // on one thread
    }

    /** Returns a pause that doubles with each failure, from 50 ms to 1.6 s. */
    private long pauseNanos() {
        return FIRST_PAUSE_NANOS << Math.min(failures - 1, MAX_DOUBLINGS);
    }

    private void schedule(Runnable task, long nanos) {
        if (!eventLoop.isShuttingDown()) {
            eventLoop.schedule(() -> runUnlessClosed(task), nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void runUnlessClosed(Runnable task) {
        if (!closed) {
            task.run();
        }
    }

    private QueueRequest request() {
        return Objects.requireNonNull(current);
    }
}
