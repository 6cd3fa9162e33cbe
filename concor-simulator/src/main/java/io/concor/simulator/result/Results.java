package io.concor.simulator.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The folder of results. */
public final class Results {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path folder;

    /**
     * Makes the folder if it is not there, so that a run does not begin whose results cannot be written.
     *
     * @throws IOException if it cannot be made
     */
    public Results(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** Writes all files, over those of an earlier run. */
    public void write(Result result) throws IOException {
        json(result);
        lines("seconds.csv", Csv.seconds(result.account().seconds()));
        lines("windows.csv", Csv.windows(result.account()));
        Files.writeString(folder.resolve("report.html"), new HtmlReport(result).html());
    }

    private void json(Result result) throws IOException {
        try {
            JSON.writeValue(folder.resolve("result.json"), result);
        } catch (JacksonException unwritten) {
            throw new IOException(unwritten.getOriginalMessage(), unwritten);
        }
    }

    private void lines(String file, Stream<String> lines) throws IOException {
        Files.write(folder.resolve(file), (Iterable<String>) lines::iterator);
    }
}
