package io.concor.diagnosis.signal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Reads how long the threads of this process waited for a processor, from {@code schedstat} of Linux. A thread takes some
 * ten microseconds, so it is read only while the processors are busy. Threads of the compiler do not count: in the first
 * seconds of a load they wait a lot, while those that handle events need not. For one thread.
 */
final class RunDelay {

    private static final int MOST_THREADS = 512;
    private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");

    private final Path tasks;
    /** Whether each thread is one of the compiler. */
    private final Map<Path, Boolean> compilers = new HashMap<>();

    private Map<Path, Long> before = Map.of();
    private long nanosBefore;

    /** Reads the threads of this process. */
    RunDelay() {
        this(Path.of("/proc/self/task"));
    }

    /** @param tasks a folder with one for each thread */
    RunDelay(Path tasks) {
        this.tasks = tasks;
    }

    /**
     * Returns the average number of threads that waited since the last call. Unknown at the first call, and elsewhere than
     * on Linux.
     */
    OptionalDouble threads(long nanos) {
        Map<Path, Long> now = read();
        OptionalDouble threads = before.isEmpty() || now.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) added(now) / Math.max(1, nanos - nanosBefore));
        compilers.keySet().retainAll(now.keySet());
        before = now;
        nanosBefore = nanos;
        return threads;
    }

    /** Forgets the last call. */
    void pause() {
        before = Map.of();
    }

    /** Threads that have begun since are left out, like those that have ended. */
    private long added(Map<Path, Long> now) {
        return now.entrySet().stream()
                .filter(thread -> !compilers.computeIfAbsent(thread.getKey(), RunDelay::isCompiler))
                .mapToLong(thread ->
                        Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), thread.getValue())))
                .sum();
    }

    private static boolean isCompiler(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            return COMPILERS.stream().anyMatch(name::startsWith);
        } catch (IOException ended) {
            return false;
        }
    }

    private Map<Path, Long> read() {
        Map<Path, Long> delays = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                if (delays.size() < MOST_THREADS) {
                    read(thread, delays);
                }
            }
        } catch (IOException | DirectoryIteratorException notReported) {
            return Map.of();
        }
        return delays;
    }

    private static void read(Path thread, Map<Path, Long> delays) {
        try {
            String[] fields = Files.readString(thread.resolve("schedstat")).split(" ");
            delays.put(thread, Long.parseLong(fields[1]));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException ended) {
            delays.remove(thread);
        }
    }
}
