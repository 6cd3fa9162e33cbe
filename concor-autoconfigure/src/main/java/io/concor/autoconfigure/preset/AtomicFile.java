package io.concor.autoconfigure.preset;

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
import java.util.UUID;
import java.util.stream.Stream;

/** Replaces files as a whole: who reads, and who comes after a crash, meets the old content or the new one. */
final class AtomicFile {

    private static final String TEMPORARY = ".tmp";

    private AtomicFile() {}

    /**
     * Makes something the content of a file.
     *
     * @throws NotDurableException when it is that, but maybe not after a crash
     * @throws IOException when the old content is there still
     */
    static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + TEMPORARY);
        try (DirectoryHandle folder = DirectoryHandle.of(file)) {
            writeForced(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            force(folder);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Deletes a file.
     *
     * @return whether it was there
     * @throws NotDurableException when it is deleted, but may be there again after a crash
     * @throws IOException when it is there still
     */
    static boolean delete(Path file) throws IOException {
        try (DirectoryHandle folder = DirectoryHandle.of(file)) {
            boolean deleted = Files.deleteIfExists(file);
            if (deleted) {
                force(folder);
            }
            return deleted;
        } catch (NoSuchFileException noFolder) {
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

    /** Makes a folder, and those above it, durably. */
    static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.resolveSibling(".").normalize();
            createFolder(parent);
            Files.createDirectories(folder);
            forceNames(parent);
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

    private static void forceNames(Path folder) throws IOException {
        try (DirectoryHandle open = new DirectoryHandle(folder)) {
            open.force();
        }
    }
}
