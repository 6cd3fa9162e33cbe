package io.concor.experiments.laboratory;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.benchmarks.report.MachineFacts;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes results to a JSON file, with what produced them: the commit of the build, the machine and the options. */
final class ResultFile {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ResultFile() {}

    static void write(Path file, Map<String, String> options, List<?> results) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, JSON.writeValueAsString(new Report(options, results)) + "\n");
        } catch (IOException unwritable) {
            throw new ExperimentException("Cannot write " + file, unwritable);
        }
    }

    /** The content of the file. */
    private record Report(
            String commit,
            Instant finished,
            Map<String, String> machine,
            Map<String, String> options,
            List<?> results) {

        Report(Map<String, String> options, List<?> results) {
            this(BuildCommit.current(), Instant.now(), MachineFacts.collect(), options, results);
        }
    }
}
