package io.concor.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes the machine. */
public final class MachineFacts {

    private static final String UNKNOWN = "unknown";
    private static final int HOST_BYTES = 4;

    private MachineFacts() {}

    /**
     * Returns processors, memory, system, host and Java version by name, in the order of display; the caller may add
     * more.
     */
    public static Map<String, String> collect() {
        Map<String, String> facts = new LinkedHashMap<>();
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        facts.put("processors", system.getAvailableProcessors() + " x " + processor());
        facts.put("memory", (system.getTotalMemorySize() >> 30) + " GiB");
        facts.put("system", "%s %s %s".formatted(system.getName(), system.getArch(), system.getVersion()));
        facts.put("host", host());
        facts.put("Java", "%s %s".formatted(System.getProperty("java.vendor"), Runtime.version()));
        return facts;
    }

    /**
     * Returns an identifier of the host, for example {@code 5f3a09c1}: a digest of the system's own identifier, its name
     * and its processor, which reveals none of them. Results of different hosts cannot be compared.
     */
    public static String host() {
        String all =
                String.join("\n", firstLine("/etc/machine-id"), firstLine("/proc/sys/kernel/hostname"), processor());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HOST_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Each JVM has SHA-256", impossible);
        }
    }

    /** Returns the name of the processor with its family, model and stepping: a virtual machine may shorten the name. */
    private static String processor() {
        List<String> lines = lines("/proc/cpuinfo");
        return "%s (family %s, model %s, stepping %s)"
                .formatted(
                        value(lines, "model name"),
                        value(lines, "cpu family"),
                        value(lines, "model"),
                        value(lines, "stepping"));
    }

    private static String value(List<String> lines, String name) {
        return lines.stream()
                .map(line -> line.split(":", 2))
                .filter(pair -> pair.length == 2 && pair[0].strip().equals(name))
                .map(pair -> pair[1].strip())
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static String firstLine(String file) {
        return lines(file).stream().findFirst().orElse(UNKNOWN);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException otherSystem) {
            return List.of(); // only Linux has these files
        }
    }
}
