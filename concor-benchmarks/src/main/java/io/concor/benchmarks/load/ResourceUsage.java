package io.concor.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;

/** CPU time and allocated bytes of the process, all threads, since this object was created. */
final class ResourceUsage {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long start = System.nanoTime();
    private final long cpu = SYSTEM.getProcessCpuTime();
    private final long bytes = allocated();

    private static long allocated() {
        long[] each = THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds());
        return Arrays.stream(each).filter(bytes -> bytes > 0).sum();
    }

    /** Returns the CPU usage in percent of one core. */
    double cpuPercent() {
        return 100.0 * (SYSTEM.getProcessCpuTime() - cpu) / (System.nanoTime() - start);
    }

    Map<String, Double> perEvent(long events) {
        double used = SYSTEM.getProcessCpuTime() - cpu;
        return Map.of(
                "cpuPercent", cpuPercent(),
                "cpuNanosPerEvent", used / events,
                "bytesPerEvent", (double) (allocated() - bytes) / events);
    }
}
