package io.concor.experiments.laboratory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Measures, on Linux, how busy the machine is with other processes than one since this object was created. */
final class OtherProcesses {

    private static final Path TIMES = Path.of("/proc/stat");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int IDLE = 3;
    private static final int WAITING_FOR_DISK = 4;

    private final Supplier<Duration> process;
    private final long began = System.nanoTime();
    private final Duration processBefore;
    private final long[] before = read();

    /** Measures other processes than this one. */
    OtherProcesses() {
        this(OtherProcesses::ofThisProcess);
    }

    /**
     * Measures other processes than one.
     *
     * @param process returns the CPU time that the one has used
     */
    OtherProcesses(Supplier<Duration> process) {
        this.process = process;
        this.processBefore = process.get();
    }

    double seconds() {
        return (System.nanoTime() - began) / NANOS_PER_SECOND;
    }

    /** Returns the number of processors that other processes used; 0 where that is unknown. */
    double processors() {
        long[] now = read();
        double all = LongStream.of(now).sum() - LongStream.of(before).sum();
        double idle = now[IDLE] - before[IDLE] + now[WAITING_FOR_DISK] - before[WAITING_FOR_DISK];
        double busy = all <= 0 ? 0 : (1 - idle / all) * Runtime.getRuntime().availableProcessors();
        return Math.max(0, busy - process.get().minus(processBefore).toNanos() / NANOS_PER_SECOND / seconds());
    }

    private static Duration ofThisProcess() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Returns the times of all processors together, as proc(5) orders them. */
    private static long[] read() {
        try (Stream<String> lines = Files.lines(TIMES)) {
            String all = lines.findFirst().orElse("");
            return Stream.of(all.split(" +")).skip(1).mapToLong(Long::parseLong).toArray();
        } catch (IOException unknown) {
            return new long[WAITING_FOR_DISK + 1];
        }
    }
}
