package io.concor.simulator.result;

/**
 * The host of the simulator. The service may run on another one.
 *
 * @param processors processors available to the JVM
 * @param system operating system and architecture
 * @param java vendor and version of Java
 */
public record HostInfo(int processors, String system, String java) {

    /** Returns the current host. */
    public static HostInfo current() {
        return new HostInfo(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vendor") + " " + Runtime.version());
    }

    String description() {
        return "%d processors, %s, Java %s".formatted(processors, system, java);
    }
}
