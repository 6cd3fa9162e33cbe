package io.concor.experiments.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The JIT compiler threads of a HotSpot JVM in another process. Linux only. */
final class CompilerThreads {

    /**
     * The JVM option that keeps the number of compiler threads constant: the CPU time of a thread that ends is lost.
     */
    static final String CONSTANT_NUMBER = "-XX:-UseDynamicNumberOfCompilerThreads";

    private static final Path PROCESSES = Path.of("/proc");

    private final List<Path> threads;

    private CompilerThreads(List<Path> threads) {
        this.threads = threads;
    }

    /**
     * Finds the compiler threads.
     *
     * @param process process id of the JVM
     * @throws ExperimentException if there are none
     */
    static CompilerThreads of(long process) {
        try (Stream<Path> all =
                Files.list(PROCESSES.resolve(Long.toString(process)).resolve("task"))) {
            List<Path> compilers = all.filter(CompilerThreads::compiles).toList();
            if (compilers.isEmpty()) {
                throw new ExperimentException(
                        ("Process %d has no threads with the names of HotSpot's compiler threads: their CPU time"
                                        + " cannot be separated from that of the application")
                                .formatted(process));
            }
            return new CompilerThreads(compilers);
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read the threads of process %d".formatted(process), unreadable);
        }
    }

    /** A thread that has ended in the meantime was not a compiler thread. */
    private static boolean compiles(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).matches("C[12] Compiler(?s:.*)");
        } catch (IOException gone) {
            return false;
        }
    }

    /** Returns the CPU time used so far. */
    Duration cpu() {
        return threads.stream().map(CompilerThreads::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /** Reads the first figure of the scheduler, in nanoseconds. */
    private static Duration cpu(Path thread) {
        try {
            String figures = Files.readString(thread.resolve("schedstat"));
            return Duration.ofNanos(Long.parseLong(figures.substring(0, figures.indexOf(' '))));
        } catch (IOException unreadable) {
            throw new ExperimentException("Cannot read the CPU time of a compiler thread", unreadable);
        }
    }
}
