package io.concor.experiments.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps idle processors awake while it is open, if the system permits it. A sleeping processor of a virtual machine is
 * returned to the host, and waking it takes an unpredictable time. {@code cyclictest} makes the same request.
 *
 * @see <a href="https://docs.kernel.org/power/pm_qos_interface.html">PM Quality Of Service Interface</a>
 */
final class CpuLatencyRequest implements AutoCloseable {

    private static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

    /** A latency of 0 µs, as the 32 bits that the device reads. */
    private static final byte[] NO_LATENCY = new byte[Integer.BYTES];

    private final @Nullable OutputStream request;

    CpuLatencyRequest() {
        this.request = request();
    }

    private static @Nullable OutputStream request() {
        try {
            return opened(Files.newOutputStream(DEVICE, StandardOpenOption.WRITE));
        } catch (IOException absentOrForbidden) {
            return null;
        }
    }

    /** Writes the request, which holds until the device is closed. */
    private static OutputStream opened(OutputStream device) throws IOException {
        try {
            device.write(NO_LATENCY);
            return device;
        } catch (IOException refused) {
            device.close();
            throw refused;
        }
    }

    /** Returns a description of the behaviour of idle processors. */
    String description() {
        return request == null ? "idle processors may sleep" : "idle processors kept awake by " + DEVICE;
    }

    @Override
    public void close() {
        if (request != null) {
            try {
                request.close();
            } catch (IOException kept) {
                // the request ends with this process
            }
        }
    }
}
