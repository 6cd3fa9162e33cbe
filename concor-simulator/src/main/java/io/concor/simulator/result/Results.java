package io.concor.simulator.result;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The folder of results. */
public final class Results {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String RESULT = "result.json";
    private static final String SECONDS = "seconds.csv";
    private static final String WINDOWS = "windows.csv";
    private static final String REPORT = "report.html";

    private final Path folder;

    /**
     * Makes the folder if it is not there, so that a run does not begin whose results cannot be written.
     *
     * @throws IOException if it cannot be made, or a file in it not be written
     */
    public Results(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        Files.delete(Files.createTempFile(folder, null, null));
        for (String file : List.of(RESULT, SECONDS, WINDOWS, REPORT)) {
            requireWritable(folder.resolve(file));
        }
    }

    private static void requireWritable(Path file) throws IOException {
        if (Files.exists(file) && !(Files.isRegularFile(file) && Files.isWritable(file))) {
            throw new AccessDeniedException(file.toString());
        }
    }

    /** Writes all files, over those of an earlier run. */
    public void write(Result result) throws IOException {
        json(result);
        lines(SECONDS, Csv.seconds(result.account().seconds()));
        lines(WINDOWS, Csv.windows(result.account()));
        Files.writeString(folder.resolve(REPORT), new HtmlReport(result).html());
    }

    private void json(Result result) throws IOException {
        try {
            JSON.writeValue(folder.resolve(RESULT), result);
        } catch (JacksonException unwritten) {
            throw new IOException(unwritten.getOriginalMessage(), unwritten);
        }
    }

    private void lines(String file, Stream<String> lines) throws IOException {
        Files.write(folder.resolve(file), (Iterable<String>) lines::iterator);
    }
}
