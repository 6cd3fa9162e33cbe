package io.concor.autoconfigure.preset;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which names are changed, and made durable where the system knows how. It is opened before: what cannot be
 * opened is found while nothing has changed. Not thread-safe.
 */
final class DirectoryHandle implements Closeable {

    private static final boolean CAN_BE_FORCED =
            !System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");

    private final @Nullable FileChannel channel;

    DirectoryHandle(Path folder) throws IOException {
        this.channel = CAN_BE_FORCED ? FileChannel.open(folder, StandardOpenOption.READ) : null;
    }

    static DirectoryHandle of(Path file) throws IOException {
        return new DirectoryHandle(file.resolveSibling("."));
    }

    void force() throws IOException {
        if (channel != null) {
            channel.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
