package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownDocument;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.Diagnosis;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page whose tables are made of the archive.
 *
 * @param file the page
 * @param archive what was measured so far
 */
public record ResultPage(Path file, ResultArchive archive) {

    /** Puts all tables in the place of those before, on the page and on the one in the folder of the figures, if any. */
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
            FileReplacement.write(page, text);
        } catch (IOException unusable) {
            throw new ExperimentException("The page %s cannot be written".formatted(page), unusable);
        }
    }

    /** Names and content of all tables for which something was measured. */
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
        archive.switchings()
                .forEach(result ->
                        tables.merge("switching", new SwitchingTable(result, archive).markdown(), ResultPage::both));
        return tables;
    }

    private void add(Map<String, String> tables, CaseResult result) {
        tables.put(result.name(), new CaseTable(result).markdown());
        if (result.which().planted()) {
            tables.put("statistics-" + result.name(), statistics(result.diagnosis()));
        }
    }

    private static String statistics(@Nullable Diagnosis diagnosis) {
        return diagnosis == null ? "*Could not be read.*\n" : new DiagnosisTable(diagnosis).markdown();
    }

    private static String both(String one, String other) {
        return one + "\n" + other;
    }
}
