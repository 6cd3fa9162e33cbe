package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A file system of a fixed size, a file with ext4 behind a loop device, that can be filled. Needs the rights to mount. For
 * one thread.
 */
public final class LimitedDisk implements AutoCloseable {

    private static final int KILOBYTE = 1024;
    private static final long TO_MOUNT_SECONDS = 30;

    private final Path folder;
    private final Path ballast;

    private LimitedDisk(Path folder) {
        this.folder = folder;
        this.ballast = folder.resolve("ballast");
    }

    /**
     * Creates and mounts it.
     *
     * @param file the file behind it
     * @param folder where it is mounted
     */
    public static LimitedDisk mount(Path file, Path folder, long bytes) {
        try {
            Files.createDirectories(folder);
            try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
                disk.setLength(bytes);
            }
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot create the disk " + file, impossible);
        }
        run(List.of("mkfs.ext4", "-q", "-F", "-m", "0", file.toString()));
        run(List.of("mount", "-o", "loop", file.toString(), folder.toString()));
        return new LimitedDisk(folder);
    }

    private static void run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TO_MOUNT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new ExperimentException(
                        "A disk of limited size cannot be had here: %s printed \"%s\". Leave the fault disk-full out, or run as root"
                                .formatted(String.join(" ", command), printed.strip()));
            }
        } catch (IOException impossible) {
            throw new ExperimentException(
                    "A disk of limited size cannot be had here. Leave the fault disk-full out", impossible);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The check was interrupted", interrupted);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Takes all space that is left. */
    public void fill() {
        try (RandomAccessFile file = new RandomAccessFile(ballast.toFile(), "rw")) {
            FileStore store = Files.getFileStore(folder);
            byte[] block = new byte[KILOBYTE * KILOBYTE];
            while (store.getUsableSpace() > 0) {
                file.seek(file.length());
                file.write(block, 0, (int) Math.min(block.length, store.getUsableSpace()));
            }
        } catch (IOException full) {
            // it is full
        }
    }

    /** Gives the space back. */
    public void free() {
        try {
            Files.deleteIfExists(ballast);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot delete " + ballast, impossible);
        }
    }

    @Override
    public void close() {
        run(List.of("umount", "-l", folder.toString()));
    }
}
