package io.concor.experiments.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The threads of a JVM (HotSpot) that compile, in another process, on Linux. */
final class CompilerThreads {

    /** So that none comes or goes, and takes along the time that it used. */
    static final String ALL_FROM_THE_BEGINNING = "-XX:-UseDynamicNumberOfCompilerThreads";

    private static final Path PROCESSES = Path.of("/proc");

    private final List<Path> threads;

    private CompilerThreads(List<Path> threads) {
        this.threads = threads;
    }

    /**
     * Those that there are.
     *
     * @param process its number
     * @throws ExperimentException if there is none
     */
    static CompilerThreads of(long process) {
        try (Stream<Path> all =
                Files.list(PROCESSES.resolve(Long.toString(process)).resolve("task"))) {
            List<Path> compilers = all.filter(CompilerThreads::compiles).toList();
            if (compilers.isEmpty()) {
                throw new ExperimentException(
                        "Process %d has no threads that are called like HotSpot's compilers: what they take could not be told from the rest"
                                .formatted(process));
            }
            return new CompilerThreads(compilers);
        } catch (IOException unreadable) {
            throw new ExperimentException("The threads of process %d cannot be read".formatted(process), unreadable);
        }
    }

    /** A thread that has ended meanwhile was none. */
    private static boolean compiles(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).matches("C[12] Compiler(?s:.*)");
        } catch (IOException gone) {
            return false;
        }
    }

    /** The CPU time that they have used so far. */
    Duration cpu() {
        return threads.stream().map(CompilerThreads::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /** In nanoseconds, the first of the scheduler's figures. */
    private static Duration cpu(Path thread) {
        try {
            String figures = Files.readString(thread.resolve("schedstat"));
            return Duration.ofNanos(Long.parseLong(figures.substring(0, figures.indexOf(' '))));
        } catch (IOException unreadable) {
            throw new ExperimentException("The CPU time of a compiler cannot be read", unreadable);
        }
    }
}
