package io.concor.experiments.durable.scenario;

import io.concor.experiments.testbed.ExperimentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running process of {@link LoadMain}, and what it has reported. Thread-safe. */
final class LoadProcess implements AutoCloseable {

    private final Process process;
    private final Path log;
    private final Writer orders;
    private final Thread reader;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Map<Long, Long> puts = new ConcurrentHashMap<>();
    private final Map<Long, Long> handled = new ConcurrentHashMap<>();
    private volatile Progress progress = new Progress(System.nanoTime(), 0, 0);
    private volatile long largestHeapBytes;

    /**
     * What was done so far.
     *
     * @param nanos when, by {@link System#nanoTime}, which all processes of a machine share
     * @param heapBytes what the last collection left
     */
    record Progress(long nanos, long handled, long heapBytes) {

        double perSecondSince(Progress before) {
            return (handled - before.handled) * (double) TimeUnit.SECONDS.toNanos(1) / (nanos - before.nanos);
        }
    }

    LoadProcess(List<String> command, Path log) {
        this.log = log;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot start a process with a subject", impossible);
        }
        orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
        reader = new Thread(this::read, "reports");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reported(line);
            }
        } catch (IOException ending) {
            // it has ended
        }
        answers.add("ended");
    }

    private void reported(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case LoadReporter.PUT -> puts.put(Long.valueOf(words[1]), Long.valueOf(words[2]));
            case LoadReporter.HANDLED -> handled.put(Long.valueOf(words[1]), Long.valueOf(words[2]));
            case LoadReporter.PROGRESS -> {
                progress = new Progress(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
                largestHeapBytes = Math.max(largestHeapBytes, progress.heapBytes);
            }
            default -> answers.add(line);
        }
    }

    void order(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException ended) {
            throw new ExperimentException("The process has ended; its log is " + log, ended);
        }
    }

    /** Tells it how many events others have handled: it knows of its own only, and puts no more when too many wait. */
    void tellHandledElsewhere(List<LoadProcess> all) {
        long elsewhere = all.stream()
                .filter(other -> other != this)
                .mapToLong(other -> other.progress.handled())
                .sum();
        order(LoadMain.ELSEWHERE + " " + elsewhere);
    }

    /** Waits for an answer that begins with this word, and returns the number behind it, 0 if there is none. */
    long await(String word, Duration within) throws InterruptedException {
        String answer = answers.poll(within.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null || !answer.startsWith(word)) {
            throw new ExperimentException(
                    "The process answered %s in place of '%s'; its log is %s".formatted(answer, word, log));
        }
        int space = answer.indexOf(' ');
        return space < 0 ? 0 : Long.parseLong(answer.substring(space + 1));
    }

    Progress progress() {
        return progress;
    }

    long largestHeapBytes() {
        return largestHeapBytes;
    }

    /** Returns when each accepted event was due. */
    Map<Long, Long> puts() {
        return puts;
    }

    /** Returns when the effect of each event was committed here. */
    Map<Long, Long> handled() {
        return handled;
    }

    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Kills it, and waits until all that it has reported is read. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        reader.join();
    }

    /** Stops it in the middle of whatever it does; its connections stay open. */
    void freeze() throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot run kill, which pauses processes", impossible);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
