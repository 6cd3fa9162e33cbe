package io.concor.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
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

    @Option(
            names = "--tables",
            split = ",",
            completionCandidates = Names.class,
            description = "Only these tables: ${COMPLETION-CANDIDATES} (default: all).")
    private List<String> tables = names();

    @Option(
            names = "--json",
            defaultValue = "benchmarks.json",
            description = "Where all figures go (default: ${DEFAULT-VALUE}).")
    private Path json = Path.of("benchmarks.json");

    @Option(
            names = "--document",
            description = "A document whose tables are replaced, docs/performance.md for instance. It must have a place"
                    + " for each.")
    private @Nullable Path document;

    private final Map<String, Object> results = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        check();
        results.put("machine", Machine.facts());
        replace("machine", Machine.markdown(Machine.facts()));
        for (Table table : Suite.tables()) {
            if (tables.contains(table.name())) {
                run(table);
            }
        }
        return 0;
    }

    private static List<String> names() {
        return Suite.tables().stream().map(Table::name).toList();
    }

    private void check() throws IOException {
        if (rounds != null && rounds < 1) {
            throw refused("--rounds is %d: at least 1".formatted(rounds));
        }
        if (!names().containsAll(tables)) {
            throw refused("--tables is %s: only %s".formatted(tables, names()));
        }
        if (!canBeWritten(json)) {
            throw refused("--json is %s: it must be a file in a folder that is there, and one that can be written"
                    .formatted(json));
        }
        if (document != null) {
            check(document);
        }
    }

    private static boolean canBeWritten(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return Files.exists(file)
                ? Files.isRegularFile(file) && Files.isWritable(file)
                : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    }

    private void check(Path page) throws IOException {
        if (!(Files.isRegularFile(page) && Files.isWritable(page))) {
            throw refused("--document is %s: it must be a file that is there and can be written".formatted(page));
        }
        List<String> missing = Markdown.missing(Files.readString(page), tables);
        if (!missing.isEmpty()) {
            throw refused("--document is %s: it has no place for %s; add these lines, or name fewer --tables"
                    .formatted(page, missing));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void run(Table table) throws IOException {
        Effort effort = effort();
        Figures figures = new Figures();
        for (int round = 0; round < rounds(effort); round++) {
            spec.commandLine().getErr().printf("%s, round %d of %d%n", table.name(), round + 1, rounds(effort));
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

    /** For the help. */
    private static final class Names implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }
}
