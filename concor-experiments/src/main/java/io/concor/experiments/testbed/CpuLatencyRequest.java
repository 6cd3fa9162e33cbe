package io.concor.experiments.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps idle processors from sleeping while it is open, where the system allows that: a processor of a virtual machine
 * that sleeps is given back, and comes back when its host likes. The same request {@code cyclictest} makes.
 *
 * @see <a href="https://docs.kernel.org/power/pm_qos_interface.html">PM Quality Of Service Interface</a>
 */
final class CpuLatencyRequest implements AutoCloseable {

    private static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

    /** No microsecond, as the 32 bits that the device reads. */
    private static final byte[] NO_LATENCY = new byte[Integer.BYTES];

    private final @Nullable OutputStream request;

    CpuLatencyRequest() {
        this.request = request();
    }

    private static @Nullable OutputStream request() {
        try {
            return asked(Files.newOutputStream(DEVICE, StandardOpenOption.WRITE));
        } catch (IOException absentOrForbidden) {
            return null;
        }
    }

    /** The request holds until the device is closed. */
    private static OutputStream asked(OutputStream device) throws IOException {
        try {
            device.write(NO_LATENCY);
            return device;
        } catch (IOException refused) {
            device.close();
            throw refused;
        }
    }

    /** What idle processors do. */
    String words() {
        return request == null ? "idle processors may sleep" : "idle processors kept awake by " + DEVICE;
    }

    @Override
    public void close() {
        if (request != null) {
            try {
                request.close();
            } catch (IOException kept) {
                // the request ends with this process at the latest
            }
        }
    }
}
