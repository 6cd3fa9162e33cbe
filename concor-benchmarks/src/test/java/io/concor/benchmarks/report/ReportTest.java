package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs every benchmark once, in its shortest form: they work and fill their tables; how fast, this does not say. */
@Timeout(600) // only against hanging
class ReportTest {

    @TempDir
    private Path directory;

    @Test
    void runsEveryBenchmarkAndFillsEveryTable() throws Exception {
        Path json = directory.resolve("benchmarks.json");
        Path document = Files.writeString(directory.resolve("performance.md"), emptyDocument());
        StringWriter output = new StringWriter();
        CommandLine commandLine = new CommandLine(new ReportCommand())
                .setOut(new PrintWriter(output))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    throw failure;
                });

        int exitCode = commandLine.execute("--smoke", "--json=" + json, "--document=" + document);

        assertThat(exitCode).isZero();
        JsonNode results = new JsonMapper().readTree(Files.readString(json));
        assertThat(results.get("machine").get("Disruptor").asString()).matches("\\d+\\..*");
        String page = Files.readString(document);
        assertThat(Suite.tables()).allSatisfy(table -> {
            assertComplete(table, results.get(table.name()));
            assertThat(page.substring(page.indexOf(Markdown.mark(table.name()))))
                    .contains("| " + table.rowHeader());
        });
        assertThat(page).contains("| concor |", "| reactor |", "| put-in |");
    }

    @Test
    void measuresInAsManyRoundsAsAskedFor() throws Exception {
        Path json = directory.resolve("benchmarks.json");

        new CommandLine(new ReportCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .execute("--smoke", "--rounds=2", "--tables=flows", "--json=" + json);

        JsonNode flows = new JsonMapper().readTree(Files.readString(json)).get("flows");
        assertThat(flows.get("1").get("score").size()).isEqualTo(2);
    }

    private static void assertComplete(Table table, JsonNode rows) {
        assertThat(rows.size())
                .as(table.name())
                .isGreaterThanOrEqualTo(table.trials().size());
        rows.forEach(row -> assertThat(table.columns())
                .allSatisfy(column -> assertThat(row.get(column.figure()).get(0).asDouble())
                        .as("%s: %s", table.name(), column.header())
                        .isFinite()
                        .isGreaterThanOrEqualTo(0)));
    }

    private static String emptyDocument() {
        return Suite.tables().stream()
                .map(table -> Markdown.mark(table.name()) + "\n<!-- end -->\n")
                .collect(Collectors.joining());
    }
}
