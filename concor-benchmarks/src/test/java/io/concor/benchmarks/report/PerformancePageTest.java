package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PerformancePageTest {

    private static final String RAW = "performance-java-17.json";

    private static final String OTHER_HOST = "performance-java-17-other-host.json";

    private static JsonNode raw() throws IOException {
        return raw(RAW);
    }

    private static JsonNode raw(String file) throws IOException {
        return new JsonMapper().readTree(Files.readString(Path.of("../docs/experiments", file)));
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/experiments/engine.md"));
    }

    @Test
    void showsWhatItsRawFileHolds() throws Exception {
        String page = page();

        assertThat(tables())
                .hasSizeGreaterThanOrEqualTo(17)
                .allSatisfy(table -> assertShows(
                        content(page, table.getKey()),
                        table.getKey(),
                        table.getValue().path("rows")));
    }

    @Test
    void showsWhatTheRawFileOfTheOtherHostHolds() throws Exception {
        String page = page();

        assertThat(List.of("stages", "latency-2000", "latency-50000", "workers"))
                .allSatisfy(table -> {
                    JsonNode kept = raw(OTHER_HOST).path(table);
                    String content = between(page, "<!-- table: %s, other host -->".formatted(table));
                    assertShows(content, table, kept.path("rows"));
                    assertThat(content).contains("\n\n" + RawResults.origin(kept, OTHER_HOST));
                });
    }

    @Test
    void namesTheCommitAndTheRawFileOfEachTable() throws Exception {
        String page = page();

        assertThat(tables()).allSatisfy(table -> assertThat(content(page, table.getKey()))
                .contains("\n\n" + RawResults.origin(table.getValue(), RAW)));
    }

    @Test
    void hasAPlaceForEachTableThatTheScriptMeasures() throws Exception {
        List<String> measured = Files.readAllLines(Path.of("measure")).stream()
                .filter(line -> line.startsWith("table "))
                .map(line -> line.split(" ")[1])
                .toList();

        assertThat(measured).hasSizeGreaterThan(17);
        assertThat(page())
                .contains(measured.stream()
                        .map("<!-- table: %s, Java 17 -->"::formatted)
                        .toList());
    }

    @Test
    void judgesTheAimsByTheRawFile() throws Exception {
        String shown = content(page(), GoalsCommand.NAME);

        assertThat(shown)
                .satisfiesAnyOf(table -> assertThat(table).contains(Goals.table(raw())), table -> assertThat(table)
                        .contains("not measured yet"));
    }

    /** Tables that were measured since hosts are recorded: one commit, and the host of the table of the machine. */
    @Test
    void hasTablesOfOneCommitAndOneHost() throws Exception {
        JsonNode machine = raw().path("machine");

        assertThat(tables()).filteredOn(table -> table.getValue().has("host")).allSatisfy(table -> {
            assertThat(table.getValue().path("commit").asString()).matches("[0-9a-f]{8}");
            assertThat(table.getValue().path("host")).isEqualTo(machine.path("host"));
        });
    }

    private static List<Map.Entry<String, JsonNode>> tables() throws IOException {
        return raw().properties().stream()
                .filter(table -> !table.getKey().equals("machine"))
                .toList();
    }

    private static String content(String page, String table) {
        return between(page, "<!-- table: %s, Java 17 -->".formatted(table));
    }

    private static String between(String page, String mark) {
        assertThat(page).contains(mark);
        return page.substring(page.indexOf(mark)).split("<!-- end -->")[0];
    }

    private static void assertShows(String content, String table, JsonNode rows) {
        List<String[]> shown = content.lines()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line -> line.substring(2, line.length() - 2).split(" \\| "))
                .toList();
        assertThat(shown).as(table).hasSize(rows.size()).allSatisfy(cells -> assertThat(
                        Arrays.stream(cells).skip(1))
                .as(cells[0])
                .isNotEmpty()
                .isSubsetOf(rows.path(cells[0]).properties().stream()
                        .map(Map.Entry::getValue)
                        .flatMap(PerformancePageTest::cells)
                        .toList()));
    }

    /** The median and the range of the rounds; each number has as many digits as its size needs. */
    private static Stream<String> cells(JsonNode rounds) {
        List<Double> sorted =
                rounds.valueStream().map(JsonNode::asDouble).sorted().toList();
        return numbers(sorted.get(sorted.size() / 2))
                .flatMap(median -> numbers(sorted.get(0)).flatMap(least -> numbers(sorted.get(sorted.size() - 1))
                        .map(most -> "%s (%s to %s)".formatted(median, least, most))));
    }

    private static Stream<String> numbers(double value) {
        return Stream.of("%,.0f", "%,.1f", "%,.2f").map(format -> String.format(Locale.ROOT, format, value));
    }
}
