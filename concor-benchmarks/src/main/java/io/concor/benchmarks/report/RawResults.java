package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON file with the rounds of all tables of a document. A table has the fields {@code commit}, {@code measured},
 * {@code host}, {@code rows} (a number for each round, by row and figure), and optionally a {@code note}.
 *
 * @param file its path; it need not exist
 */
record RawResults(Path file) {

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Reads the file; empty if it does not exist.
     *
     * @throws IOException if it is not a JSON object
     */
    ObjectNode read() throws IOException {
        if (!Files.exists(file)) {
            return JSON.createObjectNode();
        }
        try {
            return (ObjectNode) JSON.readTree(Files.readString(file));
        } catch (JacksonException | ClassCastException other) {
            throw new IOException("%s is not a JSON object".formatted(file), other);
        }
    }

    /** Stores a table, or the machine, and keeps everything else in the file. */
    void put(String name, JsonNode content) throws IOException {
        ObjectNode all = read();
        all.set(name, content);
        ReportFile.writeJson(file, all);
    }

    /** Returns the sentence that names the commit and, after a path, the file of a table. */
    static String origin(JsonNode table, String path) {
        String note = table.path("note").asString("");
        return "Commit: %s, %s; %s%s.\n"
                .formatted(
                        table.path("commit").asString(),
                        table.path("measured").asString(),
                        path.isEmpty() ? "raw results not stored" : "[raw results](%s)".formatted(path),
                        note.isEmpty() ? "" : ", " + note);
    }
}
