package io.concor.experiments.clientqueues.testbed;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Files and connections that processes have open. */
public final class OpenFiles {

    private OpenFiles() {}

    /** Returns how many a process has open; -1 if it has ended. */
    static int of(long pid) {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return (int) open.count();
        } catch (IOException ended) {
            return -1;
        }
    }

    /** Returns how many this process, and each that it starts, may have open. */
    public static long limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
