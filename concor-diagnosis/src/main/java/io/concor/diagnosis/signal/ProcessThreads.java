package io.concor.diagnosis.signal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The threads of this process, those of the JVM included, as Linux reports them in folders. To read one takes some ten
 * microseconds. For one thread.
 */
final class ProcessThreads {

    private static final int MOST_THREADS = 512;
    private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");
    private static final int RAN = 0;
    private static final int WAITED = 1;
    private static final int READINGS_BETWEEN_SEARCHES = 10;

    private final Path tasks;
    private final Map<Path, Boolean> compilers = new HashMap<>();
    private final TimeGrowth compiled = new TimeGrowth(ProcessThreads::ranNanos);
    private final TimeGrowth waited = new TimeGrowth(thread -> schedule(thread, WAITED));
    private List<Path> compiling = List.of();
    private int readings;

    ProcessThreads() {
        this(Path.of("/proc/self/task"));
    }

    /** @param tasks a folder with one for each thread */
    ProcessThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** Returns the threads that there are; none elsewhere than on Linux. */
    List<Path> all() {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                if (all.size() < MOST_THREADS) {
                    all.add(thread);
                }
            }
        } catch (IOException | DirectoryIteratorException notReported) {
            return List.of();
        }
        compilers.keySet().retainAll(new HashSet<>(all));
        return all;
    }

    /** Whether a thread compiles the code of this process. */
    boolean isCompiler(Path thread) {
        return compilers.computeIfAbsent(thread, ProcessThreads::hasNameOfCompiler);
    }

    private static boolean hasNameOfCompiler(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            return COMPILERS.stream().anyMatch(name::startsWith);
        } catch (IOException ended) {
            return false;
        }
    }

    /**
     * Returns how many processors the compiler of the JVM has used since the last call, which is most in the first minutes of
     * a load. Unknown at the first call, and elsewhere than on Linux. The compiler has few threads, but to find them all
     * others are looked at, so that is done seldom.
     */
    OptionalDouble usedByCompiler(long nanos) {
        if (readings++ % READINGS_BETWEEN_SEARCHES == 0) {
            compiling = all().stream().filter(this::isCompiler).toList();
        }
        return compiled.next(compiling, nanos);
    }

    /**
     * Returns the average number of threads that waited for a processor since the last call. Unknown at the first call, and
     * elsewhere than on Linux. Threads of the compiler do not count: in the first seconds of a load they wait a lot, while
     * those that handle events need not. It takes a while, so it is read only while the processors are busy.
     */
    OptionalDouble waiting(long nanos) {
        return waited.next(all().stream().filter(thread -> !isCompiler(thread)).toList(), nanos);
    }

    /** Forgets the last call of {@link #waiting}. */
    void pauseWaiting() {
        waited.pause();
    }

    /** Returns the time for which a thread had a processor, in nanoseconds; unknown if it has ended. */
    static OptionalLong ranNanos(Path thread) {
        return schedule(thread, RAN);
    }

    private static OptionalLong schedule(Path thread, int field) {
        try {
            return OptionalLong.of(
                    Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[field]));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException ended) {
            return OptionalLong.empty();
        }
    }

    /** Adds up by how much a time of threads grows. */
    private static final class TimeGrowth {

        private final Function<Path, OptionalLong> time;
        private Map<Path, Long> before = Map.of();
        private long nanosBefore;

        /** @param time returns the time of a thread in nanoseconds */
        TimeGrowth(Function<Path, OptionalLong> time) {
            this.time = time;
        }

        /**
         * Returns the growth since the last call for each nanosecond, which is the average number of threads. Unknown at the first
         * call, and without threads. Threads that have begun since are left out, like those that have ended.
         */
        OptionalDouble next(List<Path> threads, long nanos) {
            Map<Path, Long> now = new HashMap<>();
            threads.forEach(thread -> time.apply(thread).ifPresent(known -> now.put(thread, known)));
            OptionalDouble growth = before.isEmpty() || now.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) added(now) / Math.max(1, nanos - nanosBefore));
            before = now;
            nanosBefore = nanos;
            return growth;
        }

        private long added(Map<Path, Long> now) {
            return now.entrySet().stream()
                    .mapToLong(thread ->
                            Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), thread.getValue())))
                    .sum();
        }

        /** Forgets the last call. */
        void pause() {
            before = Map.of();
        }
    }
}
