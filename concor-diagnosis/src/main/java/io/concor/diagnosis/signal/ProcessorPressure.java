package io.concor.diagnosis.signal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads for how long threads of the system waited for a processor, as Linux reports it (PSI, Pressure Stall Information,
 * in the documentation of the kernel). For one thread.
 */
final class ProcessorPressure {

    private static final Pattern SOME = Pattern.compile("^some .*total=(\\d+)", Pattern.MULTILINE);

    private final Path file;
    private OptionalLong microsBefore = OptionalLong.empty();
    private long nanosBefore;

    ProcessorPressure() {
        this(Path.of("/proc/pressure/cpu"));
    }

    ProcessorPressure(Path file) {
        this.file = file;
    }

    /**
     * Returns the share of the time since the last call in which a thread waited, 0 to 1. Unknown at the first call, and
     * where Linux does not report it.
     */
    OptionalDouble share(long nanos) {
        OptionalLong now = totalMicros();
        OptionalDouble share = now.isPresent() && microsBefore.isPresent()
                ? OptionalDouble.of(share(now.getAsLong() - microsBefore.getAsLong(), nanos - nanosBefore))
                : OptionalDouble.empty();
        microsBefore = now;
        nanosBefore = nanos;
        return share;
    }

    private static double share(long micros, long nanos) {
        return Math.min(1, (double) TimeUnit.MICROSECONDS.toNanos(micros) / Math.max(1, nanos));
    }

    private OptionalLong totalMicros() {
        try {
            Matcher some = SOME.matcher(Files.readString(file));
            return some.find() ? OptionalLong.of(Long.parseLong(some.group(1))) : OptionalLong.empty();
        } catch (IOException notReported) {
            return OptionalLong.empty();
        }
    }
}
