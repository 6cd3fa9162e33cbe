package io.concor.simulator.mark;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends marks at their times, one after the other, on a thread of its own. */
public final class ControlRequestSender implements AutoCloseable {

    /** What the results hold of an answer. */
    private static final int ANSWER_BYTES = 2000;

    private static final Duration END_WITHIN = Duration.ofSeconds(1);
    private static final double NANOS_PER_MILLI = 1e6;

    private final ControlClient caller = new ControlClient();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(ControlRequestSender::daemon);
    private final List<SentControlRequest> sent = new CopyOnWriteArrayList<>();
    private final Map<String, String> headers;
    private final long startNanos;

    /**
     * Marks of a run.
     *
     * @param marks what to send
     * @param headers of each, beside the content type
     * @param startNanos the start of the run by {@link System#nanoTime}
     */
    public ControlRequestSender(List<ControlRequest> marks, Map<String, String> headers, long startNanos) {
        this.headers = headers;
        this.startNanos = startNanos;
        long lead = startNanos - System.nanoTime();
        marks.forEach(mark -> thread.schedule(() -> send(mark), lead + mark.at().toNanos(), TimeUnit.NANOSECONDS));
    }

    /**
     * Sends no more: not those whose time has not come, nor those that wait for one before them.
     *
     * @return those that were sent, also one that was still waiting for its answer
     */
    public List<SentControlRequest> end() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.copyOf(sent);
    }

    @Override
    public void close() {
        end();
    }

    private void send(ControlRequest mark) {
        double at = millis();
        try {
            ControlClient.ControlResponse answer = caller.call(mark.request(headers), ANSWER_BYTES);
            add(mark, at, answer.status(), answer.body());
        } catch (IOException | RuntimeException failure) {
            add(mark, at, 0, ControlClient.why(failure));
        } catch (InterruptedException ended) {
            add(mark, at, 0, "the run ended before the answer came");
            Thread.currentThread().interrupt();
        }
    }

    private void add(ControlRequest mark, double at, int status, String answer) {
        sent.add(new SentControlRequest(at, millis() - at, mark.text(), status, answer));
    }

    private double millis() {
        return (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "marks");
        thread.setDaemon(true);
        return thread;
    }
}
