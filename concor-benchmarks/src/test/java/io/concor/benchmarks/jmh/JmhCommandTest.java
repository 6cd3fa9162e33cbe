package io.concor.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.report.BuildCommit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JmhCommandTest {

    @TempDir
    private Path folder;

    @Test
    void calibratesTheWorkOnceForAllForks() {
        List<String> completed = JmhCommand.completed(List.of("WorkersBenchmark"));

        assertThat(completed).containsSequence("-foe", "true").containsSubsequence("-p");
        assertThat(completed.get(completed.size() - 1)).matches("tokens=[1-9]\\d*");
    }

    @Test
    void keepsGivenArguments() {
        List<String> given = List.of("WorkersBenchmark", "-foe", "false", "-p", "tokens=7");

        assertThat(JmhCommand.completed(given)).isEqualTo(given);
    }

    @Test
    void addsTheCommitToEachResult() throws Exception {
        Path file = Files.writeString(
                folder.resolve("results.json"), "[{\"benchmark\": \"Stages\"}, {\"benchmark\": \"Fused\"}]");

        JmhResultFile.addProvenance(file);

        JsonNode results = new JsonMapper().readTree(Files.readString(file));
        assertThat(results).hasSize(2).allSatisfy(result -> {
            assertThat(result.path("benchmark").asString()).isNotEmpty();
            assertThat(result.path("commit").asString()).isEqualTo(BuildCommit.current());
            assertThat(result.path("measured").asString()).matches("\\d{4}-\\d\\d-\\d\\d");
            assertThat(result.path("host").asString()).matches("[0-9a-f]{8}");
        });
    }

    @Test
    void addsTheCommitToTheFileThatJmhWrites() throws Exception {
        Path file = folder.resolve("results.json");
        JmhCommand command = picocli.CommandLine.populateCommand(
                new JmhCommand(),
                "--",
                "FusedBenchmark",
                "-p",
                "variant=loop",
                "-f",
                "0",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "10ms",
                "-v",
                "SILENT",
                "-rf",
                "json",
                "-rff",
                file.toString());

        assertThat(command.call()).isZero();

        assertThat(file).content().contains("\"commit\" : \"%s\"".formatted(BuildCommit.current()));
    }
}
