package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Replaces files of results and pages atomically: if writing fails, the previous content remains. */
public final class ReportFile {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportFile() {}

    /** Writes a text. */
    public static void write(Path file, String content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, content);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes JSON, indented. */
    public static void writeJson(Path file, Object content) throws IOException {
        write(file, JSON.writeValueAsString(content) + "\n");
    }
}
