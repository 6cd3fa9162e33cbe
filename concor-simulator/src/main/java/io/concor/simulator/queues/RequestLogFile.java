package io.concor.simulator.queues;

import io.concor.simulator.queues.http.QueueCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The log of the requests of a client as a CSV file. It is not kept open, as there may be more clients than a process may have open
 * files.
 */
final class RequestLogFile implements RequestLog {

    private static final int BUFFERED_CHARACTERS = 8192;
    private static final double MICROS_PER_MILLI = 1000;
    private static final int NANOS_PER_MICRO = 1000;

    private final Path file;
    private final Consumer<IOException> failures;
    private final StringBuilder buffer = new StringBuilder();

    /**
     * Creates a log, which replaces that of an earlier run.
     *
     * @param failures receives each failure to write
     */
    RequestLogFile(Path file, Consumer<IOException> failures) {
        this.file = file;
        this.failures = failures;
        buffer.append("millis,took,request,details\n");
        write(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    @Override
    public void add(long startNanos, long tookNanos, QueueCall call, String details) {
        buffer.append(millis(startNanos)).append(',');
        buffer.append(millis(tookNanos)).append(',');
        buffer.append(call.logName()).append(",\"").append(details).append("\"\n");
        if (buffer.length() >= BUFFERED_CHARACTERS) {
            flush();
        }
    }

    @Override
    public void flush() {
        write(StandardOpenOption.APPEND);
    }

    private void write(StandardOpenOption... options) {
        try {
            Files.writeString(file, buffer, options);
        } catch (IOException e) {
            failures.accept(e);
        }
        buffer.setLength(0);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MICRO / MICROS_PER_MILLI);
    }
}
