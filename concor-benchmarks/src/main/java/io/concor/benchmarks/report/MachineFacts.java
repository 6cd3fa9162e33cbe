package io.concor.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Describes the machine. */
public final class MachineFacts {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private MachineFacts() {}

    /**
     * Returns processors, memory, system and Java version by name, in the order of display; the caller may add more.
     */
    public static Map<String, String> collect() {
        Map<String, String> facts = new LinkedHashMap<>();
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        facts.put("processors", system.getAvailableProcessors() + " x " + processor());
        facts.put("memory", (system.getTotalMemorySize() >> 30) + " GiB");
        facts.put("system", "%s %s".formatted(system.getName(), system.getArch()));
        facts.put("Java", "%s %s".formatted(System.getProperty("java.vendor"), Runtime.version()));
        return facts;
    }

    private static String processor() {
        try {
            return Files.readAllLines(PROCESSORS).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException otherSystem) {
            return "unknown"; // only Linux has this file
        }
    }
}
