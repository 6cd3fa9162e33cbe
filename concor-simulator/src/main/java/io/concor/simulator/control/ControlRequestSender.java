package io.concor.simulator.control;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends control requests at their times, one after the other, on its own thread. */
public final class ControlRequestSender implements AutoCloseable {

    /** The results contain at most this much of a response. */
    private static final int MAX_RESPONSE_BYTES = 2000;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);
    private static final double NANOS_PER_MILLI = 1e6;

    private final ControlClient client = new ControlClient();
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(ControlRequestSender::newDaemon);
    private final List<SentControlRequest> sent = new CopyOnWriteArrayList<>();
    private final Map<String, String> headers;
    private final long startNanos;

    /**
     * Schedules the control requests of a run.
     *
     * @param requests the requests
     * @param headers headers of each request in addition to the content type
     * @param startNanos the start of the run by {@link System#nanoTime}
     */
    public ControlRequestSender(List<ControlRequest> requests, Map<String, String> headers, long startNanos) {
        this.headers = headers;
        this.startNanos = startNanos;
        long delayNanos = startNanos - System.nanoTime();
        requests.forEach(request -> scheduler.schedule(
                () -> send(request), delayNanos + request.at().toNanos(), TimeUnit.NANOSECONDS));
    }

    /**
     * Stops sending: discards the requests that are not due yet or wait for an earlier response.
     *
     * @return the requests that were sent, including one whose response is still missing
     */
    public List<SentControlRequest> stop() {
        scheduler.shutdownNow();
        try {
            scheduler.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.copyOf(sent);
    }

    @Override
    public void close() {
        stop();
    }

    private void send(ControlRequest request) {
        double atMillis = elapsedMillis();
        try {
            ControlClient.ControlResponse response = client.send(request.toHttpRequest(headers), MAX_RESPONSE_BYTES);
            add(request, atMillis, response.status(), response.body());
        } catch (IOException | RuntimeException e) {
            add(request, atMillis, 0, ControlClient.reason(e));
        } catch (InterruptedException e) {
            add(request, atMillis, 0, "the run ended before the response arrived");
            Thread.currentThread().interrupt();
        }
    }

    private void add(ControlRequest request, double atMillis, int status, String answer) {
        sent.add(new SentControlRequest(atMillis, elapsedMillis() - atMillis, request.text(), status, answer));
    }

    private double elapsedMillis() {
        return (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
    }

    private static Thread newDaemon(Runnable task) {
        Thread thread = new Thread(task, "control-requests");
        thread.setDaemon(true);
        return thread;
    }
}
