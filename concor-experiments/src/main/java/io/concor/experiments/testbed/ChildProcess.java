package io.concor.experiments.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A child process whose output goes to a file. */
public final class ChildProcess implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int LAST_LINES = 15;

    private final String name;
    private final Path output;
    private final Process process;

    ChildProcess(String name, Path output, ProcessBuilder builder) throws IOException {
        this.name = name;
        this.output = output;
        this.process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Waits until the output matches the pattern. Fails if the process ends before, or after this time. */
    public MatchResult await(Pattern printed, Duration time) {
        return await(() -> printed.matcher(output()).results().findFirst(), "did not print " + printed, time);
    }

    /** Waits until the process has ended with status 0. Fails after this time. */
    public void awaitEnd(Duration time) {
        await(() -> Optional.of(process).filter(ended -> !ended.isAlive()), "did not end", time);
        if (process.exitValue() != 0) {
            throw failed("ended with status %d".formatted(process.exitValue()));
        }
    }

    /**
     * Waits until a condition has a value. Fails if the process ends before, or after this time.
     *
     * @param failure what the process has not done then
     */
    public <T> T await(Supplier<Optional<T>> condition, String failure, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (true) {
            boolean alive = process.isAlive(); // read before the output, so that the last lines are not missed
            Optional<T> found = condition.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (!alive) {
                throw failed("ended with status %d".formatted(process.exitValue()));
            }
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                throw failed("%s within %d s".formatted(failure, time.toSeconds()));
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns the processes that this one has started, and those that they have started. */
    public Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    /** Returns the CPU time used so far, in user and kernel mode. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow(() -> failed("does not report its CPU time"));
    }

    private ExperimentException failed(String what) {
        List<String> lines = output().lines().toList();
        String last = String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return new ExperimentException(
                "%s %s. Its output is in %s and ends with:%n%s".formatted(name, what, output.toAbsolutePath(), last));
    }

    private String output() {
        try {
            return Files.readString(output, StandardCharsets.ISO_8859_1); // reads any byte
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read the output of %s".formatted(name), unreadable);
        }
    }

    /** Kills the process ({@code kill -9}), and waits until it has ended. */
    public void kill() {
        process.destroyForcibly();
        await(() -> Optional.of(process).filter(ended -> !ended.isAlive()), "could not be killed", GRACE);
    }

    /** Terminates the process, and kills it and its descendants if it does not end. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        process.destroy();
        try {
            process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
