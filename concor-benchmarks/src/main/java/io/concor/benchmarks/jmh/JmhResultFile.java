package io.concor.benchmarks.jmh;

import io.concor.benchmarks.report.Provenance;
import io.concor.benchmarks.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A file with an array of results that JMH has written as JSON. */
final class JmhResultFile {

    private JmhResultFile() {}

    /** Adds the measured commit and the day to each result. */
    static void addProvenance(Path file) throws IOException {
        JsonNode results = new JsonMapper().readTree(Files.readString(file));
        Provenance provenance = Provenance.now();
        results.forEach(result -> provenance.addTo((ObjectNode) result));
        ReportFile.writeJson(file, results);
    }
}
