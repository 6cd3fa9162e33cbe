package io.concor.simulator.result;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The folder that a result is written to. */
public final class ResultFolder {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String RESULT = "result.json";
    private static final String SECONDS = "seconds.csv";
    private static final String WINDOWS = "windows.csv";
    private static final String REPORT = "report.html";
    private static final List<String> FILES = List.of(RESULT, SECONDS, WINDOWS, REPORT);

    private final Path folder;

    /**
     * Creates the folder if necessary. Fails before a run whose result could not be written.
     *
     * @param folder where to write; files of an earlier run are replaced
     * @throws IOException if the folder or a file in it is not writable
     */
    public ResultFolder(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder + " is not a folder");
        }
        this.folder = Files.createDirectories(folder);
        Files.delete(Files.createTempFile(folder, null, null));
        for (String file : FILES) {
            requireWritable(folder.resolve(file));
            requireWritable(partial(file));
        }
    }

    private static void requireWritable(Path file) throws IOException {
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw new AccessDeniedException(file.toString());
        }
    }

    /**
     * Writes all files, and replaces those of an earlier run.
     *
     * @param result the result
     * @throws IOException if a file cannot be written; no file is then partially written
     */
    public void write(RunResult result) throws IOException {
        replace(Map.of(
                RESULT, file -> writeJson(result, file),
                SECONDS, file -> writeLines(CsvTables.seconds(result.account().seconds()), file),
                WINDOWS, file -> writeLines(CsvTables.windows(result.account()), file),
                REPORT, file -> Files.writeString(file, new HtmlReport(result).html())));
    }

    /**
     * Writes {@code result.json} only, and replaces the files of an earlier run.
     *
     * @param result the result, a value that Jackson can write
     * @throws IOException if the file cannot be written; it is then not partially written
     */
    public void writeResult(Record result) throws IOException {
        replace(Map.of(RESULT, file -> writeJson(result, file)));
    }

    private void replace(Map<String, FileWriter> writers) throws IOException {
        boolean written = false;
        try {
            for (Map.Entry<String, FileWriter> writer : writers.entrySet()) {
                writer.getValue().write(partial(writer.getKey()));
            }
            for (String file : FILES) {
                if (writers.containsKey(file)) {
                    Files.move(partial(file), folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
                } else {
                    Files.deleteIfExists(folder.resolve(file));
                }
            }
            written = true;
        } finally {
            if (!written) {
                FILES.forEach(file -> partial(file).toFile().delete());
            }
        }
    }

    private Path partial(String file) {
        return folder.resolve(file + ".part");
    }

    private static void writeJson(Record result, Path file) throws IOException {
        try {
            JSON.writeValue(file, result);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }

    private static void writeLines(Stream<String> lines, Path file) throws IOException {
        Files.write(file, (Iterable<String>) lines::iterator);
    }

    private interface FileWriter {

        void write(Path file) throws IOException;
    }
}
