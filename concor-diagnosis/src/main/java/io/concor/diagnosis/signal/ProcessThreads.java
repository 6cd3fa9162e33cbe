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
import java.util.OptionalLong;

/**
 * The threads of this process, those of the JVM included, as Linux reports them in folders. To read one takes some ten
 * microseconds. For one thread.
 */
final class ProcessThreads {

    private static final int MOST_THREADS = 512;
    private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");
    private static final int RAN = 0;
    private static final int WAITED = 1;

    private final Path tasks;
    private final Map<Path, Boolean> compilers = new HashMap<>();

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

    /** Returns the time for which a thread had a processor, in nanoseconds; unknown if it has ended. */
    static OptionalLong ranNanos(Path thread) {
        return schedule(thread, RAN);
    }

    /** Returns the time for which a thread waited for a processor, in nanoseconds; unknown if it has ended. */
    static OptionalLong waitedNanos(Path thread) {
        return schedule(thread, WAITED);
    }

    private static OptionalLong schedule(Path thread, int field) {
        try {
            return OptionalLong.of(
                    Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[field]));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException ended) {
            return OptionalLong.empty();
        }
    }
}
