package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Runs everything and writes the results, as JSON and into the tables of a document. */
@Command(
        name = "report",
        description = "Runs all measurements, or some, and writes the results.",
        mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--quick", description = "A first look rather than results to be quoted.")
    private boolean quick;

    @Option(names = "--smoke", description = "As short as can be, in one JVM: shows only that all of it works.")
    private boolean smoke;

    @Option(
            names = "--rounds",
            description = "How many JVMs each trial gets, taking turns (3; 1 with --quick or --smoke). More where the"
                    + " machine is not quiet.")
    private @Nullable Integer rounds;

    @Option(names = "--tables", split = ",", description = "Only these tables.")
    private @Nullable List<String> tables;

    @Option(names = "--json", defaultValue = "benchmarks.json", description = "Where all figures go.")
    private Path json = Path.of("benchmarks.json");

    @Option(
            names = "--document",
            description = "A document whose tables are replaced, docs/performance.md for instance.")
    private @Nullable Path document;

    private final Map<String, Object> results = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        check();
        results.put("machine", Machine.facts());
        replace("machine", Machine.markdown(Machine.facts()));
        for (Table table : Suite.tables()) {
            if (tables == null || tables.contains(table.name())) {
                run(table);
            }
        }
        return 0;
    }

    private void check() {
        if (rounds != null && rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds is %d: at least 1".formatted(rounds));
        }
        List<String> known = Suite.tables().stream().map(Table::name).toList();
        if (tables != null && !known.containsAll(tables)) {
            throw new ParameterException(spec.commandLine(), "--tables is %s: only %s".formatted(tables, known));
        }
        Path folder = json.toAbsolutePath().getParent();
        if (Files.isDirectory(json) || folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--json is %s: it must be a file in a folder that is there".formatted(json));
        }
        if (document != null && !(Files.isRegularFile(document) && Files.isWritable(document))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--document is %s: it must be a file that is there and can be written".formatted(document));
        }
    }

    private void run(Table table) throws IOException {
        Effort effort = effort();
        Figures figures = new Figures();
        for (int round = 0; round < rounds(effort); round++) {
            for (Trial trial : table.trials()) { // taking turns, so that what disturbs the machine disturbs them all
                figures.add(trial.run(effort));
            }
        }
        String markdown = Markdown.table(table, figures);
        spec.commandLine().getOut().printf("%n%s%n%n%s", table.name(), markdown);
        results.put(table.name(), figures.rows());
        write();
        replace(table.name(), markdown);
    }

    private int rounds(Effort effort) {
        return rounds == null ? effort.rounds() : rounds;
    }

    private Effort effort() {
        if (smoke) {
            return Effort.SMOKE;
        }
        return quick ? Effort.QUICK : Effort.FULL;
    }

    private void write() throws IOException {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.writeString(json, mapper.writeValueAsString(results) + "\n");
    }

    private void replace(String table, String markdown) throws IOException {
        if (document != null) {
            Files.writeString(document, Markdown.replaced(Files.readString(document), table, markdown));
        }
    }
}
