package io.concor.autoconfigure.preset;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Replaces files atomically: readers see the old or the new content, also after a crash. */
final class AtomicFile {

    private static final String TEMPORARY = ".tmp";

    private AtomicFile() {}

    /**
     * Replaces the content of a file.
     *
     * @throws NotDurableException if the file was replaced, but a crash may undo that
     * @throws IOException if the file is unchanged
     */
    static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + TEMPORARY);
        try (DirectoryHandle directory = DirectoryHandle.of(file)) {
            writeForced(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            force(directory);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Deletes a file.
     *
     * @return whether the file existed
     * @throws NotDurableException if the file was deleted, but a crash may undo that
     * @throws IOException if the file still exists
     */
    static boolean delete(Path file) throws IOException {
        try (DirectoryHandle directory = DirectoryHandle.of(file)) {
            boolean deleted = Files.deleteIfExists(file);
            if (deleted) {
                force(directory);
            }
            return deleted;
        } catch (NoSuchFileException noDirectory) {
            return false;
        }
    }

    private static void force(DirectoryHandle changed) throws NotDurableException {
        try {
            changed.force();
        } catch (IOException failed) {
            throw new NotDurableException(failed);
        }
    }

    /** Creates a directory and its parents durably. */
    static void createDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Path parent = directory.resolveSibling(".").normalize();
            createDirectory(parent);
            Files.createDirectories(directory);
            forceNames(parent);
        }
    }

    /** Deletes the temporary files of killed writers, on a best-effort basis. Newer files may still be in use. */
    static void removeLeftovers(Path directory, Instant olderThan) {
        File[] left = directory
                .toFile()
                .listFiles(file -> file.getName().startsWith(".")
                        && file.getName().endsWith(TEMPORARY)
                        && file.lastModified() < olderThan.toEpochMilli());
        if (left != null) {
            Stream.of(left).forEach(File::delete);
        }
    }

    private static void writeForced(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    private static void forceNames(Path directory) throws IOException {
        try (DirectoryHandle open = new DirectoryHandle(directory)) {
            open.force();
        }
    }

    /** Thrown if a file was replaced or deleted, but a crash of the machine may undo that. */
    static final class NotDurableException extends IOException {

        private static final long serialVersionUID = 1L;

        NotDurableException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * An open directory, whose changes of names can be made durable if the operating system supports it. Open it before the
     * change, so that a failure to open it leaves everything unchanged. Not thread-safe.
     */
    private static final class DirectoryHandle implements Closeable {

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
}
