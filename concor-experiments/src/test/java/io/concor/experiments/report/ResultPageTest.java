package io.concor.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.benchmarks.report.MarkdownDocument;
import io.concor.experiments.result.BatchSizesResult;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.ExampleResults;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.testbed.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultPageTest {

    @TempDir
    private Path folder;

    private ResultArchive archive;
    private ResultPage page;

    @BeforeEach
    void openArchive() {
        archive = new ResultArchive(folder.resolve("applications"));
        page = new ResultPage(folder.resolve("applications.md"), archive);
    }

    private void keepAll() {
        Stream.of(Case.values()).filter(Case::onDatabase).forEach(which -> Stream.of(Database.values())
                .forEach(database -> keep(ExampleResults.result(which, database, 1000, 1010, 990))));
        keep(ExampleResults.result(Case.FOUR, null, 2000));
        archive.keep(ExampleResults.switching(1000));
        archive.keep(ExampleResults.switching(200));
        archive.keep(ExampleResults.switching(200));
        CostResult cost = ExampleResults.cost(Case.FOUR, null, 1, 1.01, 1.02, 1.05);
        archive.keep(cost.name(), cost);
        archive.keep(BatchSizesResult.NAME, ExampleResults.batchSizes());
        archive.keep(DayResult.name(false), ExampleResults.day(false));
        archive.keep(DayResult.name(true), ExampleResults.day(true));
    }

    private void keep(CaseResult result) {
        archive.keep(result.name(), result);
    }

    @Test
    void hasAPlaceForEachTable() throws Exception {
        keepAll();
        String document = Files.readString(Path.of("../docs/experiments/applications.md"))
                + Files.readString(Path.of("../docs/experiments/applications/README.md"));

        assertThat(page.tables().keySet()).hasSize(23).allSatisfy(table -> assertThat(document)
                .contains("<!-- table: %s, Java 17 -->".formatted(table)));
    }

    @Test
    void documentsShowTheStoredResults() throws Exception {
        Path pages = Path.of("../docs/experiments");
        Files.createDirectories(archive.folder());
        try (Stream<Path> files = Files.list(pages.resolve("applications"))) {
            for (Path file : files.toList()) {
                Files.copy(file, archive.folder().resolve(file.getFileName()));
            }
        }
        Files.copy(pages.resolve("applications.md"), page.file());

        page.write();

        assertThat(page.file()).hasSameTextualContentAs(pages.resolve("applications.md"));
        assertThat(archive.page()).hasSameTextualContentAs(pages.resolve("applications/README.md"));
    }

    @Test
    void readsStoredResults() {
        CaseResult kept = ExampleResults.result(Case.ONE, Database.postgres, 390, 400);
        keep(kept);

        assertThat(archive.find(Case.ONE, Database.postgres)).contains(kept);
        assertThat(archive.find(Case.ONE, Database.mariadb)).isEmpty();
    }

    @Test
    void replacesTables() throws Exception {
        keep(ExampleResults.result(Case.FOUR, null, 2000, 2010, 1990));
        Files.writeString(page.file(), "text\n%s\nold\n<!-- end -->\n".formatted(MarkdownDocument.mark("case-4")));

        page.write();

        assertThat(Files.readString(page.file()))
                .startsWith("text\n")
                .doesNotContain("old")
                .contains("| attempt 1 | 2,000 | 1,990 | 1,980 | 2,130 | 2,120 | 2,090 |")
                .contains("| **average** (equation 1) | 2,000 | 1,990 | 1,980 | 2,120 | 2,117 | 2,083 |")
                .contains("| completed per second while it broke, average | 1,235 | 1,235 | 1,235 |  |  |  |")
                .contains(
                        "| spread | 1.00 % |",
                        "2026-01-02, commit 79b8b5ac; 2 x some. Each warmed up for 75 s, then 60 s at a constant rate, lead-ins 30 s;"
                                + " from 700/s on",
                        "had been stable: without sampling, without sampling."
                                + " Costs measured once more, because more than 0.1 % had not been completed, or CPU times could not be read: 1.",
                        "(case-4.svg)");
    }

    @Test
    void replacesTablesOnThePageInTheFolderOfTheArchive() throws Exception {
        keep(ExampleResults.result(Case.FOUR, null, 2000, 2010, 1990));
        Files.writeString(page.file(), "text\n%s\nold\n<!-- end -->\n".formatted(MarkdownDocument.mark("cpu")));
        Files.writeString(archive.page(), "text\n%s\nold\n<!-- end -->\n".formatted(MarkdownDocument.mark("case-4")));

        page.write();

        assertThat(Files.readString(page.file())).contains("| Case 4 |").doesNotContain("old");
        assertThat(Files.readString(archive.page()))
                .contains("| attempt 1 | 2,000 | 1,990 | 1,980 |", "(case-4.svg)")
                .doesNotContain("old");
    }

    @Test
    void comparesTheCases() {
        keepAll();

        assertThat(page.tables().get("deviations"))
                .contains(
                        "| Case 1, MariaDB | 1.00 % | 2.00 % | -1.00 % (-1.0, -1.0, -1.0) | -2.00 % (-2.0, -2.0, -2.0) | 2.54 % | -0.85 % | -1.69 % |")
                .contains("| Case 4 |");
        assertThat(page.tables().get("cpu"))
                .contains(
                        "| Case 5, PostgreSQL | 500 | 200.0 (200.0 to 200.0) | 210.0 (210.0 to 210.0) |"
                                + " 220.0 (220.0 to 220.0) | +5.00 % (+5.0, +5.0, +5.0) | +10.00 % (+10.0, +10.0, +10.0) | 7, 8, 9 |");
        assertThat(page.tables().get("latency"))
                .contains("| Case 4 | 500 | 1.50 (1.50 to 1.50) / 9.00 (9.00 to 9.00) |"
                        + " 1.50 (1.50 to 1.50) / 9.00 (9.00 to 9.00) |"
                        + " 1.50 (1.50 to 1.50) / 9.00 (9.00 to 9.00) | 0.12 (0.12 to 0.12) | 0, 1, 2 |");
    }

    @Test
    void reportsRequestsOfThePlantedBottleneck() {
        keepAll();

        assertThat(page.tables().get("requests"))
                .contains("| requests by equation 2 | 50,700 | 50,700 | 50,700 | 50,700 | 56,050 | 56,280 |")
                .contains("| requests counted | 54,321 |");
        assertThat(page.tables().get("statistics-case-1-mariadb"))
                .contains("| after 12 s → after 64 s |")
                .contains(
                        "| `endpoint-resolver` | 900 → 61,000 | 2,000 → 2,000 | 0 → 640 | 7 of 32 → 32 of 32 | 0.22 → 1.00 |")
                .contains("| `router` | 3 → 4 |  |  |  |  |");
    }

    @Test
    void showsTheLowerRateOfExperimentTwoFirst() {
        keepAll();

        assertThat(page.tables().get("switching"))
                .containsSubsequence("**200 requests per second**", "**1,000 requests per second**")
                .contains(
                        "| add | 1 | 998 | 1,000 | 1,000 | 1,000 | 1,000 | 33 | 38 | 7 | 5 | 1.7 | 1.5 | 1000, 1000, 1001, 999, 1000 |")
                .contains(
                        "| with a change | 2 | 32.5 | 33; 32 | 38; 37 | 998.5 | 997; 1,000 | 5 | 3,000 | 6 | 7 |",
                        "| without, the same moments | 2 | 32.5 | 34; 31 | 39; 36 | 998.5 | 998; 999 | 5 | 3,000 | 0 | 0 |",
                        "| without, all of the same runs | 1 | 35.0 | 35 | 40 | 996.0 | 996 | 5 | 3,000 | 0 | 0 |")
                .contains("(2026-01-02, commit 79b8b5ac, MariaDB 1.2; 2 x some;")
                .contains("applications/switching-mariadb-1000-delete.svg");
    }

    @Test
    void saysThatAnOldResultHasNoCommit() {
        SwitchingResult result = ExampleResults.switching(1000);
        archive.keep(new SwitchingResult(
                result.database(),
                result.rate(),
                result.databaseVersion(),
                result.ended(),
                result.machine(),
                result.completedBy(),
                result.slot(),
                result.changed(),
                result.unchanged(),
                result.noise(),
                null));

        assertThat(page.tables().get("switching")).contains("(2026-01-02, commit not recorded, MariaDB 1.2;");
    }

    @Test
    void comparesTheCostsOfEachLoadWithTheTwin() {
        keepAll();

        assertThat(page.tables().get("cost"))
                .contains("| CPU µs per request | load | requests per second | instances | without framework |"
                        + " the same again | without sampling | with sampling |")
                .contains("| Case 4 | 10 % | 100 | 2 | 205.0 ± 63.5 | +1.0 ± 0.3 % | +2.0 ± 0.6 % | +4.9 ± 1.5 % |")
                .contains("| Case 4 | 80 % | 800 | 2 |")
                .contains("* Case 4: commit 79b8b5ac, 2026-01-02; 2 x some; each warmed up for 75 s, then 60 s");
        assertThat(page.tables().get("cost-instances"))
                .contains("| Case 4 | 10 % | 1 | 200.0 ± 2.5 | 202.0 ± 2.5 | 204.0 ± 2.5 | 210.0 ± 2.5 |"
                        + " 0.12 / 0.12, 0.12 / 0.12, 0.12 / 0.12, 0.12 / 0.12 |")
                .contains("| Case 4 | 80 % | 2 | 210.0 ± 2.5 |");
    }

    @Test
    void comparesSizesOfBatches() {
        keepAll();

        assertThat(page.tables().get("batch-sizes"))
                .contains("| 1 | 244 | 1.0 | 98 % | 1.0 | 1.0 | 2.0 | 244 | 1.0 | 1.0 | 2.0 |")
                .contains("| 40 | 5,000 | 20.5 | 50 % | 40.0 | 40.0 | 80.0 | ")
                .contains("| what is there | 8,000 | 32.8 | 20 % | 160.0 | 160.0 | 320.0 | 909 | 4.0 | 4.0 | 8.0 |")
                .contains("By the fit, a batch takes a thread 4.00 ms and each of its events 0.10 ms.");
    }

    @Test
    void comparesPresetsInEachPhaseOfADay() {
        keepAll();

        assertThat(page.tables().get("day"))
                .contains(
                        "| phase | records/s due | s | `messages`: answered/s | p50 ms | p95 ms | `adaptive`: answered/s | p50 ms | p95 ms |")
                .contains("| peak | 2,000 | 22 | 1,204 | 12.0 | 16.0 | 1,205 | 15.0 | 20.0 |")
                .contains(
                        "| `messages` | 1,000 | 990 | 10 | 3 | 1,970.1234 | 1,970.1234 | 1,970.1234 | 0 | 0.0 | 0.0 |");
    }

    @Test
    void explainsHowToReplaceAnInvalidFile() throws Exception {
        Files.createDirectories(archive.folder());
        Files.writeString(archive.folder().resolve("case-4.json"), "{\"number\":");

        assertThatThrownBy(page::tables).hasMessageContainingAll("case-4.json", "delete it");
    }
}
