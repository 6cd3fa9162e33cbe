package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Writes a Markdown table from the JSON results of JMH ({@code -rf json}) and of the loads, which print the same form.
 * Each file is a round; a cell is the median of the rounds and their range. The line below the table names the measured
 * commit.
 *
 * <p>The tables of {@code docs/experiments/engine.md} are made by the script {@code concor-benchmarks/measure}. For each table it
 * runs a benchmark several times, each time in new JVMs and into a file of its own, and calls this command with the
 * parameter that names the rows and the figures that become columns. By hand:
 *
 * <pre>{@code
 * for round in 1 2 3; do
 *   java -jar benchmarks.jar jmh StagesBenchmark -rf json -rff stages-$round.json
 * done
 * java -jar benchmarks.jar table stages --rows=variant --columns='score=events per second|cpu=CPU ns' stages-*.json
 * }</pre>
 */
@Command(
        name = "table",
        description = "Prints a Markdown table of the JSON results of JMH and of loads.",
        mixinStandardHelpOptions = true)
public final class TableCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "NAME", description = "The table's name.")
    private String name = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "Results, one file for each round.")
    private List<Path> files = List.of();

    @Option(
            names = "--rows",
            split = ",",
            defaultValue = "variant",
            paramLabel = "PARAMETER",
            description = "Parameters of the benchmark that name the rows (default: ${DEFAULT-VALUE}).")
    private List<String> rows = List.of();

    @Option(
            names = "--columns",
            split = "\\|",
            required = true,
            paramLabel = "FIGURE=HEADER",
            description = "Figures that become columns, with their headers, separated by |. JMH's figures are score,"
                    + " cpu and gc.alloc.rate.norm.")
    private Map<String, String> columns = new LinkedHashMap<>();

    @Mixin
    private final TableOutput output = new TableOutput();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        output.check(name);
        BenchmarkResults results = new BenchmarkResults(rows);
        files.forEach(file -> results.add(read(file)));
        if (output.isKept()) {
            requireOneOrigin(results);
        }
        output.write(name, table(results), results.raw());
        return 0;
    }

    private void requireOneOrigin(BenchmarkResults results) {
        try {
            results.requireOneOrigin();
        } catch (IllegalArgumentException mixed) {
            throw new ParameterException(spec.commandLine(), mixed.getMessage(), mixed);
        }
    }

    private MarkdownTable table(BenchmarkResults results) {
        try {
            return results.table(columns);
        } catch (IllegalArgumentException missing) {
            throw new ParameterException(spec.commandLine(), "--columns: " + missing.getMessage(), missing);
        }
    }

    /** Reads the results of all arrays of a file: each run of a load has printed one. */
    private JsonNode read(Path file) {
        JsonMapper mapper = new JsonMapper();
        ArrayNode results = mapper.createArrayNode();
        try (JsonParser parser = mapper.createParser(file.toFile())) {
            while (parser.nextToken() != null) {
                parser.<JsonNode>readValueAsTree().forEach(results::add);
            }
            return results;
        } catch (JacksonException unreadable) {
            throw new ParameterException(
                    spec.commandLine(), "%s has no results: %s".formatted(file, unreadable.getMessage()), unreadable);
        }
    }
}
