package io.concor.simulator.result;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The folder of results. */
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
     * Makes the folder if it is not there, so that a run does not begin whose results cannot be written.
     *
     * @throws IOException if it cannot be made, or a file in it not be written
     */
    public ResultFolder(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder + " is a file, and no folder");
        }
        this.folder = Files.createDirectories(folder);
        Files.delete(Files.createTempFile(folder, null, null));
        for (String file : FILES) {
            requireWritable(folder.resolve(file));
            requireWritable(part(file));
        }
    }

    private static void requireWritable(Path file) throws IOException {
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw new AccessDeniedException(file.toString());
        }
    }

    /**
     * Writes all files, over those of an earlier run.
     *
     * @throws IOException if one of them cannot be written; none is half written then
     */
    public void write(RunResult result) throws IOException {
        boolean written = false;
        try {
            json(result, part(RESULT));
            lines(CsvTables.seconds(result.account().seconds()), part(SECONDS));
            lines(CsvTables.windows(result.account()), part(WINDOWS));
            Files.writeString(part(REPORT), new HtmlReport(result).html());
            for (String file : FILES) {
                Files.move(part(file), folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
            }
            written = true;
        } finally {
            if (!written) {
                FILES.forEach(file -> part(file).toFile().delete());
            }
        }
    }

    private Path part(String file) {
        return folder.resolve(file + ".part");
    }

    private static void json(RunResult result, Path file) throws IOException {
        try {
            JSON.writeValue(file, result);
        } catch (JacksonException unwritten) {
            throw new IOException(unwritten.getOriginalMessage(), unwritten);
        }
    }

    private static void lines(Stream<String> lines, Path file) throws IOException {
        Files.write(file, (Iterable<String>) lines::iterator);
    }
}
