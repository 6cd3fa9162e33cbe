package io.concor.experiments.laboratory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Measures, on Linux, how busy the machine is with other processes since this object was created. */
final class OtherProcesses {

    private static final Path TIMES = Path.of("/proc/stat");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int IDLE = 3;
    private static final int WAITING_FOR_DISK = 4;

    private final long began = System.nanoTime();
    private final long processBefore = processNanos();
    private final long[] before = read();

    double seconds() {
        return (System.nanoTime() - began) / NANOS_PER_SECOND;
    }

    /** Returns the number of processors that other processes used; 0 where that is unknown. */
    double processors() {
        long[] now = read();
        double all = LongStream.of(now).sum() - LongStream.of(before).sum();
        double idle = now[IDLE] - before[IDLE] + now[WAITING_FOR_DISK] - before[WAITING_FOR_DISK];
        double busy = all <= 0 ? 0 : (1 - idle / all) * Runtime.getRuntime().availableProcessors();
        return Math.max(0, busy - (processNanos() - processBefore) / NANOS_PER_SECOND / seconds());
    }

    private static long processNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
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
