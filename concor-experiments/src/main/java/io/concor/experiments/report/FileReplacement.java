package io.concor.experiments.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces a file atomically: if writing fails, the previous content remains. */
final class FileReplacement {

    private FileReplacement() {}

    static void write(Path file, String content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, content);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
