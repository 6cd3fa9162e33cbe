package io.concor.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** What it was measured on, and with. */
public final class Machine {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private Machine() {}

    static Map<String, String> facts() {
        Map<String, String> facts = hardware();
        facts.put("heap", String.join(" ", Java.HEAP));
        facts.putAll(versions());
        return facts;
    }

    /**
     * The machine, its system and this JVM.
     *
     * @return names and what they stand for, in the order in which they are shown; the caller may add to it
     */
    public static Map<String, String> hardware() {
        Map<String, String> facts = new LinkedHashMap<>();
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        facts.put("processors", system.getAvailableProcessors() + " x " + processor());
        facts.put("memory", (system.getTotalMemorySize() >> 30) + " GiB");
        facts.put("system", "%s %s".formatted(system.getName(), system.getArch()));
        facts.put("Java", "%s %s".formatted(System.getProperty("java.vendor"), Runtime.version()));
        return facts;
    }

    static String markdown(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> "| %s | %s |\n".formatted(fact.getKey(), fact.getValue()))
                .collect(Collectors.joining("", "| | |\n|---|---|\n", ""));
    }

    private static String processor() {
        try {
            return Files.readAllLines(PROCESSORS).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException elsewhere) {
            return "unknown"; // only Linux has this file
        }
    }

    private static Map<String, String> versions() {
        Properties versions = new Properties();
        try (InputStream stream = Machine.class.getResourceAsStream("versions.properties")) {
            versions.load(stream);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        Map<String, String> sorted = new LinkedHashMap<>();
        versions.stringPropertyNames().stream().sorted().forEach(name -> sorted.put(name, versions.getProperty(name)));
        return sorted;
    }
}
