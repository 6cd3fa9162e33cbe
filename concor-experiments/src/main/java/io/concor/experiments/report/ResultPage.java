package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownDocument;
import io.concor.benchmarks.report.ReportFile;
import io.concor.experiments.result.BatchSizesResult;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.RampStatistics;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Markdown page whose tables are generated from the archive.
 *
 * @param file the Markdown file
 * @param archive the stored results
 */
public record ResultPage(Path file, ResultArchive archive) {

    /** Replaces all tables on the page and, if it exists, on the page in the folder of the archive. */
    public void write() {
        Map<String, String> tables = tables();
        write(file, tables);
        if (Files.exists(archive.page())) {
            write(archive.page(), tables);
        }
    }

    private static void write(Path page, Map<String, String> tables) {
        try {
            String text = Files.readString(page);
            for (Map.Entry<String, String> table : tables.entrySet()) {
                text = MarkdownDocument.replaced(text, table.getKey(), table.getValue());
            }
            ReportFile.write(page, text);
        } catch (IOException unusable) {
            throw new ExperimentException("Cannot write the page %s".formatted(page), unusable);
        }
    }

    /** Returns the tables that have results, by name. */
    public Map<String, String> tables() {
        Map<String, String> tables = new LinkedHashMap<>();
        List<CaseResult> cases = archive.cases();
        cases.forEach(result -> add(tables, result));
        if (!cases.isEmpty()) {
            tables.put("deviations", new DeviationTable(cases).markdown());
            tables.put("cpu", new RequestCostTable(cases).cpu());
            tables.put("latency", new RequestCostTable(cases).latency());
        }
        List<CaseResult> planted =
                cases.stream().filter(result -> result.which().planted()).toList();
        if (!planted.isEmpty()) {
            tables.put("requests", new RequestsTable(planted).markdown());
        }
        List<CostResult> costs = archive.costs();
        if (!costs.isEmpty()) {
            tables.put("cost", new CostTable(costs).loads());
            tables.put("cost-instances", new CostTable(costs).instances());
        }
        archive.switchings()
                .forEach(result ->
                        tables.merge("switching", new SwitchingTable(result, archive).markdown(), ResultPage::both));
        archive.batchSizes()
                .ifPresent(result -> tables.put(BatchSizesResult.NAME, new BatchSizesTable(result).markdown()));
        archive.days().forEach(result -> tables.put(DayResult.name(result.killed()), new DayTable(result).markdown()));
        return tables;
    }

    private void add(Map<String, String> tables, CaseResult result) {
        tables.put(result.name(), new CaseTable(result).markdown());
        if (result.which().planted()) {
            tables.put("statistics-" + result.name(), statistics(result.diagnosis()));
        }
    }

    private static String statistics(@Nullable RampStatistics diagnosis) {
        return diagnosis == null ? "*Could not be read.*\n" : new DiagnosisTable(diagnosis).markdown();
    }

    private static String both(String one, String other) {
        return one + "\n" + other;
    }
}
