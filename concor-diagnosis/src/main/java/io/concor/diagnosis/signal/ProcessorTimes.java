package io.concor.diagnosis.signal;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the time that threads, this process and the garbage collector have used. Unknown is what the platform does not
 * report.
 */
class ProcessorTimes {

    private final @Nullable ThreadMXBean threads = threads();
    private final @Nullable OperatingSystemMXBean system = system();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();

    private static @Nullable ThreadMXBean threads() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                        && bean.isThreadCpuTimeSupported()
                        && bean.isThreadCpuTimeEnabled()
                ? bean
                : null;
    }

    private static @Nullable OperatingSystemMXBean system() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean ? bean : null;
    }

    int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Returns the processor time of each thread in nanoseconds; -1 for one that has ended. Empty if unknown. */
    long[] ofThreads(List<Long> ids) {
        return threads == null || ids.isEmpty()
                ? new long[0]
                : threads.getThreadCpuTime(
                        ids.stream().mapToLong(Long::longValue).toArray());
    }

    /** Returns the processor time of this process in nanoseconds. */
    OptionalLong ofProcess() {
        long nanos = system == null ? -1 : system.getProcessCpuTime();
        return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    /** Returns the share of the processors that all processes have used since the last call, 0 to 1. */
    OptionalDouble systemLoad() {
        double load = system == null ? -1 : system.getCpuLoad();
        return Double.isNaN(load) || load < 0 ? OptionalDouble.empty() : OptionalDouble.of(load);
    }

    /** Returns the time for which the garbage collector has stopped the application, in milliseconds. */
    long ofCollectionMillis() {
        return millis(collector -> !isConcurrent(collector));
    }

    /** Returns the time for which the garbage collector has worked while the application ran, in milliseconds, of whole cycles. */
    long ofConcurrentMillis() {
        return millis(ProcessorTimes::isConcurrent);
    }

    private static boolean isConcurrent(GarbageCollectorMXBean collector) {
        return collector.getName().contains("Concurrent") || collector.getName().endsWith("Cycles");
    }

    private long millis(Predicate<GarbageCollectorMXBean> counted) {
        return collectors.stream()
                .filter(counted)
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .filter(millis -> millis > 0)
                .sum();
    }

    /** Returns the times that threads have used which are known in both readings. */
    static LongSummaryStatistics used(long[] before, long[] now) {
        return IntStream.range(0, Math.min(before.length, now.length))
                .filter(i -> before[i] >= 0 && now[i] >= 0)
                .mapToLong(i -> now[i] - before[i])
                .summaryStatistics();
    }
}
