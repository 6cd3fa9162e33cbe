package io.concor.simulator.result;

/**
 * What the simulator ran on; the service may have run elsewhere.
 *
 * @param processors that the JVM may use
 * @param system operating system and architecture
 * @param java vendor and version
 */
public record HostInfo(int processors, String system, String java) {

    /** This one. */
    public static HostInfo present() {
        return new HostInfo(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vendor") + " " + Runtime.version());
    }
}
