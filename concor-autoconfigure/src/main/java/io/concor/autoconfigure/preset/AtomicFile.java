package io.concor.autoconfigure.preset;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/** Replaces files as a whole: who reads, and who comes after a crash, meets the old content or the new one. */
final class AtomicFile {

    private static final boolean FOLDERS_CAN_BE_FORCED =
            !System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");

    private static final String TEMPORARY = ".tmp";

    private AtomicFile() {}

    static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + TEMPORARY);
        try {
            writeForced(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            force(file.resolveSibling("."));
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    static boolean delete(Path file) throws IOException {
        boolean deleted = Files.deleteIfExists(file);
        if (deleted) {
            force(file.resolveSibling("."));
        }
        return deleted;
    }

    /** Makes a folder, and those above it, durably. */
    static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.resolveSibling(".").normalize();
            createFolder(parent);
            Files.createDirectories(folder);
            force(parent);
        }
    }

    /**
     * Removes what a write that was killed left in a folder, as far as possible; what is newer may be on its way still.
     */
    static void removeLeftovers(Path folder, Instant olderThan) {
        File[] left = folder.toFile()
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

    /** Makes the names in a folder durable, where the system knows how. */
    private static void force(Path folder) throws IOException {
        if (FOLDERS_CAN_BE_FORCED) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
