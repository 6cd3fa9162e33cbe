package io.concor.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Figures of several rounds, read from the JSON of JMH. Not thread-safe. */
final class BenchmarkResults {

    /** The name of JMH's primary figure. */
    private static final String SCORE = "score";

    private final List<String> rowParameters;
    private final Map<String, Map<String, List<Double>>> rows = new LinkedHashMap<>();
    private final Set<Provenance> provenances = new LinkedHashSet<>();

    /**
     * Creates empty results.
     *
     * @param rowParameters the benchmark parameters whose values name a row
     */
    BenchmarkResults(List<String> rowParameters) {
        this.rowParameters = List.copyOf(rowParameters);
    }

    /** Adds the array of results that JMH writes for one round. */
    void add(JsonNode round) {
        round.forEach(result -> {
            provenances.add(Provenance.of(result));
            Map<String, List<Double>> figures =
                    rows.computeIfAbsent(name(result.path("params")), row -> new LinkedHashMap<>());
            JsonNode primary = result.path("primaryMetric");
            if (!primary.isMissingNode()) {
                add(figures, SCORE, primary);
            }
            result.path("secondaryMetrics").forEachEntry((name, metric) -> add(figures, name, metric));
        });
    }

    private static void add(Map<String, List<Double>> figures, String name, JsonNode metric) {
        figures.computeIfAbsent(name, figure -> new ArrayList<>())
                .add(metric.path(SCORE).asDouble());
    }

    private String name(JsonNode parameters) {
        return rowParameters.stream()
                .map(name -> parameters.path(name).asString("?"))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns a table with a column for each figure.
     *
     * @param headers headers of the columns by the names of the figures
     * @throws IllegalArgumentException if a row lacks one of these figures
     */
    MarkdownTable table(Map<String, String> headers) {
        List<String> header = new ArrayList<>(List.of(String.join(", ", rowParameters)));
        header.addAll(headers.values());
        MarkdownTable table = new MarkdownTable(header);
        rows.forEach((row, figures) -> {
            List<String> cells = new ArrayList<>(List.of(row));
            headers.keySet().forEach(figure -> cells.add(cell(row, figure)));
            table.row(cells);
        });
        return table;
    }

    /**
     * Requires that all results are of one commit without uncommitted changes, and of one host.
     *
     * @throws IllegalArgumentException if they are not
     */
    void requireOneOrigin() {
        Provenance origin = Provenance.joined(provenances);
        if (!origin.isOne()) {
            throw new IllegalArgumentException(
                    "The results are of commit '%s' on host '%s': a table that is kept needs one commit without"
                                    .formatted(origin.commit(), origin.host())
                            + " uncommitted changes and one host; build once and measure all its rounds with that jar");
        }
    }

    /** Returns the commit, the host and the day of the measurement, and the rounds of each figure, in the form of raw results. */
    ObjectNode raw() {
        JsonMapper json = new JsonMapper();
        ObjectNode table = json.createObjectNode();
        Provenance.joined(provenances).addTo(table);
        table.set("rows", json.valueToTree(rows));
        return table;
    }

    /** Returns the median of the rounds and, in brackets, their range. */
    private String cell(String row, String figure) {
        List<Double> sorted = rows.getOrDefault(row, Map.of()).getOrDefault(figure, List.of()).stream()
                .sorted()
                .toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("Row '%s' has no figure '%s'; it has %s"
                    .formatted(
                            row,
                            figure,
                            rows.getOrDefault(row, Collections.emptyMap()).keySet()));
        }
        String median = number(sorted.get(sorted.size() / 2));
        return sorted.size() == 1
                ? median
                : "%s (%s to %s)".formatted(median, number(sorted.get(0)), number(sorted.get(sorted.size() - 1)));
    }

    /** Rounds a number to about three digits; a whole number is not shortened. */
    private static String number(double value) {
        int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
