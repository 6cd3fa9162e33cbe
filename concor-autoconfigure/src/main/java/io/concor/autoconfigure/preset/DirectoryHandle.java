package io.concor.autoconfigure.preset;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An open directory, whose changes of names can be made durable if the operating system supports it. Open it before the
 * change, so that a failure to open it leaves everything unchanged. Not thread-safe.
 */
final class DirectoryHandle implements Closeable {

    private static final boolean CAN_BE_FORCED =
            !System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");

    private final @Nullable FileChannel channel;

    DirectoryHandle(Path directory) throws IOException {
        this.channel = CAN_BE_FORCED ? FileChannel.open(directory, StandardOpenOption.READ) : null;
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
