package io.concor.simulator.mark;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends marks at their times, one after the other, on a thread of its own. */
public final class Marks implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ANSWER_LENGTH = 2000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(Marks::daemon);
    private final List<Marked> sent = new CopyOnWriteArrayList<>();
    private final Map<String, String> headers;
    private final long startNanos;

    /**
     * Marks of a run.
     *
     * @param marks what to send
     * @param headers of each, beside the content type
     * @param startNanos the start of the run by {@link System#nanoTime}
     */
    public Marks(List<Mark> marks, Map<String, String> headers, long startNanos) {
        this.headers = headers;
        this.startNanos = startNanos;
        long lead = startNanos - System.nanoTime();
        marks.forEach(mark -> thread.schedule(() -> send(mark), lead + mark.at().toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Those that were sent and answered so far. */
    public List<Marked> sent() {
        return List.copyOf(sent);
    }

    /** Those whose time has not come are not sent any more. */
    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void send(Mark mark) {
        double at = millis();
        try {
            HttpResponse<String> answer = client.send(request(mark), BodyHandlers.ofString());
            add(mark, at, answer.statusCode(), answer.body());
        } catch (IOException failure) {
            add(mark, at, 0, failure.toString());
        } catch (InterruptedException closed) {
            add(mark, at, 0, "the run ended before the answer came");
            Thread.currentThread().interrupt();
        }
    }

    private void add(Mark mark, double at, int status, String answer) {
        String request =
                "%s %s %s".formatted(mark.method(), mark.url(), mark.body()).strip();
        String beginning = answer.substring(0, Math.min(ANSWER_LENGTH, answer.length()));
        sent.add(new Marked(at, millis() - at, request, status, beginning));
    }

    private HttpRequest request(Mark mark) {
        HttpRequest.Builder request = HttpRequest.newBuilder(mark.url())
                .timeout(PATIENCE)
                .method(mark.method(), BodyPublishers.ofString(mark.body()));
        if (!mark.body().isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::setHeader);
        return request.build();
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
