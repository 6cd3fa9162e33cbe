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

/** A process that this one has started. What it prints goes to a file. Waiting for it is bounded in time. */
final class ChildProcess implements AutoCloseable {

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

    /** Waits until it has printed what the pattern finds; fails when it ends before, or takes longer. */
    MatchResult await(Pattern printed, Duration time) {
        return await(() -> printed.matcher(output()).results().findFirst(), "has not printed " + printed, time);
    }

    /** Waits until it has ended well. */
    void awaitEnd(Duration time) {
        await(() -> Optional.of(process).filter(ended -> !ended.isAlive()), "is still busy", time);
        if (process.exitValue() != 0) {
            throw failed("has ended with status %d".formatted(process.exitValue()));
        }
    }

    private <T> T await(Supplier<Optional<T>> sought, String otherwise, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (true) {
            boolean alive = process.isAlive(); // before the look: what it printed last is not to be missed
            Optional<T> found = sought.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (!alive) {
                throw failed("has ended with status %d".formatted(process.exitValue()));
            }
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                throw failed("%s after %d s".formatted(otherwise, time.toSeconds()));
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    /** Its number. */
    long pid() {
        return process.pid();
    }

    /** The CPU time that it has used so far, in user and kernel mode. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow(() -> failed("does not tell its CPU time"));
    }

    private ExperimentException failed(String what) {
        List<String> lines = output().lines().toList();
        String last = String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return new ExperimentException("%s %s. All that it printed is in %s; the end of it:%n%s"
                .formatted(name, what, output.toAbsolutePath(), last));
    }

    private String output() {
        try {
            return Files.readString(output, StandardCharsets.ISO_8859_1); // reads any byte
        } catch (IOException unreadable) {
            throw new ExperimentException("What %s has printed cannot be read".formatted(name), unreadable);
        }
    }

    /** Asks it to end, and ends it and what it has started where it does not. */
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
